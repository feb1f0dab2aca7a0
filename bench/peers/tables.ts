import { defaultCutOffs } from '../../src/domain/cohort-cut-offs.ts';
import type { Dialect } from './dialect.ts';

/** Column types of both peers; `wallet` and `money` depend on the dialect. */
type Columns = Readonly<
  Record<string, 'wallet' | 'money' | 'bigint' | 'int' | 'text' | 'float8' | 'boolean'>
>;

/** In the order of the files of `export-run.ts`. */
export const fillColumns: Columns = {
  wallet: 'wallet',
  time_ms: 'bigint',
  seq: 'int',
  coin: 'text',
  side: 'text',
  dir: 'text',
  px: 'money',
  sz: 'money',
  start_position: 'money',
  closed_pnl: 'money',
  fee: 'money',
  tid: 'bigint',
};
export const lifecycleColumns: Columns = {
  wallet: 'wallet',
  coin: 'text',
  id: 'bigint',
  num: 'int',
  side: 'text',
  opened_ms: 'bigint',
  last_ms: 'bigint',
  is_closed: 'boolean',
  is_censored: 'boolean',
  fills: 'int',
  peak_size: 'money',
  entry_vwap: 'float8',
  exit_vwap: 'float8',
  notional: 'money',
  pnl: 'money',
  fees: 'money',
};

/** Names and types, for CREATE TABLE. */
export function typedColumns(
  columns: Columns,
  { money, bytes }: Pick<Dialect, 'money' | 'bytes'>,
): string[][] {
  const own: Record<string, string> = { money, wallet: bytes };
  return Object.entries(columns).map(([name, type]) => [name, own[type] ?? type]);
}

const tierOf = (amount: string, cutOffs: readonly number[]) =>
  `case ${cutOffs.map((least, at) => `when ${amount} >= ${least} then ${at + 1}`).join(' ')} else ${cutOffs.length + 1} end`;
const fillSums = `count(*) as trades, count(*) filter (where closed_pnl > 0) as wins, sum(closed_pnl) as pnl, sum(px * sz) as volume`;
const shownCloses = 'is_closed and not is_censored';

/** The rollups that users of either would keep behind their fills, each with the order it is stored in. */
export function rollups({ day }: Dialect): Record<string, string> {
  return {
    wallet_totals: `
      select *, wins * 100.0::float8 / trades as win_rate, ${tierOf('pnl - fees', defaultCutOffs.pnl)} as pnl_tier,
        ${tierOf('volume', defaultCutOffs.size)} as size_tier
      from (
        select wallet, ${fillSums}, sum(fee) as fees, max(closed_pnl) as largest_win, min(closed_pnl) as largest_loss,
          min(time_ms) as first_ms, max(time_ms) as last_ms
        from fills group by wallet) as sums order by wallet`,
    wallet_days: `select wallet, ${day('time_ms')} as day, ${fillSums} from fills group by 1, 2 order by 2, 1`,
    wallet_coins: `select coin, wallet, ${fillSums} from fills group by 1, 2 order by 1, 5 desc`,
    coin_totals: `select coin, count(*) as traders, sum(trades) as trades, sum(pnl) as pnl from wallet_coins group by 1`,
    lifecycle_days: `
      select wallet, ${day('last_ms')} as day, count(*) as closes, sum(pnl) as pnl, sum(fees) as fees, min(running) as trough
      from (
        select *, sum(pnl) over (partition by wallet, ${day('last_ms')} order by last_ms, id rows unbounded preceding) as running
        from lifecycles where ${shownCloses}) as closes
      group by 1, 2 order by 1, 2`,
    lifecycle_coin_days: `
      select coin, wallet, ${day('last_ms')} as day, count(*) as closes, count(*) filter (where pnl > 0) as wins,
        count(*) filter (where pnl < 0) as losses, sum(pnl) as pnl, coalesce(sum(pnl) filter (where pnl > 0), 0) as won,
        coalesce(sum(pnl) filter (where pnl < 0), 0) as lost, sum(fees) as fees
      from lifecycles where ${shownCloses} group by 1, 2, 3 order by 1, 2, 3`,
  };
}

/** Indexes that users of Postgres would create. */
export const postgresIndexes = [
  'fills (wallet, time_ms desc, seq desc)',
  'fills (time_ms desc, seq desc)',
  'fills (closed_pnl desc, time_ms) where closed_pnl > 0',
  'fills (closed_pnl, time_ms) where closed_pnl < 0',
  'wallet_totals (wallet)',
  'wallet_totals (pnl desc, wallet)',
  'wallet_totals (win_rate desc, pnl desc, wallet)',
  'wallet_totals (pnl_tier, last_ms desc)',
  'wallet_days (wallet, day)',
  'wallet_days (day)',
  'wallet_coins (wallet)',
  'wallet_coins (coin, pnl desc, wallet)',
  'lifecycles (wallet, last_ms desc)',
  `lifecycles (last_ms desc, wallet, id) where ${shownCloses}`,
  'lifecycle_days (day)',
  'lifecycle_coin_days (day)',
];

/** Indexes for look-ups of a wallet, in addition to the order of the tables. */
export const duckdbIndexes = [
  'wallet_totals (wallet)',
  'wallet_days (wallet)',
  'wallet_coins (wallet)',
  'lifecycle_days (wallet)',
];
