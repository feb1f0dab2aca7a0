import { type Static, Type } from 'typebox';
import { query } from '../../analytics/query.ts';
import { rfc3339 } from '../../kernel/clock.ts';
import { censusStamp } from '../bodies/verification-stamps.ts';
import { endpoint } from '../endpoint.ts';
import { bodySchema, nullable } from '../schema.ts';
import type { Sources } from '../sources.ts';

const newestCensus = query({
  name: 'newest_census',
  params: {},
  row: Type.Object({ block: Type.String(), chain_ms: Type.String(), positions: Type.Integer() }),
  limits: { maxRows: 1 },
  sql: `
    SELECT toString(block) AS block, toUnixTimestamp64Milli(chain_time) AS chain_ms, positions
    FROM census FINAL
    ORDER BY hour DESC
    LIMIT 1`,
});

/** The newest comparison of positions with account states; undefined before the first. */
export async function readCensus(
  { analytics }: Pick<Sources, 'analytics'>,
  signal: AbortSignal,
): Promise<Static<typeof censusStamp> | undefined> {
  const [row] = await analytics.rows(newestCensus, {}, { signal });
  if (row === undefined) return undefined;
  const chain_time = rfc3339(Number(row.chain_ms));
  return { verified_at_block: Number(row.block), chain_time, positions: row.positions };
}

const stampBody = bodySchema('CensusStampBody', { verified: nullable(censusStamp) });

export const censusStampEndpoint = endpoint({
  id: 'census.stamp',
  path: '/api/public/v1/census/stamp',
  summary: 'The newest comparison of positions with account states',
  description:
    'Every hour the positions that follow from fills are compared with those of the account states that the exchange gave in that ' +
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
