import { useEffect, useRef, useState } from 'preact/hooks';
import { currentKey, renewSession } from './session.ts';

/** Subscription of a page, in the form of the streams (docs/guides/streams.md). */
export type Push = Readonly<{ type: string } & Record<string, string>>;

interface Listener {
  /** Called with the data of each event. */
  event: (data: unknown) => void;
  /** Called where its being live changes. */
  state: () => void;
}

interface FollowedPush {
  push: Push;
  listeners: Set<Listener>;
  /** Id that the subscription's events carry; undefined while it is not subscribed. */
  id: string | undefined;
}

interface ServerFrame {
  channel: string;
  id?: string;
  req_id?: string;
  data?: { id?: string };
}

const path = '/api/public/v1/stream';
/** Reconnect delay; doubles after each failure. */
const retryMs = { first: 1_000, longest: 30_000 };
/** Delay if the account, or the service, has reached its limit of streams. */
const fullRetryMs = 60_000;
const refusedKey = 4401;
const full = new Set([4429, 4503]);
/** The next page mostly follows something, too. */
const idleMs = 5_000;

/** Subscriptions by their text, which is also their `req_id`. */
const followed = new Map<string, FollowedPush>();
let socket: WebSocket | undefined;
let isOpening = false;
let waitMs = retryMs.first;
let retry: ReturnType<typeof setTimeout> | undefined;

const isWanted = () => followed.size > 0 && !document.hidden;

async function open(): Promise<void> {
  clearTimeout(retry);
  if (isOpening || socket !== undefined || !isWanted()) return;
  isOpening = true;
  const key = await currentKey();
  isOpening = false;
  // Without a key there are no streams: the page polls, as after a refusal.
  if (key === undefined || !isWanted()) return;
  const line = new WebSocket(`${location.origin.replace(/^http/, 'ws')}${path}`, ['bearer', key]);
  socket = line;
  line.addEventListener('message', ({ data }) => take(JSON.parse(String(data)) as ServerFrame));
  line.addEventListener('close', ({ code }) => {
    if (socket === line) void ended(code);
  });
}

async function ended(code: number): Promise<void> {
  socket = undefined;
  for (const one of followed.values()) become(one, undefined);
  if (!isWanted()) return;
  if (code === refusedKey) await renewSession();
  const after = full.has(code) ? fullRetryMs : waitMs;
  waitMs = Math.min(retryMs.longest, 2 * waitMs);
  clearTimeout(retry);
  retry = setTimeout(() => void open(), after);
}

function close(): void {
  const line = socket;
  socket = undefined;
  line?.close();
  for (const one of followed.values()) become(one, undefined);
}

function say(method: 'subscribe' | 'unsubscribe', name: string, push: Push): void {
  if (socket?.readyState === WebSocket.OPEN)
    socket.send(JSON.stringify({ method, subscription: push, req_id: name }));
}

function take({ channel, id, req_id, data }: ServerFrame): void {
  if (channel === 'connected') {
    for (const [name, { push }] of followed) say('subscribe', name, push);
  } else if (channel === 'subscriptionResponse') {
    waitMs = retryMs.first;
    const one = followed.get(req_id ?? '');
    if (one !== undefined) become(one, data?.id);
  } else {
    const of = id ?? data?.id;
    if (of === undefined) return;
    for (const one of followed.values())
      if (one.id === of) for (const { event } of one.listeners) event(data);
  }
}

function become(one: FollowedPush, id: string | undefined): void {
  if (one.id === id) return;
  one.id = id;
  for (const { state } of one.listeners) state();
}

function follow(name: string, push: Push, listener: Listener): () => void {
  const one = followed.get(name) ?? { push, listeners: new Set(), id: undefined };
  if (one.listeners.size === 0) {
    followed.set(name, one);
    if (socket === undefined) void open();
    else say('subscribe', name, push);
  }
  one.listeners.add(listener);
  return () => {
    one.listeners.delete(listener);
    if (one.listeners.size > 0) return;
    followed.delete(name);
    say('unsubscribe', name, push);
    setTimeout(() => followed.size === 0 && close(), idleMs);
  };
}

// A tab that is not seen gives its place among the streams of the account to those that are.
document.addEventListener('visibilitychange', () => (isWanted() ? void open() : close()));

/**
 * Calls `onEvent` with the data of each event of a subscription. The whole page shares a connection.
 *
 * @param push undefined for no subscription
 * @returns true while events arrive; false without a connection, or if the subscription is refused
 */
export function usePush(push: Push | undefined, onEvent: (data: unknown) => void): boolean {
  const name = push === undefined ? '' : JSON.stringify(push);
  const [, draw] = useState(0);
  const latest = useRef(onEvent);
  latest.current = onEvent;
  useEffect(() => {
    if (push === undefined) return undefined;
    const state = () => draw((count) => count + 1);
    return follow(name, push, { event: (data) => latest.current(data), state });
  }, [name]);
  return followed.get(name)?.id !== undefined;
}
