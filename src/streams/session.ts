import type { Caller } from '../access/caller.ts';
import { tierAllows } from '../domain/tier.ts';
import { rfc3339 } from '../kernel/clock.ts';
import { eventFeeds } from './feeds.ts';
import type { Frame } from './group.ts';
import type { Following, StreamHub } from './hub.ts';
import { startOf } from './start-place.ts';
import { type StateHub, type StateTexts, stateFeeds } from './states.ts';
import type { StreamLimits } from './stream-limits.ts';
import {
  type EventSubscription,
  isOfStates,
  isRecord,
  keyOf,
  readSubscription,
  type StateSubscription,
  type Subscription,
} from './subscription.ts';

/** The way to one client. */
export interface StreamLine {
  /** @param about what a text is of, where the line says so beside it */
  send(text: string, about: { channel: string; cursor?: string }): void;
  /** Bytes that are sent and not taken yet. */
  unsent(): number;
  /** Resolves once little is unsent, or the line is closed. */
  drained(): Promise<void>;
}

export interface SessionOptions {
  hub: StreamHub;
  states: StateHub;
  line: StreamLine;
  caller: Pick<Caller, 'tier' | 'limits'>;
  limits: StreamLimits;
  /** For the subscriptions of all connections. */
  room: { takeSubscription(): boolean; leaveSubscription(): void };
  /** With what this service adds to the protocol. */
  isOwn: boolean;
  coinOf(text: string): string | undefined;
  nowMs(): number;
}

/** What a client may do on one connection: reads its messages, and writes answers and what it follows. */
export interface StreamSession {
  /** The first message of a connection. */
  open(): void;
  /** A message came. */
  receive(text: string): void;
  /** Nothing was sent for a while. */
  beat(): void;
  close(): void;
}

interface Followed {
  following: Following | undefined;
  end(): void;
}

export function createSession(options: SessionOptions): StreamSession {
  const { hub, states, line, caller, limits, isOwn, coinOf, nowMs, room } = options;
  const followed = new Map<string, Followed>();
  const allowed = limits.of(caller.tier);
  let isClosed = false;

  function send(message: { channel: string } & Record<string, unknown>): void {
    line.send(JSON.stringify(message), { channel: message.channel });
  }

  function refuse(text: string, asked: unknown): void {
    const request = isOwn && isRecord(asked) ? asked.req_id : undefined;
    send({
      ...{ channel: 'error', data: text },
      ...(isOwn && { ...(request !== undefined && { req_id: request }), problem: problemOf(text) }),
    });
  }

  function acknowledge(method: string, asked: Record<string, unknown>, id: string): void {
    const { subscription, req_id } = asked;
    send({
      channel: 'subscriptionResponse',
      data: { method, subscription, id },
      ...(isOwn && req_id !== undefined && { req_id }),
    });
  }

  function drop(key: string): void {
    if (followed.delete(key)) room.leaveSubscription();
  }

  /** @returns why not */
  function subscribe(asked: Record<string, unknown>): string | undefined {
    const read = readSubscription(asked.subscription, { tier: caller.tier, states, coinOf, isOwn });
    if ('refused' in read) return read.refused;
    const key = keyOf(read);
    const isNew = !followed.has(key);
    if (isNew && followed.size >= allowed.subscriptions) return 'too many subscriptions';
    if (isNew && !room.takeSubscription()) return 'server at subscription capacity';
    if (isNew && !isOfStates(read) && isLooked(read)) {
      void beginLater(read, asked);
      return undefined;
    }
    acknowledge('subscribe', asked, read.id);
    if (isNew) begin(read);
    return undefined;
  }

  function begin(subscription: Subscription): void {
    if (isOfStates(subscription))
      followed.set(keyOf(subscription), { following: undefined, end: followStates(subscription) });
    else followEvents(keep(subscription), subscription, undefined);
  }

  function keep(subscription: EventSubscription): Followed {
    const own: Followed = { following: undefined, end: () => own.following?.end() };
    followed.set(keyOf(subscription), own);
    return own;
  }

  /** @returns the place to begin behind; undefined: from now on; a text: why it cannot begin */
  async function startFor(subscription: EventSubscription): Promise<number | string | undefined> {
    try {
      await hub.prepare(subscription);
    } catch {
      return 'cohorts are being read';
    }
    const { after, cursor } = subscription;
    if (after === undefined && cursor === undefined) return undefined;
    return startOf(subscription, { hub, nowMs: nowMs(), windowDays: caller.limits.windowDays });
  }

  async function beginLater(subscription: EventSubscription, asked: Record<string, unknown>): Promise<void> {
    const own = keep(subscription);
    const start = await startFor(subscription);
    const key = keyOf(subscription);
    if (isClosed || followed.get(key) !== own) return;
    if (typeof start === 'string') {
      drop(key);
      refuse(start, asked);
    } else {
      acknowledge('subscribe', asked, subscription.id);
      followEvents(own, subscription, start);
    }
  }

  function followStates({ type, coin, id, snapshot }: StateSubscription): () => void {
    const receiver = {
      take(texts: StateTexts, skipped: number) {
        if (line.unsent() >= limits.unsentBytes) return false;
        line.send(isOwn ? texts.own(skipped) : texts.plain, { channel: type });
        return true;
      },
    };
    return states.follow({ type, coin, id }, receiver, !snapshot);
  }

  function followEvents(own: Followed, subscription: EventSubscription, after: number | undefined): void {
    const { id } = subscription;
    own.following = hub.follow(
      subscription,
      {
        take(frame: Frame) {
          const { channel } = frame;
          if (isOwn) line.send(frame.own(), { channel, cursor: frame.cursor() });
          else line.send(frame.plain(), { channel });
          return line.unsent() < limits.unsentBytes;
        },
        ready: () => line.drained(),
        caughtUp() {
          if (isOwn) send({ channel: 'caughtUp', data: { id, seq: own.following?.place() } });
        },
        skipped({ fromMs, toMs }) {
          const reason = 'history was added that is older than a day: read it from the API';
          if (isOwn) send({ channel: 'gap', data: { id, from: rfc3339(fromMs), to: rfc3339(toMs), reason } });
        },
        failed() {
          own.end();
          drop(keyOf(subscription));
          refuse('snapshot failed', undefined);
        },
      },
      after,
    );
  }

  /** @returns why not */
  function unsubscribe(asked: Record<string, unknown>): string | undefined {
    const read = readSubscription(asked.subscription, { tier: caller.tier, states, coinOf, isOwn });
    if ('refused' in read) return read.refused;
    const key = keyOf(read);
    const own = followed.get(key);
    if (own === undefined) return 'subscription not active';
    own.end();
    drop(key);
    acknowledge('unsubscribe', asked, read.id);
    return undefined;
  }

  /** @returns why not */
  function obey(asked: unknown): string | undefined {
    if (!isRecord(asked) || typeof asked.method !== 'string') return 'bad request';
    if (asked.method === 'subscribe') return subscribe(asked);
    if (asked.method === 'unsubscribe') return unsubscribe(asked);
    if (asked.method !== 'ping') return 'unknown method';
    send({ channel: 'pong' });
    return undefined;
  }

  return {
    open() {
      const { connections, subscriptions } = allowed;
      const known = { ...eventFeeds, ...(states.hasSource && stateFeeds) };
      const feeds = Object.keys(known).filter((type) => tierAllows(caller.tier, known[type]!.tier));
      send({
        channel: 'connected',
        data: { tier: caller.tier, limits: { connections, subscriptions, feeds } },
      });
    },
    receive(text) {
      const asked = parsed(text);
      const refused = obey(asked);
      if (refused !== undefined) refuse(refused, asked);
    },
    beat() {
      if (isOwn) send({ channel: 'heartbeat', data: { seq: hub.newest() ?? null, time: rfc3339(nowMs()) } });
    },
    close() {
      isClosed = true;
      for (const [key, { end }] of [...followed]) {
        end();
        drop(key);
      }
    },
  };
}

/** Whether the store has to be looked at before it can begin. */
function isLooked({ after, cursor, filter }: EventSubscription): boolean {
  return after !== undefined || cursor !== undefined || filter.cohort !== undefined;
}

/** @param text one of the strings of the protocol */
function problemOf(text: string) {
  return { type: 'about:blank', title: text, status: text === 'feed not in tier' ? 403 : 400 };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
