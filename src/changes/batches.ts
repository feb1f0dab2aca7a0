import { Type } from 'typebox';
import { isPerpCoin } from '../analytics/perp-coins.ts';
import { query } from '../analytics/query.ts';
import type { AnalyticsStore, CallOptions } from '../analytics/store.ts';
import { lifecycleRules } from '../domain/lifecycle.ts';
import { hourMs } from '../kernel/clock.ts';

/**
 * Reads the recorded batches of fills and the wallets and days that each changed. No other file reads these tables
 * (docs/adr/writing.md#batches-list-what-they-changed).
 */

const settings = { max_threads: 1 };
const limits = { deadlineMs: 60_000, maxRows: 5_000_000, maxMemoryBytes: 2 ** 31 };
const ms = (time: string) => `toUnixTimestamp64Milli(${time})`;
/** Maximum batches per read; a follower further behind needs several reads. */
const readLimit = 1_000;
/** The store keeps the changes of a batch for three days. The margin of half a day is longer than any view takes to catch up. */
const namedForMs = 60 * hourMs;

/** One stored batch of fills or of prices. */
export interface StoredBatch {
  /** Sequence number, in the order of storing. */
  seq: number;
  /** Batch number of its fills (`fills.batch`); 0 for a batch without new fills: modified fills keep their original number. */
  number: number;
  /** Unique across all batches of all stores. */
  token: string;
  fills: number;
  /** Times of the first and last fill, or price, unix milliseconds. */
  firstMs: number;
  lastMs: number;
  /** The batch added or removed prices, and no fills (`ingest/stored-contexts.ts`). */
  isMarks: boolean;
  /** Whether the store lists the changed wallets and coins. Removals are not listed and need a full read. */
  isNamed: boolean;
  /** The batch removed fills without replacing them. */
  isRemoval: boolean;
  /** UTC days of its fills, `YYYY-MM-DD`; empty if the changes are not listed. */
  firstDay: string;
  lastDay: string;
  /** How long the store still lists the changes, milliseconds from the read. */
  namedForMs: number;
}

/** Token prefix of removals, as in `ingest/fill-rewrite.ts`. */
const isRemoval = "startsWith(token, 'forgot-')";

// A batch with a repeated record has two rows for a while.
const batchesSince = query({
  name: 'batches_since',
  params: { after: 'UInt64' },
  row: Type.Object({
    seq: Type.String(),
    token: Type.String(),
    fills: Type.Integer(),
    first_ms: Type.String(),
    last_ms: Type.String(),
    is_marks: Type.Boolean(),
    is_removal: Type.Boolean(),
    rows: Type.String(),
    first_day: Type.String(),
    last_day: Type.String(),
    age_s: Type.String(),
  }),
  limits,
  settings,
  sql: `
    WITH batches AS (
      SELECT seq, token, fills, min_time, max_time FROM ingest_batches WHERE seq > {after:UInt64}
      ORDER BY seq LIMIT 1 BY seq LIMIT ${readLimit})
    SELECT seq, token, fills, ${ms('min_time')} AS first_ms, ${ms('max_time')} AS last_ms,
      CAST(match(token, '^(un)?marks-'), 'Bool') AS is_marks, CAST(${isRemoval}, 'Bool') AS is_removal, toString(named.rows) AS rows,
      toString(first_day) AS first_day, toString(last_day) AS last_day, toString(age_s) AS age_s
    FROM batches LEFT JOIN (
      SELECT token, count() AS rows, min(day) AS first_day, max(day) AS last_day,
        toInt64(now()) - toInt64(min(stored)) AS age_s
      FROM changed_wallet_days WHERE token IN (SELECT token FROM batches) GROUP BY token) AS named USING token
    ORDER BY seq`,
});

/** The batches after a number in order, at most a thousand. @throws AnalyticsError */
export async function readBatches(
  store: Pick<AnalyticsStore, 'rows'>,
  after: number,
  options: CallOptions,
): Promise<StoredBatch[]> {
  const rows = await store.rows(batchesSince, { after }, options);
  return rows.map((row) => {
    const { token, fills, is_marks: isMarks, first_day: firstDay, last_day: lastDay } = row;
    const leftMs = namedForMs - Number(row.age_s) * 1_000;
    const hasRows = Number(row.rows) > 0 && leftMs > 0;
    const isNamed = isMarks || hasRows;
    const days = hasRows ? { firstDay, lastDay } : { firstDay: '', lastDay: '' };
    const [firstMs, lastMs] = [Number(row.first_ms), Number(row.last_ms)];
    const namedFor = isMarks ? Number.POSITIVE_INFINITY : leftMs;
    const isRemoval = row.is_removal;
    const times = { firstMs, lastMs, namedForMs: namedFor };
    const number = Number(/^(\d+)-/.exec(token)?.[1] ?? 0);
    return { seq: Number(row.seq), number, token, fills, ...times, isMarks, isRemoval, isNamed, ...days };
  });
}

/** The first batch of prices after a number; no row if there is none. */
export const firstMarks = query({
  name: 'first_batch_of_marks',
  params: { after: 'UInt64' },
  row: Type.Object({ first_seq: Type.String() }),
  limits,
  settings,
  sql: `
    SELECT toString(min(seq)) AS first_seq FROM ingest_batches
    WHERE seq > {after:UInt64} AND match(token, '^(un)?marks-') HAVING count() > 0`,
});

export const storeSize = query({
  name: 'store_size',
  params: {},
  row: Type.Object({ last_seq: Type.String(), fills: Type.String() }),
  limits,
  sql: 'SELECT (SELECT max(seq) FROM ingest_batches) AS last_seq, (SELECT count() FROM fills) AS fills',
});

/** Number of batches in a store's digest; no other store has the same ones. */
const digestBatches = 1_000;

const batchDigest = query({
  name: 'batch_digest',
  params: { from: 'UInt64', upTo: 'UInt64' },
  row: Type.Object({ digest: Type.String() }),
  limits,
  settings,
  sql: `
    SELECT concat(toString(count()), ' ', toString(groupBitXor(cityHash64(seq, token)))) AS digest FROM (
      SELECT DISTINCT seq, token FROM ingest_batches WHERE seq > {from:UInt64} AND seq <= {upTo:UInt64})`,
});

const newestNumber = query({
  name: 'newest_batch_number',
  params: {},
  row: Type.Object({ seq: Type.String() }),
  limits,
  settings,
  sql: 'SELECT max(seq) AS seq FROM ingest_batches',
});

const removals = query({
  name: 'removals_since',
  params: { after: 'UInt64' },
  row: Type.Object({ removals: Type.String() }),
  limits,
  settings,
  sql: `SELECT toString(count()) AS removals FROM ingest_batches WHERE seq > {after:UInt64} AND ${isRemoval}`,
});

type Rows = Pick<AnalyticsStore, 'rows'>;
const onHeavyLane = { lane: 'heavy' } as const;

/** Number of the newest batch; 0 for an empty store. @throws AnalyticsError */
export async function newestBatch(store: Rows): Promise<number> {
  return Number((await store.rows(newestNumber, {}, onHeavyLane))[0]!.seq);
}

/** Digest of the last batches up to a number; equal only for the same store. @throws AnalyticsError */
export async function readBatchDigest(store: Rows, upTo: number): Promise<string> {
  const params = { from: Math.max(0, upTo - digestBatches), upTo };
  return (await store.rows(batchDigest, params, onHeavyLane))[0]!.digest;
}

/** Count of removals after a number. @throws AnalyticsError */
export async function readRemovals(store: Rows, after: number): Promise<number> {
  return Number((await store.rows(removals, { after }, onHeavyLane))[0]!.removals);
}

export const batchParams = { after: 'UInt64', upTo: 'UInt64' } as const;

/** Table and condition for the changes of the batches in {@link batchParams}. */
export const changedByBatches = `changed_wallet_days WHERE token IN (
  SELECT token FROM ingest_batches WHERE seq > {after:UInt64} AND seq <= {upTo:UInt64})`;

/** Changed perp chains. Row: wallet, coin, and times of the first and last new fill, unix milliseconds. */
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

/** Changes with the row count or the newest time; misses rows that replace as many rows of the same time. */
const factsOf = (tables: readonly string[]) =>
  `concat(${tables.map((table) => `(SELECT concat(toString(count()), ' ', toString(max(time)), ' ') FROM ${table})`).join(', ')})`;

/** Row counts. Rewritten rows count twice until the engine merges them, which changes the text once more. */
const rowsOf = (tables: readonly string[]) =>
  `concat(${tables.map((table) => `toString((SELECT count() FROM ${table})), ' '`).join(', ')})`;

/**
 * Newest batch, its newest fill's time and the storing time of the newest account state (unix milliseconds), the lifecycle version
 * (empty during a full fold) and the newest folded batch. Short, because it runs after every write.
 */
export const newestStored = query({
  name: 'newest_stored',
  params: {},
  row: Type.Object({
    seq: Type.String(),
    newest_ms: Type.String(),
    states_ms: Type.String(),
    fold_version: Type.String(),
    fold_seq: Type.String(),
  }),
  limits: { deadlineMs: 60_000 },
  settings,
  sql: `
    SELECT
      (SELECT max(seq) FROM ingest_batches) AS seq,
      (SELECT ${ms('argMax(max_time, ingest_batches.seq)')} FROM ingest_batches) AS newest_ms,
      greatest(
        (SELECT ${ms('max(stored)')} FROM stored_positions),
        (SELECT ${ms('max(stored)')} FROM stored_accounts)) AS states_ms,
      (SELECT multiIf(count() = 0, '0', argMax(ready AND ranges_done = ranges AND rules = ${lifecycleRules}, version),
        toString(max(version)), '') FROM lifecycle_progress) AS fold_version,
      (SELECT argMax(lifecycle_progress.seq, version) FROM lifecycle_progress) AS fold_seq`,
});

/** A version text for each kind of facts, see `Look`. */
export const newestFacts = query({
  name: 'newest_facts',
  params: {},
  row: Type.Object({
    outcomes: Type.String(),
    owners: Type.String(),
    balances: Type.String(),
    ledger: Type.String(),
    jobs: Type.String(),
    coverage: Type.String(),
    twaps: Type.String(),
  }),
  limits: { deadlineMs: 60_000 },
  settings,
  crossShard: 'each part reads one table alone',
  sql: `
    SELECT
      ${factsOf(['outcomes', 'outcome_questions', 'outcome_settlements', 'outcome_templates'])} AS outcomes,
      ${factsOf(['sub_accounts', 'wallet_roles', 'vaults'])} AS owners,
      ${rowsOf(['balances', 'account_modes'])} AS balances,
      ${rowsOf(['wallet_funding', 'ledger_updates'])} AS ledger,
      ${rowsOf(['coverage', 'coverage_changes', 'tracked_wallets'])} AS coverage,
      ${rowsOf(['twap_statuses'])} AS twaps,
      ${rowsOf(['census', 'payment_census', 'daily_editions', 'cohort_days', 'cohort_bias_hours', 'long_short_hours', 'account_hours', 'liquidation_level_hours'])} AS jobs`,
});

const batchSince = query({
  name: 'first_batch_since',
  params: { since: 'TimeMs' },
  row: Type.Object({ seq: Type.String() }),
  limits,
  settings,
  sql: `
    SELECT toString(min(ingest_batches.seq)) AS seq FROM ingest_batches
    WHERE max_time >= {since:TimeMs} AND NOT match(token, '^(un)?marks-') HAVING count() > 0`,
});

/** Number of the first batch with fills at or after a moment, unix milliseconds; undefined if all are older. @throws AnalyticsError */
export async function firstBatchSince(store: Rows, timeMs: number): Promise<number | undefined> {
  const [found] = await store.rows(batchSince, { since: timeMs }, onHeavyLane);
  return found === undefined ? undefined : Number(found.seq);
}

const newestToken = query({
  name: 'newest_batch_token',
  params: {},
  row: Type.Object({ seq: Type.String(), token: Type.String() }),
  limits,
  settings,
  sql: `SELECT toString(max(ingest_batches.seq)) AS seq, argMax(token, ingest_batches.seq) AS token FROM ingest_batches`,
});

/** Number and token of the newest batch; 0 and an empty text for an empty store. @throws AnalyticsError */
export async function newestBatchToken(store: Rows): Promise<{ seq: number; token: string }> {
  const [found] = await store.rows(newestToken, {}, onHeavyLane);
  return { seq: Number(found!.seq), token: found!.token };
}
