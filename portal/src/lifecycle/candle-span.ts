const minuteMs = 60_000;

/** Intervals of candles with their length, milliseconds. */
const intervals = [
  ['1m', minuteMs],
  ['5m', 5 * minuteMs],
  ['15m', 15 * minuteMs],
  ['1h', 60 * minuteMs],
  ['4h', 240 * minuteMs],
  ['12h', 720 * minuteMs],
  ['1d', 1_440 * minuteMs],
] as const;

/** The API returns at most this many candles, the newest. */
const mostCandles = 720;
/** So much of a position's span is shown before and after it. */
const margin = 0.15;

export interface CandleSpan {
  interval: (typeof intervals)[number][0];
  intervalMs: number;
  limit: number;
  fromMs: number;
  toMs: number;
}

/**
 * The finest candles that reach back to the opening of a position, and the stretch of them to show.
 * @param closedMs undefined while it is open
 * @param leastMs no finer candles than these
 */
export function candleSpanOf(
  openedMs: number,
  closedMs: number | undefined,
  nowMs: number,
  leastMs = 0,
): CandleSpan {
  const endMs = closedMs ?? nowMs;
  const aroundMs = Math.max((endMs - openedMs) * margin, 10 * minuteMs);
  const fromMs = openedMs - aroundMs;
  const [interval, intervalMs] =
    intervals.find(([, lengthMs]) => lengthMs >= leastMs && (nowMs - fromMs) / lengthMs < mostCandles - 1) ??
    intervals.at(-1)!;
  return { interval, intervalMs, limit: mostCandles, fromMs, toMs: Math.min(nowMs, endMs + aroundMs) };
}
