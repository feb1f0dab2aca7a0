import { Type } from 'typebox';
import { randomMark } from '../../kernel/rng.ts';
import { query } from '../query.ts';
import type { AnalyticsStore } from '../store.ts';

/**
 * What the batches say of the number of fills: those of a batch came, those of `forgot-…` and `lost-…` went, `changed-…` took the place of
 * as many, and `found-…` were stored without a batch that counts them.
 */
const counted = `
  toString(sum(multiIf(
    match(token, '^(forgot|lost)-'), -toInt64(fills), match(token, '^(changed|(un)?marks)-'), 0, toInt64(fills)))) AS promised`;

const totals = query({
  name: 'fills_by_batches',
  params: {},
  row: Type.Object({ promised: Type.String(), stored: Type.String() }),
  sql: `SELECT ${counted}, toString((SELECT count() FROM fills)) AS stored FROM ingest_batches FINAL`,
});

/** @returns how many fills more than they should be are stored, fewer where negative */
export async function fillsBeyondBatches(store: AnalyticsStore): Promise<number> {
  const [row] = await store.rows(totals, {}, { lane: 'write' });
  return Number(row!.stored) - Number(row!.promised);
}

const batchTotal = query({
  name: 'fills_of_batches',
  params: {},
  row: Type.Object({ promised: Type.String() }),
  sql: `SELECT ${counted} FROM ingest_batches FINAL`,
});

const fillTotal = query({
  name: 'fills_stored',
  params: {},
  row: Type.Object({ stored: Type.String() }),
  sql: 'SELECT toString(count()) AS stored FROM fills',
});

/**
 * The same while others write. A batch is counted after its fills are stored, so that fewer fills than were counted before are a loss,
 * unless fills are being taken out: then the count falls afterwards, or `isChanging` says so.
 *
 * @param isChanging whether stored fills are being rewritten
 * @returns fills that are missing; undefined where that cannot be said at the moment
 */
export async function fillsMissing(
  store: AnalyticsStore,
  isChanging: () => Promise<boolean>,
): Promise<number | undefined> {
  const changedBefore = await isChanging();
  const [before] = await store.rows(batchTotal, {}, { lane: 'job' });
  const [found] = await store.rows(fillTotal, {}, { lane: 'job' });
  const changedAfter = await isChanging();
  const [after] = await store.rows(batchTotal, {}, { lane: 'job' });
  if (changedBefore || changedAfter) return undefined;
  const promised = Math.min(Number(before!.promised), Number(after!.promised));
  return Math.max(0, promised - Number(found!.stored));
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
    SELECT ${seq} AS next, concat('${word}-', toString(next), '-${randomMark()}'), ${Math.abs(beyond)}, min(time), max(time), 0 FROM fills`);
}
