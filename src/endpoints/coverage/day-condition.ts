import type { CoverageDay } from '../../coverage/coverage-read.ts';
import { dayMs } from '../../kernel/clock.ts';

export const dayConditions = ['available', 'degraded', 'pending', 'missing'] as const;
export type DayCondition = (typeof dayConditions)[number];

/**
 * How whole a day is (docs/methodology.md#coverage).
 *
 * @param day undefined where the ledger has nothing of it
 * @param at.coveredToMs up to where anything was read, unix milliseconds; undefined where nothing was
 */
export function dayCondition(
  day: CoverageDay | undefined,
  at: { startMs: number; nowMs: number; coveredToMs: number | undefined },
): DayCondition {
  const { coveredMs = 0, open = 0, lost = 0 } = day ?? {};
  const { startMs, nowMs, coveredToMs } = at;
  if (open > 0) return 'pending';
  const isAhead = coveredToMs !== undefined && coveredToMs < startMs + dayMs - 1;
  if (coveredMs < dayMs && (startMs + dayMs > nowMs || isAhead)) return 'pending';
  if (coveredMs === 0) return 'missing';
  return coveredMs < dayMs || lost > 0 ? 'degraded' : 'available';
}
