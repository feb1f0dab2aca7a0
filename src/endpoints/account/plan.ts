import { Type } from 'typebox';
import { tiers } from '../../domain/tier.ts';
import { endpoint } from '../endpoint.ts';
import { bodySchema, nullable } from '../schema.ts';
import { tierRequestFields, tierRequests } from './tier-requests.ts';

const planTier = bodySchema('PlanTier', tierRequestFields);

const planBody = bodySchema('PlanBody', {
  ...tierRequestFields,
  tiers: nullable(Type.Array(planTier, { description: 'Limits of all tiers, to compare.' })),
  upgrade_url: Type.String({ description: 'Where a plan is changed.' }),
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
