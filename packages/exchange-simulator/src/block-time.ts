/** Time that one block number stands for: 928 million of them from the first to March 2026. */
export const blockTimeMs = 106;
export const firstBlockMs = Date.UTC(2023, 1, 1);

/** The block that a moment belongs to. @param timeMs unix milliseconds */
export function blockNumberAt(timeMs: number): number {
  return Math.floor((timeMs - firstBlockMs) / blockTimeMs);
}

/** The first moment of a block, unix milliseconds. */
export function blockStartMs(number: number): number {
  return firstBlockMs + number * blockTimeMs;
}
