import type { CacheRule } from './endpoint.ts';

/**
 * Answers over fills are never older than 5 s after new fills: up to 2 s until the snapshots took them in,
 * and at most 2.5 s in the page cache.
 */
export const fillsFreshness: CacheRule = { freshMs: 1_500, staleMs: 1_000 };

/** Live answers are at most 2 s old. */
export const liveFreshness: CacheRule = { freshMs: 1_000, staleMs: 1_000 };

/** Prices are not kept beyond a second. */
export const priceFreshness: CacheRule = { freshMs: 1_000, staleMs: 0 };

/** Totals of the exchange are at most 60 s old: up to 30 s here, on figures that are made anew every 30 s. */
export const totalsFreshness: CacheRule = { freshMs: 15_000, staleMs: 15_000 };

/** What changes by the day or the month is at most an hour old. */
export const hourlyFreshness: CacheRule = { freshMs: 1_800_000, staleMs: 1_700_000 };

/** Answers over lists of lifecycles are at most 60 s old: these are made anew within 50 s of new fills. */
export const lifecycleFreshness: CacheRule = { freshMs: 5_000, staleMs: 4_000 };
