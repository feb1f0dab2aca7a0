import { mulDiv } from '../../packages/exchange-simulator/src/decimal.ts';
import type { SeededRng } from '../../src/kernel/rng.ts';

/** Effect of a fill on a position. */
export interface Move {
  /** Signed size before it. */
  start: number;
  /** Size that it closed. */
  closed: number;
  /** Millionths of a USD. */
  pnl: number;
}

/** Open positions of all wallets. Sizes are signed, in units of the coin; costs in millionths of a USD. */
export interface Holdings {
  readonly open: number;
  sizeOf(wallet: number, coin: number): number;
  /** Books a fill of a wallet. @param px in units of the coin's price */
  move(wallet: number, coin: number, signed: number, px: number): Move;
  /** True if a wallet that trades today has a position in the coin. */
  isHeld(coin: number): boolean;
  /** A wallet that trades today and has a position on this side; −1 for none. */
  anyHolder(coin: number, isLong: boolean, rng: SeededRng): number;
  /** Who trades from now on. @param isActive by wallet; the makers' positions are never handed out */
  activate(isActive: (wallet: number) => boolean): void;
  each(visit: (wallet: number, coin: number, size: number) => void): void;
  save(): HoldingsState;
}

export interface HoldingsState {
  wallets: Int32Array;
  coins: Int32Array;
  sizes: Float64Array;
  costs: Float64Array;
}

/** More than any world has coins. */
const coinsLimit = 1_024;

export function createHoldings(coins: number, saved?: HoldingsState): Holdings {
  const slots = new Map<number, number>();
  const keys: number[] = [];
  const sizes: number[] = [];
  const costs: number[] = [];
  /** By slot: index in the list of its coin and side; −1 if its wallet does not trade. */
  const places: number[] = [];
  const free: number[] = [];
  /** Slots by coin: longs at the even places, shorts at the odd ones. */
  const lists: number[][] = Array.from({ length: coins * 2 }, () => []);
  let isActive = (_: number): boolean => false;
  if (saved !== undefined) {
    for (const [at, wallet] of saved.wallets.entries())
      put(wallet * coinsLimit + saved.coins[at]!, saved.sizes[at]!, saved.costs[at]!);
  }

  const listOf = (key: number, size: number) => lists[(key % coinsLimit) * 2 + (size > 0 ? 0 : 1)]!;

  function enlist(slot: number): void {
    const key = keys[slot]!;
    if (!isActive(Math.floor(key / coinsLimit))) {
      places[slot] = -1;
      return;
    }
    const list = listOf(key, sizes[slot]!);
    places[slot] = list.length;
    list.push(slot);
  }

  function strike(slot: number): void {
    const place = places[slot]!;
    if (place < 0) return;
    const list = listOf(keys[slot]!, sizes[slot]!);
    const last = list.pop()!;
    if (last === slot) return;
    list[place] = last;
    places[last] = place;
  }

  function put(key: number, size: number, cost: number): void {
    const slot = free.pop() ?? keys.length;
    slots.set(key, slot);
    keys[slot] = key;
    sizes[slot] = size;
    costs[slot] = cost;
    enlist(slot);
  }

  function turn(slot: number, size: number, cost: number): void {
    if (size > 0 === sizes[slot]! > 0) sizes[slot] = size;
    else {
      strike(slot);
      sizes[slot] = size;
      enlist(slot);
    }
    costs[slot] = cost;
  }

  function end(slot: number): void {
    strike(slot);
    slots.delete(keys[slot]!);
    sizes[slot] = 0;
    free.push(slot);
  }

  return {
    get open() {
      return slots.size;
    },
    sizeOf(wallet, coin) {
      const slot = slots.get(wallet * coinsLimit + coin);
      return slot === undefined ? 0 : sizes[slot]!;
    },
    move(wallet, coin, signed, px) {
      const key = wallet * coinsLimit + coin;
      const slot = slots.get(key);
      if (slot === undefined) {
        put(key, signed, Math.abs(signed) * px);
        return { start: 0, closed: 0, pnl: 0 };
      }
      const start = sizes[slot]!;
      const cost = costs[slot]!;
      if (start > 0 === signed > 0) {
        turn(slot, start + signed, cost + Math.abs(signed) * px);
        return { start, closed: 0, pnl: 0 };
      }
      const held = Math.abs(start);
      const closed = Math.min(held, Math.abs(signed));
      // The exchange cuts an entry to the decimals of a price; the least bit is that of a double.
      const entry = Math.floor((cost + 1e-6) / held);
      const pnl = (start > 0 ? px - entry : entry - px) * closed;
      const left = start + signed;
      if (left === 0) end(slot);
      else if (left > 0 === start > 0) turn(slot, left, costLeft(cost, held - closed, held));
      else turn(slot, left, Math.abs(left) * px);
      return { start, closed, pnl };
    },
    isHeld: (coin) => lists[coin * 2]!.length + lists[coin * 2 + 1]!.length > 0,
    anyHolder(coin, isLong, rng) {
      const list = lists[coin * 2 + (isLong ? 0 : 1)]!;
      if (list.length === 0) return -1;
      return Math.floor(keys[list[rng.below(list.length)]!]! / coinsLimit);
    },
    activate(active) {
      isActive = active;
      for (const list of lists) list.length = 0;
      for (const slot of slots.values()) enlist(slot);
    },
    each(visit) {
      for (const [key, slot] of slots) visit(Math.floor(key / coinsLimit), key % coinsLimit, sizes[slot]!);
    },
    save() {
      const entries = [...slots];
      return {
        wallets: Int32Array.from(entries, ([key]) => Math.floor(key / coinsLimit)),
        coins: Int32Array.from(entries, ([key]) => key % coinsLimit),
        sizes: Float64Array.from(entries, ([, slot]) => sizes[slot]!),
        costs: Float64Array.from(entries, ([, slot]) => costs[slot]!),
      };
    },
  };
}

/** Keeps the average entry unchanged; a whole number stays whole. */
function costLeft(cost: number, left: number, held: number): number {
  if (Number.isInteger(cost) && cost % held === 0) return mulDiv(cost, left, held);
  return (cost / held) * left;
}
