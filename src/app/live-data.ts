import type { Availability, Freshness, LiveData } from '../endpoints/live-data.ts';
import type { ConnectorState, FeedName, FeedStatus } from '../ingest/live/connector-state.ts';
import { minuteMs, rfc3339, systemClock } from '../kernel/clock.ts';

/** The feed behind each kind of data. */
const behind: Record<keyof Freshness | keyof Availability, FeedName> = {
  historicalClearinghouse: 'positions',
  livePositions: 'positions',
  longShort: 'positions',
  liquidations: 'fills',
  userActions: 'fills',
  liveCandles: 'candles',
  markPrices: 'contexts',
};

/** What no feed has told of for so long is not at hand, also where its silence means nothing while connected. */
const awayMs = 15 * minuteMs;

/** The blocks that tell a reader how fresh an answer is, from the state of the connector. */
export function liveData(
  state: () => ConnectorState | undefined,
  nowMs: () => number = systemClock.nowMs,
): LiveData {
  function block<K extends keyof typeof behind, V>(kinds: readonly K[], of: Of<V>): Record<K, V> {
    const now = state();
    const told = (kind: K) =>
      of(
        now?.feeds.find(({ name }) => name === behind[kind]),
        now,
      );
    return Object.fromEntries(kinds.map((kind) => [kind, told(kind)])) as Record<K, V>;
  }
  return {
    availability: () =>
      block(
        ['historicalClearinghouse', 'liquidations', 'liveCandles', 'markPrices', 'userActions'],
        (feed, now) =>
          feed !== undefined &&
          Number.isFinite(feed.ageMs) &&
          feed.ageMs <= feed.staleMs &&
          (now?.connected === true || feed.ageMs <= awayMs),
      ),
    freshness: () =>
      block(
        [
          'historicalClearinghouse',
          'liquidations',
          'liveCandles',
          'livePositions',
          'longShort',
          'markPrices',
        ],
        (feed) => {
          if (feed === undefined || !Number.isFinite(feed.ageMs)) return '';
          // Contexts and candles tell no time of their own: theirs is when they came.
          return rfc3339(feed.newestMs > 0 ? feed.newestMs : nowMs() - feed.ageMs);
        },
      ),
  };
}

type Of<V> = (feed: FeedStatus | undefined, now: ConnectorState | undefined) => V;
