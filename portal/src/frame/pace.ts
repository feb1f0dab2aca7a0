/**
 * How often what lives is read again, milliseconds: a new fill is seen within five seconds. Boards take it in within two; an answer of
 * the page cache is one reading behind where it is asked for more often than every 2.5 seconds, and new where it is not.
 */
export const liveMs = 1_000;
/** Of lists, which are large, and of the overview, which most people look at. */
export const listMs = 2_600;
