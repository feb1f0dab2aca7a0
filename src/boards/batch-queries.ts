import { Type } from 'typebox';
import { query } from '../analytics/query.ts';
import type { AnalyticsStore } from '../analytics/store.ts';

/** The batches that came since the last reading, by number, of which there are `count`. */
export interface NewBatches {
  after: number;
  upTo: number;
  count: number;
}

/** Nobody waits for these: a busy engine may take its time. */
const limits = { deadlineMs: 60_000 };

/** A batch whose record was repeated may count twice for a while: its count then has no match, and all wallets are read. */
const batchesSince = query({
  name: 'batches_since',
  params: { seq: 'UInt64' },
  row: Type.Object({
    last_seq: Type.String(),
    batches: Type.String(),
  }),
  limits,
  sql: `
    SELECT
      max(seq) AS last_seq,
      count() AS batches
    FROM ingest_batches
    WHERE seq > {seq:UInt64}`,
});

/**
 * How many of the batches tell what they changed, and will go on doing so for longer than any query takes: rows are dropped
 * when they are an hour old.
 */
const toldBatches = query({
  name: 'batches_with_wallets',
  params: { after: 'UInt64', upTo: 'UInt64' },
  row: Type.Object({ batches: Type.String(), first_day: Type.String(), last_day: Type.String() }),
  limits,
  sql: `
    SELECT count(DISTINCT token) AS batches, toString(min(day)) AS first_day, toString(max(day)) AS last_day
    FROM changed_wallet_days
    WHERE token IN (SELECT token FROM ingest_batches WHERE seq > {after:UInt64} AND seq <= {upTo:UInt64})
      AND stored > now() - INTERVAL 30 MINUTE`,
});

/** About how many wallets there are; one counts more than once until the engine has merged its rows. */
export const walletCount = query({
  name: 'board_wallet_count',
  params: {},
  row: Type.Object({ wallets: Type.String() }),
  limits,
  sql: 'SELECT count() AS wallets FROM wallet_alltime',
});

/** The batches with a higher number. */
export async function batchesAfter(store: Pick<AnalyticsStore, 'rows'>, after: number): Promise<NewBatches> {
  const [news] = await store.rows(batchesSince, { seq: after }, { lane: 'heavy' });
  return { after, upTo: Math.max(after, Number(news!.last_seq)), count: Number(news!.batches) };
}

/** The UTC days of fills, `YYYY-MM-DD`. */
export interface ChangedDays {
  first: string;
  last: string;
}

/** Which days the batches changed; undefined where one is of an older program, or what it changed is kept no longer. */
export async function changedDays(
  store: Pick<AnalyticsStore, 'rows'>,
  { after, upTo, count }: NewBatches,
): Promise<ChangedDays | undefined> {
  const [told] = await store.rows(toldBatches, { after, upTo }, { lane: 'heavy' });
  const { batches, first_day: first, last_day: last } = told!;
  return Number(batches) === count ? { first, last } : undefined;
}

/** False where {@link changedDays} does not tell. */
export async function areTold(store: Pick<AnalyticsStore, 'rows'>, batches: NewBatches): Promise<boolean> {
  return (await changedDays(store, batches)) !== undefined;
}
