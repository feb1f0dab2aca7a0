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

/** The span of the fills that are asked for, and how. */
export interface FillPagerOptions extends Span {
  /** Asks for the fills of an inclusive range, oldest first, at most a page of them. */
  fetchPage(range: { startTime: number; endTime: number }): Promise<Read<WireFill[]>>;
  /** The wallet's positions behind the stored fills; it follows the others. */
  chain: PositionChain;
  /** Keys of fills at `fromMs` that are stored: they come again, and are left out. */
  stored?: ReadonlySet<string>;
  /** Fills of a full page. */
  pageFills?: number;
}

/**
 * Reads a wallet's fills of a time range page by page (docs/exchange.md#fills-of-a-wallet). A full page
 * may end inside a millisecond, so its last one is left to the next page, which starts there: a caller that
 * numbers the fills of a millisecond has all of them.
 *
 * Ends with the first page that is not full.
 *
 * @throws Error where a page is not of the range it was asked for; whatever `fetchPage` throws. What was yielded until
 *   then is complete up to its last fill: paging can go on from there.
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
    // All of one millisecond: the next page would be the same again.
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

/** What makes a fill of one wallet the same fill (docs/exchange.md#keys). */
export function fillKey(fill: TidSource & { coin: string; time: number; oid: number | string }): string {
  return `${fill.coin} ${fill.time} ${tidOf(fill)} ${fill.oid}`;
}
