import type { Time, UTCTimestamp } from 'lightweight-charts';
import { localTime, utcDay, zoneName } from '../format/time.tsx';

/** What the points of a chart stand for: instants, shown in the reader's zone, or whole UTC days. */
export type TimeUnit = 'instant' | 'utc-day';

/**
 * The time of a point for a chart. The charts know no zones: an instant is moved so that its UTC reads as the reader's own time. A UTC
 * day stays where it is: west of Greenwich it would carry the date of the day before.
 */
export function toChartTime(timeMs: number, unit: TimeUnit): UTCTimestamp {
  const offsetMs = unit === 'utc-day' ? 0 : new Date(timeMs).getTimezoneOffset() * 60_000;
  return Math.floor((timeMs - offsetMs) / 1_000) as UTCTimestamp;
}

/** The label of a chart's time beside the pointer, with its zone. */
export function chartTimeText(time: Time, unit: TimeUnit): string {
  const shownMs = Number(time) * 1_000;
  if (unit === 'utc-day') return `${utcDay(shownMs)} UTC`;
  // Around a change of the clocks the offset of the shown time is that of an hour beside it.
  const timeMs = shownMs + new Date(shownMs).getTimezoneOffset() * 60_000;
  return `${localTime(timeMs, false)} ${zoneName(timeMs)}`;
}
