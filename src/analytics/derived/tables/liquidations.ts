import { derived } from '../derived.ts';
import { byWallet, checksum } from './by-wallet.ts';
import { block, coin, decimal12, dir, hash64, price, side, time, wallet } from './fill-columns.ts';

const zeroAddress = "toFixedString('', 20)";

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

/** Liquidations as their victims' fills tell them: the wallet is the one that was liquidated. */
export const liquidations = derived({
  table: 'liquidations',
  columns: { time, wallet, ...shared },
  where: 'liquidated_user = wallet',
  orderBy: 'time, wallet',
  partitionBy: 'toYYYYMM(time)',
  scope: 'wallet',
  shard: 'wallet',
  audit: byWallet(bothChecksums, `liquidated_user != ${zeroAddress} AND wallet = liquidated_user`),
});

/**
 * The other side of each liquidation: the wallet took it from the victim. What a liquidation was is read here only where no row
 * of {@link liquidations} has its victim, coin, time and tid. Split over machines it stands with the fill that it copies.
 */
export const liquidationCounterparties = derived({
  table: 'liquidation_counterparties',
  columns: { time, victim: { ...wallet, from: 'liquidated_user' }, wallet, ...shared },
  where: `liquidated_user != ${zeroAddress} AND liquidated_user != wallet`,
  orderBy: 'time, victim',
  partitionBy: 'toYYYYMM(time)',
  scope: 'wallet',
  shard: 'wallet',
  audit: byWallet(
    {
      ...bothChecksums,
      victims: { stored: 'sum(sipHash64(victim))', recomputed: 'sum(sipHash64(liquidated_user))' },
    },
    `liquidated_user NOT IN (${zeroAddress}, wallet)`,
  ),
});
