import type { Span } from '../kernel/span.ts';

/** Of what something is known to be there, or to be missing. */
export interface CoverageKey {
  /** `node_fills`, `fills`, `trades`, `contexts` …: of what it says itself and of nothing else. */
  feed: string;
  /** Lower-case address; absent where all wallets are concerned. */
  wallet?: string | undefined;
  /** Absent where all coins are concerned. */
  coin?: string | undefined;
}

/** A stretch of the exchange's time, from 0 for "since ever", and of its blocks where they are known. All ends are in it. */
export interface CoverageSpan extends Span {
  fromBlock?: number | undefined;
  toBlock?: number | undefined;
}

/**
 * - `covered`: read, but for the gaps in it
 * - `open`: a gap that may still be filled
 * - `healed`: a gap that was filled
 * - `lost`: a gap that nothing is known to fill
 */
export const coverageStates = ['covered', 'open', 'healed', 'lost'] as const;
export type CoverageState = (typeof coverageStates)[number];

/** What the ledger says of one stretch of one key. */
export interface CoverageInterval extends CoverageKey, CoverageSpan {
  state: CoverageState;
  /** Why it is a gap; empty of what is covered. */
  reason: string;
  /** When it was first seen, and last changed, unix milliseconds. */
  seenMs: number;
  changedMs: number;
}

/** Whether both ends are known by block: then blocks count, and times only say where they are. */
export function hasBlocks(span: CoverageSpan): span is Required<CoverageSpan> {
  return (span.fromBlock ?? 0) > 0 && (span.toBlock ?? 0) > 0;
}

/** The span from the first to the last moment of both. */
export function spanOfBoth(one: CoverageSpan, other: CoverageSpan): CoverageSpan {
  const times = { fromMs: Math.min(one.fromMs, other.fromMs), toMs: Math.max(one.toMs, other.toMs) };
  if (!hasBlocks(one) || !hasBlocks(other)) return times;
  const fromBlock = Math.min(one.fromBlock, other.fromBlock);
  return { ...times, fromBlock, toBlock: Math.max(one.toBlock, other.toBlock) };
}

/**
 * A span cut by another one that overlaps it. Cut by blocks, the times of what is left end at those of the cut: when its first
 * block was is not known.
 *
 * @returns the part that both have, and those before and behind it
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
    // What is known by its time alone has no blocks left that could be named.
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

/** The span alone. */
export function pick({ fromMs, toMs, fromBlock, toBlock }: CoverageSpan): CoverageSpan {
  return { fromMs, toMs, fromBlock, toBlock };
}
