import { type RowBinaryReader, readRowBinary } from '../analytics/row-binary.ts';
import { orderChain } from '../domain/chain-order.ts';
import type { LifecycleFill } from '../domain/lifecycle.ts';

/** Fills of one wallet and coin in one millisecond, in the order in which they happened. */
export interface FillMoment {
  /** Where the 20 bytes of the wallet stand. */
  walletAt: number;
  coin: string;
  timeMs: number;
  fills: LifecycleFill[];
}

/** Text of a SELECT list from fills, as {@link readMoments} reads it. */
export const fillColumns = `wallet, CAST(coin, 'String'), toUnixTimestamp64Milli(time), CAST(side, 'Int8'), px, sz, start_position,
  closed_pnl, fee, fee_px, builder_fee, tid,
  if(liquidated_user = wallet, if(liquidation_method = '', 'market', CAST(liquidation_method, 'String')), '')`;

/** Reads fills that are ordered by wallet, coin, time and seq. */
export function* readMoments(bytes: Uint8Array): Generator<FillMoment> {
  const rows = readRowBinary(bytes);
  let moment: FillMoment | undefined;
  while (!rows.done) {
    const walletAt = rows.wallet();
    const coin = rows.text();
    const fill = readFill(rows);
    if (
      moment !== undefined &&
      moment.timeMs === fill.timeMs &&
      moment.coin === coin &&
      isSameWallet(bytes, moment.walletAt, walletAt)
    ) {
      moment.fills.push(fill);
      continue;
    }
    if (moment !== undefined) yield ordered(moment);
    moment = { walletAt, coin, timeMs: fill.timeMs, fills: [fill] };
  }
  if (moment !== undefined) yield ordered(moment);
}

function ordered(moment: FillMoment): FillMoment {
  if (moment.fills.length > 1) orderChain(moment.fills);
  return moment;
}

/** Reads what stands behind wallet and coin. */
export function readFill(rows: RowBinaryReader): LifecycleFill {
  const timeMs = rows.int64();
  const isBuy = rows.uint8() === 1;
  const px = rows.decimal64();
  const sz = rows.decimal128();
  const startPosition = rows.decimal128();
  const closedPnl = rows.decimal128();
  const fee = rows.decimal128();
  const feePx = rows.decimal64();
  const builderFee = rows.decimal128();
  // One literal, and nothing spread: this runs for every fill of a store.
  return {
    timeMs,
    isBuy,
    px,
    sz,
    startPosition,
    closedPnl,
    tid: rows.int64(),
    fee: fee * feePx,
    builderFee: builderFee === 0n ? 0n : builderFee * feePx,
    liquidation: rows.text(),
  };
}

export function isSameWallet(bytes: Uint8Array, a: number, b: number, other: Uint8Array = bytes): boolean {
  for (let i = 0; i < 20; i++) if (bytes[a + i] !== other[b + i]) return false;
  return true;
}
