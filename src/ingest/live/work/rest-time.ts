const longestMs = 300_000;

/**
 * How long a reading that fails rests: twice as long after each failure, up to five minutes.
 *
 * @param failures how many there were in a row, from 1
 * @param firstMs after the first one
 * @returns milliseconds
 */
export function restTimeMs(failures: number, firstMs: number): number {
  return Math.min(longestMs, firstMs * 2 ** Math.min(failures - 1, 20));
}
