import { censusStamp } from '../bodies/verification-stamps.ts';
import { endpoint } from '../endpoint.ts';
import { bodySchema, nullable } from '../schema.ts';
import { readCensus } from './census.ts';

const stampBody = bodySchema('CensusStampBody', { verified: nullable(censusStamp) });

export const censusStampEndpoint = endpoint({
  id: 'census.stamp',
  path: '/api/public/v1/census/stamp',
  summary: 'The newest comparison of positions with account states',
  description:
    'Every hour the positions that follow from fills are compared with those of the account states that the exchange told in that ' +
    'hour. null before the first comparison, as where no exchange is read.',
  tags: ['Entities'],
  tier: 'free',
  params: {},
  response: stampBody,
  example: {
    verified: { verified_at_block: 923950857, chain_time: '2026-03-14T23:59:59.991Z', positions: 48120 },
  },
  run: async ({ sources, signal }) => ({ body: { verified: (await readCensus(sources, signal)) ?? null } }),
});
