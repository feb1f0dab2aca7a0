import { allTime, openLimit } from '../../../coverage/coverage-read.ts';
import type { CoverageLedger } from '../../../coverage/ledger.ts';
import type { Clock } from '../../../kernel/clock.ts';

/**
 * Holes before the streamed minutes of coins, as the ledger has them until they are read: from the newest stored
 * minute the next start would not see them.
 */
export interface MinuteHoles {
  /** Where the minutes of a coin have to be read from, unix milliseconds; 0 for from the first. */
  startOf(coin: string): number | undefined;
  /** Notes one that begins there, where none of the coin is noted. Resolves once it is stored. */
  note(coin: string, fromMs: number): Promise<void>;
  /** Heals those of a coin: they were read, and what they brought is stored. */
  fill(coin: string): Promise<void>;
}

export async function openMinuteHoles(parts: {
  ledger: Pick<CoverageLedger, 'read' | 'record' | 'heal'>;
  clock: Clock;
}): Promise<MinuteHoles> {
  const { ledger, clock } = parts;
  const feed = 'candles';
  /** By coin, where the first hole of it begins. */
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
      // At once: it may be filled before its note is stored.
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
