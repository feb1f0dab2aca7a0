/**
 * Polling interval of live data, milliseconds: a new fill is visible within five seconds. Boards apply it within two. An answer of the page
 * cache is one read behind if it is requested more often than every 2.5 seconds, and current otherwise.
 */
export const liveMs = 1_000;
/** Polling interval of lists, which are large, and of the overview, which has the most visitors. */
export const listMs = 2_600;
