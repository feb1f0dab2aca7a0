import type { CacheRule } from './endpoint.ts';

/**
 * Answers over fills are never older than 5 s after new fills: up to 2 s until the snapshots took them in,
 * and at most 2.5 s in the page cache.
 */
export const fillsFreshness: CacheRule = { freshMs: 1_000, staleMs: 1_500 };
