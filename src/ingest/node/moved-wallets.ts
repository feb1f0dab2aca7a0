import { isBetweenParts, type MovedWallet } from '../../domain/ledger-update.ts';
import type { SourceChunk } from '../source.ts';

/** Gathers the wallets of ledger updates until these are stored. */
export function createMovedWallets(onMoved: (moved: readonly MovedWallet[]) => void = () => undefined) {
  let moved = new Map<string, MovedWallet>();
  return {
    note({ misc }: Pick<SourceChunk, 'misc'>): void {
      for (const row of misc?.ledger ?? []) {
        const { wallet, time } = row;
        const { timeMs, betweenPartsMs } = moved.get(wallet) ?? { timeMs: 0, betweenPartsMs: 0 };
        moved.set(wallet, {
          wallet,
          timeMs: Math.max(timeMs, time),
          betweenPartsMs: isBetweenParts(row) ? Math.max(betweenPartsMs, time) : betweenPartsMs,
        });
      }
    },
    stored(): void {
      if (moved.size === 0) return;
      onMoved([...moved.values()]);
      moved = new Map();
    },
  };
}
