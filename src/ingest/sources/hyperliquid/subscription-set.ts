import {
  type Subscription,
  subscribedUser,
  subscriptionKey,
  type WireSubscriptionResponse,
} from '../../../wire/subscription.ts';

/** A message that asks for a subscription, or for its end. */
export interface SubscriptionRequest {
  method: 'subscribe' | 'unsubscribe';
  subscription: Subscription;
}

/** The subscriptions of one connection, their requests and acknowledgements. Pure: no socket, no clock. */
export interface SubscriptionSet {
  readonly size: number;
  readonly unacknowledged: number;
  /**
   * @returns false where it is there already.
   * @throws RangeError above the exchange's limits.
   */
  add(subscription: Subscription): boolean;
  /** @returns false where it is not there. */
  remove(subscription: Subscription): boolean;
  /** The next request that has to be sent on this connection, or sent again because nobody acknowledged it. */
  nextRequest(nowMs: number): SubscriptionRequest | undefined;
  sent(request: SubscriptionRequest, nowMs: number): void;
  /** @returns what the subscription has missed, where it ran on a connection before. */
  acknowledge(
    echo: WireSubscriptionResponse['subscription'],
  ): { subscription: Subscription; fromMs: number } | undefined;
  /** The connection is gone. @param heardMs when its last message came, unix milliseconds. */
  disconnected(heardMs: number): void;
}

interface Entry {
  subscription: Subscription;
  /** When it was asked for on this connection. */
  sentMs: number | undefined;
  acknowledged: boolean;
  /** Since when it may have missed something. */
  lostMs: number | undefined;
}

/** Of one machine, over all its connections (exchange notes §4). */
const subscriptionsLimit = 1_000;
const usersLimit = 10;
/** A request is answered within a second; one that was not has been lost, and asking twice does no harm. */
const acknowledgeMs = 15_000;

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
      return [...entries.values()].filter(({ acknowledged }) => !acknowledged).length;
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
      const fresh = { subscription, sentMs: undefined, acknowledged: false, lostMs: undefined };
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
      for (const { subscription, sentMs, acknowledged } of entries.values()) {
        if (acknowledged || (sentMs !== undefined && nowMs - sentMs < acknowledgeMs)) continue;
        return { method: 'subscribe', subscription };
      }
      return undefined;
    },
    sent({ method, subscription }, nowMs) {
      const key = subscriptionKey(subscription);
      if (method === 'unsubscribe') ending.delete(key);
      else entries.get(key)!.sentMs = nowMs;
    },
    acknowledge(echo) {
      const entry = entries.get(subscriptionKey(echo));
      if (entry === undefined || entry.acknowledged) return undefined;
      entry.acknowledged = true;
      const { subscription, lostMs } = entry;
      entry.lostMs = undefined;
      return lostMs === undefined ? undefined : { subscription, fromMs: lostMs };
    },
    disconnected(heardMs) {
      ending.clear();
      for (const entry of entries.values()) {
        // Lost once more before it ran again: the hole begins where it began.
        if (entry.acknowledged) entry.lostMs = heardMs;
        entry.acknowledged = false;
        entry.sentMs = undefined;
      }
    },
  };
}
