import { walletBytes } from '../domain/wallet-index.ts';
import type { AnyBoard, BoardRead } from './board.ts';
import { type Columns, largerColumns, sharedColumn, sharedColumns } from './columns.ts';
import { addressOrder, orderMoves, rankedRows, writeMoved } from './rank-order.ts';

/** The wallets of the WalletIndex; a table has a row for each. */
export interface KnownWallets {
  chunks: readonly Uint8Array[];
  count: number;
}

/** Result of one query, with the row number of each wallet in it. */
export interface ReadRows {
  /** Index among the reads of the board. */
  read: number;
  rows: Uint32Array;
  /** RowBinary. */
  bytes: Uint8Array;
}

/** A change of a table; its memory is shared, so that passing it to another thread costs nothing. */
export interface TableChange {
  count: number;
  /** All columns if they had to grow, and rebuilt columns. */
  columns?: Columns;
  rows: Uint32Array;
  /** New values of `rows`, by column. */
  values: Columns;
  /** Orders that changed. */
  orders: Record<string, Uint32Array>;
}

/** The columns and orders of a board on the ranking thread. */
export interface Table {
  /** Writes rows of a full read. The table must not have readers yet. */
  write(read: ReadRows, wallets: KnownWallets): void;
  /** Loads the complete rows of another table instead of a full read. Readers may read the table afterwards. */
  restore(held: HeldRows): void;
  /** Computes the derived columns of every row; required before orders. */
  compute(): void;
  order(name: string, chunks: KnownWallets['chunks']): TableChange;
  /** Rebuilds a column that depends on all wallets, and the orders by it. */
  whole(name: string, chunks: KnownWallets['chunks']): TableChange;
  /** Computes a change without touching the values that readers see: their thread runs {@link applyChange}. */
  change(reads: readonly ReadRows[], wallets: KnownWallets): TableChange;
  /** Applies the changes of a new day in place: the table must not have readers yet. */
  turn(reads: readonly ReadRows[], wallets: KnownWallets): void;
  readonly columns: Columns;
  readonly count: number;
  readonly orders: Readonly<Record<string, Uint32Array>>;
}

export interface HeldRows {
  count: number;
  columns: Columns;
  orders: Record<string, Uint32Array>;
}

/** Spare rows for new wallets, so that growth is rare. */
const spareShare = 1.125;
const spareRows = 4_096;

export function createTable(board: AnyBoard, expectedRows: number): Table {
  let capacity = roomFor(expectedRows);
  let columns = sharedColumns(board.columns, capacity);
  let count = 0;
  const orders: Record<string, Uint32Array> = {};
  /** Previous buffer of each order, for reuse: it has no readers any more when the next order is written. */
  const spare: Record<string, Uint32Array> = {};
  let byAddress: Uint32Array = new Uint32Array(0);
  unknownFrom(0);

  /** Sets the columns that depend on all wallets to NaN from a row on; new wallets have no value until the next rebuild. */
  function unknownFrom(row: number): void {
    for (const { column } of board.whole) columns[column]!.fill(Number.NaN, row);
  }

  function grow(needed: number): Columns | undefined {
    if (needed <= capacity) return undefined;
    const before = capacity;
    capacity = roomFor(needed);
    columns = largerColumns(board.columns, columns, capacity);
    unknownFrom(before);
    return columns;
  }

  function take(name: string, rows: number): Uint32Array {
    const old = spare[name];
    if (old !== undefined && old.length >= rows) return old;
    return sharedColumn('uint32', roomFor(rows)) as Uint32Array;
  }

  function publish(name: string, written: Uint32Array, rows: number): Uint32Array {
    const before = orders[name];
    if (before !== undefined) spare[name] = new Uint32Array(before.buffer);
    orders[name] = written.subarray(0, rows);
    return orders[name];
  }

  function order(name: string, chunks: KnownWallets['chunks']): Uint32Array {
    if (byAddress.length !== count) byAddress = addressOrder(chunks, count);
    const rows = rankedRows(board.orders[name]!, columns, byAddress);
    const written = take(name, rows.length);
    written.set(rows);
    return publish(name, written, rows.length);
  }

  function restore(held: HeldRows): void {
    grow(held.count);
    count = held.count;
    for (const [name, values] of Object.entries(held.columns)) columns[name]!.set(values);
    for (const [name, rows] of Object.entries(held.orders)) {
      const written = take(name, rows.length);
      written.set(rows);
      publish(name, written, rows.length);
    }
  }

  function changeBy(
    declared: readonly BoardRead[],
    reads: readonly ReadRows[],
    wallets: KnownWallets,
  ): TableChange {
    const knownRows = count;
    const grown = grow(wallets.count);
    count = wallets.count;
    const rows = distinctRows(reads);
    const values = changedValues(board, declared, reads, rows, columns);
    const change = { columns, rows, changed: values, chunks: wallets.chunks, knownRows };
    const moved: Record<string, Uint32Array> = {};
    for (const [name, before] of Object.entries(orders)) {
      const moves = orderMoves(board.orders[name]!, before, change);
      if (moves.leave.length + moves.come.length === 0) continue;
      const into = take(name, before.length + moves.come.length);
      moved[name] = publish(name, into, writeMoved(before, moves, into));
    }
    return { count, ...(grown && { columns: grown }), rows, values, orders: moved };
  }

  const untouched = () => ({ count, rows: new Uint32Array(0), values: {} });

  return {
    get columns() {
      return columns;
    },
    get count() {
      return count;
    },
    orders,
    restore,
    write(read, wallets) {
      grow(wallets.count);
      count = wallets.count;
      takeRows(board.full[read.read]!, read, columns, (i) => read.rows[i]!);
    },
    compute() {
      if (board.compute !== undefined) for (let row = 0; row < count; row++) board.compute(columns, row);
    },
    order: (name, chunks) => ({ ...untouched(), orders: { [name]: order(name, chunks) } }),
    whole(name, chunks) {
      const { fill, orders: by } = board.whole.find((one) => one.column === name)!;
      const values = sharedColumn('float64', capacity) as Float64Array;
      values.fill(Number.NaN, count);
      fill(values.subarray(0, count), columns);
      columns = { ...columns, [name]: values };
      const made = Object.fromEntries(by.map((one) => [one, order(one, chunks)]));
      return { ...untouched(), columns: { [name]: values }, orders: made };
    },
    change: (reads, wallets) => changeBy(board.changed, reads, wallets),
    turn(reads, wallets) {
      applyChange(columns, changeBy(board.turned, reads, wallets));
    },
  };
}

/** Applies a change to a table's columns in one turn of the readers' thread: readers see all of it or nothing. */
export function applyChange(columns: Columns, { rows, values }: TableChange): void {
  for (const [name, changed] of Object.entries(values)) {
    const column = columns[name]!;
    for (let i = 0; i < rows.length; i++) column[rows[i]!] = changed[i]!;
  }
}

function roomFor(rows: number): number {
  return Math.ceil(rows * spareShare) + spareRows;
}

function distinctRows(reads: readonly ReadRows[]): Uint32Array {
  const rows = new Set<number>();
  for (const read of reads) for (const row of read.rows) rows.add(row);
  const distinct = sharedColumn('uint32', rows.size) as Uint32Array;
  distinct.set([...rows]);
  return distinct.sort();
}

/** All columns of the changed rows: current values, overwritten by the reads and the derived columns. */
function changedValues(
  board: AnyBoard,
  declared: readonly BoardRead[],
  reads: readonly ReadRows[],
  rows: Uint32Array,
  columns: Columns,
): Columns {
  const values = sharedColumns(board.columns, rows.length);
  for (const name of Object.keys(values)) {
    const [from, to] = [columns[name]!, values[name]!];
    for (let i = 0; i < rows.length; i++) to[i] = from[rows[i]!]!;
  }
  const places = new Map<number, number>();
  for (let i = 0; i < rows.length; i++) places.set(rows[i]!, i);
  for (const read of reads) {
    takeRows(declared[read.read]!, read, values, (i) => places.get(read.rows[i]!)!);
  }
  if (board.compute !== undefined) for (let i = 0; i < rows.length; i++) board.compute(values, i);
  return values;
}

function takeRows(
  { columns: names, add }: BoardRead,
  read: ReadRows,
  into: Columns,
  placeOf: (i: number) => number,
): void {
  const { rows, bytes } = read;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const targets = names.map((name) => into[name]!);
  const width = walletBytes + names.length * 8;
  for (let i = 0, at = walletBytes; i < rows.length; i++, at += width) {
    const place = placeOf(i);
    if (add !== undefined) {
      add(
        into,
        place,
        names.map((_, j) => view.getFloat64(at + j * 8, true)),
      );
    } else for (let j = 0; j < targets.length; j++) targets[j]![place] = view.getFloat64(at + j * 8, true);
  }
}
