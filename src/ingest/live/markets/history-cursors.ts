import { Type } from 'typebox';
import { query } from '../../../analytics/query.ts';
import type { AnalyticsStore } from '../../../analytics/store.ts';
import { dayMs, hourMs, minuteMs } from '../../../kernel/clock.ts';
import type { MinuteHoles } from './minute-holes.ts';

/** Candle intervals that are read; `backMs` is how far back if none is stored. */
export const candleIntervals = [
  { interval: '1m', lengthMs: minuteMs, backMs: dayMs, shareOfPace: 1 },
  { interval: '1h', lengthMs: hourMs, backMs: 90 * dayMs, shareOfPace: 3 },
  { interval: '1d', lengthMs: dayMs, backMs: 730 * dayMs, shareOfPace: 12 },
] as const;
export type CandleInterval = (typeof candleIntervals)[number];

export type HistoryKind = CandleInterval['interval'] | 'funding';

const storedCandles = query({
  name: 'stored_candles',
  params: {},
  row: Type.Object({ coin: Type.String(), interval: Type.String(), last: Type.String() }),
  // A settlement is stored after the last candles of its outcome's sides, so these need no further reads.
  sql: `
    SELECT coin, interval, toString(toUnixTimestamp64Milli(max(open_time))) AS last FROM candles
    WHERE coin NOT LIKE '#%'
      OR intDiv(toUInt64OrZero(substring(coin, 2)), 10) NOT IN (SELECT outcome FROM outcome_settlements)
    GROUP BY coin, interval`,
  limits: { deadlineMs: 60_000, maxRows: 100_000 },
});
const storedFunding = query({
  name: 'stored_market_funding',
  params: {},
  row: Type.Object({ coin: Type.String(), last: Type.String() }),
  sql: `SELECT coin, toString(toUnixTimestamp64Milli(max(time))) AS last FROM market_funding GROUP BY coin`,
  limits: { deadlineMs: 60_000, maxRows: 100_000 },
});

/** How far the history of each market is stored. */
export interface HistoryCursors {
  /** Time of the newest row after which rows may be missing, unix milliseconds; undefined if none was ever read. */
  get(coin: string, kind: HistoryKind): number | undefined;
  set(coin: string, kind: HistoryKind, timeMs: number): void;
  drop(coin: string): void;
}

/** Loads where earlier runs ended; the minutes of a coin with a hole end at that hole. */
export async function openHistoryCursors(
  analytics: AnalyticsStore,
  holes: Pick<MinuteHoles, 'startOf'>,
): Promise<HistoryCursors> {
  const cursors = new Map<string, number>();
  const key = (coin: string, kind: string) => `${coin} ${kind}`;
  for (const { coin, interval, last } of await analytics.rows(storedCandles, {})) {
    const holeMs = interval === '1m' ? holes.startOf(coin) : undefined;
    // 0: its minutes were never read.
    if (holeMs !== 0) cursors.set(key(coin, interval), Math.min(Number(last), holeMs ?? Number(last)));
  }
  for (const { coin, last } of await analytics.rows(storedFunding, {}))
    cursors.set(key(coin, 'funding'), Number(last));
  return {
    get: (coin, kind) => cursors.get(key(coin, kind)),
    set: (coin, kind, timeMs) => void cursors.set(key(coin, kind), timeMs),
    drop(coin) {
      for (const kind of [...candleIntervals.map(({ interval }) => interval), 'funding'])
        cursors.delete(key(coin, kind));
    },
  };
}
