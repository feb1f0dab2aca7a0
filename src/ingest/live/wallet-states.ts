import { type Clock, monotonicMs } from '../../kernel/clock.ts';
import { accounts as accountsTable, positions as positionsTable } from '../facts/fact-tables.ts';
import type { FactWriter } from '../facts/fact-writer.ts';
import { stateRows } from '../facts/position-rows.ts';
import type { InfoClient } from '../sources/hyperliquid/info-client.ts';
import type { Staleness } from '../sources/hyperliquid/request-queue.ts';
import type { FeedWatch } from './feed-watch.ts';
import type { Pace } from './pace.ts';
import { accountStaleness, type TrackedWallet } from './tracked-wallet.ts';

export interface WalletStatesOptions {
  info: InfoClient;
  facts: FactWriter;
  watch: FeedWatch;
  clock: Clock;
  pace: Pace;
  signal: AbortSignal;
}

/**
 * Makes the reader of accounts: one request per dex on which a wallet's state is out of date.
 * @returns a function that rejects with InfoError, or where rows could not be stored
 */
export function createWalletStates(
  options: WalletStatesOptions,
): (wallet: TrackedWallet, staleness: Staleness) => Promise<void> {
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
    // What a fill changed while this was on its way is read again.
    if (account.changedMs !== undefined && account.changedMs < askedMs) account.changedMs = undefined;
    account.open = new Set(state.assetPositions.map(({ position }) => position.coin));
    account.notionalUsd = Number(state.marginSummary.totalNtlPos);
    if (account.open.size > 0) tracked.fundingDue = true;
    watch.heard('positions', { atMs: clock.nowMs(), received: rows.positions.length, newestMs: state.time });
  }

  return async (tracked, staleness) => {
    const nowMs = monotonicMs();
    for (const [dex, account] of tracked.accounts) {
      const own = accountStaleness(account, pace, nowMs);
      // The one that made the wallet due, and whatever is past half its time: they are asked for together.
      if (own !== undefined && own.ageMs >= own.targetMs / 2) await readDex(tracked, dex, staleness);
    }
  };
}
