import { Type } from 'typebox';
import { type Tier, type TierLimits, tierLimits } from '../../domain/tier.ts';

const orNone = '0 means no limit.';

/** The fields that tell the limits of a tier. */
export const tierRequestFields = {
  tier: Type.String({ description: 'free, starter, pro or enterprise.' }),
  requestsPerMin: Type.Number({ format: 'double', description: 'Requests a minute.' }),
  requestsPerDay: Type.Integer({ format: 'int64', description: `Requests a UTC day; ${orNone}` }),
  requestsPerMonth: Type.Integer({
    format: 'int64',
    description: `Requests a calendar month UTC; ${orNone}`,
  }),
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
