/** Mean time per block: 928 million blocks from the first to March 2026. */
export const blockTimeMs = 106;
export const firstBlockMs = Date.UTC(2023, 1, 1);

/** @param timeMs unix milliseconds */
export function blockNumberAt(timeMs: number): number {
  return Math.floor((timeMs - firstBlockMs) / blockTimeMs);
}

/** The first moment of a block, unix milliseconds. */
export function blockStartMs(number: number): number {
  return firstBlockMs + number * blockTimeMs;
}
