import { Type } from 'typebox';
import { type Tier, type TierLimits, tierLimits, tiers } from '../../domain/tier.ts';
import { double, int64, text } from '../bodies/fields.ts';
import { endpoint } from '../endpoint.ts';
import { bodySchema, nullable } from '../schema.ts';

const orNone = '0 means no limit.';

export const tierRequestFields = {
  tier: text('free, starter, pro or enterprise.'),
  requestsPerMin: double('Requests a minute.'),
  requestsPerDay: int64(`Requests a UTC day; ${orNone}`),
  requestsPerMonth: int64(`Requests a calendar month UTC; ${orNone}`),
};

/** The limits of a tier, or an account's own limits, as answers show them. */
export function tierRequests(tier: Tier, limits: TierLimits = tierLimits[tier]) {
  const { ratePerMinute, requestsPerDay, requestsPerMonth } = limits;
  return {
    tier,
    requestsPerMin: ratePerMinute,
    requestsPerDay: requestsPerDay ?? 0,
    requestsPerMonth: requestsPerMonth ?? 0,
  };
}

const planTier = bodySchema('PlanTier', tierRequestFields);

const planBody = bodySchema('PlanBody', {
  ...tierRequestFields,
  tiers: nullable(Type.Array(planTier, { description: 'Limits of all tiers, to compare.' })),
  upgrade_url: Type.String({ description: 'Address to change the plan.' }),
});

export const plan = endpoint({
  id: 'account.plan',
  path: '/api/public/v1/plan',
  summary: 'Tier and limits of the caller',
  description:
    "The effective tier of the caller's account, its limits, and those of every tier. Calling it counts as a request.",
  tags: ['Account'],
  tier: 'free',
  vary: 'tier',
  params: {},
  response: planBody,
  example: {
    ...tierRequests('starter'),
    tiers: tiers.map((tier) => tierRequests(tier)),
    upgrade_url: 'https://tidemark.example/upgrade',
  },
  run: ({ caller, upgradeUrl }) => ({
    body: {
      ...tierRequests(caller.tier, caller.limits),
      tiers: tiers.map((tier) => tierRequests(tier)),
      upgrade_url: upgradeUrl,
    },
  }),
});

const verificationResult = bodySchema('VerificationResult', {
  isValidApiKey: Type.Boolean({
    description: 'Always true: a key that is not valid is answered with 401.',
  }),
  ...tierRequestFields,
});

export const verify = endpoint({
  id: 'account.verify',
  path: '/api/public/v1/verify',
  summary: 'Whether the key is valid, and its limits',
  description: 'Answers 200 for a valid key, with the tier of its account, and 401 for any other.',
  tags: ['Account'],
  tier: 'free',
  vary: 'tier',
  params: {},
  response: verificationResult,
  example: { isValidApiKey: true, ...tierRequests('pro') },
  run: ({ caller }) => ({ body: { isValidApiKey: true, ...tierRequests(caller.tier, caller.limits) } }),
});
