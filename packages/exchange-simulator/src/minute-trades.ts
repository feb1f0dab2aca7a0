import { minuteMs } from '../../../src/kernel/clock.ts';
import type { Market } from './market.ts';
import type { Traders } from './traders.ts';
import type { Venue } from './venue.ts';

/** Sees to it that the largest coins are traded in every minute, as they are on the exchange, or in each longer period. */
export interface MinuteTrades {
  /**
   * Trades the coins that are due in this block.
   *
   * @param coins number of perps, the first of the listing
   * @param nextBlockMs time of the following block: a period that ends before it must have its trade now
   * @param periodMs whole minutes; each period has a trade
   */
  run(coins: number, nextBlockMs: number, periodMs?: number): void;
  save(): MinuteTradesState;
}

export interface MinuteTradesState {
  /** Minute of the last trade of each of the largest coins. */
  minutes: number[];
  /** Time of the block before. */
  beforeMs: number;
}

export function createMinuteTrades(
  venue: Venue,
  traders: Pick<Traders, 'take'>,
  saved?: MinuteTradesState,
): MinuteTrades {
  const minutes = saved?.minutes ?? [];
  let beforeMs = saved?.beforeMs ?? venue.timeMs;

  /** At some moment of the period, all of them as likely. */
  function isDue(nextBlockMs: number, periodMs: number): boolean {
    const { timeMs, rng } = venue;
    const endMs = (Math.floor(timeMs / periodMs) + 1) * periodMs;
    return nextBlockMs >= endMs || rng.unit() * (endMs - beforeMs) < timeMs - beforeMs;
  }

  function note(minute: number, coins: number): void {
    for (const { market } of venue.fills) if (market.index < coins) minutes[market.index] = minute;
  }

  return {
    run(coins, nextBlockMs, periodMs = minuteMs) {
      const fromMinute = (Math.floor(venue.timeMs / periodMs) * periodMs) / minuteMs;
      const minute = Math.floor(venue.timeMs / minuteMs);
      note(minute, coins);
      const largest: readonly Market[] = venue.markets.slice(0, coins);
      for (const market of largest) {
        const isTraded = (minutes[market.index] ?? -1) >= fromMinute;
        if (!market.open || isTraded || !isDue(nextBlockMs, periodMs)) continue;
        if (traders.take(market)) minutes[market.index] = minute;
      }
      beforeMs = venue.timeMs;
    },
    save: () => ({ minutes, beforeMs }),
  };
}
