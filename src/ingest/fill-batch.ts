import { type FillColumnName, fillColumnSpecs } from './fill-column-specs.ts';
import { createFillColumns, type FillColumns } from './fill-columns.ts';

export interface FillBatch {
  readonly columns: FillColumns;
  /** Records whose key is in the batch with other content. They belong to the next batch, when this one is stored. */
  readonly apart: FillColumns;
  /** Fills repeated within the batch. */
  duplicates: number;
  maxBlock: number;
  /** Position of a followed source after the last chunk that ended in this batch. */
  position: string | undefined;
  readonly full: boolean;
  /** Adds the source's rows from `from` on, as far as there is room. @returns number of rows added */
  add(rows: FillColumns, from: number): number;
  /** Row with this key, or -1. The 20 bytes of the wallet start at `at`. */
  rowOf: FindKey;
  /** Removes rows and keeps the order of the others. No fill can be added or found afterwards. */
  remove(rows: ReadonlySet<number>): void;
  reset(): void;
}

/** Finds a fill of the batch by its key: wallet, coin, time, tid, oid. */
type FindKey = (
  walletBytes: Uint8Array,
  at: number,
  coin: string,
  timeMs: number,
  tid: number,
  oid: number,
) => number;

/** A directory tree with the same hour in two formats has every fill twice. */
const apartLimit = 20_000;
/** Columns that Tidemark adds; not part of the record's content. */
const ours = new Set<FillColumnName>(['seq', 'market', 'fee_px', 'source']);
const contentSpecs = fillColumnSpecs.filter(({ name }) => !ours.has(name));

export function openFillBatch(capacity: number): FillBatch {
  const columns = createFillColumns(capacity);
  const keys = createFillKeys(columns);
  const apart = createFillColumns(Math.min(capacity, apartLimit));

  function isSame(a: number, b: number): boolean {
    for (const { name, width } of contentSpecs) {
      if (!columns.used.has(name)) continue;
      const bytes = columns.bytes[name];
      for (let i = 0; i < width; i++) if (bytes[a * width + i] !== bytes[b * width + i]) return false;
    }
    return true;
  }

  /** Registers the rows from `from` on; the next row overwrites a repeated fill. */
  function register(from: number): void {
    let to = from;
    for (let row = from; row < columns.count; row++) {
      if (row !== to) columns.move(row, to);
      const first = keys.add(to);
      if (first < 0) to += 1;
      else if (isSame(first, to)) batch.duplicates += 1;
      else apart.appendRows(columns, to, to + 1);
    }
    columns.truncate(to);
  }

  const batch: FillBatch = {
    columns,
    apart,
    duplicates: 0,
    maxBlock: 0,
    position: undefined,
    get full() {
      return columns.count === capacity || apart.count === apart.capacity;
    },
    add(rows, from) {
      const first = columns.count;
      const taken = Math.min(capacity - first, apart.capacity - apart.count, rows.count - from);
      columns.appendRows(rows, from, from + taken);
      register(first);
      for (let row = first; row < columns.count; row++) {
        const block = columns.words.block[row * 2]! + columns.words.block[row * 2 + 1]! * 2 ** 32;
        if (block > batch.maxBlock) batch.maxBlock = block;
      }
      return taken;
    },
    rowOf: keys.find,
    remove(rows) {
      let to = 0;
      for (let from = 0; from < columns.count; from++) {
        if (rows.has(from)) continue;
        if (from !== to) columns.move(from, to);
        to += 1;
      }
      columns.truncate(to);
    },
    reset() {
      columns.reset();
      apart.reset();
      keys.reset();
      batch.duplicates = 0;
      batch.maxBlock = 0;
      batch.position = undefined;
    },
  };
  return batch;
}

/** Hash table over the columns: no key strings, no objects. */
function createFillKeys(columns: FillColumns) {
  const { timesMs, tids, oids } = columns;
  const slots = 2 ** Math.ceil(Math.log2(columns.capacity * 2));
  const table = new Int32Array(slots);
  const mask = slots - 1;
  const wallets = columns.bytes.wallet;
  const coins = new Uint32Array(columns.bytes.coin.buffer);

  function hash(bytes: Uint8Array, at: number, coin: number, timeMs: number, tid: number, oid: number) {
    let h = Math.imul(timeMs | 0, 0x9e3779b1) ^ coin;
    h = Math.imul(h ^ (tid | 0), 0x85ebca6b);
    h = Math.imul(h ^ (oid | 0) ^ (h >>> 15), 0xc2b2ae35);
    h ^= bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16) | (bytes[at + 19]! << 24);
    h = Math.imul(h ^ (h >>> 13), 0x27d4eb2f);
    return (h ^ (h >>> 16)) & mask;
  }

  function hasWallet(row: number, bytes: Uint8Array, at: number): boolean {
    for (let i = 0; i < 20; i++) if (wallets[row * 20 + i] !== bytes[at + i]) return false;
    return true;
  }

  /** Slot that holds the key, or the free slot for it. */
  function slotOf(bytes: Uint8Array, at: number, coin: number, timeMs: number, tid: number, oid: number) {
    for (let slot = hash(bytes, at, coin, timeMs, tid, oid); ; slot = (slot + 1) & mask) {
      const row = table[slot]! - 1;
      if (row < 0) return slot;
      const isNumbers = timesMs[row] === timeMs && tids[row] === tid && oids[row] === oid;
      if (isNumbers && coins[row] === coin && hasWallet(row, bytes, at)) return slot;
    }
  }

  const find: FindKey = (walletBytes, at, coin, timeMs, tid, oid) =>
    table[slotOf(walletBytes, at, columns.texts.coin.code(coin), timeMs, tid, oid)]! - 1;
  return {
    find,
    /** Registers the batch's newest row. @returns the row that has the same key already, or -1 */
    add(row: number): number {
      const slot = slotOf(wallets, row * 20, coins[row]!, timesMs[row]!, tids[row]!, oids[row]!);
      if (table[slot] !== 0) return table[slot]! - 1;
      table[slot] = row + 1;
      return -1;
    },
    reset: () => void table.fill(0),
  };
}
