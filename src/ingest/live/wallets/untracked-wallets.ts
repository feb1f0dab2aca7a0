import { BoundedMap } from '../../../kernel/bounded-map.ts';
import type { WalletCursors } from './cursors.ts';

/** Wallets that were seen and are not tracked. */
export interface UntrackedWallets {
  /** @param cursors how far it was read, where it once was */
  add(wallet: string, cursors?: WalletCursors): void;
  /** It is tracked from now on. @returns how far it was read, where it once was */
  take(wallet: string): WalletCursors | undefined;
  readonly size: number;
}

/**
 * @param limit wallets it holds at most: beyond, the oldest are forgotten, and read from their beginning
 * when seen again
 */
export function createUntrackedWallets(limit: number): UntrackedWallets {
  const wallets = new BoundedMap<string, WalletCursors | undefined>(limit);
  return {
    add(wallet, cursors = wallets.get(wallet)) {
      wallets.set(wallet, cursors);
    },
    take(wallet) {
      const cursors = wallets.get(wallet);
      wallets.delete(wallet);
      return cursors;
    },
    get size() {
      return wallets.size;
    },
  };
}
