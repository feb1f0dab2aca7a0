import { derived } from '../derived.ts';
import { byWallet, checksum } from './by-wallet.ts';
import * as fill from './fill-columns.ts';

/** Fills whose closed PnL is as large as this, won or lost, are in {@link largePnlFills}, USD. */
const largePnlUsd = 1_000;

/** Whole digits of the least row, and those that a stored PnL has at most. */
const leastDigits = String(largePnlUsd).length;
const mostDigits = 15;

/**
 * How large a PnL is, in nine steps for each power of ten: the number of its whole digits and the first of them. From digits, as
 * a logarithm of a float may put two neighbours in the wrong order. Negative for losses.
 */
const magnitude = `toInt8(if(closed_pnl < 0, -1, 1) * (
  (least(length(toString(toUInt64(abs(closed_pnl)))), ${mostDigits}) - ${leastDigits}) * 9
  + toUInt8(substring(toString(toUInt64(abs(closed_pnl))), 1, 1))))`;

const copied = {
  time: fill.time,
  seq: fill.seq,
  wallet: fill.wallet,
  coin: fill.coin,
  side: fill.side,
  px: fill.price,
  sz: fill.decimal12,
  start_position: fill.decimal12,
  dir: fill.dir,
  market: fill.market,
  closed_pnl: fill.decimal12,
  fee: fill.decimal12,
  fee_px: fill.price,
  tid: fill.hash64,
};

/**
 * The fills that won or lost much, by how much: feeds ranked by PnL read the first of these instead of all fills. What they lack
 * is read from `fills_by_time`, which happens where fewer than a page won or lost as much.
 */
export const largePnlFills = derived({
  table: 'large_pnl_fills',
  columns: { magnitude: { type: 'Int8', from: magnitude }, ...copied },
  where: `abs(closed_pnl) >= ${largePnlUsd}`,
  orderBy: 'magnitude, time, seq',
  partitionBy: 'toYYYYMM(time)',
  scope: 'wallet',
  shard: 'wallet',
  audit: byWallet(
    {
      checksum: checksum(Object.keys(copied).join(', ')),
      magnitudes: {
        stored: 'sum(magnitude)',
        recomputed: `sum(sign(closed_pnl) * (toInt64(floor(log10(floor(abs(closed_pnl)) + 0.5))) - ${leastDigits - 1}) * 9
          + sign(closed_pnl) * intDiv(toInt64(floor(abs(closed_pnl))), toInt64(exp10(floor(log10(floor(abs(closed_pnl)) + 0.5))))))`,
      },
    },
    `closed_pnl >= ${largePnlUsd} OR closed_pnl <= -${largePnlUsd}`,
  ),
});
