import { Type } from 'typebox';
import { derivedTables } from '../../src/analytics/derived/derived-tables.ts';
import { query } from '../../src/analytics/query.ts';
import type { AnalyticsStore } from '../../src/analytics/store.ts';
import { storedRows } from './stored-rows.ts';

/** Rows and a checksum over every column of every row of each table; rollups as they are read, by GROUP BY. */
export type TableSums = Record<string, { rows: string; checksum: string }>;

// Columns equal for every source; `seq`, `block` and others depend on the fill's place in its file.
const sharedColumns = `wallet, time, coin, side, px, sz, start_position, dir, market, closed_pnl, fee, fee_token, fee_px,
  tid, oid`;

const contents: Record<string, string> = {
  // The file and the batch of a fill are not part of its content.
  fills: 'SELECT * EXCEPT (source, batch) FROM fills',
  'fills, whatever their source': `SELECT ${sharedColumns} FROM fills`,
  fills_by_time: 'SELECT * FROM fills_by_time',
  'fills_by_time, whatever their source': `SELECT ${sharedColumns} FROM fills_by_time`,
  wallet_alltime: `
    SELECT wallet, sum(fills), sum(wins), sum(pnl), sum(volume), sum(fees), sum(unknown_fees), max(largest_win),
      min(largest_loss), min(first_time), max(last_time) FROM wallet_alltime GROUP BY wallet`,
  wallet_day: `
    SELECT wallet, day, sum(fills), sum(wins), sum(pnl), sum(volume), sum(fees) FROM wallet_day GROUP BY wallet, day`,
  wallet_coin_alltime: `
    SELECT coin, wallet, sum(fills), sum(wins), sum(pnl), sum(volume) FROM wallet_coin_alltime GROUP BY coin, wallet`,
  quarantine: 'SELECT * EXCEPT time FROM quarantine FINAL',
  ingest_batches: 'SELECT * EXCEPT token FROM ingest_batches FINAL',
  ...Object.fromEntries(
    derivedTables.filter(({ released }) => !released).map((derived) => [derived.table, storedRows(derived)]),
  ),
};

/** Tables filled from a node's misc events. */
export const ledgerTables = ['wallet_funding', 'ledger_updates'];
/** Tables of its TWAP statuses. */
export const twapTables = ['twap_statuses'];
const factTables = [...ledgerTables, ...twapTables];

const sums = Object.entries({
  ...contents,
  ...Object.fromEntries(factTables.map((table) => [table, `SELECT * FROM ${table} FINAL`])),
}).map(([table, sql]) => ({
  table,
  query: query({
    name: 'table_sums',
    params: {},
    row: Type.Object({ rows: Type.String(), checksum: Type.String() }),
    sql: `SELECT toString(count()) AS rows, toString(sum(sipHash64(*))) AS checksum FROM (${sql})`,
  }),
}));

/** The sums of all tables of fills, or of those named. */
export async function tableSums(store: AnalyticsStore, tables?: readonly string[]): Promise<TableSums> {
  const found: TableSums = {};
  for (const { table, query } of sums) {
    if (tables === undefined ? factTables.includes(table) : !tables.includes(table)) continue;
    const [row] = await store.rows(query, {}, { lane: 'heavy' });
    found[table] = row!;
  }
  return found;
}

/** Sums that do not depend on how the fills arrived: in which files, in which order, how often. */
export const sourceFreeTables = [
  'fills, whatever their source',
  'fills_by_time, whatever their source',
  'wallet_alltime',
  'wallet_day',
  'wallet_coin_alltime',
  'coin_hour',
  'wallet_coin_day',
  'wallet_flow_days',
  'wallet_market_days',
  'builder_coin_hour',
  'builder_wallet_day',
  'wallet_products',
  'outcome_payouts',
  'outcome_days',
  'outcome_wallet_day',
  'outcome_wallets',
];
