import type { Span } from '../kernel/span.ts';

export interface CoverageKey {
  /** `node_fills`, `fills`, `trades`, `contexts` …; concerns the data of this feed only. */
  feed: string;
  /** Lower-case address; absent = all wallets. */
  wallet?: string | undefined;
  /** Absent = all coins. */
  coin?: string | undefined;
}

/** A span of exchange time (0 = "since ever"), and of blocks if they are known. All ends are inclusive. */
export interface CoverageSpan extends Span {
  fromBlock?: number | undefined;
  toBlock?: number | undefined;
}

/**
 * - `covered`: read, except for the gaps inside
 * - `open`: a gap that may still be filled
 * - `healed`: a gap that was filled
 * - `lost`: a gap that no known source can fill
 */
export const coverageStates = ['covered', 'open', 'healed', 'lost'] as const;
export type CoverageState = (typeof coverageStates)[number];

export interface CoverageInterval extends CoverageKey, CoverageSpan {
  state: CoverageState;
  /** Cause of the gap; empty for a covered interval. */
  reason: string;
  /** When the interval was first seen and last changed, unix milliseconds. */
  seenMs: number;
  changedMs: number;
}

/** Whether both ends have blocks. Blocks then decide overlaps, and times are informative. */
export function hasBlocks(span: CoverageSpan): span is Required<CoverageSpan> {
  return (span.fromBlock ?? 0) > 0 && (span.toBlock ?? 0) > 0;
}

/** The smallest span that contains both. */
export function spanOfBoth(one: CoverageSpan, other: CoverageSpan): CoverageSpan {
  const times = { fromMs: Math.min(one.fromMs, other.fromMs), toMs: Math.max(one.toMs, other.toMs) };
  if (!hasBlocks(one) || !hasBlocks(other)) return times;
  const fromBlock = Math.min(one.fromBlock, other.fromBlock);
  return { ...times, fromBlock, toBlock: Math.max(one.toBlock, other.toBlock) };
}

/**
 * Cuts a span by another one that overlaps it. If both have blocks, the remaining parts end at the times of the cut, because the
 * times of the blocks next to it are unknown.
 *
 * @returns the common part, and the parts before and after it
 */
export function cutBy(
  span: CoverageSpan,
  cut: CoverageSpan,
): { within: CoverageSpan; outside: CoverageSpan[] } {
  const outside: CoverageSpan[] = [];
  const within = {
    fromMs: Math.max(span.fromMs, Math.min(cut.fromMs, span.toMs)),
    toMs: Math.min(span.toMs, Math.max(cut.toMs, span.fromMs)),
  };
  if (!hasBlocks(span) || !hasBlocks(cut)) {
    // A cut by time cannot assign blocks to the parts.
    if (span.fromMs < within.fromMs) outside.push({ fromMs: span.fromMs, toMs: within.fromMs - 1 });
    if (span.toMs > within.toMs) outside.push({ fromMs: within.toMs + 1, toMs: span.toMs });
    return { within: outside.length === 0 ? pick(span) : within, outside };
  }
  const fromBlock = Math.max(span.fromBlock, cut.fromBlock);
  const toBlock = Math.min(span.toBlock, cut.toBlock);
  if (span.fromBlock < fromBlock)
    outside.push({
      fromBlock: span.fromBlock,
      toBlock: fromBlock - 1,
      fromMs: span.fromMs,
      toMs: within.fromMs,
    });
  if (span.toBlock > toBlock)
    outside.push({ fromBlock: toBlock + 1, toBlock: span.toBlock, fromMs: within.toMs, toMs: span.toMs });
  return { within: { ...within, fromBlock, toBlock }, outside };
}

/** The span without other fields. */
export function pick({ fromMs, toMs, fromBlock, toBlock }: CoverageSpan): CoverageSpan {
  return { fromMs, toMs, fromBlock, toBlock };
}
