import { setImmediate as turn } from 'node:timers/promises';
import { Type } from 'typebox';
import { nearestOf } from '../analytics/nearest-sql.ts';
import { query } from '../analytics/query.ts';
import type { AnalyticsStore } from '../analytics/store.ts';
import { walletRanges } from '../analytics/wallet-ranges.ts';
import { type WalletIndex, walletBytes } from '../domain/wallet-index.ts';
import { type Clock, dayMs, monotonicMs, utcDate } from '../kernel/clock.ts';
import { swrValue } from '../kernel/swr-cache.ts';

/** UTC days of closes, today included. */
export const quarterDays = 90;

const names = ['lifecycles', 'wins', 'losses', 'liquidations'] as const;
const amounts = ['pnl', 'fees', 'durationMs', 'best', 'worst'] as const;
const columnNames = [...names, ...amounts];
type ColumnName = (typeof columnNames)[number];

/** Closed lifecycles of the last 90 days by wallet; columns by its row in the registry. Those that are censored are left out. */
export interface LifecycleQuarter {
  /** Rows that have a place; a wallet without a lifecycle has zeros. */
  count: number;
  /** Counts; USD before fees; milliseconds; best and worst realized PnL of one lifecycle. */
  columns: Readonly<Record<ColumnName, Float64Array>>;
  /** When the days begin, unix milliseconds. */
  fromMs: number;
}

/** Tells them, at most a minute old. @throws AnalyticsError, also where lifecycles are not complete yet */
export type ReadLifecycleQuarter = (signal?: AbortSignal) => Promise<LifecycleQuarter>;

const sums = [
  ...names.map((name) => `toFloat64(sum(lifecycle_days.${name}))`),
  ...['pnl', 'fees'].map((name) => nearestOf(`sum(lifecycle_days.${name})`)),
  'toFloat64(sum(duration_ms))',
  nearestOf('maxIf(best, lifecycle_days.lifecycles > 0)'),
  nearestOf('minIf(worst, lifecycle_days.lifecycles > 0)'),
].join(', ');
const limits = { deadlineMs: 120_000, maxRows: 100_000_000, maxMemoryBytes: 8 * 2 ** 30 };
const settings = { do_not_merge_across_partitions_select_final: 1 };
const row = Type.Object({});

const allWallets = query({
  name: 'lifecycle_quarter',
  params: { day: 'Date', from: 'Wallet', to: 'Wallet' },
  row,
  limits,
  settings,
  sql: `
    SELECT wallet, ${sums} FROM lifecycle_days FINAL
    WHERE day >= {day:Date} AND wallet >= {from:Wallet} AND wallet <= {to:Wallet}
    GROUP BY wallet`,
});

const changedWallets = query({
  name: 'lifecycle_quarter_changed',
  params: { day: 'Date', after: 'UInt64' },
  row,
  limits,
  settings,
  sql: `
    SELECT wallet, ${sums} FROM lifecycle_days FINAL
    WHERE day >= {day:Date} AND wallet IN (SELECT wallet FROM lifecycle_days WHERE day >= {day:Date} AND version > {after:UInt64})
    GROUP BY wallet`,
});

/** All rows with this version or a lower one are written. */
const foldedVersion = query({
  name: 'lifecycle_quarter_version',
  params: {},
  row: Type.Object({ version: Type.String() }),
  sql: 'SELECT toString(max(version)) AS version FROM lifecycle_progress',
});

const walletsPerRange = 65_536;
/** Between two turns of the event loop: some milliseconds. */
const sliceRows = 8_192;
/** Past the first age it is read again behind the answer. */
const freshMs = 15_000;
const staleMs = 55_000;

/** @param parts.analytics refuses tables that are not complete */
export function createLifecycleQuarter(parts: {
  analytics: Pick<AnalyticsStore, 'rows' | 'bytes'>;
  wallets: WalletIndex;
  clock: Clock;
  /** Milliseconds of a clock that never jumps. */
  now?: () => number;
}): ReadLifecycleQuarter {
  const { analytics, wallets, clock, now = monotonicMs } = parts;
  const lane = { lane: 'heavy' } as const;
  let held: { quarter: LifecycleQuarter; version: number; day: string } | undefined;

  async function refresh(): Promise<LifecycleQuarter> {
    const fromMs = Date.parse(utcDate(clock.nowMs() - (quarterDays - 1) * dayMs));
    const day = utcDate(fromMs);
    const [progress] = await analytics.rows(foldedVersion, {}, lane);
    const version = Number(progress!.version);
    if (held?.day === day && held.quarter.count > 0) {
      if (version !== held.version) {
        const bytes = await analytics.bytes(changedWallets, { day, after: held.version }, lane);
        await take(held.quarter, bytes, wallets);
      }
      held = { ...held, version };
    } else {
      const quarter = { count: 0, columns: emptyColumns(wallets.count), fromMs };
      for (const range of walletRanges(Math.ceil(wallets.count / walletsPerRange))) {
        await take(quarter, await analytics.bytes(allWallets, { day, ...range }, lane), wallets);
      }
      held = { quarter, version, day };
    }
    return held.quarter;
  }

  // None at all is what an empty store has, until its first fill.
  const isKept = ({ count }: LifecycleQuarter) => count > 0;
  return swrValue({ read: refresh, freshMs, staleMs, isKept, now });
}

function emptyColumns(wallets: number): Record<ColumnName, Float64Array> {
  const length = Math.ceil(wallets * 1.125) + 4_096;
  const columns = columnNames.map((name) => [name, new Float64Array(length)]);
  return Object.fromEntries(columns) as Record<ColumnName, Float64Array>;
}

/** Writes the rows of a result: 20 bytes of the wallet, then a double for each column. */
async function take(quarter: LifecycleQuarter, bytes: Uint8Array, wallets: WalletIndex): Promise<void> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const width = walletBytes + columnNames.length * 8;
  for (let at = 0, done = 0; at < bytes.length; at += width) {
    const wallet = wallets.rowOf(bytes, at);
    if (wallet >= quarter.columns.pnl.length) grow(quarter, wallets.count);
    quarter.count = Math.max(quarter.count, wallet + 1);
    for (const [i, name] of columnNames.entries()) {
      quarter.columns[name][wallet] = view.getFloat64(at + walletBytes + i * 8, true);
    }
    if (++done % sliceRows === 0) await turn();
  }
}

function grow(quarter: LifecycleQuarter, wallets: number): void {
  const larger = emptyColumns(wallets);
  for (const name of columnNames) larger[name].set(quarter.columns[name]);
  quarter.columns = larger;
}
