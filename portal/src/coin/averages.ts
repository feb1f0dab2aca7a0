import type { Point } from '../chart/drawing.ts';

/**
<<<<<<< HEAD
 * The mean close of a number of candles up to each: a simple moving average. Of the first ones, which have too few before them, there is none.
=======
 * The mean close of the last `length` candles up to each: a simple moving average. Of the first ones, which have too few before them, there is none.
>>>>>>> af1a059b (Bring a test of pages and a comment back within the house style)
 *
 * @param closes in the order of their time
 * @param length candles of a mean, 1 at least
 */
export function movingAverage(closes: readonly { timeMs: number; close: number }[], length: number): Point[] {
  let sum = 0;
  return closes.flatMap(({ timeMs, close }, i) => {
    sum += close - (closes[i - length]?.close ?? 0);
    return i + 1 < length ? [] : [{ timeMs, value: sum / length }];
  });
}
