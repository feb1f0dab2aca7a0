import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Type } from 'typebox';
import { holdingStyle } from '../analytics/holding-styles.ts';
import { isPerpCoin } from '../analytics/perp-coins.ts';
import { query } from '../analytics/query.ts';
import type { AnalyticsStore } from '../analytics/store.ts';
import { lane } from './lifecycle-queries.ts';
import { byCloseInsert, lifecyclesInsert, rowStructure } from './lifecycle-rows.ts';
import type { WrittenRows } from './row-changes.ts';

/** Perps only: lifecycles of spot pairs and outcomes are served only on request. */
const counted = `NOT deleted AND NOT is_censored AND ${isPerpCoin}`;
const sumOf = (value: string) => `sumIf(${value}, ${counted})`;
const countOf = (condition: string) => `toUInt32(countIf(${counted} AND ${condition}))`;

/** Columns of `lifecycle_days` with their SQL over closes. Includes deleted closes, because a day may have no others left. */
const daySums: Readonly<Record<string, string>> = {
  lifecycles: countOf('1'),
  wins: countOf('pnl > 0'),
  losses: countOf('pnl < 0'),
  liquidations: countOf('liquidated_fills > 0'),
  styles: `toUInt8(groupBitOrIf(bitShiftLeft(1, ${holdingStyle}), ${counted}))`,
  pnl: sumOf('pnl'),
  won: sumOf('if(pnl > 0, pnl, 0)'),
  fees: sumOf('fees'),
  builder_fees: sumOf('builder_fees'),
  penalty: sumOf('penalty'),
  best: `maxIf(pnl, ${counted})`,
  worst: `minIf(pnl, ${counted})`,
  notional: sumOf('notional'),
  // Closes of the same millisecond are one step, because their order is unknown.
  trough: `arrayMin(arrayCumSum(sumMapIf([closed], [pnl], ${counted}).2))`,
  duration_ms: sumOf('toUInt64(toUnixTimestamp64Milli(closed) - toUnixTimestamp64Milli(opened))'),
};

const dayTables: readonly { table: string; key: string; sums: Readonly<Record<string, string>> }[] = [
  { table: 'lifecycle_days', key: 'wallet', sums: daySums },
  {
    table: 'lifecycle_coin_days',
    key: 'wallet, coin',
    sums: { lifecycles: countOf('1'), pnl: sumOf('pnl'), fees: sumOf('fees') },
  },
];

/** @param where condition on `lifecycles_by_close` */
async function sumDays(store: AnalyticsStore, where: string, version: number): Promise<void> {
  for (const { table, key, sums } of dayTables) {
    // The prefix keeps an aggregate from shadowing the column that it sums.
    const named = Object.entries(sums).map(([name, sql]) => `${sql} AS sum_${name}`);
    await store.command(
      `
      INSERT INTO ${table} (day, ${key}, ${Object.keys(sums).join(', ')}, version)
      SELECT toDate(closed) AS day, ${key}, ${named.join(', ')}, ${version}
      FROM lifecycles_by_close FINAL WHERE ${where}
      GROUP BY day, ${key}
      SETTINGS do_not_merge_across_partitions_select_final = 1, max_partitions_per_insert_block = 1000`,
      lane,
    );
  }
}

const closesOfDays = query({
  name: 'lifecycle_closes_of_days',
  params: {},
  row: Type.Object({ day: Type.String(), closes: Type.Integer() }),
  sql: 'SELECT toString(toDate(closed)) AS day, toUInt32(count()) AS closes FROM lifecycles_by_close GROUP BY day ORDER BY day',
});

/** @param options.summedCloses approximate closes per statement, each some hundred bytes in the engine */
export async function sumAllDays(
  store: AnalyticsStore,
  { version, summedCloses }: { version: number; summedCloses: number },
  signal: AbortSignal,
): Promise<void> {
  const days = await store.rows(closesOfDays, {}, { ...lane, signal });
  let closes = 0;
  let from: string | undefined;
  for (const [i, { day, closes: ofDay }] of days.entries()) {
    from ??= day;
    closes += ofDay;
    if (closes < summedCloses && i + 1 < days.length) continue;
    signal.throwIfAborted();
    const where = `closed >= toDateTime64('${from}', 3, 'UTC') AND closed < toDateTime64('${day}', 3, 'UTC') + INTERVAL 1 DAY`;
    await sumDays(store, where, version);
    closes = 0;
    from = undefined;
  }
}

/** Recomputes the days of wallets with closes of a version or later. @param days UTC days since 1970 */
export async function sumTouchedDays(
  store: AnalyticsStore,
  days: readonly number[],
  version: number,
): Promise<void> {
  const onDays = `toDate(closed) IN (${days.map((day) => `toDate(${day})`).join(', ')})`;
  const touched = `SELECT toDate(closed), wallet FROM lifecycles_by_close WHERE ${onDays} AND version >= ${version}`;
  await sumDays(store, `${onDays} AND (toDate(closed), wallet) IN (${touched})`, version);
}

/**
 * Writes the rows of a turn. `lifecycles` comes last, because the next turn compares with its rows: a turn killed in between repeats
 * whole, and the repeat is idempotent.
 *
 * @param options.dir directory for insert files
 * @param options.withDays false if all days are summed at the end of the fold
 */
export async function writeRows(
  store: AnalyticsStore,
  { lifecycles, rows, closeRows, moved, movedRows, closeDays }: WrittenRows,
  options: { dir: string; version: number; withDays: boolean },
): Promise<void> {
  const { dir, version, withDays } = options;
  const file = join(dir, 'rows');
  // No token: the row keys already dedupe a repeat, and a token would block a repeat with corrected rows.
  const insert = { file, format: 'RowBinary', structure: rowStructure, token: '' } as const;
  if (movedRows > 0) {
    await writeFile(file, moved);
    await store.insertArrow({ ...insert, ...byCloseInsert });
  }
  if (rows > 0) await writeFile(file, lifecycles);
  if (closeRows > 0) await store.insertArrow({ ...insert, ...byCloseInsert, onlyIf: 'is_closed' });
  if (withDays && closeDays.length > 0) await sumTouchedDays(store, closeDays, version);
  if (rows > 0) await store.insertArrow({ ...insert, ...lifecyclesInsert });
  await rm(file, { force: true });
}
