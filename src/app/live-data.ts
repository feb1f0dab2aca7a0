import { type Availability, type Freshness, type LiveData, noLiveData } from '../endpoints/live-data.ts';
import type { ConnectorState, FeedName, FeedStatus } from '../ingest/live/connector-state.ts';
import type { FollowState } from '../ingest/node/follow.ts';
import { type Clock, minuteMs, rfc3339, systemClock } from '../kernel/clock.ts';
import { isAvailable } from '../market/freshness.ts';
import type { Market } from '../market/market.ts';

type Kind = keyof Freshness | keyof Availability;
/** Prices and candles come by the market port ({@link withMarketData}): processes that read no exchange have them, too. */
type MarketKind = 'liveCandles' | 'markPrices';

/** The feed behind each other kind of data. */
const behind: Record<Exclude<Kind, MarketKind>, FeedName> = {
  historicalClearinghouse: 'positions',
  livePositions: 'positions',
  longShort: 'positions',
  liquidations: 'fills',
  userActions: 'fills',
};

/** Data of which no feed reported for this time are not at hand, also where its silence means nothing while connected. */
const awayMs = 15 * minuteMs;

/** The blocks by which a reader sees how fresh an answer is, from the state of the connector, and of a node's files that are followed. */
export function liveData(
  state: () => ConnectorState | undefined,
  node: () => FollowState | undefined = () => undefined,
  nowMs: () => number = systemClock.nowMs,
): LiveData {
  function block<K extends keyof typeof behind, V>(kinds: readonly K[], of: Of<V>): Record<K, V> {
    const now = state();
    const fills = fillsOfNode(node(), nowMs());
    const told = (kind: K) =>
      behind[kind] === 'fills' && fills !== undefined
        ? of(fills, { connected: true })
        : of(
            now?.feeds.find(({ name }) => name === behind[kind]),
            now,
          );
    return Object.fromEntries(kinds.map((kind) => [kind, told(kind)])) as Record<K, V>;
  }
  return {
    availability: () => ({
      ...noLiveData.availability(),
      ...block(
        ['historicalClearinghouse', 'liquidations', 'userActions'],
        (feed, now) =>
          feed !== undefined &&
          Number.isFinite(feed.ageMs) &&
          feed.ageMs <= feed.staleMs &&
          (now?.connected === true || feed.ageMs <= awayMs),
      ),
    }),
    freshness: () => ({
      ...noLiveData.freshness(),
      ...block(['historicalClearinghouse', 'liquidations', 'livePositions', 'longShort'], (feed) => {
        if (feed === undefined || !Number.isFinite(feed.ageMs)) return '';
        return rfc3339(feed.newestMs > 0 ? feed.newestMs : nowMs() - feed.ageMs);
      }),
    }),
  };
}

type Of<V> = (
  feed: Pick<FeedStatus, 'ageMs' | 'staleMs' | 'newestMs'> | undefined,
  now: Pick<ConnectorState, 'connected'> | undefined,
) => V;

/** A node writes the fills of all wallets: as fresh as its newest block. */
function fillsOfNode(node: FollowState | undefined, nowMs: number) {
  if (node?.newest === undefined) return undefined;
  const newestMs = node.newest.blockMs;
  return { newestMs, ageMs: nowMs - newestMs, staleMs: awayMs };
}

/** The same blocks, with prices and candles as the market port has observed them. */
export function withMarketData(
  { availability, freshness }: LiveData,
  market: Pick<Market, 'observed'>,
  { nowMs }: Clock,
): LiveData {
  const time = (atMs: number | undefined) => (atMs === undefined ? '' : rfc3339(atMs));
  return {
    availability() {
      const observed = market.observed();
      return {
        ...availability(),
        liveCandles: isAvailable('candles', observed, nowMs()),
        markPrices: isAvailable('marks', observed, nowMs()),
      };
    },
    freshness() {
      const { candles, marks } = market.observed();
      return { ...freshness(), liveCandles: time(candles), markPrices: time(marks) };
    },
  };
}
