import type { MarginTable } from '../domain/margin-tiers.ts';
import type { FileColumns } from '../kernel/column-file.ts';
import { type HeldPosition, type PositionState, shownPosition } from './held-position.ts';
import { basis, type PositionColumns } from './position-columns.ts';
import type { CoinChains } from './positions.ts';
import { createWalletRows } from './wallet-rows.ts';

/** The positions of one coin, with the data needed to apply later fills and account states. */
export interface CoinPositions extends CoinChains {
  readonly columns: PositionColumns;
  /** @param wallet row in the registry */
  get(wallet: number): HeldPosition | undefined;
  /** Undefined removes the position. */
  set(wallet: number, held: HeldPosition | undefined): void;
  /** Marks a wallet's position as seen by a full reading. */
  touch(wallet: number, reading: number): void;
  /** Wallets whose position a full reading did not touch. */
  untouched(reading: number): number[];
  /** Number of positions whose basis is a state; the basis of all others is a fill. */
  readonly onStates: number;
  /** Row of a wallet in the columns; undefined if it has no position. */
  rowOf(wallet: number): number | undefined;
  /** All columns, internal ones included, without a copy. */
  save(): FileColumns;
  restore(saved: FileColumns): void;
}

const firstCapacity = 16;
const growth = 1.5;
/** Marks an unknown cost; costs are never negative. */
const unknownCost = -1n;
/** Size that marks an unknown chain; positions are never 0. */
const noChain = 0n;

function emptyColumns(capacity: number) {
  return {
    wallet: new Int32Array(capacity),
    size: new Float64Array(capacity),
    entryPx: new Float64Array(capacity),
    openedMs: new Float64Array(capacity),
    updatedMs: new Float64Array(capacity),
    stateMs: new Float64Array(capacity),
    leverage: new Uint16Array(capacity),
    isIsolated: new Uint8Array(capacity),
    liquidationPx: new Float64Array(capacity),
    marginUsed: new Float64Array(capacity),
    fundingSinceOpen: new Float64Array(capacity),
    basis: new Uint8Array(capacity),
    // Internal columns, not part of PositionColumns.
    chainOpenedMs: new Float64Array(capacity),
    chainLastMs: new Float64Array(capacity),
    isCensored: new Uint8Array(capacity),
    stateFirstMs: new Float64Array(capacity),
    stateSize: new Float64Array(capacity),
    stateEntryPx: new Float64Array(capacity),
    stateLiquidationPx: new Float64Array(capacity),
    stateDebt: new Float64Array(capacity),
    debt: new Float64Array(capacity),
    maxLeverage: new Uint16Array(capacity),
    reading: new Uint32Array(capacity),
  };
}

type Columns = ReturnType<typeof emptyColumns>;
const columnNames = Object.keys(emptyColumns(0)) as (keyof Columns)[];

/** @param tableOf margin tiers of the coin; `maxLeverage` of a state is the fallback for a coin without a listing */
export function createCoinPositions(
  coin: string,
  tableOf: (maxLeverage: number) => MarginTable,
): CoinPositions {
  const chainSize = createWideColumn();
  const chainCost = createWideColumn();
  const columns = Object.assign(emptyColumns(0), { coin, count: 0 });
  const rows = createWalletRows((row) => columns.wallet[row]!);
  let onStates = 0;

  function resize(capacity: number): void {
    const resized = emptyColumns(capacity);
    for (const name of columnNames) resized[name].set(columns[name].subarray(0, columns.count) as never);
    Object.assign(columns, resized);
    chainSize.resize(capacity);
    chainCost.resize(capacity);
  }

  function ensure(wallet: number): number {
    const found = rows.get(wallet);
    if (found !== undefined) return found;
    const row = columns.count;
    if (row === columns.wallet.length) resize(Math.max(firstCapacity, Math.ceil(row * growth)));
    columns.count += 1;
    columns.wallet[row] = wallet;
    columns.basis[row] = 0;
    rows.set(wallet, row);
    return row;
  }

  /** Moves the last row into the freed row. */
  function remove(wallet: number): void {
    const row = rows.get(wallet);
    if (row === undefined) return;
    if (columns.basis[row] === basis.state) onStates -= 1;
    rows.delete(wallet);
    columns.count -= 1;
    const last = columns.count;
    if (row === last) return;
    for (const name of columnNames) columns[name][row] = columns[name][last]!;
    chainSize.set(row, chainSize.get(last));
    chainCost.set(row, chainCost.get(last));
    rows.set(columns.wallet[row]!, row);
  }

  function write(row: number, held: HeldPosition): void {
    const { chain, state, debt } = held;
    const before = columns.basis[row];
    const shown = shownPosition(held, tableOf);
    for (const name of Object.keys(shown) as (keyof typeof shown)[]) columns[name][row] = shown[name];
    onStates += Number(shown.basis === basis.state) - Number(before === basis.state);
    chainSize.set(row, chain?.size ?? noChain);
    chainCost.set(row, chain?.cost ?? unknownCost);
    columns.chainOpenedMs[row] = chain?.openedMs ?? 0;
    columns.chainLastMs[row] = chain?.lastMs ?? 0;
    columns.isCensored[row] = chain?.isCensored === false ? 0 : 1;
    columns.debt[row] = debt;
    if (state === undefined) return;
    columns.stateFirstMs[row] = state.firstMs;
    columns.stateSize[row] = state.size;
    columns.stateEntryPx[row] = state.entryPx;
    columns.stateLiquidationPx[row] = state.liquidationPx;
    columns.stateDebt[row] = state.debt;
    columns.maxLeverage[row] = state.maxLeverage;
  }

  function stateAt(row: number): PositionState | undefined {
    if (columns.stateMs[row] === 0) return undefined;
    return {
      timeMs: columns.stateMs[row]!,
      firstMs: columns.stateFirstMs[row]!,
      size: columns.stateSize[row]!,
      entryPx: columns.stateEntryPx[row]!,
      leverage: columns.leverage[row]!,
      isIsolated: columns.isIsolated[row] === 1,
      maxLeverage: columns.maxLeverage[row]!,
      marginUsed: columns.marginUsed[row]!,
      liquidationPx: columns.stateLiquidationPx[row]!,
      fundingSinceOpen: columns.fundingSinceOpen[row]!,
      debt: columns.stateDebt[row]!,
    };
  }

  function chainAt(row: number): HeldPosition['chain'] {
    const size = chainSize.get(row);
    if (size === noChain) return undefined;
    const cost = chainCost.get(row);
    return {
      size,
      cost: cost === unknownCost ? undefined : cost,
      openedMs: columns.chainOpenedMs[row]!,
      lastMs: columns.chainLastMs[row]!,
      isCensored: columns.isCensored[row] === 1,
    };
  }

  return {
    columns,
    get onStates() {
      return onStates;
    },
    get(wallet) {
      const row = rows.get(wallet);
      if (row === undefined) return undefined;
      return { chain: chainAt(row), state: stateAt(row), debt: columns.debt[row]! };
    },
    chain(wallet) {
      const row = rows.get(wallet);
      return row === undefined ? undefined : chainAt(row);
    },
    eachChain(take) {
      for (let row = 0; row < columns.count; row++) {
        const chain = chainAt(row);
        if (chain !== undefined) take(columns.wallet[row]!, chain);
      }
    },
    set(wallet, held) {
      if (held === undefined) remove(wallet);
      else write(ensure(wallet), held);
    },
    touch(wallet, reading) {
      const row = rows.get(wallet);
      if (row !== undefined) columns.reading[row] = reading;
    },
    untouched(reading) {
      const found: number[] = [];
      for (let row = 0; row < columns.count; row++) {
        if (columns.reading[row] !== reading) found.push(columns.wallet[row]!);
      }
      return found;
    },
    rowOf: (wallet) => rows.get(wallet),
    save() {
      const { count } = columns;
      const saved: FileColumns = { chainSize: chainSize.words(count), chainCost: chainCost.words(count) };
      for (const name of columnNames) saved[name] = columns[name].subarray(0, count);
      return saved;
    },
    restore(saved) {
      const count = saved.wallet!.length;
      resize(count);
      for (const name of columnNames) columns[name].set(saved[name] as never);
      chainSize.words(count).set(saved.chainSize as BigInt64Array);
      chainCost.words(count).set(saved.chainCost as BigInt64Array);
      columns.count = count;
      onStates = 0;
      for (let row = 0; row < count; row++) {
        rows.set(columns.wallet[row]!, row);
        if (columns.basis[row] === basis.state) onStates += 1;
      }
    },
  };
}

/** 128-bit integers, one per row, for values that a double would round. */
interface WideColumn {
  get(row: number): bigint;
  set(row: number, value: bigint): void;
  /** Sets the capacity in rows and keeps the present values. */
  resize(rows: number): void;
  /** Two words per row, low word first; not a copy. */
  words(rows: number): BigInt64Array;
}

export function createWideColumn(): WideColumn {
  let words = new BigInt64Array(0);
  return {
    get(row) {
      const low = BigInt.asUintN(64, words[row * 2]!);
      const high = words[row * 2 + 1]!;
      return high === 0n ? low : (high << 64n) | low;
    },
    set(row, value) {
      words[row * 2] = BigInt.asIntN(64, value);
      words[row * 2 + 1] = BigInt.asIntN(64, value >> 64n);
    },
    resize(rows) {
      const resized = new BigInt64Array(rows * 2);
      resized.set(words.subarray(0, resized.length));
      words = resized;
    },
    words: (rows) => words.subarray(0, rows * 2),
  };
}
