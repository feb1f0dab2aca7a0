import type { Clock } from '../../../kernel/clock.ts';
import type { Log } from '../../../kernel/log.ts';
import { trackedWallets } from '../../facts/fact-tables.ts';
import type { FactWriter } from '../../facts/fact-writer.ts';

/** What is stored of a wallet's reading; unix milliseconds. */
export interface WalletCursors {
  discoveredMs: number;
  fillsToMs: number;
  fundingToMs: number;
  roleCheckedMs: number;
  ledgerToMs: number;
  writtenMs: number;
  /** Of its vaults and what it has staked; by the monotonic clock, and not stored here. */
  holdingsRequestedMs?: number | undefined;
}

/** The cursors of a wallet alone, without what else is known of it. */
export function cursorsOf(wallet: WalletCursors): WalletCursors {
  const { discoveredMs, fillsToMs, fundingToMs, roleCheckedMs, ledgerToMs, writtenMs } = wallet;
  const { holdingsRequestedMs } = wallet;
  return {
    discoveredMs,
    fillsToMs,
    fundingToMs,
    roleCheckedMs,
    ledgerToMs,
    writtenMs,
    holdingsRequestedMs: holdingsRequestedMs,
  };
}

export interface CursorWriterOptions {
  facts: Pick<FactWriter, 'write'>;
  clock: Clock;
  log: Log;
}

/** Makes what stores a wallet's cursors, soon: what a kill takes of them is read again. */
export function createCursorWriter({ facts, clock, log }: CursorWriterOptions) {
  return (wallet: WalletCursors & { readonly wallet: string }): void => {
    // Later than the row before, whatever the clock says: the larger one counts.
    wallet.writtenMs = Math.max(clock.nowMs(), wallet.writtenMs + 1);
    const row = {
      wallet: wallet.wallet,
      time: wallet.writtenMs,
      discovered: wallet.discoveredMs,
      fills_to: wallet.fillsToMs,
      funding_to: wallet.fundingToMs,
      role_checked: wallet.roleCheckedMs,
      ledger_to: wallet.ledgerToMs,
    };
    facts
      .write(trackedWallets, [row])
      .catch((err: unknown) => log.error({ err }, "a wallet's cursor could not be stored"));
  };
}
