import type { OpenPosition } from '../domain/open-position.ts';
import type { PositionColumns, PositionRow } from './position-columns.ts';

/** What positions rest on: the value of the header X-Data-Basis. */
export type PositionsBasis = 'state' | 'fills' | 'mixed';

/**
 * The newest open position of every wallet and perp coin, in memory, at most a few seconds behind the store. Everything is
 * answered at once, without the engine.
 */
export interface Positions {
  /** The coins that somebody has a position in. */
  coins(): string[];
  /** All positions of a coin, in the exchange's spelling; without rows where no wallet has one. */
  ofCoin(coin: string): PositionColumns;
  /**
   * A wallet's positions, by coin.
   *
   * @param address `0x` and 40 hex digits, in lower case
   * @param coins these alone, in the exchange's spelling
   */
  ofWallet(address: string, coins?: readonly string[]): PositionRow[];
  /** The row of an address in the registry of wallets; undefined where none is known. @param address lower-case */
  find(address: string): number | undefined;
  /** The address of a row of the registry of wallets. */
  address(wallet: number): string;
  /** Below zero where the address of row `a` stands before that of `b`, without making the texts. */
  compare(a: number, b: number): number;
  /** Where the fills of a coin end; undefined where nothing is held of it. */
  chains(coin: string): CoinChains | undefined;
  /** Open positions of all coins. */
  count(): number;
  /** Wallets with an open position, each once. */
  holders(): number;
  /** Wallets with an open position, or an account state since then, each once. @param sinceMs unix milliseconds */
  tracked(sinceMs: number): number;
  /** What the positions of a coin, or all of them, rest on; undefined where there are none. */
  basis(coin?: string): PositionsBasis | undefined;
  /** Grows whenever a position changed. */
  version(): number;
  /** Resolves once the positions have been read for the first time. */
  ready: Promise<void>;
  /** True once they have. */
  built(): boolean;
}

/** Where the fills of a coin end, whatever states say; those alone that leave a position open. */
export interface CoinChains {
  chain(wallet: number): OpenPosition | undefined;
  eachChain(take: (wallet: number, chain: OpenPosition) => void): void;
}

/** The positions of a coin in sums: counts, and sizes in coins without sign. */
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
