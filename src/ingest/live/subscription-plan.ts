import type { FeedSubscription } from '../../wire/subscription.ts';
import type { Markets } from './markets/directory.ts';

export interface PlannedSubscriptions {
  subscriptions: FeedSubscription[];
  /** By type, what the limit leaves no room for. */
  unplanned: Record<string, number>;
}

export interface PlanOptions {
  markets: Markets;
  /** Wallets to stream, at most as many as the exchange allows. */
  streamed: readonly string[];
  /** USD traded in a day, by coin: what is traded most goes first. */
  dayVolume(coin: string): number;
  limit: number;
}

/** Coins whose books come twice a second; each takes the room of another coin's book. */
const fastBooksLimit = 50;

/**
 * What to subscribe to within the limit. Trades of every market come first: they name who trades, which nothing else
 * does. Then the wallets that are streamed, then books, those of the
 * busiest coins fast, too, then candles: REST has the rest of both.
 */
export function planSubscriptions({
  markets,
  streamed,
  dayVolume,
  limit,
}: PlanOptions): PlannedSubscriptions {
  const coins = [...markets.perps, ...markets.spot, ...markets.outcomes];
  // Stable: markets without a volume keep the exchange's order.
  const byVolume = coins.toSorted((a, b) => dayVolume(b) - dayVolume(a));
  const wanted: FeedSubscription[] = [
    { type: 'allDexsAssetCtxs' },
    { type: 'outcomeMetaUpdates' },
    ...streamed.map((user): FeedSubscription => ({ type: 'userFills', user })),
    ...byVolume.map((coin): FeedSubscription => ({ type: 'trades', coin })),
    ...byVolume.flatMap((coin, place): FeedSubscription[] => [
      { type: 'l2Book', coin },
      ...(place < fastBooksLimit ? [{ type: 'l2Book', coin, fast: true } as const] : []),
    ]),
    ...byVolume.map((coin): FeedSubscription => ({ type: 'candle', coin, interval: '1m' })),
  ];
  const unplanned: Record<string, number> = {};
  for (const { type } of wanted.slice(limit)) unplanned[type] = (unplanned[type] ?? 0) + 1;
  return { subscriptions: wanted.slice(0, limit), unplanned };
}

/** Coins of which something is subscribed to. */
export function plannedCoins(
  { subscriptions }: PlannedSubscriptions,
  type: 'trades' | 'l2Book' | 'candle',
): Set<string> {
  return new Set(subscriptions.flatMap((entry) => (entry.type === type ? [entry.coin] : [])));
}
