import { type Tier, type TierLimits, tierLimits } from '../../domain/tier.ts';
import { double, int64, text } from '../bodies/fields.ts';

const orNone = '0 means no limit.';

/** The fields that tell the limits of a tier. */
export const tierRequestFields = {
  tier: text('free, starter, pro or enterprise.'),
  requestsPerMin: double('Requests a minute.'),
  requestsPerDay: int64(`Requests a UTC day; ${orNone}`),
  requestsPerMonth: int64(`Requests a calendar month UTC; ${orNone}`),
};

/** The limits of a tier, or those an account of it has, as they leave the service. */
export function tierRequests(tier: Tier, limits: TierLimits = tierLimits[tier]) {
  const { ratePerMinute, requestsPerDay, requestsPerMonth } = limits;
  return {
    tier,
    requestsPerMin: ratePerMinute,
    requestsPerDay: requestsPerDay ?? 0,
    requestsPerMonth: requestsPerMonth ?? 0,
  };
}
