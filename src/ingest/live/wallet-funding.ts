import { walletFunding } from '../facts/fact-tables.ts';
import { walletFundingRow } from '../facts/market-rows.ts';
import type { ReaderParts, WalletReader } from './reader.ts';
import type { WalletDirectory } from './wallet-directory.ts';

export interface WalletFundingOptions extends ReaderParts {
  directory: WalletDirectory;
}

/** Payments of a full page (exchange notes §2.3). */
const pagePayments = 500;
/** Pages of one reading: whoever has years of payments takes several, and lets others have their turn. */
const pagesLimit = 10;

/**
 * Makes the reader of wallets' funding, from its cursor on. Days that the exchange has merged by then lie behind all hours
 * that are stored: the cursor has passed those.
 */
export function createWalletFunding(options: WalletFundingOptions): WalletReader {
  const { info, facts, directory, watch, clock, signal } = options;
  return async (tracked, staleness) => {
    const { wallet } = tracked;
    const askedMs = clock.nowMs();
    let startTime = tracked.fundingToMs;
    for (let page = 0; page < pagesLimit; page++) {
      const { data, rejected } = await info.ask(
        { type: 'userFunding', user: wallet, startTime },
        { staleness, signal },
      );
      const newestMs = data.reduce((newest, { time }) => Math.max(newest, time), 0);
      await facts.write(
        walletFunding,
        data.map((payment) => walletFundingRow(wallet, payment)),
      );
      watch.heard('walletFunding', {
        atMs: clock.nowMs(),
        received: data.length,
        ...(data.length > 0 && { newestMs }),
      });
      if (newestMs > tracked.fundingToMs) {
        tracked.fundingToMs = newestMs;
        directory.persist(tracked);
      }
      if (data.length + rejected.length < pagePayments) {
        tracked.fundingAskedMs = askedMs;
        tracked.fundingDue = [...tracked.accounts.values()].some(({ open }) => open.size > 0);
        return;
      }
      // A page starts with the last time of the one before, which may hold many coins; all of one time is stepped over.
      startTime = newestMs > startTime ? newestMs : startTime + 1;
    }
  };
}
