import { Type } from 'typebox';
import { endpoint } from '../endpoint.ts';
import { bodySchema } from '../schema.ts';
import { tierRequestFields, tierRequests } from './tier-requests.ts';

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
