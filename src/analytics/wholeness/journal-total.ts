import { Type } from 'typebox';
import { query } from '../query.ts';
import type { AnalyticsStore } from '../store.ts';

/**
 * What the batches say of the number of fills: those of a batch came, those of `forgot-…` and `lost-…` went, `changed-…` took the place of
 * as many, and `found-…` were stored without a batch that counts them. Of a `rewrite-…`, by an earlier version, it is not known which of these it was.
 */
const totals = query({
  name: 'fills_by_batches',
  params: {},
  row: Type.Object({ told: Type.String(), stored: Type.String(), is_known: Type.Integer() }),
  sql: `
    SELECT toString(sum(multiIf(
        match(token, '^(forgot|lost)-'), -toInt64(fills), match(token, '^(changed|(un)?marks)-'), 0, toInt64(fills)))) AS told,
      toString((SELECT count() FROM fills)) AS stored, countIf(startsWith(token, 'rewrite-')) = 0 AS is_known
    FROM ingest_batches FINAL`,
});

/** @returns how many fills more than they should be are stored, fewer where negative; undefined where the batches do not say */
export async function fillsBeyondBatches(store: AnalyticsStore): Promise<number | undefined> {
  const [row] = await store.rows(totals, {}, { lane: 'write' });
  return row!.is_known === 1 ? Number(row!.stored) - Number(row!.told) : undefined;
}

/**
 * Records a batch that makes them agree, above every number that is in use. It names no chains: a follower of the store reads
 * everything again.
 *
 * @param beyond fills more than the batches count; fewer where negative
 */
export async function recordDifference(store: AnalyticsStore, beyond: number): Promise<void> {
  const word = beyond < 0 ? 'lost' : 'found';
  const seq =
    'greatest((SELECT max(seq) FROM ingest_batches), (SELECT max(seq) FROM lifecycle_progress)) + 1';
  await store.command(`
    INSERT INTO ingest_batches
    SELECT ${seq} AS next, concat('${word}-', toString(next)), ${Math.abs(beyond)}, min(time), max(time), 0 FROM fills`);
}
