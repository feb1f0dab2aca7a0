const longestMs = 300_000;

/**
 * Backoff of a failed read: doubles after each failure, up to five minutes.
 *
 * @param failures consecutive failures, from 1
 * @param firstMs backoff after the first failure
 */
export function restTimeMs(failures: number, firstMs: number): number {
  return Math.min(longestMs, firstMs * 2 ** Math.min(failures - 1, 20));
}
