import { autoDeleveraging } from '../../../domain/fill.ts';
import { isLiquidatorSql } from '../../../domain/system-address.ts';
import { derived } from '../derived.ts';
import { byWallet, checksum } from './by-wallet.ts';
import { block, coin, decimal12, dir, hash64, price, side, time, wallet } from './fill-columns.ts';

/** What a liquidator holds was liquidated before: it would count twice. */
const named = (victim: string) => `names_liquidated = 1 AND NOT ${isLiquidatorSql(victim)}`;
const auditNamed = (victim: string) => `names_liquidated AND ${isLiquidatorSql(victim)} = 0`;

const shared = {
  coin,
  side,
  px: price,
  sz: decimal12,
  dir,
  closed_pnl: decimal12,
  fee: decimal12,
  fee_px: price,
  tid: hash64,
  oid: hash64,
  mark_px: { ...price, from: 'liquidation_mark_px' },
  method: { type: 'LowCardinality(String)', from: 'liquidation_method' },
  block,
} as const;

const stored = (names: string) =>
  `time, wallet, coin, side, px, sz, dir, closed_pnl, fee, fee_px, tid, oid, ${names}`;
const bothChecksums = {
  checksum: {
    stored: checksum(stored('mark_px, method, block')).stored,
    recomputed: checksum(stored('liquidation_mark_px, liquidation_method, block')).recomputed,
  },
};

/** Liquidations as their victims' fills have them, whatever their dir: the wallet is the one that was liquidated. */
export const liquidations = derived({
  table: 'liquidations',
  columns: { time, wallet, ...shared },
  where: `${named('wallet')} AND liquidated_user = wallet`,
  orderBy: 'time, wallet',
  partitionBy: 'toYYYYMM(time)',
  scope: 'wallet',
  shard: 'wallet',
  audit: byWallet(bothChecksums, `${auditNamed('wallet')} AND wallet = liquidated_user`),
});

/**
 * The other side of each liquidation: the wallet took the position from the victim; an auto-deleveraged wallet took nothing.
 * Reads use the liquidation here only if no row of {@link liquidations} has its victim, coin, time and tid. On a cluster each row is
 * on the shard of the fill that it copies.
 */
export const liquidationCounterparties = derived({
  table: 'liquidation_counterparties',
  columns: { time, victim: { ...wallet, from: 'liquidated_user' }, wallet, ...shared },
  where: `${named('liquidated_user')} AND liquidated_user != wallet AND dir != '${autoDeleveraging}'`,
  orderBy: 'time, victim',
  partitionBy: 'toYYYYMM(time)',
  scope: 'wallet',
  shard: 'wallet',
  audit: byWallet(
    {
      ...bothChecksums,
      victims: { stored: 'sum(sipHash64(victim))', recomputed: 'sum(sipHash64(liquidated_user))' },
    },
    `${auditNamed('liquidated_user')} AND NOT (liquidated_user = wallet OR has(['${autoDeleveraging}'], CAST(dir, 'String')))`,
  ),
});

/** Profitable positions that the exchange closed by auto-deleveraging: those of wallets that were not liquidated by it. */
export const autoDeleveragings = derived({
  table: 'auto_deleveragings',
  columns: {
    time,
    wallet,
    coin,
    side,
    px: price,
    sz: decimal12,
    closed_pnl: decimal12,
    tid: hash64,
    oid: hash64,
    block,
  },
  where: `dir = '${autoDeleveraging}' AND NOT (names_liquidated = 1 AND liquidated_user = wallet)`,
  orderBy: 'time, wallet',
  partitionBy: 'toYYYYMM(time)',
  scope: 'wallet',
  shard: 'wallet',
  audit: byWallet(
    { checksum: checksum('time, wallet, coin, side, px, sz, closed_pnl, tid, oid, block') },
    `has(['${autoDeleveraging}'], CAST(dir, 'String')) AND (NOT names_liquidated OR liquidated_user != wallet)`,
  ),
});
