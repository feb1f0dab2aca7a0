import type { CoverageLedger } from '../../../coverage/ledger.ts';
import { isBetweenParts } from '../../../domain/ledger-update.ts';
import { minuteMs } from '../../../kernel/clock.ts';
import type { WireLedgerUpdate } from '../../../wire/ledger-update.ts';
import { ledgerUpdates } from '../../facts/fact-tables.ts';
import { ledgerRows } from '../../facts/ledger-rows.ts';
import type { ReaderParts, WalletReader } from '../work/reader.ts';
import type { WalletDirectory } from './directory.ts';
import type { TrackedWallet } from './tracked-wallet.ts';

export interface WalletLedgerOptions extends ReaderParts {
  directory: WalletDirectory;
  ledger: Pick<CoverageLedger, 'lose'>;
}

/** Updates of a full page (docs/exchange.md#ledger-updates). */
const pageUpdates = 500;
/** Maximum pages per read, so that other wallets get their turn. */
const pagesLimit = 10;
/** An answer may lack updates of this time before the request. */
const settleMs = minuteMs;

/**
 * Creates the reader of updates that move a wallet's balances without a fill, from its cursor, up to which all are stored.
 * Repeated updates produce the same rows (`ledger-rows.ts`).
 */
export function createWalletLedger(options: WalletLedgerOptions): WalletReader {
  const { info, facts, directory, ledger, watch, clock, signal } = options;

  /** @returns the time of the newest update; 0 if there is none */
  async function storePage(tracked: TrackedWallet, updates: readonly WireLedgerUpdate[]): Promise<number> {
    const { wallet } = tracked;
    const rowOf = ledgerRows();
    const newestMs = updates.reduce((newest, { time }) => Math.max(newest, time), 0);
    const rows = updates.map(({ time: timeMs, hash, reading }) => rowOf({ wallet, timeMs, hash }, reading));
    await facts.write(ledgerUpdates, rows);
    const between = rows.filter(isBetweenParts).map(({ time }) => time);
    directory.noteMoved(tracked, newestMs, Math.max(0, ...between));
    watch.seen('walletLedger', {
      atMs: clock.nowMs(),
      received: updates.length,
      unknown: rows.filter((row) => row.class === 'unknown').length,
      ...(newestMs > 0 && { newestMs }),
    });
    return newestMs;
  }

  return async (tracked, staleness) => {
    const { wallet } = tracked;
    const requestedMs = clock.nowMs();
    let startTime = Math.max(0, tracked.ledgerToMs - settleMs);
    const note = (readToMs: number) => {
      if (readToMs <= tracked.ledgerToMs) return;
      tracked.ledgerToMs = readToMs;
      directory.persist(tracked);
    };
    for (let page = 0; page < pagesLimit; page++) {
      const request = { type: 'userNonFundingLedgerUpdates', user: wallet, startTime } as const;
      const { data, rejected } = await info.ask(request, { staleness, signal });
      const newestMs = await storePage(tracked, data);
      if (data.length + rejected.length < pageUpdates) {
        note(requestedMs - settleMs);
        return;
      }
      note(newestMs);
      if (newestMs > startTime) {
        // Includes the last millisecond of this page, which may hold more updates.
        startTime = newestMs;
        continue;
      }
      // The whole page has one time, so the next page would be identical.
      const range = { fromMs: startTime, toMs: startTime };
      await ledger.lose({ feed: 'walletLedger', wallet, ...range }, 'full-millisecond');
      startTime += 1;
    }
  };
}
