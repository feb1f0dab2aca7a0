import type { StreamLine } from './followed.ts';
import { cursorText } from './log-position.ts';
import { createSession, type SessionOptions } from './session.ts';
import { changesOfType, isComputed, isRecord } from './subscription.ts';

/** Stream messages, in order. */
export interface PollAnswer {
  events: Record<string, unknown>[];
  /** Coverage gaps, found or healed, that affect the subscription. */
  gaps: unknown[];
  /** Cursor before the first event; undefined for feeds of states, and for a start at a time or sequence. */
  from?: string;
  /** Cursor after the last event; undefined for feeds of states and for a finished replay. */
  cursor?: string;
  /** Whether all stored events were returned. */
  caughtUp: boolean;
  /** The requested replay span is complete. */
  ended?: true;
}

export interface PollOptions extends Omit<SessionOptions, 'line' | 'isOwn'> {
  /** A subscription as a client sends it. */
  params: Readonly<Record<string, unknown>>;
  /** Of feeds of events: only these have a cursor. */
  isOfEvents: boolean;
  /** Wait for the next event after all stored events were read, milliseconds. */
  waitMs: number;
  /** Maximum events; a single message may exceed it. */
  limit: number;
  /** Aborted when the caller disconnects. */
  signal: AbortSignal;
}

/** Time for reading stored events, which may take longer than `waitMs`, milliseconds. */
const readMs = 10_000;
/** Extends `readMs` while the first page is still being read. */
const slowPage = { everyMs: 1_000, tries: 30 };

/**
 * Long-polls a stream: returns as soon as there are events, with all stored ones up to the limit, or when the wait is over.
 *
 * @returns The answer, or a refusal with the protocol's error text.
 */
export async function pollStream(options: PollOptions): Promise<PollAnswer | string> {
  const { params, isOfEvents, hub, waitMs, limit, signal } = options;
  const { type } = params;
  const events: PollAnswer['events'] = [];
  const gaps: unknown[] = [];
  let [elements, isOver, hasEnded] = [0, false, false];
  let isCaughtUp = false;
  let behind: string | undefined;
  const done = Promise.withResolvers<string | undefined>();

  function finish(refused?: string): void {
    isOver = true;
    done.resolve(refused);
  }

  function takeEvent(message: Record<string, unknown>): void {
    events.push(message);
    elements += Array.isArray(message.data) ? message.data.length : 1;
    if (elements >= limit) finish();
    // Deferred, so that messages sent together with this one are included.
    else if (!isOfEvents || isCaughtUp) setImmediate(finish);
  }

  function take(message: Record<string, unknown>): void {
    const { channel, data } = message;
    if (channel === type) takeEvent(message);
    else if (channel === 'error') finish(String(data));
    else if (channel === 'gap') gaps.push(data);
    else if (channel === 'behind' && isRecord(data)) {
      behind = String(data.cursor);
      finish();
    } else if (channel === 'caughtUp' && isRecord(data)) {
      isCaughtUp = true;
      hasEnded = data.ended === true;
      if (hasEnded || events.length > 0) finish();
      else if (isOfEvents) timer = restarted(timer, waitMs);
    }
  }

  function restarted(old: NodeJS.Timeout, ms: number): NodeJS.Timeout {
    clearTimeout(old);
    return setTimeout(finish, ms);
  }

  const line: StreamLine = {
    send(text) {
      const message = JSON.parse(text) as Record<string, unknown>;
      // Keeps late gaps as well: the cursor of the answer is past them, so the next poll would not report them.
      if (!isOver || message.channel === 'gap') take(message);
    },
    unsent: () => (isOver ? Number.POSITIVE_INFINITY : 0),
    drained: () => Promise.resolve(),
  };
  const session = createSession({ ...options, line, isOwn: true });
  const first = () => session.reached().catch(() => undefined);

  /** Ends the poll with the events so far, but waits for the first page: otherwise the next poll would start at the same cursor. */
  async function endReading(begun: string | undefined, tries: number): Promise<void> {
    const isMoved = !isOfEvents || tries === 0 || (await first()) !== begun;
    if (isCaughtUp || isOver) return;
    if (isMoved) finish();
    else timer = setTimeout(endReading, slowPage.everyMs, begun, tries - 1);
  }

  const gone = () => finish();
  signal.addEventListener('abort', gone);
  const now = isOfEvents && isFromNow(params) ? await cursorNow(hub, type) : undefined;
  const subscription = { ...params, ...(now && { cursor: now }) };
  session.receive(JSON.stringify({ method: 'subscribe', subscription }));
  const begun = isOfEvents ? first() : undefined;
  let timer = setTimeout(
    async () => endReading(await begun, slowPage.tries),
    isOfEvents || isComputed(type) ? readMs : waitMs,
  );
  try {
    const refused = await done.promise;
    if (refused !== undefined) return refused;
    const cursor = behind ?? (isOfEvents && !hasEnded ? await session.reached() : undefined);
    const from = now ?? params.cursor;
    return {
      events,
      gaps,
      ...(typeof from === 'string' && { from }),
      ...(cursor !== undefined && { cursor }),
      caughtUp: !isOfEvents || (isCaughtUp && elements < limit),
      ...(hasEnded && { ended: true }),
    };
  } finally {
    session.close();
    clearTimeout(timer);
    signal.removeEventListener('abort', gone);
  }
}

async function cursorNow(hub: PollOptions['hub'], type: unknown): Promise<string | undefined> {
  const changes = changesOfType(type);
  if (changes !== undefined) return cursorText(await hub.changes(changes).end());
  const newest = hub.newest();
  return newest === undefined ? undefined : hub.cursorAt(newest);
}

const isFromNow = ({ cursor, sequence, from }: Readonly<Record<string, unknown>>) =>
  [cursor, sequence, from].every((given) => given === undefined);
