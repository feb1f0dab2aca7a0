import { Type } from 'typebox';
import { payload, type ValueOf } from './payload.ts';
import { dexName, flag, name, optional } from './scalar.ts';

/** What one can subscribe to over the WebSocket (docs/exchange.md#subscriptions), as far as Tidemark does. */
export type FeedSubscription =
  | { type: 'trades' | 'bbo' | 'activeAssetCtx'; coin: string }
  /** Fast: 5 levels every 0.5 s; default: 20 every 5 s. */
  | { type: 'l2Book'; coin: string; fast?: true }
  | { type: 'candle'; coin: string; interval: string }
  | { type: 'allMids'; dex?: string }
  | { type: 'allDexsAssetCtxs' | 'fastAssetCtxs' | 'outcomeMetaUpdates' }
  | { type: 'userFills' | 'userEvents'; user: string }
  | { type: 'clearinghouseState'; user: string; dex?: string };

const anySubscription = Type.Object({
  type: name,
  coin: optional(name),
  user: optional(name),
  dex: optional(dexName),
  interval: optional(name),
  fast: optional(flag),
});

export const subscriptionResponse = payload(
  'subscriptionResponse',
  Type.Object({ method: name, subscription: anySubscription }),
);
export type WireSubscriptionResponse = ValueOf<typeof subscriptionResponse>;

/**
 * What a message of channel `error` says of a subscription: text only, with the subscription behind it
 * (docs/exchange.md#websocket).
 *
 * @returns undefined where it is of something else.
 */
export function subscriptionError(
  message: string,
): { runs: boolean; subscription: WireSubscriptionResponse['subscription'] } | undefined {
  const [, verdict, json] =
    /^(Already subscribed|Invalid subscription)[^{]{0,20}(\{.*\})\s*$/s.exec(message) ?? [];
  if (json === undefined) return undefined;
  try {
    const reading = subscriptionResponse.read({ method: 'subscribe', subscription: JSON.parse(json) });
    if ('fault' in reading) return undefined;
    return { runs: verdict === 'Already subscribed', subscription: reading.data.subscription };
  } catch {
    return undefined;
  }
}

/**
 * What two subscriptions differ by. Some servers echo fields that were not sent, so an acknowledgement is matched by
 * this and not by equality.
 */
export function subscriptionKey(
  subscription: FeedSubscription | WireSubscriptionResponse['subscription'],
): string {
  const { type, coin = '', user = '', dex = '', interval = '' } = subscription as Record<string, string>;
  const fast = 'fast' in subscription && subscription.fast ? 'fast' : '';
  return [type, coin, user.toLowerCase(), dex, interval, fast].join(' ');
}

/** The wallet of a subscription that belongs to one, in lower case: the exchange allows ten of them. */
export function subscribedUser(subscription: FeedSubscription): string | undefined {
  return 'user' in subscription ? subscription.user.toLowerCase() : undefined;
}
