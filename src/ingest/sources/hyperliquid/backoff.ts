import type { Rng } from '../../../kernel/rng.ts';

export interface BackoffOptions {
  /** Maximum first wait. */
  firstMs: number;
  maxMs: number;
  rng: Rng;
}

/**
 * Exponential backoff with jitter: doubles after each failure, and waits between half and all of that, so that clients that failed
 * together do not retry together.
 *
 * @param failures Number of failures in a row, from 1.
 */
export function backoffMs(failures: number, { firstMs, maxMs, rng }: BackoffOptions): number {
  const longestMs = Math.min(maxMs, firstMs * 2 ** Math.min(failures - 1, 30));
  const [a, b] = rng.bytes(2) as unknown as [number, number];
  return longestMs * (0.5 + (a * 256 + b) / 131_072);
}
