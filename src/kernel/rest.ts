/** Maximum share of time for recurring work. */
export interface WorkShare {
  /** 0 to 1. */
  share: number;
  /** Maximum rest, however long a turn took; bounds the delay of waiting work. */
  longestMs: number;
}

/** Rest after a turn, milliseconds. Work that arrives meanwhile is handled in one turn instead of one turn each. */
export function restMsAfter(tookMs: number, { share, longestMs }: WorkShare): number {
  return Math.min(longestMs, (tookMs * (1 - share)) / share);
}
