import type { WireFill } from '../../../wire/fill.ts';
import { fillsPageLimit } from '../../../wire/info-request.ts';
import type { Rejected } from '../../../wire/payload.ts';
import type { FillGap } from './fill-gap.ts';
import { createPositionChain, type KnownPositions } from './position-chain.ts';

/** One page of `userFillsByTime`, without what the page before had already. */
export interface FillPage {
  /** Oldest first, as the exchange orders them. */
  fills: WireFill[];
  rejected: Rejected[];
  gaps: FillGap[];
}

export interface FillPagerOptions {
  /** Asks for the fills of an inclusive range, oldest first, at most a page of them. */
  fetchPage(range: {
    startTime: number;
    endTime: number;
  }): Promise<{ data: WireFill[]; rejected: Rejected[] }>;
  /** Inclusive, unix milliseconds. */
  fromMs: number;
  toMs: number;
  /** Positions at `fromMs`, by perp coin, where they are known: without them the first fill of a coin cannot break a chain. */
  known?: KnownPositions;
  /** Fills of a full page. */
  pageFills?: number;
}

/**
 * Reads a wallet's fills of a time range page by page (exchange notes §2.2): a page starts at the last time of the one
 * before, because a millisecond may hold many fills, and drops what that one had.
 *
 * Ends with the first page that is not full.
 *
 * @throws Error where a page is not of the range it was asked for; whatever `fetchPage` throws. What was yielded until
 *   then is complete up to its last fill: paging can go on from there.
 */
export async function* fillPages(options: FillPagerOptions): AsyncGenerator<FillPage> {
  const { fetchPage, fromMs, toMs, known, pageFills = fillsPageLimit } = options;
  const chain = createPositionChain(known, fromMs);
  let startTime = fromMs;
  /** Keys of the last millisecond's fills, which the next page repeats. */
  let repeated = new Set<string>();
  while (startTime <= toMs) {
    const { data, rejected } = await fetchPage({ startTime, endTime: toMs });
    const fills = data.filter(
      (fill) => fill.time >= startTime && fill.time <= toMs && !repeated.has(fillKey(fill)),
    );
    const gaps: FillGap[] = fills.flatMap((fill) => chain.follow(fill) ?? []);
    const isFull = data.length + rejected.length >= pageFills;
    const lastMs = data.at(-1)?.time ?? startTime;
    if (isFull && lastMs < startTime) {
      throw new Error(`fills from ${startTime} on were asked for, and a page that ends at ${lastMs} came`);
    }
    // All of one millisecond: the next page would be the same again.
    const isStuck = isFull && lastMs <= startTime;
    if (isStuck) gaps.push({ fromMs: startTime, toMs: startTime, reason: 'full-millisecond' });
    if (fills.length + rejected.length + gaps.length > 0) yield { fills, rejected, gaps };
    if (!isFull) return;
    startTime = isStuck ? startTime + 1 : lastMs;
    repeated = new Set(data.filter((fill) => fill.time === lastMs).map(fillKey));
  }
}

/** What makes a fill of one wallet the same fill (exchange notes §7.4). */
function fillKey({ coin, time, tid, oid }: WireFill): string {
  return `${coin} ${time} ${tid ?? 0} ${oid}`;
}
