import type { Caller } from '../access/caller.ts';
import { createEventReceiver, createGate, type Gate } from './event-receiver.ts';
import type { GapNews, GapWatch } from './gap-watch.ts';
import type { StreamHub } from './hub.ts';
import { UnknownList } from './members.ts';
import type { Following } from './receiver.ts';
import { isOfGaps, type Start, startOf } from './start-place.ts';
import type { StateHub } from './state-hub.ts';
import type { StateTexts } from './state-topic.ts';
import type { StreamLimits } from './stream-limits.ts';
import {
  type EventSubscription,
  isOfStates,
  keyOf,
  type StateSubscription,
  type Subscription,
} from './subscription.ts';

export interface StreamLine {
  /** @param about Metadata for transports that send it outside the text; `isLast` ends the subscription. */
  send(text: string, about: { channel: string; cursor?: string; isLast?: boolean }): void;
  /** Bytes buffered and not yet received by the client. */
  unsent(): number;
  /** Resolves when the buffer is nearly empty, or the connection is closed. */
  drained(): Promise<void>;
  /** Closes the connection after all sent messages; a transport without `close` ends after the `isLast` message. */
  close?(code: number, reason: string): void;
}

export interface FollowedOptions {
  hub: StreamHub;
  states: StateHub;
  line: StreamLine;
  caller: Pick<Caller, 'accountId' | 'guest' | 'tier' | 'limits'>;
  limits: StreamLimits;
  /** Process-wide subscription capacity. */
  room: { takeSubscription(): boolean; leaveSubscription(): void };
  /** Whether protocol extensions of this service are on. */
  isOwn: boolean;
  nowMs(): number;
}

interface Followed {
  following: Following | undefined;
  /** Gap reports; undefined if the subscription gets none. */
  gaps: { begin(missing: readonly GapNews[]): void; end(): void } | undefined;
  gate: Gate;
  /** Resolves when the subscription has started or was refused. */
  begun?: Promise<void>;
  end(): void;
}

/** @param refused Reason; undefined if accepted. @param cursor Resumes at the start position. */
type Answer = (refused: string | undefined, cursor?: string) => void;

export function createFollowed(options: FollowedOptions) {
  const { hub, states, line, caller, limits, isOwn, room } = options;
  const followed = new Map<string, Followed>();

  function send(channel: string, data: object): void {
    line.send(JSON.stringify({ channel, data }), { channel });
  }

  function drop(key: string): void {
    followed.get(key)?.end();
    if (followed.delete(key)) room.leaveSubscription();
  }

  function begin(subscription: Subscription, answer: Answer): void {
    if (isOfStates(subscription)) {
      const gate = createGate();
      const end = followStates(subscription, gate, answer);
      followed.set(keyOf(subscription), { following: undefined, gaps: undefined, gate, end });
    } else followEvents(keep(subscription), subscription, { start: { after: undefined }, answer });
  }

  function keep(subscription: EventSubscription): Followed {
    const gate = createGate();
    const say = (news: GapNews) => send('gap', { id: subscription.id, ...news });
    const own: Followed = {
      following: undefined,
      gate,
      gaps: isOwn && !isOfGaps(subscription) ? gapsOf(subscription, hub.gaps, say) : undefined,
      end() {
        own.following?.end();
        own.gaps?.end();
        gate.resume();
      },
    };
    followed.set(keyOf(subscription), own);
    return own;
  }

  async function beginLater(own: Followed, subscription: EventSubscription, answer: Answer): Promise<void> {
    const start = await startFor(subscription, options);
    const key = keyOf(subscription);
    if (followed.get(key) !== own) return;
    if (typeof start === 'string') {
      drop(key);
      answer(start);
    } else {
      answer(undefined, 'cursor' in start ? start.cursor : undefined);
      followEvents(own, subscription, { start, answer });
    }
  }

  function followStates(subscription: StateSubscription, gate: Gate, answer: Answer): () => void {
    const { type, id, of, snapshot } = subscription;
    const receiver = {
      failed() {
        drop(keyOf(subscription));
        answer('snapshot failed');
      },
      take(texts: StateTexts, skipped: number) {
        if (!gate.isOpen() || line.unsent() >= limits.unsentBytes) return false;
        line.send(isOwn ? texts.own(skipped) : texts.plain, { channel: type });
        return true;
      },
    };
    return states.follow({ type, id, of }, receiver, !snapshot);
  }

  function followEvents(
    own: Followed,
    subscription: EventSubscription,
    { start, answer }: { start: Start; answer: Answer },
  ): void {
    const drops = () => drop(keyOf(subscription));
    const isNew = 'after' in start && start.cursor !== undefined;
    const place = () => own.following?.place();
    const of = { subscription, gate: own.gate, isNew, place, drop: drops, refuse: answer };
    const receiver = createEventReceiver(of, options);
    const missing = start.missing ?? [];
    if (own.gaps !== undefined) own.gaps.begin(missing);
    else if (isOwn) for (const news of missing) send('gap', { id: subscription.id, ...news });
    own.following =
      'changes' in start
        ? hub.changes(subscription.feed.changes!).follow(subscription, receiver, start.changes)
        : 'replay' in start
          ? hub.replay(subscription, receiver, start.replay)
          : hub.follow(subscription, receiver, start.after);
  }

  return {
    has: (subscription: Subscription) => followed.has(keyOf(subscription)),
    /**
     * @param answer Called with a refusal, or with undefined before the first message; possibly asynchronous.
     * @returns Reason if a subscription limit is reached.
     */
    begin(subscription: Subscription, answer: Answer): string | undefined {
      if (followed.size >= limits.of(caller.tier).subscriptions) return 'too many subscriptions';
      if (!room.takeSubscription()) return 'server at subscription capacity';
      if (!isOfStates(subscription) && (isOwn || isLooked(subscription))) {
        const own = keep(subscription);
        own.begun = beginLater(own, subscription, answer);
      } else {
        answer(undefined);
        begin(subscription, answer);
      }
      return undefined;
    },
    /** Ends, pauses or resumes a subscription. @returns whether the subscription was active */
    change(method: 'unsubscribe' | 'pause' | 'resume', subscription: Subscription): boolean {
      const key = keyOf(subscription);
      const own = followed.get(key);
      if (method === 'unsubscribe') drop(key);
      else own?.gate[method]();
      return own !== undefined;
    },
    /** Cursor that the only subscription has reached; undefined if it has none or has ended. @throws AnalyticsError */
    async reached(): Promise<string | undefined> {
      const [own] = followed.values();
      await own?.begun;
      return own?.following?.cursor();
    },
    close(): void {
      for (const key of [...followed.keys()]) drop(key);
    },
  };
}

/** @returns the start of a subscription, or the refusal */
async function startFor(
  subscription: EventSubscription,
  { hub, caller, isOwn, nowMs }: Pick<FollowedOptions, 'hub' | 'caller' | 'isOwn' | 'nowMs'>,
): Promise<Start | string> {
  try {
    await hub.prepare(subscription);
  } catch (error) {
    return error instanceof UnknownList ? error.message : 'cohorts are being read';
  }
  try {
    if (isOwn) await hub.gaps.begun();
  } catch {
    return 'snapshot failed';
  }
  return startOf(subscription, { hub, nowMs: nowMs(), windowDays: caller.limits.windowDays, isOwn });
}

/** Reports gaps to a subscription. News before the start is queued. A bounded replay gets only the gaps known at its start. */
function gapsOf(
  subscription: EventSubscription,
  watch: Pick<GapWatch, 'follow'>,
  say: (news: GapNews) => void,
): NonNullable<Followed['gaps']> {
  let waiting: GapNews[] | undefined = [];
  const receive = (news: GapNews) => void (waiting === undefined ? say(news) : waiting.push(news));
  return {
    end: subscription.replay?.toMs === undefined ? watch.follow(subscription, receive) : () => undefined,
    begin(missing) {
      // Dedupes: a gap found during the start may be in both lists.
      const said = new Set(missing.map((news) => JSON.stringify(news)));
      for (const news of [...missing, ...waiting!.filter((one) => !said.has(JSON.stringify(one)))]) say(news);
      waiting = undefined;
    },
  };
}

/** Whether the start needs a read of the store. */
function isLooked({ after, cursor, replay, filter, feed }: EventSubscription): boolean {
  return [after, cursor, replay, filter.cohort, filter.list, feed.changes].some(
    (given) => given !== undefined,
  );
}
