import type { OpenPosition } from '../domain/open-position.ts';
import type { PositionColumns, PositionRow } from './position-columns.ts';

/** Basis of positions; value of the header X-Data-Basis. */
export type PositionsBasis = 'state' | 'fills' | 'mixed';

/**
 * The newest open position of every wallet and perp coin, in memory, at most a few seconds behind the store. Reads are synchronous
 * and do not query the engine.
 */
export interface Positions {
  /** Coins with an open position. */
  coins(): string[];
  /** All positions of a coin; no rows if no wallet has one. @param coin in the exchange's spelling */
  ofCoin(coin: string): PositionColumns;
  /**
   * A wallet's positions, by coin.
   *
   * @param address `0x` and 40 hex digits, in lower case
   * @param coins in the exchange's spelling; default: all
   */
  ofWallet(address: string, coins?: readonly string[]): PositionRow[];
  /** The row of an address in the registry of wallets; undefined if unknown. @param address lower-case */
  find(address: string): number | undefined;
  address(wallet: number): string;
  /** Negative if the address of row `a` sorts before that of `b`; builds no strings. */
  compare(a: number, b: number): number;
  /** Open positions of a coin by its fills; undefined if the coin never had a position. */
  chains(coin: string): CoinChains | undefined;
  /** Open positions of all coins. */
  count(): number;
  /** Distinct wallets with an open position. */
  holders(): number;
  /** Distinct wallets with an open position, or an account state since `sinceMs` (unix milliseconds). */
  tracked(sinceMs: number): number;
  /** Basis of a coin's positions, or of all positions by default; undefined without positions. */
  basis(coin?: string): PositionsBasis | undefined;
  /** Increases whenever a position changes. */
  version(): number;
  /** Resolves after the first reading. */
  ready: Promise<void>;
  built(): boolean;
}

/** Open positions of a coin by its fills alone, regardless of states. */
export interface CoinChains {
  chain(wallet: number): OpenPosition | undefined;
  eachChain(take: (wallet: number, chain: OpenPosition) => void): void;
}

/** Counts, and unsigned sizes in coins. */
export interface CoinTotals {
  longs: number;
  shorts: number;
  longSize: number;
  shortSize: number;
}

/** Long size × mark is the derived open interest. */
export function coinTotals({ count, size }: PositionColumns): CoinTotals {
  const totals = { longs: 0, shorts: 0, longSize: 0, shortSize: 0 };
  for (let row = 0; row < count; row++) {
    if (size[row]! > 0) {
      totals.longs += 1;
      totals.longSize += size[row]!;
    } else {
      totals.shorts += 1;
      totals.shortSize -= size[row]!;
    }
  }
  return totals;
}
