import { minuteMs } from '../../../src/kernel/clock.ts';
import type { Market } from './market.ts';
import type { Traders } from './traders.ts';
import type { Venue } from './venue.ts';

/** Sees to it that the largest coins are traded in every minute, as they are on the exchange. */
export interface MinuteTrades {
  /**
   * Has those traded that are due in this block.
   *
   * @param coins Number of perps, the first of the listing.
   * @param nextBlockMs Time of the block after this one: a minute that ends before it is not left without a trade.
   */
  run(coins: number, nextBlockMs: number): void;
  save(): MinuteTradesState;
}

export interface MinuteTradesState {
  /** Of each of the largest coins the minute in which it was traded last. */
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

  /** At some moment of the minute, all of them as likely. */
  function isDue(nextBlockMs: number): boolean {
    const { timeMs, rng } = venue;
    const endMs = (Math.floor(timeMs / minuteMs) + 1) * minuteMs;
    return nextBlockMs >= endMs || rng.unit() * (endMs - beforeMs) < timeMs - beforeMs;
  }

  function note(minute: number, coins: number): void {
    for (const { market } of venue.fills) if (market.index < coins) minutes[market.index] = minute;
  }

  return {
    run(coins, nextBlockMs) {
      const minute = Math.floor(venue.timeMs / minuteMs);
      note(minute, coins);
      const largest: readonly Market[] = venue.markets.slice(0, coins);
      for (const market of largest) {
        if (!market.open || minutes[market.index] === minute || !isDue(nextBlockMs)) continue;
        if (traders.take(market)) minutes[market.index] = minute;
      }
      beforeMs = venue.timeMs;
    },
    save: () => ({ minutes, beforeMs }),
  };
}
