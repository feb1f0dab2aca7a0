import { Type } from 'typebox';
import { fillPlaceholders } from '../analytics/literal.ts';
import { query } from '../analytics/query.ts';
import type { AnalyticsStore, ArrowInsert } from '../analytics/store.ts';
import type { Span } from '../kernel/span.ts';
import { rewriteDraft } from './fill-rewrite.ts';
import { comparedColumns } from './stored-candidates.ts';

/** Rows of a builder's file on their way to the staging table. */
export type BuilderRows = Pick<ArrowInsert, 'file' | 'structure' | 'target' | 'select'> & {
  /** Whether rows of another file are cleared first. */
  isFirst: boolean;
};

/** Builder of the rows, and the span of their seconds. */
export interface BuilderMatching extends Span {
  /** Lower case. */
  builder: string;
}

export interface BuilderMatches {
  /** Stored fills that name the builder once {@link rewriteDraft} is applied. */
  completed: number;
  /** Rows whose fills name the builder already. */
  known: number;
  /** Rows that match no stored fill, or more fills than there are rows. */
  unattributed: number;
}

/** Rows under matching; nothing else reads or writes this table. */
export const builderRowsTable = 'ingest_builder_rows';
const key = 'wallet, coin, side, px, sz, crossed, second';
const params = { builder: 'Wallet', from: 'TimeMs', to: 'TimeMs' } as const;

export async function stageBuilderRows(store: AnalyticsStore, rows: BuilderRows): Promise<void> {
  const { isFirst, ...insert } = rows;
  if (isFirst) {
    await store.command(`DROP TABLE IF EXISTS ${builderRowsTable}`);
    await store.command(`
      CREATE TABLE ${builderRowsTable} ENGINE = Memory AS
      SELECT wallet, coin, time, side, px, sz, crossed, twap_id, builder_fee FROM fills LIMIT 0`);
  }
  await store.insertArrow({ ...insert, token: '' });
}

/** Equal rows of a fill: how many, and the fee of each. */
const groups = `
  SELECT wallet, coin, side, px, sz, crossed, toUnixTimestamp(time) AS second, count() AS reported,
    min(builder_fee) AS fee, min(builder_fee) = max(builder_fee) AS is_one_fee,
    if(min(twap_id) = max(twap_id), min(twap_id), 0) AS twap
  FROM ${builderRowsTable} GROUP BY ${key}`;

/** Stored fills that may match the rows; excludes fills that name another builder or another fee. */
const candidates = `
  SELECT f.*, rows.reported AS reported, rows.fee AS reported_fee, rows.is_one_fee AS is_one_fee, rows.twap AS twap,
    f.names_builder = 1 AND f.builder = {builder:Wallet} AS is_known,
    f.builder_fee != 0 AS has_fee
  FROM (
    SELECT *, toUnixTimestamp(time) AS second FROM fills
    WHERE wallet IN (SELECT wallet FROM ${builderRowsTable})
      AND time >= {from:TimeMs} AND time < addSeconds({to:TimeMs}, 1)
      AND (wallet, second) IN (SELECT wallet, toUnixTimestamp(time) FROM ${builderRowsTable})) AS f
  INNER JOIN (${groups}) AS rows
    ON f.wallet = rows.wallet AND f.coin = rows.coin AND f.side = rows.side AND f.px = rows.px AND f.sz = rows.sz
      AND f.crossed = rows.crossed AND f.second = rows.second
  WHERE (f.names_builder = 1 AND f.builder = {builder:Wallet})
    OR (f.names_builder = 0 AND (f.builder_fee = 0 OR f.builder_fee = rows.fee))`;

/**
 * Per group of rows: the count of known fills, and the fills to match. A fill whose own fee equals the rows' fee goes first; if more
 * fills match than there are rows, none is matched.
 */
const decisions = `
  SELECT ${key}, any(reported) AS rows_reported, least(rows_reported, countIf(is_known)) AS known, rows_reported - known AS left_over,
    countIf(NOT is_known AND has_fee) AS strong, countIf(NOT is_known AND NOT has_fee) AS weak,
    any(is_one_fee) AND strong <= left_over AS takes_strong, any(is_one_fee) AND strong + weak <= left_over AS takes_weak
  FROM (${candidates}) GROUP BY ${key}`;

const matchCounts = query({
  name: 'builder_match_counts',
  params,
  row: Type.Object({ rows: Type.String(), known: Type.String(), completed: Type.String() }),
  limits: { deadlineMs: 120_000, maxMemoryBytes: 4 * 2 ** 30 },
  sql: `
    SELECT (SELECT toString(count()) FROM ${builderRowsTable}) AS rows, toString(sum(known)) AS known,
      toString(sum(strong * takes_strong + weak * takes_weak)) AS completed
    FROM (${decisions})`,
});

/** The matched fills, with the rows' additions. */
function draftSql(): string {
  const reported: Readonly<Record<string, string>> = {
    builder: '{builder:Wallet}',
    names_builder: '1',
    builder_fee: 'if(fills.builder_fee = 0, fills.reported_fee, fills.builder_fee)',
    twap_id: 'if(fills.twap_id = 0, fills.twap, fills.twap_id)',
  };
  const columns = comparedColumns.map((name) => `${reported[name] ?? `fills.${name}`} AS new_${name}`);
  return `
    INSERT INTO ${rewriteDraft} (${comparedColumns.join(', ')})
    SELECT ${columns.join(', ')}
    FROM (${candidates}) AS fills
    INNER JOIN (${decisions}) AS decided
      ON fills.wallet = decided.wallet AND fills.coin = decided.coin AND fills.side = decided.side AND fills.px = decided.px
        AND fills.sz = decided.sz AND fills.crossed = decided.crossed AND fills.second = decided.second
    WHERE NOT fills.is_known AND if(fills.has_fee, decided.takes_strong, decided.takes_weak)
    SETTINGS insert_deduplicate = 0`;
}

/**
 * Matches the staged rows with stored fills by wallet, coin, price, size, side, second and whether the fill crossed
 * (docs/exchange.md#builder-files), and gathers those that will name the builder. A repeat, also of the same file, finds them known.
 */
export async function matchBuilderRows(
  store: AnalyticsStore,
  { builder, fromMs, toMs }: BuilderMatching,
): Promise<BuilderMatches> {
  const values = { builder, from: fromMs, to: toMs };
  const [counts] = await store.rows(matchCounts, values, { lane: 'write' });
  const [rows, known, completed] = [counts!.rows, counts!.known, counts!.completed].map(Number);
  if (completed! > 0) {
    await store.command(`CREATE TABLE IF NOT EXISTS ${rewriteDraft} AS fills`);
    await store.command(fillPlaceholders(draftSql(), params, values));
  }
  await store.command(`DROP TABLE IF EXISTS ${builderRowsTable}`);
  return { completed: completed!, known: known!, unattributed: rows! - known! - completed! };
}
