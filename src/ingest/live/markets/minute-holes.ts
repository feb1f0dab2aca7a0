import { Type } from 'typebox';
import { query } from '../../../analytics/query.ts';
import type { AnalyticsStore } from '../../../analytics/store.ts';
import type { Clock } from '../../../kernel/clock.ts';
import { asOpen, type GapBook, type RecordedGap } from '../coverage/gap-book.ts';

/**
 * Holes before the streamed minutes of coins, as they are noted in the store until they are read: the newest stored minute
 * tells the next start nothing of them.
 */
export interface MinuteHoles {
  /** Where the minutes of a coin have to be read from, unix milliseconds; 0 for from the first. */
  startOf(coin: string): number | undefined;
  /** Notes one that begins there, where none of the coin is noted. Resolves once it is stored. */
  note(coin: string, fromMs: number): Promise<void>;
  /** Strikes out those of a coin: they were read, and what they brought is stored. */
  fill(coin: string): Promise<void>;
}

const openHoles = query({
  name: 'open_minute_holes',
  params: {},
  row: Type.Object({ coin: Type.String(), from: Type.String(), to: Type.String() }),
  sql: `
    SELECT coin, toString(toUnixTimestamp64Milli(from_time)) AS from, toString(toUnixTimestamp64Milli(to_time)) AS to
    FROM feed_gaps FINAL WHERE feed = 'candles' AND reason = 'open' AND NOT filled`,
  limits: { deadlineMs: 60_000, maxRows: 100_000 },
});

export async function openMinuteHoles(parts: {
  analytics: AnalyticsStore;
  gaps: Pick<GapBook, 'note'>;
  clock: Clock;
}): Promise<MinuteHoles> {
  const { analytics, gaps, clock } = parts;
  /** Several of a coin where a process ended before it had read the first. */
  const holes = new Map<string, RecordedGap[]>();
  for (const { coin, from, to } of await analytics.rows(openHoles, {}))
    holes.set(coin, [
      ...(holes.get(coin) ?? []),
      asOpen('candles', { coin, fromMs: Number(from), toMs: Number(to) }),
    ]);

  return {
    startOf(coin) {
      const ofCoin = holes.get(coin);
      return ofCoin && Math.min(...ofCoin.map(({ fromMs }) => fromMs));
    },
    async note(coin, fromMs) {
      if (holes.has(coin)) return;
      const hole = asOpen('candles', { coin, fromMs, toMs: clock.nowMs() });
      // At once: it may be filled before its note is stored.
      holes.set(coin, [hole]);
      try {
        await gaps.note(hole, false);
      } catch (error) {
        holes.delete(coin);
        throw error;
      }
    },
    async fill(coin) {
      const ofCoin = holes.get(coin) ?? [];
      holes.delete(coin);
      await Promise.all(ofCoin.map((hole) => gaps.note(hole, true)));
    },
  };
}
