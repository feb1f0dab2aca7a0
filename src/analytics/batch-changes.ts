import { Type } from 'typebox';
import { isPerpCoin } from './perp-coins.ts';
import { query } from './query.ts';

/** What stored batches changed: for those who follow the store chain by chain (ADR 22). */

const settings = { max_threads: 1 };
const limits = { deadlineMs: 60_000, maxRows: 5_000_000, maxMemoryBytes: 2 ** 31 };
const ms = (time: string) => `toUnixTimestamp64Milli(${time})`;

/** Batches in their order; one whose record was repeated may stand there twice. */
export const newBatches = query({
  name: 'new_batches',
  params: { after: 'UInt64' },
  row: Type.Object({
    seq: Type.String(),
    fills: Type.Integer(),
    min_time_ms: Type.String(),
    max_time_ms: Type.String(),
    is_marks: Type.Boolean(),
  }),
  limits,
  // One of prices alone has no fills, see `ingest/stored-contexts.ts`.
  sql: `
    SELECT seq, fills, ${ms('min_time')} AS min_time_ms, ${ms('max_time')} AS max_time_ms,
      CAST(match(token, '^(un)?marks-'), 'Bool') AS is_marks
    FROM ingest_batches WHERE seq > {after:UInt64} ORDER BY seq LIMIT 1 BY seq LIMIT 1000`,
});

export const batchParams = { after: 'UInt64', upTo: 'UInt64' } as const;

/** Table and condition of what the batches of {@link batchParams} changed. */
export const changedByBatches = `changed_wallet_days WHERE token IN (
  SELECT token FROM ingest_batches WHERE seq > {after:UInt64} AND seq <= {upTo:UInt64})`;

/** How many of the batches tell their coins, and will go on doing so for longer than any query takes. */
export const toldChains = query({
  name: 'batches_with_chains',
  params: batchParams,
  row: Type.Object({ batches: Type.String() }),
  limits,
  sql: `
    SELECT count(DISTINCT token) AS batches FROM ${changedByBatches}
      AND stored > now() - INTERVAL 30 MINUTE AND coin != ''`,
});

/** Perp chains. Row: wallet, coin, unix milliseconds of the first and the last fill that came. */
export const changedChains = query({
  name: 'changed_chains',
  params: batchParams,
  row: Type.Object({}),
  limits,
  settings,
  sql: `
    SELECT wallet, CAST(coin, 'String'), ${ms('min(from_time)')}, ${ms('max(to_time)')}
    FROM ${changedByBatches} AND ${isPerpCoin}
    GROUP BY wallet, coin`,
});
