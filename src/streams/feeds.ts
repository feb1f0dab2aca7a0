import type { LogFilter } from '../changes/fill-log.ts';
import type { LoggedFill } from '../changes/logged-fill.ts';
import { autoDeleveraging } from '../domain/fill.ts';
import type { Tier } from '../domain/tier.ts';
import { lifecycleElements, lifecycleEvents, outcomeElements, outcomeEvents } from './derived-feeds.ts';
import type { EventFilter } from './event-filter.ts';
import { qualityEvents } from './quality.ts';

/** Where streams are served with what this service adds to the protocol. */
export const streamPath = '/api/public/v1/stream';
/** Where a browser gets what stands in for its key in the address of a stream. */
export const streamTicketPath = `${streamPath}/ticket`;

/** What a subscription names beside its type. */
export type FeedArgument = 'coin' | 'user' | 'users' | 'cohort';

/** A feed of events: all that it has follows from the log of fills. */
export interface EventFeed {
  tier: Tier;
  /** The argument that it needs; undefined where it has none. */
  argument: FeedArgument | undefined;
  kind: LogFilter['kind'];
  /** Of what the ledger of coverage finds, and of no fills. */
  isOfCoverage?: true;
  /** This service adds it to those of the protocol. */
  isOwn?: true;
  /** Names of its events, which a filter may choose from. */
  events?: readonly string[];
  /** Elements of a message, each as JSON. @param fills of one place, those that pass the filter, but for its `events` */
  elements(fills: readonly LoggedFill[], filter: Pick<EventFilter, 'events'>): string[];
}

const fillElement = ({ wallet, json }: LoggedFill) => `["${wallet}",${json()}]`;
const fillElements = (fills: readonly LoggedFill[]) => fills.map(fillElement);

/**
 * One element for each trade of a liquidation: the fill of the wallet that is liquidated, or, where the source has only the other side,
 * that one. Who took the position over is named where both sides are there and it was no trade with the market.
 */
function liquidationElements(fills: readonly LoggedFill[]): string[] {
  const trades = Map.groupBy(fills, ({ tid, coin, wallet }) => (tid === 0 ? `${coin} ${wallet}` : `${tid}`));
  return [...trades.values()].flatMap((sides) => {
    const isOwn = ({ wallet, liquidation }: LoggedFill) => liquidation?.liquidatedUser === wallet;
    const own = sides.find(isOwn);
    // Who was auto-deleveraged took nothing over, and shows no liquidation.
    const takers = sides.filter((one) => one !== own && one.said().dir !== autoDeleveraging);
    if (own === undefined && takers.length === 0) return [];
    const { timeMs, coin, tid, liquidation, wallet } = own ?? takers[0]!;
    const { liquidatedUser, markPx, method, side, px, sz, hash, closedPnl } = liquidation!;
    const other = own === undefined ? wallet : takers[0]?.wallet;
    const liquidator = method === 'market' ? undefined : other;
    return JSON.stringify({
      time: timeMs,
      liquidatedUser: liquidatedUser ?? null,
      ...(liquidator && { liquidator }),
      coin,
      // Of a fill of the other side alone, what the liquidated wallet did is the reverse.
      side: own === undefined ? (side === 'B' ? 'A' : 'B') : side,
      px,
      sz,
      ...(markPx && { markPx }),
      method,
      hash,
      tid,
      ...(own !== undefined && { closedPnl }),
    });
  });
}

/** Of wallets that are named: where these are liquidated, and not where they trade with who is. */
function ownLiquidations(fills: readonly LoggedFill[]): string[] {
  const isOwn = ({ wallet, liquidation }: LoggedFill) =>
    liquidation!.liquidatedUser === undefined || liquidation!.liquidatedUser === wallet;
  return liquidationElements(fills.filter(isOwn));
}

/** A feed of everything, of one wallet and of many. */
function threefold(
  name: string,
  tiers: readonly [all: Tier, one: Tier, many: Tier],
  feed: Pick<EventFeed, 'kind' | 'elements'>,
  ofWallets: EventFeed['elements'] = feed.elements,
): Record<string, EventFeed> {
  const named = { ...feed, elements: ofWallets };
  return {
    [name]: { ...feed, tier: tiers[0], argument: undefined },
    [`${name}ByUser`]: { ...named, tier: tiers[1], argument: 'user' },
    [`${name}ByUsers`]: { ...named, tier: tiers[2], argument: 'users' },
  };
}

const trades = { kind: undefined, elements: fillElements };

const derived = { tier: 'pro', argument: undefined, isOwn: true } as const;

/** Every feed that can be subscribed to, by the type that a subscription names. */
export const eventFeeds: Readonly<Record<string, EventFeed>> = {
  ...threefold('trades', ['starter', 'free', 'starter'], trades),
  tradesByCoin: { ...trades, tier: 'free', argument: 'coin' },
  ...threefold(
    'liquidations',
    ['pro', 'pro', 'pro'],
    { kind: 'liquidation', elements: liquidationElements },
    ownLiquidations,
  ),
  ...threefold('twapSliceFills', ['starter', 'free', 'starter'], { kind: 'twap', elements: fillElements }),
  cohortTrades: { ...trades, ...derived, argument: 'cohort' },
  builderFills: { ...derived, kind: 'builder', elements: fillElements },
  lifecycles: { ...derived, kind: 'perp', events: lifecycleEvents, elements: lifecycleElements },
  quality: {
    tier: 'free',
    argument: undefined,
    isOwn: true,
    isOfCoverage: true,
    events: qualityEvents,
    kind: undefined,
    elements: () => [],
  },
  outcomeEvents: { ...derived, kind: 'outcome', events: outcomeEvents, elements: outcomeElements },
};

/** Feeds of the protocol that nothing this service reads has. */
export const unavailableFeeds: ReadonlySet<string> = new Set([
  'leverageUpdates',
  'leverageUpdatesByUser',
  'leverageUpdatesByUsers',
  'twapOrders',
  'twapOrdersByUser',
  'twapOrdersByUsers',
  'twapStatuses',
  'twapStatusesByUser',
  'twapStatusesByUsers',
  'l4Book',
]);
