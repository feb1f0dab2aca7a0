import { dayMs, hourMs } from '../kernel/clock.ts';
import type { Span } from '../kernel/span.ts';

/** The parts that a window is cut into; weeks begin on Monday. */
export const pnlIntervals = ['hour', 'day', 'week'] as const;
export type PnlInterval = (typeof pnlIntervals)[number];

export const pnlIntervalMs: Readonly<Record<PnlInterval, number>> = {
  hour: hourMs,
  day: dayMs,
  week: 7 * dayMs,
};
/** Parts of a window whose start is not named. */
const usualParts: Readonly<Record<PnlInterval, number>> = { hour: 48, day: 30, week: 12 };
export const usualPnlWindowMs = (interval: PnlInterval) => usualParts[interval] * pnlIntervalMs[interval];
/** The longest window of each: of hours every fill is read. */
export const pnlReachDays: Readonly<Record<PnlInterval, number>> = { hour: 31, day: 366, week: 3_660 };

/** 1970-01-05 was a Monday. */
export const pnlOffsetMs: Readonly<Record<PnlInterval, number>> = { hour: 0, day: 0, week: 4 * dayMs };

/** The window of whole parts that holds a span: the last one ends now where it is not over. */
export function pnlBounds(interval: PnlInterval, { fromMs, toMs }: Span, nowMs: number) {
  const [length, offset] = [pnlIntervalMs[interval], pnlOffsetMs[interval]];
  const bounds = [Math.floor((fromMs - offset) / length) * length + offset];
  while (bounds.at(-1)! < toMs) bounds.push(bounds.at(-1)! + length);
  if (bounds.length === 1) bounds.push(bounds[0]! + length);
  if (bounds.at(-1)! > nowMs && bounds.at(-2)! < nowMs) bounds[bounds.length - 1] = nowMs;
  return bounds;
}
