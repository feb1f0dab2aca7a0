/** How much of the time work may take that comes again and again. */
export interface WorkShare {
  /** 0 to 1. */
  share: number;
  /** What waits for it waits no longer than this, however long a turn took. */
  longestMs: number;
}

/** How long to rest after a turn, milliseconds: what comes meanwhile is one turn more, and not one each. */
export function restMsAfter(tookMs: number, { share, longestMs }: WorkShare): number {
  return Math.min(longestMs, (tookMs * (1 - share)) / share);
}
