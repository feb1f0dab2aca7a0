import { minuteMs } from '../kernel/clock.ts';
import type { MarketObserved } from './market.ts';

/** For how long the newest observation of a part makes it available, milliseconds (`docs/methodology.md`). */
const availableForMs = {
  marks: 2 * minuteMs,
  candles: 5 * minuteMs,
} satisfies Partial<Record<keyof MarketObserved, number>>;

export type TimedPart = keyof typeof availableForMs;

/** True where the part has an observation that is younger than its period. */
export function isAvailable(part: TimedPart, observed: MarketObserved, nowMs: number): boolean {
  const atMs = observed[part];
  return atMs !== undefined && nowMs - atMs < availableForMs[part];
}
