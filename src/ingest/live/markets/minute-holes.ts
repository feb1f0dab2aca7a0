import { allTime, openLimit } from '../../../coverage/coverage-read.ts';
import type { CoverageLedger } from '../../../coverage/ledger.ts';
import type { Clock } from '../../../kernel/clock.ts';

/**
 * Holes before the streamed minutes of coins, kept in the ledger until they are read. Without them, the next start would resume
 * at the newest stored minute and miss the hole.
 */
export interface MinuteHoles {
  /** Where to start reading a coin's minutes, unix milliseconds; 0 for the first; undefined if there is no hole. */
  startOf(coin: string): number | undefined;
  /** Records a hole that begins at `fromMs`, unless the coin has one. Resolves once it is stored. */
  note(coin: string, fromMs: number): Promise<void>;
  /** Heals a coin's holes, after their minutes are read and stored. */
  fill(coin: string): Promise<void>;
}

export async function openMinuteHoles(parts: {
  ledger: Pick<CoverageLedger, 'read' | 'record' | 'heal'>;
  clock: Clock;
}): Promise<MinuteHoles> {
  const { ledger, clock } = parts;
  const feed = 'candles';
  /** By coin, the start of its first hole. */
  const starts = new Map<string, number>();
  for (const { coin = '', fromMs } of await ledger.read({
    feed,
    ...allTime,
    states: ['open'],
    limit: openLimit,
  }))
    starts.set(coin, Math.min(fromMs, starts.get(coin) ?? fromMs));

  return {
    startOf: (coin) => starts.get(coin),
    async note(coin, fromMs) {
      if (starts.has(coin)) return;
      // Set before the write, because the hole may be filled before its record is stored.
      starts.set(coin, fromMs);
      try {
        const toMs = Math.max(fromMs, clock.nowMs());
        await ledger.record({ feed, coin, fromMs, toMs }, 'disconnect');
      } catch (error) {
        starts.delete(coin);
        throw error;
      }
    },
    async fill(coin) {
      if (!starts.delete(coin)) return;
      await ledger.heal({ feed, coin, ...allTime }, { isOpenOnly: true });
    },
  };
}
