import type { LogFilter } from '../changes/fill-log.ts';
import type { LoggedFill } from '../changes/logged-fill.ts';
import type { feedsOfEvents } from '../coverage/gap-list.ts';
import { autoDeleveraging } from '../domain/fill.ts';
import type { Tier } from '../domain/tier.ts';
import { twapStatuses } from '../wire/twap.ts';
import type { Changes } from './change-log.ts';
import { lifecycleElements, lifecycleEvents, outcomeElements, outcomeEvents } from './derived-feeds.ts';
import type { EventFilter } from './event-filter.ts';
import { gapChanges, qualityEvents } from './quality.ts';
import { twapOrderChanges, twapStatusChanges } from './twaps.ts';

/** Path of streams with this service's protocol extensions. */
export const streamPath = '/api/public/v1/stream';
/** Issues single-use tickets, because browsers cannot send headers with a WebSocket. */
export const streamTicketPath = `${streamPath}/ticket`;

export type FeedArgument = 'coin' | 'user' | 'users' | 'cohort';

/** A feed of events derived from the log of fills, or from a list of changes. */
export interface EventFeed {
  tier: Tier;
  /** The required argument; undefined if none. */
  argument: FeedArgument | undefined;
  kind: LogFilter['kind'];
  /** Record whose gaps its subscriptions are sent; default: fills. */
  record?: keyof typeof feedsOfEvents;
  /** List of changes that the feed reads; default: fills. */
  changes?: Changes;
  /** Filter arguments besides its own; default: all. */
  filters?: readonly string[];
  /** An extension of this service; not in the protocol. */
  isOwn?: true;
  events?: readonly string[];
  /** Elements of a message, each as JSON. @param fills Fills of one log position that pass the filter, except for its `events`. */
  elements(fills: readonly LoggedFill[], filter: Pick<EventFilter, 'events'>): string[];
}

const fillElement = ({ wallet, json }: LoggedFill) => `["${wallet}",${json()}]`;
const fillElements = (fills: readonly LoggedFill[]) => fills.map(fillElement);

/**
 * One element per liquidation trade: the fill of the liquidated wallet, or the counterparty's if the source has only that one. Names the
 * liquidator if both fills exist and the method is not `market`.
 */
function liquidationElements(fills: readonly LoggedFill[]): string[] {
  const trades = Map.groupBy(fills, ({ tid, coin, wallet }) => (tid === 0 ? `${coin} ${wallet}` : `${tid}`));
  return [...trades.values()].flatMap((sides) => {
    const isOwn = ({ wallet, liquidation }: LoggedFill) => liquidation?.liquidatedUser === wallet;
    const own = sides.find(isOwn);
    // An auto-deleveraged wallet takes no position over, and its fill is no liquidation.
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
      // With only the counterparty's fill, the side of the liquidated wallet is the opposite.
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

/** Keeps liquidations of the named wallets; drops those where they are the counterparty. */
function ownLiquidations(fills: readonly LoggedFill[]): string[] {
  const isOwn = ({ wallet, liquidation }: LoggedFill) =>
    liquidation!.liquidatedUser === undefined || liquidation!.liquidatedUser === wallet;
  return liquidationElements(fills.filter(isOwn));
}

/** Three variants of a feed: all wallets, one wallet, several wallets. */
function threefold(
  name: string,
  tiers: readonly [all: Tier, one: Tier, many: Tier],
  feed: Pick<EventFeed, 'kind' | 'elements' | 'record' | 'changes' | 'filters' | 'events'>,
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

const ofChanges = { kind: undefined, elements: () => [] };
const ofTwaps = { ...ofChanges, record: 'twaps' as const, filters: ['wallets', 'coins', 'dex', 'side'] };

const derived = { tier: 'pro', argument: undefined, isOwn: true } as const;

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
  ...threefold('twapOrders', ['pro', 'pro', 'pro'], { ...ofTwaps, changes: twapOrderChanges }),
  ...threefold('twapStatuses', ['pro', 'pro', 'pro'], {
    ...ofTwaps,
    changes: twapStatusChanges,
    events: twapStatuses,
  }),
  cohortTrades: { ...trades, ...derived, argument: 'cohort' },
  builderFills: { ...derived, kind: 'builder', elements: fillElements },
  lifecycles: { ...derived, kind: 'perp', events: lifecycleEvents, elements: lifecycleElements },
  quality: {
    ...ofChanges,
    tier: 'free',
    argument: undefined,
    isOwn: true,
    changes: gapChanges,
    filters: ['wallets', 'coins', 'dex'],
    events: qualityEvents,
  },
  outcomeEvents: { ...derived, kind: 'outcome', events: outcomeEvents, elements: outcomeElements },
};

/** Protocol feeds that no source of this service provides. */
export const unavailableFeeds: ReadonlySet<string> = new Set([
  'leverageUpdates',
  'leverageUpdatesByUser',
  'leverageUpdatesByUsers',
  'l4Book',
]);
