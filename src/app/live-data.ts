import { type Availability, type Freshness, type LiveData, noLiveData } from '../endpoints/live-data.ts';
import type { ConnectorState, FeedName, FeedStatus } from '../ingest/live/connector-state.ts';
import type { FollowState } from '../ingest/node/follow.ts';
import type { NodeInfoState } from '../ingest/node/info/info-report.ts';
import { type Clock, minuteMs, rfc3339, systemClock } from '../kernel/clock.ts';
import { isAvailable } from '../market/freshness.ts';
import type { Market } from '../market/market.ts';

type Kind = keyof Freshness | keyof Availability;
/** The market port provides prices and candles ({@link withMarketData}), also in processes that read no exchange. */
type MarketKind = 'liveCandles' | 'markPrices';

/** The feed of each other kind of data. */
const behind: Record<Exclude<Kind, MarketKind>, FeedName> = {
  historicalClearinghouse: 'positions',
  livePositions: 'positions',
  longShort: 'positions',
  liquidations: 'fills',
  userActions: 'fills',
};

/** Data are unavailable after their feed has been silent this long, even if silence is normal while connected. */
const awayMs = 15 * minuteMs;

export interface LiveStates {
  state(): ConnectorState | undefined;
  /** State of the followed node files; `nodeInfo` is that of the node's info server. */
  node?(): FollowState | undefined;
  nodeInfo?(): NodeInfoState | undefined;
}

export function liveData(
  { state, node, nodeInfo }: LiveStates,
  nowMs: () => number = systemClock.nowMs,
): LiveData {
  function block<K extends keyof typeof behind, V>(kinds: readonly K[], of: Of<V>): Record<K, V> {
    const now = state();
    const ofNode: Partial<Record<FeedName, NodeFeed>> = {
      fills: fillsOfNode(node?.(), nowMs()),
      positions: statesOfNode(nodeInfo?.(), nowMs()),
    };
    const blockOf = (kind: K) => {
      const feed = now?.feeds.find(({ name }) => name === behind[kind]);
      const own = ofNode[behind[kind]];
      // While a node is down, the exchange may be read instead.
      const isNode =
        own !== undefined && !(feed !== undefined && feed.ageMs < own.ageMs && own.ageMs > awayMs);
      return isNode ? of(own, { connected: true }) : of(feed, now);
    };
    return Object.fromEntries(kinds.map((kind) => [kind, blockOf(kind)])) as Record<K, V>;
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

type NodeFeed = Pick<FeedStatus, 'ageMs' | 'staleMs' | 'newestMs'> | undefined;

type Of<V> = (feed: NodeFeed, now: Pick<ConnectorState, 'connected'> | undefined) => V;

/** A node writes the fills of all wallets: their age is that of its newest block. */
function fillsOfNode(node: FollowState | undefined, nowMs: number): NodeFeed {
  if (node?.newest === undefined) return undefined;
  const newestMs = node.newest.blockMs;
  return { newestMs, ageMs: nowMs - newestMs, staleMs: awayMs };
}

/** Account states from a node: their age is that of the newest stored one. */
function statesOfNode(info: NodeInfoState | undefined, nowMs: number): NodeFeed {
  if (info === undefined || info.accounts.states === 0) return undefined;
  const { newestMs, storedMs } = info.accounts;
  return { newestMs, ageMs: nowMs - storedMs, staleMs: awayMs };
}

/** The same blocks, extended by the prices and candles that the market port observed. */
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
