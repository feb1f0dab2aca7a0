import { isPerpCoin } from '../analytics/perp-coins.ts';

/** Closed lifecycles of perps that are not censored; a condition on `closed` follows. */
export const shownCloses = `lifecycles_by_close FINAL WHERE NOT deleted AND NOT is_censored AND ${isPerpCoin}`;

export const closeLimits = { deadlineMs: 120_000, maxRows: 20_000_000, maxMemoryBytes: 4 * 2 ** 30 };
/** One thread uses less CPU in total. A key never changes its month, so FINAL merges each partition separately. */
export const closeSettings = { max_threads: 1, do_not_merge_across_partitions_select_final: 1 };
/** A separate lane, so that views which follow fills within a second do not wait. */
export const closeLane = { lane: 'job' } as const;
