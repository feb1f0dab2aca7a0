import type { HalfOpenSpan } from '../../kernel/span.ts';
import type { Market } from '../../market/market.ts';
import { minuteAt, type StoredCandle } from './candle-store.ts';
import {
  bucketAt,
  type CandleSource,
  type CandleValues,
  extremes,
  joined,
  wireCandle,
} from './candle-values.ts';

export type CandleMarket = Pick<Market, 'candle' | 'context' | 'listing' | 'observed' | 'hasSource'>;

/** The last published version of a candle; `at` is the change count of that version. */
interface Shown {
  values: CandleValues;
  at: number;
  text: string;
}

export interface ClosedCandles {
  at: number;
  bucket: HalfOpenSpan;
  texts: ReadonlyMap<string, string>;
}

/** Closed candles kept for slow subscribers. */
const closedLimit = 16;

/**
 * The candles of one interval: stored values of the open bucket, merged with the minutes observed since. An ended bucket is closed with
 * its stored values before the next bucket is published.
 */
export function createCandleGroup(
  market: CandleMarket,
  { interval, source }: { interval: string; source: CandleSource },
) {
  let bucket: HalfOpenSpan | undefined;
  /** Stored values of the open bucket, by coin, up to `storedToMs` (unix milliseconds). */
  let stored = new Map<string, CandleValues>();
  let storedToMs = 0;
  /** Minutes observed since `storedToMs`, by coin. */
  const recent = new Map<string, Map<number, CandleValues>>();
  const shown = new Map<string, Shown>();
  const changed = new Set<string>();
  let closed: ClosedCandles[] = [];
  let count = 0;

  function put(coin: string, minute: number, values: CandleValues): void {
    if (minute < storedToMs) return;
    const ofCoin = recent.get(coin) ?? new Map<number, CandleValues>();
    recent.set(coin, ofCoin);
    const known = ofCoin.get(minute);
    if (known !== undefined && !differs(known, values)) return;
    ofCoin.set(minute, values);
    changed.add(coin);
  }

  function observe(coin: string): void {
    if (source === 'trade') {
      const candle = market.candle(coin, '1m');
      if (candle !== undefined && candle.trades > 0) put(coin, candle.openMs, candle);
      return;
    }
    const context = market.context(coin);
    if (context === undefined || !(Number(context.markPx) > 0)) return;
    const minute = minuteAt(context.observedAtMs);
    const px = context.markPx;
    const mark = { open: px, high: px, low: px, close: px, volume: '0', trades: 0 };
    const known = recent.get(coin)?.get(minute);
    if (known?.close !== px) put(coin, minute, joined(known, mark));
  }

  function openValues(coin: string, { untilMs }: HalfOpenSpan): CandleValues | undefined {
    const minutes = [...(recent.get(coin) ?? [])].filter(([minute]) => minute < untilMs);
    return minutes
      .sort(([a], [b]) => a - b)
      .reduce<CandleValues | undefined>((sum, [, values]) => joined(sum, values), stored.get(coin));
  }

  function show(coin: string): void {
    const known = shown.get(coin);
    const values = grown(openValues(coin, bucket!), known?.values);
    if (values === undefined || (known !== undefined && !differs(known.values, values))) return;
    count += 1;
    const text = wireCandle(values, { coin, interval, bucket: bucket!, isClosed: false });
    shown.set(coin, { values, at: count, text });
  }

  /** Never shrinks a candle: the store lacks marks between minutes, and briefly the minute that just ended. */
  function grown(values: CandleValues | undefined, seen: CandleValues | undefined): CandleValues | undefined {
    if (values === undefined || seen === undefined) return values ?? seen;
    if (source === 'mark') return { ...values, open: seen.open, ...extremes(values, seen) };
    return values.trades >= seen.trades ? values : seen;
  }

  /** Closes a bucket. Of stored and published values, trade candles keep those with more trades; mark candles merge both. */
  function close(ended: HalfOpenSpan, rows: readonly StoredCandle[]): void {
    const wasShown = ended.fromMs === bucket!.fromMs ? shown : new Map<string, Shown>();
    const values = new Map([...wasShown].map(([coin, one]) => [coin, one.values]));
    for (const { coin, values: own } of rows) values.set(coin, final(own, values.get(coin)));
    shown.clear();
    if (values.size === 0) return;
    count += 1;
    const of = { interval, bucket: ended, isClosed: true };
    const texts = new Map([...values].map(([coin, own]) => [coin, wireCandle(own, { ...of, coin })]));
    closed.push({ at: count, bucket: ended, texts });
    closed = closed.slice(-closedLimit);
  }

  function final(own: CandleValues, seen: CandleValues | undefined): CandleValues {
    if (seen === undefined) return own;
    if (source === 'trade') return own.trades >= seen.trades ? own : seen;
    return { ...seen, ...extremes(own, seen) };
  }

  return {
    /** Whether the first stored values were read. */
    isKnown: () => bucket !== undefined,
    bucket: () => bucket,
    count: () => count,
    shown: (): ReadonlyMap<string, Shown> => shown,
    closedBehind: (at: number) => closed.filter((one) => one.at > at),
    /** Change count of the newest closed candles; the open ones changed later. */
    closedTo: () => closed.at(-1)?.at ?? 0,
    /** No-op without an exchange source. */
    observe(coins: Iterable<string>): void {
      if (market.hasSource) for (const coin of coins) observe(coin);
    },
    update(): void {
      if (bucket === undefined) return;
      for (const coin of changed) show(coin);
      changed.clear();
    },
    /** @param nowMs Unix milliseconds. @param graceMs Delay until an ended minute is stored. */
    span(
      nowMs: number,
      graceMs: number,
    ): { fromMs: number; splitMs: number; toMs: number; next: HalfOpenSpan } {
      const isOver = bucket !== undefined && nowMs >= bucket.untilMs + graceMs;
      const next = bucket === undefined || isOver ? bucketAt(interval, nowMs) : bucket;
      const fromMs = isOver ? bucketAt(interval, next.fromMs - 1).fromMs : next.fromMs;
      const toMs = Math.min(market.hasSource ? minuteAt(nowMs) : nowMs + 1, next.untilMs);
      return { fromMs, splitMs: next.fromMs, toMs: Math.max(toMs, next.fromMs), next };
    },
    /** End of the last stored read, unix milliseconds. */
    storedToMs: () => storedToMs,
    take(rows: readonly StoredCandle[], { next, toMs }: { next: HalfOpenSpan; toMs: number }): void {
      if (bucket !== undefined && next.fromMs !== bucket.fromMs)
        close(
          bucketAt(interval, next.fromMs - 1),
          rows.filter(({ isBefore }) => isBefore),
        );
      bucket = next;
      stored = new Map(rows.filter(({ isBefore }) => !isBefore).map(({ coin, values }) => [coin, values]));
      storedToMs = toMs;
      for (const [coin, minutes] of recent) {
        for (const minute of minutes.keys()) if (minute < toMs) minutes.delete(minute);
        if (minutes.size === 0) recent.delete(coin);
      }
      for (const coin of [...stored.keys(), ...recent.keys()]) changed.add(coin);
    },
  };
}

export type CandleGroup = ReturnType<typeof createCandleGroup>;

function differs(a: CandleValues, b: CandleValues): boolean {
  return (
    a.trades !== b.trades ||
    [a.open !== b.open, a.high !== b.high, a.low !== b.low, a.close !== b.close].includes(true) ||
    Number(a.volume) !== Number(b.volume)
  );
}
