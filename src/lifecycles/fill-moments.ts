import { int64At, type RowBinaryReader, readRowBinary } from '../analytics/row-binary.ts';
import { orderChain } from '../domain/chain-order.ts';
import { autoDeleveraging } from '../domain/fill.ts';
import type { Closing, LifecycleFill } from '../domain/lifecycle.ts';

/** Stands before the method of a liquidation, where other fills have how they close a position; ordinary ones have nothing. */
const liquidationMark = '!';

/**
 * Text of a SELECT list from fills, as {@link readMoments} and {@link readFill} read it. Products come from the engine: they are
 * added up here as they are.
 */
export const fillColumns = columnsOfFills("CAST(coin, 'String')");

/** The same, under another coin than that of the fill. @param coin as SQL */
export function columnsOfFills(coin: string): string {
  return `wallet, ${coin} AS chain_coin, toUnixTimestamp64Milli(time), CAST(side, 'Int8'), px, sz, start_position,
  closed_pnl, fee * fee_px, builder_fee * fee_px, px * sz, tid, oid,
  multiIf(
    names_liquidated = 1 AND liquidated_user = wallet, concat('${liquidationMark}', if(liquidation_method = '', 'market', liquidation_method)),
    dir = '${autoDeleveraging}', 'adl', dir = 'Settlement', 'settlement', dir = 'Spot Dust Conversion', 'conversion', '')`;
}

/** Where the values of a fill stand behind its wallet and coin; behind the last one comes how it closes a position. */
export const fillPlaces = {
  time: 0,
  side: 8,
  px: 9,
  sz: 17,
  startPosition: 33,
  closedPnl: 49,
  fee: 65,
  builderFee: 81,
  cost: 97,
  tid: 113,
  oid: 121,
  closing: 129,
} as const;

export const sideOfBuys = 1;

/**
 * Goes over fills that are ordered by wallet, coin, time and seq, one millisecond of a chain at a time, without making anything:
 * this runs for every fill of a store.
 */
export interface FillMoments {
  readonly bytes: Uint8Array;
  readonly view: DataView;
  /** Steps to the next moment. @returns false where there is none */
  next(): boolean;
  /** No fill comes behind this moment. */
  isLast(): boolean;
  /** Whether the moment is of the same wallet and coin as the one before. */
  isSameChain: boolean;
  /** Of the chain: 20 bytes of the wallet, and the coin with its length, as they stand in a row. */
  headAt: number;
  headLength: number;
  coin: string;
  timeMs: number;
  fills: number;
  /** Where the values of each fill begin; further places are of earlier moments. */
  places: number[];
  /** The fills in the order in which they happened. */
  ordered(): LifecycleFill[];
}

export function readMoments(bytes: Uint8Array): FillMoments {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const rows = readRowBinary(bytes);
  const text = (from: number, length: number) =>
    Buffer.from(bytes.buffer, bytes.byteOffset + from, length).toString('utf8');
  let at = 0;

  const moments: FillMoments = {
    bytes,
    view,
    isSameChain: false,
    headAt: 0,
    headLength: 0,
    coin: '',
    timeMs: 0,
    fills: 0,
    places: [],
    isLast: () => at >= bytes.length,
    next() {
      if (at >= bytes.length) return false;
      moments.isSameChain = isSameHead();
      if (!moments.isSameChain) beginChain();
      const { places, headLength } = moments;
      const first = at + headLength;
      moments.timeMs = int64At(view, first);
      moments.fills = 0;
      do {
        const place = at + headLength;
        places[moments.fills++] = place;
        at = place + fillPlaces.closing;
        const length = lengthAt();
        at += length;
      } while (at < bytes.length && isSameHead() && isSameTime(first, at + headLength));
      return true;
    },
    ordered() {
      const { fills, places } = moments;
      const read = Array.from({ length: fills }, (_, i) => {
        rows.at = places[i]!;
        return readFill(rows);
      });
      if (fills > 1) orderChain(read);
      return read;
    },
  };

  /** Steps over the length of a text. @returns it */
  function lengthAt(): number {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = bytes[at++]!;
      value += (byte & 127) * 2 ** shift;
      if (byte < 128) return value;
    }
  }

  function beginChain(): void {
    const headAt = at;
    at += 20;
    const length = lengthAt();
    const coin = text(at, length);
    // Rows of one coin come together, and one string is compared faster than two.
    if (coin !== moments.coin) moments.coin = coin;
    moments.headLength = at + length - headAt;
    moments.headAt = headAt;
    at = headAt;
  }

  function isSameHead(): boolean {
    const { headAt, headLength } = moments;
    if (headLength === 0 || at + headLength > bytes.length) return false;
    let i = 0;
    for (; i + 4 <= headLength; i += 4) if (view.getInt32(at + i) !== view.getInt32(headAt + i)) return false;
    for (; i < headLength; i++) if (bytes[at + i] !== bytes[headAt + i]) return false;
    return true;
  }

  function isSameTime(a: number, b: number): boolean {
    return view.getInt32(a) === view.getInt32(b) && view.getInt32(a + 4) === view.getInt32(b + 4);
  }
  return moments;
}

/** Reads what stands behind wallet and coin. */
export function readFill(rows: RowBinaryReader): LifecycleFill {
  const fill = {
    timeMs: rows.int64(),
    isBuy: rows.uint8() === sideOfBuys,
    px: rows.decimal64(),
    sz: rows.decimal128(),
    startPosition: rows.decimal128(),
    closedPnl: rows.decimal128(),
    fee: rows.decimal128(),
    builderFee: rows.decimal128(),
  };
  rows.decimal128();
  const [tid, oid, how] = [rows.int64(), rows.int64(), rows.text()];
  const isLiquidation = how.startsWith(liquidationMark);
  const closing = isLiquidation ? 'liquidation' : how === '' ? 'trade' : (how as Closing);
  return { ...fill, tid, oid, closing, liquidation: isLiquidation ? how.slice(liquidationMark.length) : '' };
}
