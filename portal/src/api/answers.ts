import { type ApiCall, addressOf, type BodyOf, type OperationId } from './calls.ts';
import { CallFailure, failureOf } from './failure.ts';
import { isAway, noteReach, onReach } from './reach.ts';
import { currentKey, renewSession } from './session.ts';

/** Cached state of a call. */
export interface Known {
  body: unknown;
  /** Last confirmation, unix ms; 0 before the first. */
  atMs: number;
  headers: Headers | undefined;
  /** Why the last try gave no answer. */
  failure: CallFailure | undefined;
}

interface Entry extends Known {
  address: string;
  /** Who looks at it, and how often they want it read; 0 once. */
  watchers: Map<() => void, number>;
  timer: ReturnType<typeof setTimeout> | undefined;
  flight: AbortController | undefined;
  leftAtMs: number;
  /** Tries in a row that an overload refused. */
  refusals: number;
  /** Time of the last pushed event, unix ms, and the timer of the reads that it causes. */
  pushedAtMs: number;
  pushed: ReturnType<typeof setTimeout> | undefined;
}

/** Answers out of sight are kept for the way back. */
const keptEntries = 100;
const retryMs = 10_000;
/** An overload passes mostly within a second: this many refusals are not shown. */
const quietRefusals = 3;
const quietRetryMs = 1_000;
const timeoutMs = 20_000;
/** Interval of reads after a push. */
const pushedMs = 1_000;
/** Longer than the server shows a page of fills behind which something moved (docs/contract.md#ages-of-answers). */
const behindMs = 3_000;
/** Delay before the request of an entry without watchers is aborted. */
const abandonMs = 5_000;

const entries = new Map<string, Entry>();

function entryFor(address: string): Entry {
  const known = entries.get(address);
  if (known !== undefined) return known;
  const fresh: Entry = {
    address,
    body: undefined,
    atMs: 0,
    headers: undefined,
    failure: undefined,
    watchers: new Map(),
    timer: undefined,
    flight: undefined,
    leftAtMs: 0,
    refusals: 0,
    pushedAtMs: 0,
    pushed: undefined,
  };
  entries.set(address, fresh);
  forgetOldest();
  return fresh;
}

function forgetOldest(): void {
  const left = [...entries.values()].filter(({ watchers }) => watchers.size === 0);
  if (left.length <= keptEntries) return;
  left.sort((a, b) => a.leftAtMs - b.leftAtMs);
  for (const { address } of left.slice(0, left.length - keptEntries)) entries.delete(address);
}

/** Polling interval of an entry: the shortest of its watchers. */
function periodOf({ watchers }: Entry): number {
  const wanted = [...watchers.values()].filter((everyMs) => everyMs > 0);
  return wanted.length === 0 ? 0 : Math.min(...wanted);
}

function plan(entry: Entry): void {
  clearTimeout(entry.timer);
  entry.timer = undefined;
  if (entry.watchers.size === 0 || entry.flight !== undefined || document.hidden) return;
  const { failure } = entry;
  if (entry.refusals > 0 && entry.refusals <= quietRefusals) {
    entry.timer = setTimeout(() => void read(entry), quietRetryMs * entry.refusals);
    return;
  }
  const everyMs = failure === undefined ? periodOf(entry) : waitAfter(failure, periodOf(entry));
  if (entry.atMs === 0 && failure === undefined) return void read(entry);
  if (everyMs === 0) return;
  const dueMs = failure === undefined ? entry.atMs + everyMs - Date.now() : everyMs;
  entry.timer = setTimeout(() => void read(entry), Math.max(0, dueMs));
}

/** Retry delay. Client errors are not retried; limits and outages are. */
function waitAfter({ status, retryAfterSeconds }: CallFailure, everyMs: number): number {
  if (status !== 0 && status !== 429 && status < 500) return 0;
  return Math.max(everyMs, retryMs, (retryAfterSeconds ?? 0) * 1_000);
}

async function read(entry: Entry): Promise<void> {
  if (entry.flight !== undefined) return;
  const flight = new AbortController();
  entry.flight = flight;
  const late = setTimeout(() => flight.abort(), timeoutMs);
  const begunMs = Date.now();
  try {
    await ask(entry, flight.signal);
    noteReach(true, begunMs);
    entry.failure = undefined;
    entry.refusals = 0;
    entry.atMs = Date.now();
  } catch (error) {
    const failure = toFailure(error);
    if (!isGivenUp(entry, flight)) noteReach(!isAway(failure.status), begunMs);
    entry.refusals = failure.status === 503 ? entry.refusals + 1 : 0;
    if (entry.refusals === 0 || entry.refusals > quietRefusals) entry.failure = failure;
  } finally {
    clearTimeout(late);
    entry.flight = undefined;
  }
  for (const changed of entry.watchers.keys()) changed();
  plan(entry);
}

/** True if a request was aborted because the page has no watcher of it any more. */
function isGivenUp({ watchers }: Entry, { signal }: AbortController): boolean {
  return signal.aborted && watchers.size === 0;
}

async function ask(entry: Entry, signal: AbortSignal): Promise<void> {
  const answer = await fetchAnswer(entry.address, signal, entry.headers?.get('etag') ?? undefined);
  if (answer.status === 304) return void (await answer.arrayBuffer());
  entry.body = await answer.json();
  entry.headers = answer.headers;
}

/** An answer of the API by the key of the visit. @throws CallFailure for any status but 200 and 304 */
async function fetchAnswer(
  address: string,
  signal: AbortSignal,
  etag?: string,
  mayRenew = true,
): Promise<Response> {
  const key = await currentKey();
  const headers = { ...(key && { 'X-API-Key': key }), ...(etag && { 'If-None-Match': etag }) };
  // The tag is kept here: the browser's own store would hide a 304.
  const answer = await fetch(address, { headers, signal, cache: 'no-store', credentials: 'omit' });
  if (answer.status === 401 && mayRenew && (await renewSession())?.key)
    return fetchAnswer(address, signal, etag, false);
  if (answer.status !== 304 && !answer.ok) throw await failureOf(answer);
  return answer;
}

/** The body of a call, asked for once. @throws CallFailure */
export async function askOnce<Id extends OperationId>(call: ApiCall<Id>): Promise<BodyOf<Id>> {
  try {
    const answer = await fetchAnswer(addressOf(call), AbortSignal.timeout(timeoutMs));
    return (await answer.json()) as BodyOf<Id>;
  } catch (error) {
    throw toFailure(error);
  }
}

function toFailure(error: unknown): CallFailure {
  if (error instanceof CallFailure) return error;
  if (error instanceof DOMException)
    return new CallFailure(`The server has not answered within ${timeoutMs / 1_000} s.`, { status: 503 });
  return new CallFailure('The server could not be reached.');
}

/** Watches the answer of a call; the first watcher starts reading it. @returns a function that stops watching */
export function watch(call: ApiCall, everyMs: number, changed: () => void): () => void {
  const entry = entryFor(addressOf(call));
  entry.watchers.set(changed, everyMs);
  // A new watcher of an old answer reads it again.
  if (entry.watchers.size === 1 && entry.failure !== undefined) entry.failure = undefined;
  if (entry.watchers.size === 1 && Date.now() - entry.atMs > retryMs) void read(entry);
  else plan(entry);
  return () => {
    entry.watchers.delete(changed);
    entry.leftAtMs = Date.now();
    if (entry.watchers.size > 0) return;
    clearTimeout(entry.timer);
    // A new watcher usually follows at once: the next page has the same call, or the reader scrolls back.
    setTimeout(() => entry.watchers.size === 0 && entry.flight?.abort(), abandonMs);
  };
}

/** Current state of a call. */
export function knownOf(call: ApiCall): Known {
  return entryFor(addressOf(call));
}

/** Reads a call again at once. */
export function readAgain(call: ApiCall): void {
  const entry = entryFor(addressOf(call));
  clearTimeout(entry.timer);
  void read(entry);
}

/**
 * Reads a call after a pushed event: at once, then every second until no cached page of the server can predate the last event.
 */
export function readPushed(call: ApiCall): void {
  const entry = entryFor(addressOf(call));
  entry.pushedAtMs = Date.now();
  if (entry.pushed === undefined) followPushes(entry);
}

function followPushes(entry: Entry): void {
  if (entry.watchers.size > 0 && !document.hidden) {
    clearTimeout(entry.timer);
    void read(entry);
  }
  const isDue = Date.now() - entry.pushedAtMs < behindMs;
  entry.pushed = setTimeout(() => {
    entry.pushed = undefined;
    if (isDue) followPushes(entry);
  }, pushedMs);
}

document.addEventListener('visibilitychange', () => {
  for (const entry of entries.values()) plan(entry);
});

// Retries failed calls as soon as the server is back.
onReach((awaySinceMs) => {
  if (awaySinceMs !== undefined) return;
  for (const entry of entries.values()) {
    if (entry.watchers.size === 0 || entry.failure === undefined || !isAway(entry.failure.status)) continue;
    clearTimeout(entry.timer);
    void read(entry);
  }
});
