import type { Clock } from '../../../kernel/clock.ts';
import type { Log } from '../../../kernel/log.ts';
import { trackedWallets } from '../../facts/fact-tables.ts';
import type { FactWriter } from '../../facts/fact-writer.ts';

/** Stored read positions of a wallet; unix milliseconds. */
export interface WalletCursors {
  discoveredMs: number;
  fillsToMs: number;
  fundingToMs: number;
  roleCheckedMs: number;
  ledgerToMs: number;
  writtenMs: number;
  /** Last read of vaults, staking and other holdings; monotonic, and not stored here. */
  holdingsRequestedMs?: number | undefined;
}

/** Copies only the cursors of a wallet. */
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

export function createCursorWriter({ facts, clock, log }: CursorWriterOptions) {
  return (wallet: WalletCursors & { readonly wallet: string }): void => {
    // Later than the previous row even if the clock went back, because the row with the larger time counts.
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
