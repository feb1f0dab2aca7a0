import type { HeldParts } from '../changes/view-snapshots.ts';
import { dexOf } from '../domain/coin-name.ts';
import { createMarginTable, type MarginTable } from '../domain/margin-tiers.ts';
import type { PositionFill } from '../domain/open-position.ts';
import { compareAddresses, type WalletIndex } from '../domain/wallet-index.ts';
import { BoundedMap } from '../kernel/bounded-map.ts';
import { createNumberCounts } from '../kernel/number-counts.ts';
import { createNumberSet } from '../kernel/number-set.ts';
import { type CoinPositions, createCoinPositions } from './coin-positions.ts';
import {
  type HeldPosition,
  heldAfterFills,
  heldAfterState,
  newerState,
  newestMs,
  type PositionState,
} from './held-position.ts';
import { positionRow } from './position-columns.ts';
import type { Positions, PositionsBasis } from './positions.ts';
import { restoreBook, saveBook, savedReading } from './saved-book.ts';

/** Margin tiers of a coin by the newest listing; undefined if unknown. */
export type MarginTableOf = (coin: string) => MarginTable | undefined;

/** Where a chain of fills begins. */
export type ChainStart =
  /** At the held position: the fills continue it. */
  | 'held'
  /** Flat, or at the wallet's first fill: the fills replace the previous fold. */
  | 'new';

/** All positions, and the rules by which fills and states change them. Wallets are rows of the registry. */
export interface PositionBook {
  readonly reading: Omit<Positions, 'ready' | 'built'>;
  held(coin: string, wallet: number): HeldPosition | undefined;
  /**
   * Applies ordered fills of one wallet and coin.
   *
   * @param state newest state, if read together with the fills; its time may lie between two of them
   */
  addFills(
    coin: string,
    wallet: number,
    fills: readonly PositionFill[],
    start: ChainStart,
    state?: PositionState,
  ): void;
  /**
   * Applies one position of a state.
   *
   * @param reread set in a full reading if fills leave no position: time of the newest fill; the state replaces the previous fold
   */
  addState(coin: string, wallet: number, state: PositionState, reread?: { lastFillMs: number }): void;
  /** Applies an account state: closes older positions that it does not show. @param timeMs time of the state, unix milliseconds */
  addAccount(dex: string, wallet: number, timeMs: number): void;
  /** As `addAccount`, before the positions of a full reading: older positions are closed as they arrive. */
  noteAccount(dex: string, wallet: number, timeMs: number): void;
  beginReading(): void;
  /** Ends a full reading: closes the positions that it did not touch. */
  endReading(): void;
  tableOf(coin: string, maxLeverage: number): MarginTable;
  save(): Promise<HeldParts>;
  /** Restores a saved book; this book must be empty. */
  restore(parts: HeldParts): Promise<void>;
}

/** Closed positions remembered, so that an older state does not reopen them. */
const closedLimit = 200_000;
const walletsLimit = 2 ** 31;

export function createPositionBook(options: {
  wallets: WalletIndex;
  marginTableOf?: MarginTableOf | undefined;
}): PositionBook {
  const { wallets, marginTableOf = () => undefined } = options;
  const byCoin = new Map<string, CoinPositions & { number: number; dex: string }>();
  const dexes = new Map<string, number>();
  /** Time of the newest account state, by dex and wallet. */
  const accounts = new Map<number, number>();
  /** Time of the newest fill or state that left no position, by coin and wallet. */
  const closed = new BoundedMap<number, number>(closedLimit);
  const tableOf = tablesOf(marginTableOf);
  const holders = createNumberCounts();
  let reading = 0;
  let version = 0;

  function positionsOf(coin: string) {
    const known = byCoin.get(coin);
    if (known !== undefined) return known;
    const made = createCoinPositions(coin, (maxLeverage) => tableOf(coin, maxLeverage));
    const positions = Object.assign(made, { number: byCoin.size, dex: dexOf(coin) });
    byCoin.set(coin, positions);
    return positions;
  }

  function accountKey(dex: string, wallet: number): number {
    let number = dexes.get(dex);
    if (number === undefined) {
      number = dexes.size;
      dexes.set(dex, number);
    }
    return number * walletsLimit + wallet;
  }

  function place(
    positions: ReturnType<typeof positionsOf>,
    wallet: number,
    held: HeldPosition | undefined,
  ): void {
    const before = positions.columns.count;
    positions.set(wallet, held);
    holders.add(wallet, positions.columns.count - before);
  }

  function replace(
    positions: ReturnType<typeof positionsOf>,
    wallet: number,
    held: HeldPosition | undefined,
    atMs: number,
  ): void {
    // An account state shows every open position, so an older position is closed.
    const accountMs = accounts.get(accountKey(positions.dex, wallet)) ?? 0;
    const isOpen = held !== undefined && newestMs(held) >= accountMs;
    place(positions, wallet, isOpen ? held : undefined);
    const key = positions.number * walletsLimit + wallet;
    closed.delete(key);
    if (!isOpen) closed.set(key, Math.max(atMs, held === undefined ? 0 : accountMs));
    positions.touch(wallet, reading);
    version += 1;
  }

  function noteAccount(dex: string, wallet: number, timeMs: number): boolean {
    const key = accountKey(dex, wallet);
    if (timeMs <= (accounts.get(key) ?? 0)) return false;
    accounts.set(key, timeMs);
    return true;
  }

  const sumOf = (value: (positions: CoinPositions) => number) =>
    byCoin.values().reduce((sum, positions) => sum + value(positions), 0);
  const count = () => sumOf(({ columns }) => columns.count);

  return {
    save: () => saveBook({ reading, byCoin, dexes, accounts, closed }),
    async restore(parts) {
      const times = { accounts, closed };
      await restoreBook(parts, { ...times, dexes, holders, positionsOf });
      reading = savedReading(parts);
      version += 1;
    },
    tableOf,
    held: (coin, wallet) => byCoin.get(coin)?.get(wallet),
    addFills(coin, wallet, fills, start, state) {
      if (fills.length === 0) return;
      const positions = positionsOf(coin);
      const held = positions.get(wallet);
      const known = newerState(held?.state, state);
      const fresh = { chain: undefined, state: known, debt: known?.debt ?? Number.NaN };
      const from = start === 'held' ? held : fresh;
      replace(positions, wallet, heldAfterFills(from, fills), fills.at(-1)!.timeMs);
    },
    addState(coin, wallet, state, reread) {
      const positions = positionsOf(coin);
      const held = positions.get(wallet);
      const closedMs = closed.get(positions.number * walletsLimit + wallet) ?? 0;
      const lastMs = reread?.lastFillMs ?? Math.max(held?.chain?.lastMs ?? 0, closedMs);
      const after = heldAfterState(reread === undefined ? held : undefined, state, lastMs);
      if (after !== held) replace(positions, wallet, after, state.timeMs);
    },
    addAccount(dex, wallet, timeMs) {
      if (!noteAccount(dex, wallet, timeMs)) return;
      for (const positions of byCoin.values()) {
        if (positions.dex !== dex) continue;
        const held = positions.get(wallet);
        if (held !== undefined && newestMs(held) < timeMs) replace(positions, wallet, undefined, timeMs);
      }
    },
    noteAccount,
    beginReading() {
      reading += 1;
    },
    endReading() {
      for (const positions of byCoin.values()) {
        for (const wallet of positions.untouched(reading)) {
          place(positions, wallet, undefined);
          version += 1;
        }
      }
    },
    reading: {
      coins: () => [...byCoin].filter(([, { columns }]) => columns.count > 0).map(([coin]) => coin),
      ofCoin: (coin) =>
        (byCoin.get(coin) ?? createCoinPositions(coin, (most) => tableOf(coin, most))).columns,
      ofWallet(address, coins) {
        const wallet = wallets.find(address);
        if (wallet === undefined) return [];
        const found = [];
        for (const positions of coins?.map((coin) => byCoin.get(coin)) ?? byCoin.values()) {
          const row = positions?.rowOf(wallet);
          if (row !== undefined) found.push(positionRow(positions!.columns, row));
        }
        return found;
      },
      find: (address) => wallets.find(address),
      address: (wallet) => wallets.address(wallet),
      compare: (a, b) => compareAddresses(wallets.chunks, a, b),
      count,
      chains: (coin: string) => byCoin.get(coin),
      holders: () => holders.size,
      tracked(sinceMs) {
        const others = createNumberSet();
        for (const [key, timeMs] of accounts) {
          const wallet = key % walletsLimit;
          if (timeMs >= sinceMs && !holders.has(wallet)) others.add(wallet);
        }
        return holders.size + others.size;
      },
      basis(coin) {
        if (coin === undefined) {
          const onStates = sumOf((positions) => positions.onStates);
          return basisOf(count(), onStates);
        }
        const positions = byCoin.get(coin);
        return positions && basisOf(positions.columns.count, positions.onStates);
      },
      version: () => version,
    },
  };
}

function basisOf(count: number, onStates: number): PositionsBasis | undefined {
  if (count === 0) return undefined;
  if (onStates === 0) return 'fills';
  return onStates === count ? 'state' : 'mixed';
}

/** Margin tables by the listing, else by the maximum leverage of a state. */
function tablesOf(listedOf: MarginTableOf): (coin: string, maxLeverage: number) => MarginTable {
  const tables = new Map<number, MarginTable>();
  return (coin, maxLeverage) => {
    const listed = listedOf(coin);
    if (listed !== undefined) return listed;
    // One tier, that of the position's notional in its state.
    let table = tables.get(maxLeverage);
    if (table === undefined) {
      table = createMarginTable([{ lowerBound: 0, maxLeverage: Math.max(1, maxLeverage) }]);
      tables.set(maxLeverage, table);
    }
    return table;
  };
}
