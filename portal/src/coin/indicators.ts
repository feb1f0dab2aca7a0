/** A bar of a candle chart: the input of an indicator. */
export interface Bar {
  timeMs: number;
  high: number;
  low: number;
  close: number;
  /** Coins. */
  volume: number;
}

interface Point {
  timeMs: number;
  value: number;
}

const dayMs = 86_400_000;

/**
 * Simple moving average of closes. The first `length - 1` candles have no value.
 *
 * @param bars in the order of their time
 * @param length candles of a mean, at least 1
 */
export function movingAverage(bars: readonly Bar[], length: number): Point[] {
  let sum = 0;
  return bars.flatMap(({ timeMs, close }, i) => {
    sum += close - (bars[i - length]?.close ?? 0);
    return i + 1 < length ? [] : [{ timeMs, value: sum / length }];
  });
}

/**
 * Exponential moving average: each close weighs 2 / (length + 1), the previous value the rest. Starts with the simple mean of the first
 * candles.
 */
export function exponentialAverage(bars: readonly Bar[], length: number): Point[] {
  const weight = 2 / (length + 1);
  const [first] = movingAverage(bars.slice(0, length), length);
  if (first === undefined) return [];
  let value = first.value;
  return [
    first,
    ...bars.slice(length).map(({ timeMs, close }) => {
      value += weight * (close - value);
      return { timeMs, value };
    }),
  ];
}

/** The mean price by volume since the start of the UTC day: Σ (high + low + close) / 3 × volume, divided by Σ volume. */
export function volumeWeighted(bars: readonly Bar[]): Point[] {
  let [day, paid, coins] = [Number.NaN, 0, 0];
  return bars.flatMap(({ timeMs, high, low, close, volume }) => {
    const today = Math.floor(timeMs / dayMs);
    if (today !== day) [day, paid, coins] = [today, 0, 0];
    paid += ((high + low + close) / 3) * volume;
    coins += volume;
    return coins === 0 ? [] : [{ timeMs, value: paid / coins }];
  });
}

/**
 * The relative strength index of Wilder: 100 − 100 / (1 + mean rise / mean fall) of the closes, each mean smoothed by 1 / length. 50 where
 * nothing moved.
 */
export function relativeStrength(bars: readonly Bar[], length: number): Point[] {
  const points: Point[] = [];
  let [rise, fall] = [0, 0];
  for (let i = 1; i < bars.length; i++) {
    const { timeMs, close } = bars[i]!;
    const change = close - bars[i - 1]!.close;
    // The first means are plain ones.
    const share = i <= length ? 1 / i : 1 / length;
    rise += (Math.max(0, change) - rise) * share;
    fall += (Math.max(0, -change) - fall) * share;
    if (i >= length) points.push({ timeMs, value: rise + fall === 0 ? 50 : (100 * rise) / (rise + fall) });
  }
  return points;
}
