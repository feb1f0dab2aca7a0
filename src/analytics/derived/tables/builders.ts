import { derived } from '../derived.ts';
import { byWallet, checksum } from './by-wallet.ts';
import * as fill from './fill-columns.ts';
import { builderFeesSum, coin, day, feesSum, fillsSum, hour, pnlSum, volumeSum, wallet } from './sums.ts';

/** Fills that name a builder; it may take nothing of them. */
const namesBuilder = 'names_builder = 1';
const auditNamesBuilder = 'toBool(names_builder)';
const builder = { type: 'FixedString(20)' };

const copied = {
  builder: fill.wallet,
  time: fill.time,
  seq: fill.seq,
  wallet: fill.wallet,
  coin: fill.coin,
  side: fill.side,
  px: fill.price,
  sz: fill.decimal12,
  dir: fill.dir,
  market: fill.market,
  crossed: fill.crossed,
  closed_pnl: fill.decimal12,
  fee: fill.decimal12,
  fee_token: fill.dir,
  fee_px: fill.price,
  builder_fee: fill.decimal12,
  tid: fill.hash64,
  oid: fill.hash64,
  block: fill.block,
};

export const builderFills = derived({
  table: 'builder_fills',
  columns: copied,
  where: namesBuilder,
  orderBy: 'builder, time, seq',
  partitionBy: 'toYYYYMM(time)',
  scope: 'wallet',
  shard: 'wallet',
  audit: byWallet({ checksum: checksum(Object.keys(copied).join(', ')) }, auditNamesBuilder),
});

export const builderCoinHour = derived({
  table: 'builder_coin_hour',
  key: { builder, coin, hour },
  sums: { fills: fillsSum, volume: volumeSum, fees: feesSum, builder_fees: builderFeesSum },
  where: namesBuilder,
  auditWhere: auditNamesBuilder,
  orderBy: 'builder, hour, coin',
  partitionBy: 'toYYYYMM(hour)',
  scope: 'hour',
  shard: 'coin',
});

/** Whom each builder served, by day: users, their retention, and whom builders share. */
export const builderWalletDay = derived({
  table: 'builder_wallet_day',
  key: { builder, wallet, day },
  sums: { fills: fillsSum, pnl: pnlSum, volume: volumeSum, fees: feesSum, builder_fees: builderFeesSum },
  where: namesBuilder,
  auditWhere: auditNamesBuilder,
  orderBy: 'builder, day, wallet',
  partitionBy: 'toYYYYMM(day)',
  scope: 'wallet',
  shard: 'wallet',
});
