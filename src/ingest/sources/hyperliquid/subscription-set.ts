import {
  type FeedSubscription,
  subscribedUser,
  subscriptionKey,
  type WireSubscriptionResponse,
} from '../../../wire/subscription.ts';

/** A message that asks for a subscription, or for its end. */
export interface SubscriptionRequest {
  method: 'subscribe' | 'unsubscribe';
  subscription: FeedSubscription;
}

/** The subscriptions of one connection, their requests and acknowledgements. Pure: no socket, no clock. */
export interface SubscriptionSet {
  readonly size: number;
  /** Those not answered yet. */
  readonly unacknowledged: number;
  /** Those the exchange does not want; they are asked for again now and then. */
  readonly refused: number;
  /**
   * @returns false where it is there already.
   * @throws RangeError above the exchange's limits.
   */
  add(subscription: FeedSubscription): boolean;
  /** @returns false where it is not there. */
  remove(subscription: FeedSubscription): boolean;
  /** The next request that has to be sent on this connection, or sent again because it was not acknowledged. */
  nextRequest(nowMs: number): SubscriptionRequest | undefined;
  sent(request: SubscriptionRequest, nowMs: number): void;
  /** @returns the subscription that runs from now on, and since when it has missed something where it ran before. */
  acknowledge(
    echo: WireSubscriptionResponse['subscription'],
  ): { subscription: FeedSubscription; fromMs: number | undefined } | undefined;
  /** The exchange has said no. @returns false where it was not asked for. */
  refuse(echo: WireSubscriptionResponse['subscription']): boolean;
  /** The connection is gone. @param seenMs when its last message came, unix milliseconds. */
  disconnected(seenMs: number): void;
}

interface Entry {
  subscription: FeedSubscription;
  /** When it was asked for on this connection. */
  sentMs: number | undefined;
  acknowledged: boolean;
  /** How often it was asked for on this connection since it was last acknowledged or refused. */
  requests: number;
  refused: boolean;
  /** Since when it may have missed something. */
  lostMs: number | undefined;
}

/** Of one machine, over all its connections (docs/exchange.md#request-limits). */
const subscriptionsLimit = 1_000;
const usersLimit = 10;
/** A request is answered within a second; one that was not has been lost, and asking twice does no harm. */
const acknowledgeMs = 15_000;
/** Asked for so often without an answer, it counts as refused: not every refusal names its subscription. */
const requestLimit = 4;
/** What was refused is asked for again this often: a market may only be new. */
const refusedMs = 300_000;

export function createSubscriptionSet(): SubscriptionSet {
  const entries = new Map<string, Entry>();
  /** Subscriptions that run on this connection and should not. */
  const ending = new Map<string, Entry>();

  function users(): Set<string> {
    return new Set([...entries.values()].flatMap(({ subscription }) => subscribedUser(subscription) ?? []));
  }

  return {
    get size() {
      return entries.size;
    },
    get unacknowledged() {
      return [...entries.values()].filter(({ acknowledged, refused }) => !acknowledged && !refused).length;
    },
    get refused() {
      return [...entries.values()].filter(({ refused }) => refused).length;
    },
    add(subscription) {
      const key = subscriptionKey(subscription);
      if (entries.has(key)) return false;
      if (entries.size >= subscriptionsLimit) {
        throw new RangeError(
          `the exchange allows ${subscriptionsLimit} subscriptions; end one before the next`,
        );
      }
      const user = subscribedUser(subscription);
      if (user !== undefined && users().add(user).size > usersLimit) {
        throw new RangeError(
          `the exchange allows subscriptions of ${usersLimit} wallets; end one's before the next`,
        );
      }
      // One that was to end and still runs goes on running: asking again would be refused.
      const fresh: Entry = {
        subscription,
        sentMs: undefined,
        acknowledged: false,
        requests: 0,
        refused: false,
        lostMs: undefined,
      };
      entries.set(key, ending.get(key) ?? fresh);
      ending.delete(key);
      return true;
    },
    remove(subscription) {
      const key = subscriptionKey(subscription);
      const entry = entries.get(key);
      if (entry === undefined) return false;
      entries.delete(key);
      if (entry.sentMs !== undefined) ending.set(key, entry);
      return true;
    },
    nextRequest(nowMs) {
      for (const { subscription } of ending.values()) return { method: 'unsubscribe', subscription };
      for (const { subscription, sentMs, acknowledged, refused } of entries.values()) {
        const againMs = refused ? refusedMs : acknowledgeMs;
        if (acknowledged || (sentMs !== undefined && nowMs - sentMs < againMs)) continue;
        return { method: 'subscribe', subscription };
      }
      return undefined;
    },
    sent({ method, subscription }, nowMs) {
      const key = subscriptionKey(subscription);
      if (method === 'unsubscribe') {
        ending.delete(key);
        return;
      }
      const entry = entries.get(key)!;
      entry.sentMs = nowMs;
      entry.requests += 1;
      entry.refused ||= entry.requests > requestLimit;
    },
    acknowledge(echo) {
      const entry = entries.get(subscriptionKey(echo));
      if (entry === undefined || entry.acknowledged) return undefined;
      Object.assign(entry, { acknowledged: true, refused: false, asked: 0 });
      const { subscription, lostMs } = entry;
      entry.lostMs = undefined;
      return { subscription, fromMs: lostMs };
    },
    refuse(echo) {
      const entry = entries.get(subscriptionKey(echo));
      if (entry === undefined || entry.acknowledged) return false;
      entry.refused = true;
      return true;
    },
    disconnected(seenMs) {
      ending.clear();
      for (const entry of entries.values()) {
        // Lost once more before it ran again: the hole begins where it began.
        if (entry.acknowledged) entry.lostMs = seenMs;
        Object.assign(entry, { acknowledged: false, refused: false, asked: 0, sentMs: undefined });
      }
    },
  };
}
