import { dayMs, hourMs, minuteMs } from '../../../../src/kernel/clock.ts';
import type { Span } from '../../../../src/kernel/span.ts';
import { candleIntervals } from '../../../../src/wire/candle.ts';
import type { Market } from '../market.ts';
import type { RecordedTrade } from './trade-tape.ts';

/** Amounts in the market's units. */
export interface RecordedCandle {
  openMs: number;
  /** The last millisecond of it. */
  closeMs: number;
  open: number;
  high: number;
  low: number;
  close: number;
  volume: number;
  trades: number;
}

/** Candles of every coin and interval. */
export interface CandleHistory {
  add(trade: RecordedTrade): void;
  /**
   * Those that open in the range, both ends inclusive, oldest first. A stretch without a trade has flat ones, but only
   * once a trade has followed: the real exchange, too, serves them late.
   */
  page(market: Market, interval: string, range: Span): RecordedCandle[];
  /** The newest one, which may still change. */
  newest(market: Market, interval: string): RecordedCandle | undefined;
  drop(market: Market): void;
  save(): CandleHistoryState;
}

/** The exchange keeps this many of each interval (docs/exchange.md#candles). */
const keptLimit = 5_000;
const firstCapacity = 32;
/** openMs, closeMs, open, high, low, close, volume, trades. */
const width = 8;

const lengths: Readonly<Record<string, number>> = {
  m: minuteMs,
  h: hourMs,
  d: dayMs,
  w: 7 * dayMs,
  M: 31 * dayMs,
};

/** Candles of a coin and interval; a ring buffer once full. */
export interface CandleSeries {
  cells: Float64Array;
  capacity: number;
  /** Candles ever opened; the newest is at `(count − 1) % capacity`. */
  count: number;
}

/** By market, then in the order of `candleIntervals`. */
export type CandleHistoryState = Map<number, CandleSeries[]>;

export function createCandleHistory(saved?: CandleHistoryState): CandleHistory {
  const all: CandleHistoryState = saved ?? new Map();

  function addTo(series: CandleSeries, interval: string, { timeMs, px, sz }: RecordedTrade): void {
    const { cells, capacity, count } = series;
    const at = ((count - 1) % capacity) * width;
    if (count === 0 || timeMs > cells[at + 1]!) {
      const { openMs, closeMs } = candleSpan(interval, timeMs);
      open(series, [openMs, closeMs, px, px, px, px, sz, 1]);
      return;
    }
    cells[at + 3] = Math.max(cells[at + 3]!, px);
    cells[at + 4] = Math.min(cells[at + 4]!, px);
    cells[at + 5] = px;
    cells[at + 6] = cells[at + 6]! + sz;
    cells[at + 7] = cells[at + 7]! + 1;
  }

  const series = (market: Market, interval: string) =>
    all.get(market.index)?.[candleIntervals.indexOf(interval)];

  return {
    add(trade) {
      let ofMarket = all.get(trade.market.index);
      if (ofMarket === undefined) {
        ofMarket = candleIntervals.map(emptySeries);
        all.set(trade.market.index, ofMarket);
      }
      for (let i = 0; i < ofMarket.length; i++) addTo(ofMarket[i]!, candleIntervals[i]!, trade);
    },
    page(market, interval, { fromMs, toMs }) {
      const params = series(market, interval);
      if (params === undefined) return [];
      const found: RecordedCandle[] = [];
      const newest = candleAt(params, params.count - 1);
      const firstMs = Math.max(fromMs, newest.openMs - (keptLimit - 1) * lengthMs(interval));
      let before: RecordedCandle | undefined;
      for (let place = Math.max(0, params.count - params.capacity); place < params.count; place++) {
        const candle = candleAt(params, place);
        const untilMs = Math.min(candle.openMs - 1, toMs);
        if (before !== undefined) found.push(...flatAfter(before, { interval, firstMs, untilMs }));
        if (candle.openMs > toMs) break;
        if (candle.openMs >= firstMs) found.push(candle);
        before = candle;
      }
      return found;
    },
    newest(market, interval) {
      const params = series(market, interval);
      return params === undefined ? undefined : candleAt(params, params.count - 1);
    },
    drop: (market) => void all.delete(market.index),
    save: () => all,
  };
}

/** The candle that a moment belongs to. */
export function candleSpan(interval: string, timeMs: number): { openMs: number; closeMs: number } {
  if (interval === '1M') {
    const date = new Date(timeMs);
    const month = (ahead: number) => Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + ahead);
    return { openMs: month(0), closeMs: month(1) - 1 };
  }
  const spanMs = lengthMs(interval);
  const openMs = Math.floor(timeMs / spanMs) * spanMs;
  return { openMs, closeMs: openMs + spanMs - 1 };
}

/** For a month, that of the longest. */
function lengthMs(interval: string): number {
  return Number.parseInt(interval, 10) * lengths[interval.at(-1)!]!;
}

/** Candles without a trade that open after one, from `firstMs` to `untilMs`: its close, and no volume. */
function flatAfter(
  { close, closeMs }: RecordedCandle,
  { interval, firstMs, untilMs }: { interval: string; firstMs: number; untilMs: number },
): RecordedCandle[] {
  const flat: RecordedCandle[] = [];
  let span = candleSpan(interval, Math.max(closeMs + 1, firstMs));
  if (span.openMs < firstMs) span = candleSpan(interval, span.closeMs + 1);
  while (span.openMs <= untilMs) {
    flat.push({ ...span, open: close, high: close, low: close, close, volume: 0, trades: 0 });
    span = candleSpan(interval, span.closeMs + 1);
  }
  return flat;
}

function emptySeries(): CandleSeries {
  return { cells: new Float64Array(firstCapacity * width), capacity: firstCapacity, count: 0 };
}

function open(series: CandleSeries, candle: readonly number[]): void {
  // Grows while nothing has wrapped yet: until then a candle's place is its number.
  if (series.count === series.capacity && series.capacity < keptLimit) {
    series.capacity = Math.min(keptLimit, series.capacity * 2);
    const larger = new Float64Array(series.capacity * width);
    larger.set(series.cells);
    series.cells = larger;
  }
  series.cells.set(candle, (series.count % series.capacity) * width);
  series.count += 1;
}

function candleAt({ cells, capacity }: CandleSeries, place: number): RecordedCandle {
  const at = (place % capacity) * width;
  return {
    openMs: cells[at]!,
    closeMs: cells[at + 1]!,
    open: cells[at + 2]!,
    high: cells[at + 3]!,
    low: cells[at + 4]!,
    close: cells[at + 5]!,
    volume: cells[at + 6]!,
    trades: cells[at + 7]!,
  };
}
