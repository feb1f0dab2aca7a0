import { isMarketTrade } from '../domain/fill.ts';
import { writeScaled } from '../kernel/scaled.ts';
import { createDictionary, type Dictionary } from './dictionary.ts';
import type { SourceFill } from './source.ts';

const word = 2 ** 32;

/** Name, width in bytes and kind of every stored column; from `cloid` on most fills have none. */
export const fillColumnSpecs = [
  { name: 'wallet', kind: 'bytes', width: 20 },
  { name: 'time', kind: 'int64', width: 8 },
  { name: 'seq', kind: 'uint32', width: 4 },
  { name: 'coin', kind: 'text', width: 4 },
  { name: 'side', kind: 'uint8', width: 1 },
  { name: 'px', kind: 'decimal10', width: 16 },
  { name: 'sz', kind: 'decimal12', width: 16 },
  { name: 'start_position', kind: 'decimal12', width: 16 },
  { name: 'dir', kind: 'text', width: 4 },
  { name: 'market', kind: 'uint8', width: 1 },
  { name: 'closed_pnl', kind: 'decimal12', width: 16 },
  { name: 'fee', kind: 'decimal12', width: 16 },
  { name: 'fee_token', kind: 'text', width: 4 },
  { name: 'fee_px', kind: 'decimal10', width: 16 },
  { name: 'crossed', kind: 'uint8', width: 1 },
  { name: 'tid', kind: 'uint64', width: 8 },
  { name: 'oid', kind: 'uint64', width: 8 },
  { name: 'hash', kind: 'bytes', width: 32 },
  { name: 'block', kind: 'uint64', width: 8 },
  { name: 'cloid', kind: 'bytes', width: 16 },
  { name: 'twap_id', kind: 'uint64', width: 8 },
  { name: 'builder', kind: 'bytes', width: 20 },
  { name: 'builder_fee', kind: 'decimal12', width: 16 },
  { name: 'deployer_fee', kind: 'decimal12', width: 16 },
  { name: 'priority_gas', kind: 'decimal12', width: 16 },
  { name: 'liquidated_user', kind: 'bytes', width: 20 },
  { name: 'liquidation_mark_px', kind: 'decimal10', width: 16 },
  { name: 'liquidation_method', kind: 'text', width: 4 },
] as const;

export type FillColumnName = (typeof fillColumnSpecs)[number]['name'];

/** Fills of one batch as columns: what goes to the engine four times faster than objects. */
export interface FillColumns {
  readonly capacity: number;
  count: number;
  /** Raw little-endian values, `width` bytes a row. */
  readonly bytes: Record<FillColumnName, Uint8Array>;
  /** Columns with a value other than absent in this batch; the engine fills in the others. */
  readonly used: Set<FillColumnName>;
  readonly texts: Record<'coin' | 'dir' | 'fee_token' | 'liquidation_method', Dictionary>;
  /** The key's numbers as doubles, for comparing. */
  readonly timesMs: Float64Array;
  readonly tids: Float64Array;
  readonly oids: Float64Array;
  /**
   * Appends one fill; the caller has checked that there is room.
   * @param feePx USD per fee token as decimal text, '0' where unknown.
   */
  append(record: SourceFill, feePx: string | number): void;
  /** Sets the fee price of a row that was appended as unknown. */
  setFeePx(row: number, feePx: string | number): void;
  /** Takes the newest row back. */
  dropLast(): void;
  /** Moves row `from` to row `to`, for dropping duplicates in place. */
  move(from: number, to: number): void;
  reset(): void;
}

/** Column storage for up to `capacity` fills, reused from batch to batch so that memory stays flat. */
export function createFillColumns(capacity: number): FillColumns {
  const bytes = {} as Record<FillColumnName, Uint8Array>;
  const words = {} as Record<FillColumnName, Uint32Array>;
  for (const { name, width } of fillColumnSpecs) {
    const buffer = new ArrayBuffer(capacity * width);
    bytes[name] = new Uint8Array(buffer);
    if (width % 4 === 0) words[name] = new Uint32Array(buffer);
  }
  const texts = {
    coin: createDictionary(),
    dir: createDictionary(),
    fee_token: createDictionary(),
    liquidation_method: createDictionary(),
  };
  const used = new Set<FillColumnName>();
  const timesMs = new Float64Array(capacity);
  const tids = new Float64Array(capacity);
  const oids = new Float64Array(capacity);

  function writeInteger(column: Uint32Array, row: number, value: number): void {
    column[row * 2] = value;
    column[row * 2 + 1] = value / word;
  }

  const columns: FillColumns = {
    capacity,
    count: 0,
    bytes,
    used,
    texts,
    timesMs,
    tids,
    oids,
    append({ wallet, fill, block, seq }, feePx) {
      const row = columns.count++;
      writeHex(wallet, bytes.wallet, row * 20, 20);
      const tid = Number(fill.tid ?? 0);
      const oid = Number(fill.oid);
      timesMs[row] = fill.time;
      tids[row] = tid;
      oids[row] = oid;
      writeInteger(words.time, row, fill.time);
      writeInteger(words.tid, row, tid);
      writeInteger(words.oid, row, oid);
      writeInteger(words.block, row, block);
      words.seq[row] = seq;
      words.coin[row] = texts.coin.code(fill.coin);
      words.dir[row] = texts.dir.code(fill.dir);
      words.fee_token[row] = texts.fee_token.code(fill.feeToken ?? 'USDC');
      bytes.side[row] = fill.side === 'B' ? 1 : 2;
      bytes.crossed[row] = fill.crossed ? 1 : 0;
      bytes.market[row] = isMarketTrade(fill.dir) ? 1 : 0;
      writeScaled(fill.px, 10, words.px, row * 4);
      writeScaled(fill.sz, 12, words.sz, row * 4);
      writeScaled(fill.startPosition, 12, words.start_position, row * 4);
      writeScaled(fill.closedPnl, 12, words.closed_pnl, row * 4);
      writeScaled(fill.fee, 12, words.fee, row * 4);
      writeScaled(feePx, 10, words.fee_px, row * 4);
      writeHex(fill.hash ?? '', bytes.hash, row * 32, 32);
      appendOptional(row, fill);
    },
    setFeePx: (row, feePx) => writeScaled(feePx, 10, words.fee_px, row * 4),
    dropLast() {
      const row = --columns.count;
      // Rare columns are only written where a value is present: leave no trace for the next row.
      for (const { name, width } of rareSpecs) {
        if (used.has(name)) bytes[name].fill(0, row * width, (row + 1) * width);
      }
    },
    move(from, to) {
      for (const { name, width } of fillColumnSpecs) {
        bytes[name].copyWithin(to * width, from * width, (from + 1) * width);
      }
      timesMs[to] = timesMs[from]!;
      tids[to] = tids[from]!;
      oids[to] = oids[from]!;
    },
    reset() {
      columns.count = 0;
      for (const { name } of rareSpecs) if (used.has(name)) bytes[name].fill(0);
      used.clear();
      for (const { name } of everyRowSpecs) used.add(name);
      for (const dictionary of Object.values(texts)) dictionary.reset();
    },
  };

  // Rare fields: their columns are zero already, only a present value is written.
  function appendOptional(row: number, fill: SourceFill['fill']): void {
    if (fill.cloid != null) {
      used.add('cloid');
      writeHex(fill.cloid, bytes.cloid, row * 16, 16);
    }
    if (fill.twapId != null) {
      used.add('twap_id');
      writeInteger(words.twap_id, row, Number(fill.twapId));
    }
    if (fill.builder != null) {
      used.add('builder');
      writeHex(fill.builder, bytes.builder, row * 20, 20);
    }
    writeRareDecimal('builder_fee', fill.builderFee, row);
    writeRareDecimal('deployer_fee', fill.deployerFee, row);
    writeRareDecimal('priority_gas', fill.priorityGas, row);
    const { liquidation } = fill;
    if (liquidation == null) return;
    used.add('liquidated_user').add('liquidation_mark_px').add('liquidation_method');
    writeHex(liquidation.liquidatedUser, bytes.liquidated_user, row * 20, 20);
    writeScaled(liquidation.markPx, 10, words.liquidation_mark_px, row * 4);
    words.liquidation_method[row] = texts.liquidation_method.code(liquidation.method);
  }

  function writeRareDecimal(
    name: 'builder_fee' | 'deployer_fee' | 'priority_gas',
    value: string | number | null | undefined,
    row: number,
  ): void {
    if (value == null) return;
    used.add(name);
    writeScaled(value, 12, words[name], row * 4);
  }

  columns.reset();
  return columns;
}

const firstRare = fillColumnSpecs.findIndex((spec) => spec.name === 'cloid');
const everyRowSpecs = fillColumnSpecs.slice(0, firstRare);
const rareSpecs = fillColumnSpecs.slice(firstRare);

/** Writes the bytes of `0x…` hex text; text that is too short leaves zero bytes at the end. */
function writeHex(text: string, target: Uint8Array, at: number, width: number): void {
  for (let i = 0; i < width; i++) {
    const high = hexDigit[text.charCodeAt(2 + 2 * i) & 127]!;
    const low = hexDigit[text.charCodeAt(3 + 2 * i) & 127]!;
    target[at + i] = high * 16 + low;
  }
}

const hexDigit = new Uint8Array(128);
for (let digit = 0; digit < 16; digit++) {
  hexDigit[digit.toString(16).charCodeAt(0)] = digit;
  hexDigit[digit.toString(16).toUpperCase().charCodeAt(0)] = digit;
}
