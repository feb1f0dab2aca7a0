/** `event` of a row of quarantine that is a conflict: a record whose key is stored with other content. */
export const conflictEvent = -3;

/**
 * In the table, conflicts of one line need a key each: those of a block's line count down from here. Nothing else is below it.
 */
const firstOfBlock = -1000;

/** @param event index of the record in its line's block; -1 where it has a line of its own, or none */
export function conflictEventOf(event: number): number {
  return event < 0 ? conflictEvent : firstOfBlock - event;
}

/** What an `event` of the table means: {@link conflictEventOf} the other way round, all others as they are. */
export function readQuarantineEvent(event: number): { event: number; blockEvent?: number } {
  return event > firstOfBlock ? { event } : { event: conflictEvent, blockEvent: firstOfBlock - event };
}
