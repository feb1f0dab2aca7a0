/** Statistics of a market's last 24 hours for its context; the oldest hour is dropped as a whole. */
export interface MarketStats {
  /** Sum of long sizes. */
  openInterest: Float64Array;
  /** Price of the last trade, 0 before the first. */
  lastPx: Float64Array;
  addTrade(market: number, px: number, sz: number): void;
  /** Begins a new hour. */
  turnHour(marks: Float64Array, marketCount: number): void;
  /** Money and size traded in 24 hours, in the market's units, both counted once per trade. */
  dayNotional(market: number): number;
  dayBase(market: number): number;
  /** Mark 24 hours ago, or as long ago as is known; 0 in the first hour. */
  previousDayPx(market: number): number;
  save(): MarketStatsState;
}

type Column = 'openInterest' | 'lastPx' | 'notional' | 'base' | 'marksAt';

export interface MarketStatsState extends Record<Column, Float64Array> {
  hour: number;
}

const hours = 24;

export function createMarketStats(marketsLimit: number, saved?: MarketStatsState): MarketStats {
  const columns: Record<Column, Float64Array> = saved ?? {
    openInterest: new Float64Array(marketsLimit),
    lastPx: new Float64Array(marketsLimit),
    notional: new Float64Array(marketsLimit * hours),
    base: new Float64Array(marketsLimit * hours),
    marksAt: new Float64Array(marketsLimit * hours),
  };
  const { openInterest, lastPx, notional, base, marksAt } = columns;
  let hour = saved?.hour ?? 0;
  const sum = (column: Float64Array, market: number) =>
    column.subarray(market * hours, (market + 1) * hours).reduce((total, value) => total + value, 0);

  return {
    openInterest,
    lastPx,
    addTrade(market, px, sz) {
      const at = market * hours + hour;
      notional[at] = notional[at]! + px * sz;
      base[at] = base[at]! + sz;
      lastPx[market] = px;
    },
    turnHour(marks, marketCount) {
      hour = (hour + 1) % hours;
      for (let market = 0; market < marketCount; market++) {
        const at = market * hours + hour;
        notional[at] = 0;
        base[at] = 0;
        marksAt[at] = marks[market]!;
      }
    },
    dayNotional: (market) => sum(notional, market),
    dayBase: (market) => sum(base, market),
    previousDayPx(market) {
      for (let back = 1; back <= hours; back++) {
        const px = marksAt[market * hours + ((hour + back) % hours)]!;
        if (px > 0) return px;
      }
      return 0;
    },
    save: () => ({ openInterest, lastPx, notional, base, marksAt, hour }),
  };
}
