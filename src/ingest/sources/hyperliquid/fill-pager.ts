import type { Span } from '../../../kernel/span.ts';
import type { WireFill } from '../../../wire/fill.ts';
import { type TidSource, tidOf } from '../../../wire/fill-tid.ts';
import { fillsPageLimit } from '../../../wire/info-request.ts';
import type { Read } from '../../../wire/payload.ts';
import type { FillGap } from './fill-gap.ts';
import type { PositionChain } from './position-chain.ts';

/** One page of `userFillsByTime`, up to its last whole millisecond. */
export interface FillPage {
  /** Oldest first, as the exchange orders them. */
  fills: WireFill[];
  gaps: FillGap[];
}

/** Span of the requested fills, and paging options. */
export interface FillPagerOptions extends Span {
  /** Fetches the fills of an inclusive range, oldest first, at most one page. */
  fetchPage(range: { startTime: number; endTime: number }): Promise<Read<WireFill[]>>;
  /** The wallet's positions after the stored fills; updated with each page. */
  chain: PositionChain;
  /** Keys of stored fills at `fromMs`: the answer repeats them, and they are skipped. */
  stored?: ReadonlySet<string>;
  pageFills?: number;
}

/**
 * Reads a wallet's fills of a time range page by page (docs/exchange.md#fills-of-a-wallet). A full page may end inside a millisecond, so
 * its last millisecond is left to the next page, which starts there: a caller that numbers the fills of a millisecond has all of them.
 *
 * Ends with the first page that is not full.
 *
 * @throws Error if a page is outside the requested range; errors of `fetchPage`. The pages yielded before are complete up to their last
 *   fill: paging can resume there.
 */
export async function* fillPages(options: FillPagerOptions): AsyncGenerator<FillPage> {
  const { fetchPage, fromMs, toMs, chain, stored, pageFills = fillsPageLimit } = options;
  const isStored = (fill: WireFill) => fill.time === fromMs && stored?.has(fillKey(fill)) === true;
  let startTime = fromMs;
  while (startTime <= toMs) {
    const { data, rejected } = await fetchPage({ startTime, endTime: toMs });
    const isFull = data.length + rejected.length >= pageFills;
    const lastMs = data.at(-1)?.time ?? startTime;
    if (isFull && lastMs < startTime) {
      throw new Error(`fills from ${startTime} on were asked for, and a page that ends at ${lastMs} came`);
    }
    // All fills are of one millisecond: the next page would be identical.
    const isStuck = isFull && lastMs === startTime;
    const endMs = isFull && !isStuck ? lastMs - 1 : toMs;
    const fills = data.filter((fill) => fill.time >= startTime && fill.time <= endMs && !isStored(fill));
    const gaps: FillGap[] = fills.flatMap((fill) => chain.follow(fill) ?? []);
    if (isStuck) gaps.push({ fromMs: startTime, toMs: startTime, reason: 'full-millisecond' });
    if (fills.length + gaps.length > 0) yield { fills, gaps };
    if (!isFull) return;
    startTime = isStuck ? startTime + 1 : lastMs;
  }
}

/** Identity of a fill within one wallet (docs/exchange.md#keys). */
export function fillKey(fill: TidSource & { coin: string; time: number; oid: number | string }): string {
  return `${fill.coin} ${fill.time} ${tidOf(fill)} ${fill.oid}`;
}
