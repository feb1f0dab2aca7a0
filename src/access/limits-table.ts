import { type LimitOverrides, limitsOf } from '../domain/limit-overrides.ts';
import { type Tier, type TierLimits, tierLimits } from '../domain/tier.ts';
import { BoundedMap } from '../kernel/bounded-map.ts';

/** Limits of accounts' own that are remembered; the oldest goes first. */
const ownLimit = 1_000;

/** Gives callers with equal limits the same object, so that headers and pages can be kept by it. */
export function createLimitsTable() {
  const own = new BoundedMap<string, Readonly<TierLimits>>(ownLimit);
  return {
    /** What an account of a tier may do, with its own numbers where it has some. */
    limitsOf(tier: Tier, overrides: LimitOverrides | undefined): Readonly<TierLimits> {
      const limits = limitsOf(tier, overrides);
      if (limits === tierLimits[tier]) return limits;
      const text = JSON.stringify(limits);
      const known = own.get(text);
      if (known !== undefined) return known;
      own.set(text, limits);
      return limits;
    },
  };
}

export type LimitsTable = ReturnType<typeof createLimitsTable>;
