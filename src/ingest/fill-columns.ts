import { isMarketTrade } from '../domain/fill.ts';
import { writeScaled } from '../kernel/scaled.ts';
import type { WireLiquidation } from '../wire/fill.ts';
import { tidOf } from '../wire/fill-tid.ts';
import { everyRowSpecs, type FillColumnName, fillColumnSpecs, rareSpecs } from './fill-column-specs.ts';
import type { SourceFill } from './source-fill.ts';

/** Texts of one column and their codes, so that a repeated text is stored once. */
interface Dictionary {
  readonly texts: readonly string[];
  /** Code of a text; adds unknown texts. */
  code(text: string): number;
  /** Code of the ASCII text in `bytes[from…to-1]`; allocates no string if the text is known. */
  codeOfAscii(bytes: Uint8Array, from: number, to: number): number;
  /** Code of a known text; -1 if unknown. */
  find(text: string): number;
  /** Clears all texts; code 0 is then the empty text, which means "absent". */
  reset(): void;
}

const slotCount = 1 << 12;
const slotMask = slotCount - 1;

function createDictionary(): Dictionary {
  const codes = new Map<string, number>();
  const texts: string[] = [];
  /** Code + 1 of the text last seen with this hash, 0 if none. A cache in front of the map: a collision only costs time. */
  const slots = new Int32Array(slotCount);
  function code(text: string): number {
    const known = codes.get(text);
    if (known !== undefined) return known;
    codes.set(text, texts.length);
    return texts.push(text) - 1;
  }
  function reset(): void {
    codes.clear();
    slots.fill(0);
    texts.length = 0;
    code('');
  }
  reset();
  return {
    texts,
    code,
    codeOfAscii(bytes, from, to) {
      let hash = to - from;
      for (let i = from; i < to; i++) hash = (Math.imul(hash, 31) + bytes[i]!) | 0;
      const slot = (hash ^ (hash >>> 12)) & slotMask;
      const cached = slots[slot]! - 1;
      if (cached >= 0 && isText(texts[cached]!, bytes, from, to)) return cached;
      const found = code(String.fromCharCode(...bytes.subarray(from, to)));
      slots[slot] = found + 1;
      return found;
    },
    find: (text) => codes.get(text) ?? -1,
    reset,
  };
}

function isText(text: string, bytes: Uint8Array, from: number, to: number): boolean {
  if (text.length !== to - from) return false;
  for (let i = from; i < to; i++) if (text.charCodeAt(i - from) !== bytes[i]) return false;
  return true;
}

const word = 2 ** 32;

/** Fills as columns, from the source to the engine; four times faster than objects. */
export interface FillColumns {
  readonly capacity: number;
  count: number;
  /** Raw little-endian values, `width` bytes a row. */
  readonly bytes: Record<FillColumnName, Uint8Array>;
  /** Columns with at least one present value in this batch; the engine defaults the others. */
  readonly used: Set<FillColumnName>;
  /** The same memory as `bytes`, as 32-bit words; only for widths that are multiples of 4. */
  readonly words: Record<FillColumnName, Uint32Array>;
  readonly texts: Record<TextColumn, Dictionary>;
  /** The key's numbers as doubles, for comparing. */
  readonly timesMs: Float64Array;
  readonly tids: Float64Array;
  readonly oids: Float64Array;
  /** 1 if the price of the fee's token is not known yet. */
  readonly unpriced: Uint8Array;
  /** Place of each record in its file: line from 1 (0 for a feed), and index in the line's block (-1 without a block). */
  readonly lines: Uint32Array;
  readonly events: Int32Array;
  /** Appends one fill without its fee price; the caller checks that there is room. */
  append(record: SourceFill): void;
  /** Appends rows `from` to `to - 1` of other columns; the caller checks that there is room. */
  appendRows(other: FillColumns, from: number, to: number): void;
  /** Sets a row's `dir` and the flag derived from it: whether the fill is a market trade. */
  setDir(row: number, code: number): void;
  /** Sets the fee price of a row. @param feePx USD per fee token as decimal text, '0' if unknown */
  setFeePx(row: number, feePx: string | number): void;
  /** Removes all rows from `count` on. */
  truncate(count: number): void;
  /** Moves row `from` to row `to`, to drop duplicates in place. */
  move(from: number, to: number): void;
  reset(): void;
}

export type TextColumn = 'coin' | 'dir' | 'fee_token' | 'liquidation_method';
const besideNames = ['timesMs', 'tids', 'oids', 'unpriced', 'lines', 'events'] as const;
const textColumns = ['coin', 'dir', 'fee_token', 'liquidation_method'] as const;

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
  const unpriced = new Uint8Array(capacity);
  const lines = new Uint32Array(capacity);
  const events = new Int32Array(capacity);
  /** Per-fill arrays that are not columns of the engine. */
  const beside = { timesMs, tids, oids, unpriced, lines, events };
  /** Indexed by the code of a `dir`: 1 for a market trade. */
  const markets: number[] = [];

  const columns: FillColumns = {
    capacity,
    count: 0,
    bytes,
    used,
    words,
    texts,
    ...beside,
    append({ wallet, fill, block, seq }) {
      const row = columns.count++;
      writeHex(wallet, bytes.wallet, row * 20, 20);
      const tid = tidOf(fill);
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
      columns.setDir(row, texts.dir.code(fill.dir));
      words.fee_token[row] = texts.fee_token.code(fill.feeToken ?? 'USDC');
      bytes.side[row] = fill.side === 'B' ? 1 : 2;
      bytes.crossed[row] = fill.crossed ? 1 : 0;
      writeScaled(fill.px, 10, words.px, row * 4);
      writeScaled(fill.sz, 12, words.sz, row * 4);
      writeScaled(fill.startPosition, 12, words.start_position, row * 4);
      writeScaled(fill.closedPnl, 12, words.closed_pnl, row * 4);
      writeScaled(fill.fee, 12, words.fee, row * 4);
      writeHex(fill.hash ?? '', bytes.hash, row * 32, 32);
      appendOptional(row, fill);
    },
    appendRows(other, from, to) {
      const at = columns.count;
      columns.count += to - from;
      for (const { name, width, kind } of fillColumnSpecs) {
        if (!other.used.has(name)) continue;
        used.add(name);
        if (kind === 'text') continue;
        bytes[name].set(other.bytes[name].subarray(from * width, to * width), at * width);
      }
      for (const name of textColumns) {
        if (other.used.has(name)) appendCodes(name, other, from, to, at);
      }
      for (const name of besideNames) beside[name].set(other[name].subarray(from, to), at);
    },
    setDir(row, code) {
      while (markets.length <= code) markets.push(isMarketTrade(texts.dir.texts[markets.length]!) ? 1 : 0);
      words.dir[row] = code;
      bytes.market[row] = markets[code]!;
    },
    setFeePx: (row, feePx) => writeScaled(feePx, 10, words.fee_px, row * 4),
    truncate(count) {
      clearRare(count);
      columns.count = count;
    },
    move(from, to) {
      for (const { name, width } of fillColumnSpecs) {
        bytes[name].copyWithin(to * width, from * width, (from + 1) * width);
      }
      for (const name of besideNames) beside[name][to] = beside[name][from]!;
    },
    reset() {
      clearRare(0);
      columns.count = 0;
      markets.length = 0;
      used.clear();
      for (const { name } of everyRowSpecs) used.add(name);
      for (const dictionary of Object.values(texts)) dictionary.reset();
    },
  };

  /** Rare columns are written only if a value is present, so removed rows must be zeroed for the next ones. */
  function clearRare(from: number): void {
    for (const { name, width } of rareSpecs) {
      if (used.has(name)) bytes[name].fill(0, from * width, columns.count * width);
    }
  }

  function appendCodes(name: TextColumn, other: FillColumns, from: number, to: number, at: number): void {
    const source = other.words[name];
    const target = words[name];
    const codes = other.texts[name].texts.map((text) => texts[name].code(text));
    for (let row = from; row < to; row++) target[at + row - from] = codes[source[row]!]!;
  }

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
      used.add('builder').add('names_builder');
      bytes.names_builder[row] = 1;
      writeHex(fill.builder, bytes.builder, row * 20, 20);
    }
    writeRareDecimal('builder_fee', fill.builderFee, row);
    writeRareDecimal('deployer_fee', fill.deployerFee, row);
    writeRareDecimal('priority_gas', fill.priorityGas, row);
    if (fill.liquidation != null) writeLiquidation(fill.liquidation, columns, row);
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

/** Oldest and newest time of the rows; there must be one. */
export function timesOf({ timesMs, count }: FillColumns): { minTimeMs: number; maxTimeMs: number } {
  const times = timesMs.subarray(0, count);
  return {
    minTimeMs: times.reduce((a, b) => Math.min(a, b)),
    maxTimeMs: times.reduce((a, b) => Math.max(a, b)),
  };
}

function writeLiquidation(
  { liquidatedUser, markPx = 0, method }: WireLiquidation,
  { used, bytes, words, texts }: FillColumns,
  row: number,
): void {
  used.add('liquidated_user').add('names_liquidated').add('liquidation_mark_px').add('liquidation_method');
  if (liquidatedUser !== undefined) {
    bytes.names_liquidated[row] = 1;
    writeHex(liquidatedUser, bytes.liquidated_user, row * 20, 20);
  }
  writeScaled(markPx, 10, words.liquidation_mark_px, row * 4);
  words.liquidation_method[row] = texts.liquidation_method.code(method);
}

/** Writes an integer below 2^53 as 64 bits. */
export function writeInteger(column: Uint32Array, row: number, value: number): void {
  column[row * 2] = value;
  column[row * 2 + 1] = value / word;
}

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
