import { type Static, type TSchema, Type } from 'typebox';
import { type Tier, type TierLimits, tierLimits } from './tier.ts';

const rate = (description: string) => Type.Integer({ minimum: 1, maximum: 1_000_000, description });
const cap = (description: string, maximum: number) =>
  Type.Union([Type.Integer({ minimum: 1, maximum }), Type.Null()], { description });

const ratePerMinute = rate('Requests a minute.');
const routeRatePerMinute = rate(
  'Requests a minute on a route with a limit of its own; half of ratePerMinute if only that is set.',
);
const requestsPerDay = cap('Requests a UTC day; null for no limit.', 1e12);
const requestsPerMonth = cap('Requests a calendar month UTC; null for no limit.', 1e12);
const keys = cap('Active keys; null for no limit.', 10_000);
const windowDays = Type.Integer({
  minimum: 1,
  maximum: 3_650,
  description: 'Longest history window, in days.',
});

/** Limits of one account that override its tier's limits; omitted limits are the tier's. */
export const limitOverrides = Type.Object(
  {
    ratePerMinute: Type.Optional(ratePerMinute),
    routeRatePerMinute: Type.Optional(routeRatePerMinute),
    requestsPerDay: Type.Optional(requestsPerDay),
    requestsPerMonth: Type.Optional(requestsPerMonth),
    keys: Type.Optional(keys),
    windowDays: Type.Optional(windowDays),
  },
  { additionalProperties: false },
);

export type LimitOverrides = Static<typeof limitOverrides>;

const orTier = <T extends TSchema>(limit: T) => Type.Optional(Type.Union([limit, Type.Literal('tier')]));

/** Changes to overrides: `tier` removes an override; omitted limits stay unchanged. */
export const overrideChanges = Type.Object(
  {
    ratePerMinute: orTier(ratePerMinute),
    routeRatePerMinute: orTier(routeRatePerMinute),
    requestsPerDay: orTier(requestsPerDay),
    requestsPerMonth: orTier(requestsPerMonth),
    keys: orTier(keys),
    windowDays: orTier(windowDays),
  },
  { additionalProperties: false },
);

export type OverrideChanges = Static<typeof overrideChanges>;

/** The numbers after a change; undefined where none are left. */
export function changedOverrides(
  before: LimitOverrides | undefined,
  changes: OverrideChanges,
): LimitOverrides | undefined {
  const left = Object.entries({ ...before, ...changes }).filter(([, value]) => value !== 'tier');
  return left.length === 0 ? undefined : Object.fromEntries(left);
}

/** The tier whose accounts have numbers of their own (docs/contract.md#tiers). */
export const overridableTier: Tier = 'enterprise';

/** Without overrides, or on a tier that has none, this is the tier's own object. */
export function limitsOf(tier: Tier, overrides: LimitOverrides | undefined): Readonly<TierLimits> {
  const limits = tierLimits[tier];
  if (overrides === undefined || tier !== overridableTier) return limits;
  const { ratePerMinute } = overrides;
  // The second bucket has half the rate, whatever the rate is (docs/contract.md#counting-requests).
  const routeRate =
    ratePerMinute === undefined ? {} : { routeRatePerMinute: Math.max(1, Math.floor(ratePerMinute / 2)) };
  return Object.freeze({ ...limits, ...routeRate, ...overrides });
}
