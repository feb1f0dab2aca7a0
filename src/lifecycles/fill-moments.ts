import { int64At, type RowBinaryReader, readRowBinary } from '../analytics/row-binary.ts';
import { orderChain } from '../domain/chain-order.ts';
import { autoDeleveraging } from '../domain/fill.ts';
import type { Closing, LifecycleFill } from '../domain/lifecycle.ts';

/** Prefix of a liquidation method in the last column. Other fills have their closing there; the text of ordinary fills is empty. */
const liquidationMark = '!';

/**
 * SELECT list on fills for {@link readMoments} and {@link readFill}. The engine computes the products; the fold only adds them up.
 */
export const fillColumns = columnsOfFills("CAST(coin, 'String')");

/** {@link fillColumns} with another coin than the fill's own. @param coin SQL expression */
export function columnsOfFills(coin: string): string {
  return `wallet, ${coin} AS chain_coin, toUnixTimestamp64Milli(time), CAST(side, 'Int8'), px, sz, start_position,
  closed_pnl, fee * fee_px, builder_fee * fee_px, px * sz, tid, oid,
  multiIf(
    names_liquidated = 1 AND liquidated_user = wallet, concat('${liquidationMark}', if(liquidation_method = '', 'market', liquidation_method)),
    dir = '${autoDeleveraging}', 'adl', dir = 'Settlement', 'settlement', dir = 'Spot Dust Conversion', 'conversion', '')`;
}

/** Byte offsets of a fill's values, after its wallet and coin. The last value is the text of the closing. */
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
 * Iterates over fills ordered by wallet, coin, time and seq, one millisecond of a chain at a time. Allocates no objects, because
 * every fill of a store passes through here.
 */
export interface FillMoments {
  readonly bytes: Uint8Array;
  readonly view: DataView;
  /** Advances to the next moment. @returns false at the end */
  next(): boolean;
  isLast(): boolean;
  /** Whether wallet and coin are those of the previous moment. */
  isSameChain: boolean;
  /** Offset of the chain's head in `bytes`: the wallet's 20 bytes, then the coin with its length prefix. */
  headAt: number;
  headLength: number;
  coin: string;
  timeMs: number;
  fills: number;
  /** Offsets of each fill's values; entries from index `fills` on are left from earlier moments. */
  places: number[];
  /** The fills of the moment in the order of execution. */
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

  /** Reads the length prefix of a text and moves past the prefix. */
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
    // Keeps one string per run of equal coins: comparing identical strings is faster.
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

/** Reads a fill; the reader is just after wallet and coin. */
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
