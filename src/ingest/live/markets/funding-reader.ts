import { dayMs } from '../../../kernel/clock.ts';
import { marketFunding } from '../../facts/fact-tables.ts';
import { marketFundingRow } from '../../facts/market-rows.ts';
import type { Staleness } from '../../sources/hyperliquid/request-queue.ts';
import type { ReaderParts } from '../work/reader.ts';
import type { HistoryCursors } from './history-cursors.ts';

/** How far back where none is stored. */
const backMs = 30 * dayMs;
/** Hours of a full page (docs/exchange.md#funding-payments). */
const pageHours = 500;

/**
 * Makes the reader of a perp's funding, page by page up to now.
 *
 * @throws InfoError, or where it could not be stored: it goes on from the cursor then
 */
export function createFundingReader({
  info,
  facts,
  watch,
  clock,
  signal,
  cursors,
}: ReaderParts & { cursors: HistoryCursors }) {
  return async (coin: string, staleness: Staleness): Promise<void> => {
    for (let isFull = true; isFull; ) {
      const startTime = cursors.get(coin, 'funding') ?? clock.nowMs() - backMs;
      const { data } = await info.ask({ type: 'fundingHistory', coin, startTime }, { staleness, signal });
      await facts.write(marketFunding, data.map(marketFundingRow));
      const newestMs = data.reduce((last, { time }) => Math.max(last, time), startTime);
      watch.seen('marketFunding', {
        atMs: clock.nowMs(),
        received: data.length,
        ...(data.length > 0 && { newestMs }),
      });
      cursors.set(coin, 'funding', newestMs);
      isFull = data.length >= pageHours && newestMs > startTime;
    }
  };
}
