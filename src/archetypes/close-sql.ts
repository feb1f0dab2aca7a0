import { isPerpCoin } from '../analytics/perp-coins.ts';

/** Closed lifecycles of perps that are not censored; a condition on `closed` follows. */
export const shownCloses = `lifecycles_by_close FINAL WHERE NOT deleted AND NOT is_censored AND ${isPerpCoin}`;

/** Of readings that what is kept in memory rests on. */
export const closeLimits = { deadlineMs: 120_000, maxRows: 20_000_000, maxMemoryBytes: 4 * 2 ** 30 };
/** One thread does it for less. A key never changes its month, so that each is merged by itself. */
export const closeSettings = { max_threads: 1, do_not_merge_across_partitions_select_final: 1 };
/** Not that of what follows fills within a second. */
export const closeLane = { lane: 'job' } as const;
