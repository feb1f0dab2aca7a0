import { mulDiv, mulMod } from './decimal.ts';
import { marketsLimit } from './market.ts';

/**
 * Positions and spot balances, one slot per wallet and market, in columns: a big run holds a million of
 * them. Amounts are integers: `szi` in the market's size units (spot: 10^-8), money in its money units.
 */
export interface Positions {
  readonly count: number;
  wallet: Int32Array;
  market: Int32Array;
  /** Signed size; on spot and outcomes the balance. */
  szi: Float64Array;
  /** Cost of the present size, unsigned: whole units and a fraction. */
  cost: Float64Array;
  costFraction: Float64Array;
  leverage: Uint8Array;
  isolated: Uint8Array;
  /** Cash of an isolated position. */
  isolatedRaw: Float64Array;
  /** Funding paid (positive) in money units: ever, and since the position opened. */
  fundingAllTime: Float64Array;
  fundingSinceOpen: Float64Array;
  nextOfWallet: Int32Array;
  nextOfMarket: Int32Array;
  firstOfWallet(wallet: number): number;
  firstOfMarket(market: number): number;
  /** The slot, or −1. */
  find(wallet: number, market: number): number;
  /** Returns the slot; creates it if missing. */
  ensure(wallet: number, market: number): number;
  /** Adds `size > 0` to a position of the same direction, at `paid` money units. */
  increase(slot: number, signed: number, paid: number): void;
  /** Reduces the size by `size > 0`; the average entry is unchanged. Returns the whole units of cost removed. */
  reduce(slot: number, size: number): void;
  save(): PositionsState;
}

export interface PositionsState {
  count: number;
  columns: ReturnType<typeof emptyColumns>;
  firstOfWallet: Int32Array;
  firstOfMarket: Int32Array;
}

/** Below this share of a unit a fraction is taken for the float error of an exact integer. */
const fractionNoise = 1e-9;

export function createPositions(walletCount: number, saved?: PositionsState): Positions {
  let capacity = saved?.columns.wallet.length ?? 1 << 12;
  const slots = new Map<number, number>();
  const firstOfWallet = saved?.firstOfWallet ?? new Int32Array(walletCount).fill(-1);
  const firstOfMarket = saved?.firstOfMarket ?? new Int32Array(marketsLimit).fill(-1);
  const columns = saved?.columns ?? emptyColumns(capacity);
  let count = saved?.count ?? 0;
  for (let slot = 0; slot < count; slot++) {
    slots.set(columns.wallet[slot]! * marketsLimit + columns.market[slot]!, slot);
  }
  const positions: Positions = {
    ...columns,
    get count() {
      return count;
    },
    firstOfWallet: (wallet) => firstOfWallet[wallet]!,
    firstOfMarket: (market) => firstOfMarket[market]!,
    find: (wallet, market) => slots.get(wallet * marketsLimit + market) ?? -1,
    ensure(wallet, market) {
      const found = slots.get(wallet * marketsLimit + market);
      if (found !== undefined) return found;
      if (count === capacity) {
        capacity *= 2;
        grow(positions, capacity);
      }
      const slot = count++;
      slots.set(wallet * marketsLimit + market, slot);
      positions.wallet[slot] = wallet;
      positions.market[slot] = market;
      positions.nextOfWallet[slot] = firstOfWallet[wallet]!;
      positions.nextOfMarket[slot] = firstOfMarket[market]!;
      firstOfWallet[wallet] = slot;
      firstOfMarket[market] = slot;
      return slot;
    },
    increase(slot, signed, paid) {
      positions.szi[slot] = positions.szi[slot]! + signed;
      positions.cost[slot] = positions.cost[slot]! + paid;
    },
    reduce(slot, size) {
      reduceCost(positions, slot, size);
    },
    save() {
      const columns = emptyColumns(0);
      for (const name of columnNames) Object.assign(columns, { [name]: positions[name] });
      return { count, columns, firstOfWallet, firstOfMarket };
    },
  };
  return positions;
}

/** Keeps cost / size constant. The fraction's float error stays far below a unit; it is snapped before it becomes visible. */
function reduceCost(positions: Positions, slot: number, size: number): void {
  const { szi, cost, costFraction } = positions;
  const before = Math.abs(szi[slot]!);
  const left = before - size;
  szi[slot] = szi[slot]! < 0 ? -left : left;
  if (left === 0) {
    cost[slot] = 0;
    costFraction[slot] = 0;
    return;
  }
  let whole = mulDiv(cost[slot]!, left, before);
  let fraction = (mulMod(cost[slot]!, left, before) + costFraction[slot]! * left) / before;
  if (fraction >= 1 - fractionNoise) {
    whole += 1;
    fraction = Math.max(0, fraction - 1);
  }
  cost[slot] = whole;
  costFraction[slot] = fraction < fractionNoise ? 0 : fraction;
}

function emptyColumns(capacity: number) {
  return {
    wallet: new Int32Array(capacity),
    market: new Int32Array(capacity),
    szi: new Float64Array(capacity),
    cost: new Float64Array(capacity),
    costFraction: new Float64Array(capacity),
    leverage: new Uint8Array(capacity),
    isolated: new Uint8Array(capacity),
    isolatedRaw: new Float64Array(capacity),
    fundingAllTime: new Float64Array(capacity),
    fundingSinceOpen: new Float64Array(capacity),
    nextOfWallet: new Int32Array(capacity),
    nextOfMarket: new Int32Array(capacity),
  };
}

function grow(positions: Positions, capacity: number): void {
  const larger = emptyColumns(capacity);
  for (const name of columnNames) larger[name].set(positions[name] as never);
  Object.assign(positions, larger);
}

const columnNames = Object.keys(emptyColumns(0)) as (keyof ReturnType<typeof emptyColumns>)[];
