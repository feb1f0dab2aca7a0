import type { Schemas } from '../api/calls.ts';
import { candleOf } from './candle-of.ts';

type Hour = Pick<Schemas['LiquidationLevelHour'], 'timestamp' | 'levels'>;
type Missing = Pick<Schemas['LiquidationLevelsMissing'], 'from' | 'to' | 'reason'>;

/** Levels by the hour, as they are drawn under candles. */
export interface LevelHistory {
  history: readonly Hour[];
  missing: readonly Missing[];
  stepMs: number;
}

/** Candles that cover a span of time, as indexes; undefined if no candle does. */
export function candlesIn(
  timesMs: readonly number[],
  { fromMs, toMs }: { fromMs: number; toMs: number },
): { first: number; last: number } | undefined {
  const last = candleOf(timesMs, toMs - 1);
  if (last === undefined) return undefined;
  const first = timesMs[timesMs.findIndex((timeMs) => timeMs >= fromMs)];
  if (first !== undefined && first <= last) return { first, last };
  // No candle begins in the span: takes a longer candle that holds it, but none from before a pause.
  const gaps = timesMs.slice(1).map((timeMs, at) => timeMs - timesMs[at]!);
  return fromMs - last < Math.min(...gaps) ? { first: last, last } : undefined;
}

/** Hours of levels by the index of their candle; the newest hour wins within a candle. */
export function columnsOf({ history, stepMs }: LevelHistory, timesMs: readonly number[]) {
  const columns = new Map<number, { first: number; last: number; levels: NonNullable<Hour['levels']> }>();
  for (const { timestamp, levels } of history) {
    const span = candlesIn(timesMs, { fromMs: timestamp, toMs: timestamp + stepMs });
    if (span !== undefined) columns.set(span.first, { ...span, levels: levels ?? [] });
  }
  return [...columns.values()];
}
