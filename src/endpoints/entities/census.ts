import { type Static, Type } from 'typebox';
import { query } from '../../analytics/query.ts';
import { rfc3339 } from '../../kernel/clock.ts';
import type { censusStamp } from '../bodies/verification-stamps.ts';
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
