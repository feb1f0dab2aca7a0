import { isPerp } from '../domain/coin-name.ts';
import { minuteMs } from '../kernel/clock.ts';

/** Minutes in which lifecycles open or close, where prices by millisecond are needed. One entry per coin and minute, by time. */
export interface EdgeMinutes {
  coins: string[];
  /** Minutes since 1970. */
  minutes: number[];
}

export interface EdgeSet {
  /** Adds the minutes of the first and the last fill; times in unix milliseconds. */
  add(coin: string, openedMs: number, lastMs: number): void;
  take(): EdgeMinutes;
}

/** Ignores coins other than perps, because their trade prices are not stored. */
export function createEdgeSet(): EdgeSet {
  const byMinute = new Map<number, Set<string>>();

  function addMinute(coin: string, minute: number): void {
    const coins = byMinute.get(minute);
    if (coins === undefined) byMinute.set(minute, new Set([coin]));
    else coins.add(coin);
  }

  return {
    add(coin, openedMs, lastMs) {
      if (!isPerp(coin)) return;
      addMinute(coin, Math.floor(openedMs / minuteMs));
      addMinute(coin, Math.floor(lastMs / minuteMs));
    },
    take() {
      const edges: EdgeMinutes = { coins: [], minutes: [] };
      for (const [minute, coins] of [...byMinute].sort(([a], [b]) => a - b)) {
        for (const coin of coins) {
          edges.coins.push(coin);
          edges.minutes.push(minute);
        }
      }
      return edges;
    },
  };
}
