import {
  type FeedSubscription,
  subscribedUser,
  subscriptionKey,
  type WireSubscriptionResponse,
} from '../../../wire/subscription.ts';

export interface SubscriptionRequest {
  method: 'subscribe' | 'unsubscribe';
  subscription: FeedSubscription;
}

/** Subscriptions of one connection, with their requests and acknowledgements. Pure: no socket, no clock. */
export interface SubscriptionSet {
  readonly size: number;
  /** Subscriptions without an answer yet. */
  readonly unacknowledged: number;
  /** Subscriptions refused by the exchange; retried at intervals. */
  readonly refused: number;
  /**
   * @returns false if already present.
   * @throws RangeError above the exchange's limits.
   */
  add(subscription: FeedSubscription): boolean;
  /** @returns false if not present. */
  remove(subscription: FeedSubscription): boolean;
  /** Next request to send on this connection, or to retry because it was not acknowledged. */
  nextRequest(nowMs: number): SubscriptionRequest | undefined;
  sent(request: SubscriptionRequest, nowMs: number): void;
  /** @returns the subscription that now runs, and since when it missed data if it ran before. */
  acknowledge(
    echo: WireSubscriptionResponse['subscription'],
  ): { subscription: FeedSubscription; fromMs: number | undefined } | undefined;
  /** Marks a subscription as refused. @returns false if it was not requested. */
  refuse(echo: WireSubscriptionResponse['subscription']): boolean;
  /** Marks the connection as lost. @param seenMs time of its last message, Unix milliseconds. */
  disconnected(seenMs: number): void;
}

interface Entry {
  subscription: FeedSubscription;
  /** Time of the last request on this connection. */
  sentMs: number | undefined;
  acknowledged: boolean;
  /** How often it was asked for on this connection since it was last acknowledged or refused. */
  requests: number;
  refused: boolean;
  /** Since when data may be missing. */
  lostMs: number | undefined;
}

/** Limits per machine, over all its connections (docs/exchange.md#request-limits). */
const subscriptionsLimit = 1_000;
const usersLimit = 10;
/** Requests are answered within a second; after this time a request is lost, and a repeat does no harm. */
const acknowledgeMs = 15_000;
/** Requests without an answer before the subscription counts as refused: not every refusal names its subscription. */
const requestLimit = 4;
/** Retry interval of refused subscriptions: the market may be too new. */
const refusedMs = 300_000;

export function createSubscriptionSet(): SubscriptionSet {
  const entries = new Map<string, Entry>();
  /** Subscriptions that run on this connection and should end. */
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
      // A subscription that is still running while ending is kept: a new request would be refused.
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
      Object.assign(entry, { acknowledged: true, refused: false, requests: 0 });
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
        // Lost again before it ran: the hole keeps its start.
        if (entry.acknowledged) entry.lostMs = seenMs;
        Object.assign(entry, { acknowledged: false, refused: false, requests: 0, sentMs: undefined });
      }
    },
  };
}
