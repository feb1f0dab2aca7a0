import type { CoverageLedger } from '../../../coverage/ledger.ts';
import { utcDayStartMs } from '../../../kernel/clock.ts';
import { walletFunding } from '../../facts/fact-tables.ts';
import { walletFundingRow } from '../../facts/market-rows.ts';
import type { Staleness } from '../../sources/hyperliquid/request-queue.ts';
import type { ReaderParts, WalletReader } from '../work/reader.ts';
import type { WalletDirectory } from './directory.ts';

export interface WalletFundingOptions extends ReaderParts {
  directory: WalletDirectory;
  ledger: Pick<CoverageLedger, 'lose'>;
}

/** Payments of a full page (docs/exchange.md#funding-payments). */
const pagePayments = 500;
/** Maximum pages per read, so that a wallet with years of payments does not block others. */
const pagesLimit = 10;

/**
 * Creates the reader of wallets' funding. The cursor is the time of the newest stored payment. An answer that does not repeat
 * that payment shows that the exchange has merged its day since; a merged day has the time of its start, and is read from there.
 */
export function createWalletFunding(options: WalletFundingOptions): WalletReader {
  const { info, facts, directory, ledger, watch, clock, signal } = options;

  /** @returns a page, preceded by the merged payments of its first day if the exchange merged that day, and whether another follows */
  async function readPage(
    { wallet, fundingToMs }: { wallet: string; fundingToMs: number },
    startTime: number,
    staleness: Staleness,
  ) {
    const ask = (range: { startTime: number; endTime?: number }) =>
      info.ask({ type: 'userFunding', user: wallet, ...range }, { staleness, signal });
    const { data, rejected } = await ask({ startTime });
    const isFull = data.length + rejected.length >= pagePayments;
    const isMerged = startTime > 0 && startTime === fundingToMs && data.every(({ time }) => time > startTime);
    if (!isMerged) return { payments: data, isFull };
    const day = await ask({ startTime: utcDayStartMs(startTime), endTime: startTime });
    return { payments: [...day.data, ...data], isFull };
  }

  return async (tracked, staleness) => {
    const { wallet } = tracked;
    const requestedMs = clock.nowMs();
    let startTime = tracked.fundingToMs;
    for (let page = 0; page < pagesLimit; page++) {
      const { payments, isFull } = await readPage(tracked, startTime, staleness);
      const newestMs = payments.reduce((newest, { time }) => Math.max(newest, time), 0);
      await facts.write(
        walletFunding,
        payments.map((payment) => walletFundingRow(wallet, payment)),
      );
      watch.seen('walletFunding', {
        atMs: clock.nowMs(),
        received: payments.length,
        ...(payments.length > 0 && { newestMs }),
      });
      if (newestMs > tracked.fundingToMs) {
        tracked.fundingToMs = newestMs;
        directory.persist(tracked);
      }
      if (!isFull) {
        tracked.fundingRequestedMs = requestedMs;
        tracked.fundingDue = [...tracked.accounts.values()].some(({ open }) => open.size > 0);
        return;
      }
      if (newestMs > startTime) {
        // Includes the last millisecond of this page, which may hold more coins.
        startTime = newestMs;
        continue;
      }
      // The whole page has one time, so the next page would be identical.
      const range = { fromMs: startTime, toMs: startTime };
      await ledger.lose({ feed: 'walletFunding', wallet, ...range }, 'full-millisecond');
      startTime += 1;
    }
  };
}
