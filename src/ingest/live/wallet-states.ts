import { monotonicMs } from '../../kernel/clock.ts';
import { accounts as accountsTable, positions as positionsTable } from '../facts/fact-tables.ts';
import { stateRows } from '../facts/position-rows.ts';
import type { Staleness } from '../sources/hyperliquid/request-queue.ts';
import type { Pace } from './pace.ts';
import type { ReaderParts, WalletReader } from './reader.ts';
import { accountAge, type TrackedWallet } from './tracked-wallet.ts';

export interface WalletStatesOptions extends ReaderParts {
  pace: Pace;
}

/**
 * Makes the reader of accounts: one request per dex on which a wallet's state is out of date.
 */
export function createWalletStates(options: WalletStatesOptions): WalletReader {
  const { info, facts, watch, clock, pace, signal } = options;

  async function readDex(tracked: TrackedWallet, dex: string, staleness: Staleness): Promise<void> {
    const { wallet } = tracked;
    const account = tracked.accounts.get(dex)!;
    const askedMs = monotonicMs();
    const { data: state } = await info.ask(
      { type: 'clearinghouseState', user: wallet, ...(dex !== '' && { dex }) },
      { staleness, signal },
    );
    const rows = stateRows({ wallet, dex }, state, account.open);
    await Promise.all([
      facts.write(positionsTable, rows.positions),
      facts.write(accountsTable, [rows.account]),
    ]);
    account.checkedMs = askedMs;
    account.stateMs = Math.max(account.stateMs, state.time);
    // What a trade changed while this was on its way is read again.
    if (account.changedMs !== undefined && account.changedMs < askedMs) account.changedMs = undefined;
    account.open = new Set(state.assetPositions.map(({ position }) => position.coin));
    account.notionalUsd = Number(state.marginSummary.totalNtlPos);
    if (account.open.size > 0) tracked.fundingDue = true;
    watch.heard('positions', { atMs: clock.nowMs(), received: rows.positions.length, newestMs: state.time });
  }

  return async (tracked, staleness) => {
    const nowMs = monotonicMs();
    for (const [dex, account] of tracked.accounts) {
      const own = accountAge(account, pace, nowMs);
      // The one that made the wallet due, and whatever is past half its time: they are asked for together.
      if (own !== undefined && own.ageMs >= own.targetMs / 2) await readDex(tracked, dex, staleness);
    }
  };
}
