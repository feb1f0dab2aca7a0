import { type Static, Type } from 'typebox';
import { type Tier, type TierLimits, tierLimits } from './tier.ts';

const rate = (description: string) => Type.Integer({ minimum: 1, maximum: 1_000_000, description });
const cap = (description: string, maximum: number) =>
  Type.Union([Type.Integer({ minimum: 1, maximum }), Type.Null()], { description });

/** Numbers of one account's own in the place of its tier's; what is absent stays as the tier has it. */
export const limitOverrides = Type.Object(
  {
    ratePerMinute: Type.Optional(rate('Requests a minute.')),
    routeRatePerMinute: Type.Optional(
      rate(
        'Requests a minute on a route with a limit of its own; half of ratePerMinute where only that is given.',
      ),
    ),
    requestsPerDay: Type.Optional(cap('Requests a UTC day; null for no limit.', 1e12)),
    requestsPerMonth: Type.Optional(cap('Requests a calendar month UTC; null for no limit.', 1e12)),
    keys: Type.Optional(cap('Active keys; null for no limit.', 10_000)),
    windowDays: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 3_650, description: 'Longest history window, in days.' }),
    ),
  },
  { additionalProperties: false },
);

export type LimitOverrides = Static<typeof limitOverrides>;

/** The tier whose accounts have numbers of their own (settled details §3). */
export const overridableTier: Tier = 'enterprise';

/**
 * What an account of a tier may do. Without overrides, or on a tier that has none, this is the tier's own object.
 */
export function limitsOf(tier: Tier, overrides: LimitOverrides | undefined): Readonly<TierLimits> {
  const limits = tierLimits[tier];
  if (overrides === undefined || tier !== overridableTier) return limits;
  const { ratePerMinute } = overrides;
  // The second bucket has half the rate, whatever the rate is (settled details §3).
  const routeRate =
    ratePerMinute === undefined ? {} : { routeRatePerMinute: Math.max(1, Math.floor(ratePerMinute / 2)) };
  return Object.freeze({ ...limits, ...routeRate, ...overrides });
}
