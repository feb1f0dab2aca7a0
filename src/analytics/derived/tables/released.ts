import { derived } from '../derived.ts';
import { byWallet, checksum } from './by-wallet.ts';
import * as column from './fill-columns.ts';
import { day, feesSum, fillsSum, pnlSum, unpricedFeesSum, volumeSum, wallet, winsSum } from './sums.ts';

const decimal = 'Decimal(38, 12)';
const time = "DateTime64(3, 'UTC')";
const byTime = {
  time: column.time,
  seq: column.seq,
  wallet: column.wallet,
  coin: column.coin,
  side: column.side,
  px: column.price,
  sz: column.decimal12,
  start_position: column.decimal12,
  dir: column.dir,
  market: column.market,
  closed_pnl: column.decimal12,
  fee: column.decimal12,
  fee_token: column.coin,
  fee_px: column.price,
  tid: column.hash64,
  oid: column.hash64,
  block: column.block,
};
const copied = Object.keys(byTime).join(', ');

/** The tables of `migrations/0100_fills.sql` that follow from fills. */
export const releasedTables = [
  derived({
    table: 'fills_by_time',
    released: true,
    columns: byTime,
    indexes: ['INDEX closed_pnl_range closed_pnl TYPE minmax GRANULARITY 1'],
    orderBy: 'time, seq',
    partitionBy: 'toYYYYMM(time)',
    scope: 'wallet',
    shard: 'wallet',
    audit: byWallet({ checksum: checksum(copied) }),
  }),
  derived({
    table: 'wallet_alltime',
    released: true,
    key: { wallet },
    sums: {
      fills: fillsSum,
      wins: winsSum,
      pnl: pnlSum,
      volume: volumeSum,
      fees: feesSum,
      unknown_fees: unpricedFeesSum,
      largest_win: { type: decimal, combine: 'max', from: 'max(closed_pnl)', audit: 'max(closed_pnl)' },
      largest_loss: { type: decimal, combine: 'min', from: 'min(closed_pnl)', audit: 'min(closed_pnl)' },
      first_time: { type: time, combine: 'min', from: 'min(time)', audit: 'min(time)' },
      last_time: { type: time, combine: 'max', from: 'max(time)', audit: 'max(time)' },
    },
    orderBy: 'wallet',
    scope: 'wallet',
    shard: 'wallet',
  }),
  derived({
    table: 'wallet_day',
    released: true,
    key: { wallet, day },
    sums: { fills: fillsSum, wins: winsSum, pnl: pnlSum, volume: volumeSum, fees: feesSum },
    orderBy: 'wallet, day',
    partitionBy: 'toYYYYMM(day)',
    scope: 'wallet',
    shard: 'wallet',
  }),
  derived({
    table: 'wallet_coin_alltime',
    released: true,
    key: { coin: { type: 'LowCardinality(String)' }, wallet },
    sums: { fills: fillsSum, wins: winsSum, pnl: pnlSum, volume: volumeSum },
    orderBy: 'coin, wallet',
    scope: 'wallet',
    shard: 'wallet',
  }),
];
