import type { Rng } from '../../../kernel/rng.ts';

export interface BackoffOptions {
  /** The longest first wait. */
  firstMs: number;
  /** The longest wait of all. */
  maxMs: number;
  rng: Rng;
}

/**
 * How long to wait after a failure: twice as long after each one, and between half and all of that, so that many who
 * failed together do not come back together.
 *
 * @param failures How many there were in a row, from 1.
 * @returns Milliseconds.
 */
export function backoffMs(failures: number, { firstMs, maxMs, rng }: BackoffOptions): number {
  const longestMs = Math.min(maxMs, firstMs * 2 ** Math.min(failures - 1, 30));
  const [a, b] = rng.bytes(2) as unknown as [number, number];
  return longestMs * (0.5 + (a * 256 + b) / 131_072);
}
