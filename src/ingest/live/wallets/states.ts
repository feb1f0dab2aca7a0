import { systemTimers } from '../../../kernel/timers.ts';
import type { AccountState } from '../../../wire/clearinghouse-state.ts';
import { accounts as accountsTable, positions as positionsTable } from '../../facts/fact-tables.ts';
import { stateRows } from '../../facts/position-rows.ts';
import type { Staleness } from '../../sources/hyperliquid/request-queue.ts';
import type { Pace } from '../work/pace.ts';
import type { ReaderParts, WalletReader } from '../work/reader.ts';
import { accountOf, type DexAccount } from './dex-account.ts';
import type { WalletDirectory } from './directory.ts';
import { accountAge, type TrackedWallet } from './tracked-wallet.ts';

export interface WalletStatesOptions extends ReaderParts {
  directory: Pick<WalletDirectory, 'suspect'>;
  pace: Pace;
}

function notionalOf({ marginSummary, assetPositions }: AccountState): number {
  if (marginSummary !== undefined) return Number(marginSummary.totalNtlPos);
  return assetPositions.reduce((sum, { position }) => sum + Number(position.positionValue ?? 0), 0);
}

export interface WalletStates {
  /** One request per dex on which a wallet's state is out of date. */
  read: WalletReader;
  /**
   * Reads the wallet's account on a dex without open positions, where money moves without a trade. An account that never held
   * anything is not kept.
   */
  readFlat(tracked: TrackedWallet, dex: string, staleness: Staleness): Promise<void>;
  /** Applies a state stored by this reader or another. @param requestedMs monotonic */
  take(tracked: TrackedWallet, dex: string, state: AccountState, requestedMs: number): void;
}

export function createWalletStates(options: WalletStatesOptions): WalletStates {
  const { info, facts, directory, watch, clock, pace, signal, timers = systemTimers } = options;

  async function ask({ wallet }: TrackedWallet, dex: string, staleness: Staleness): Promise<AccountState> {
    const request = { type: 'clearinghouseState', user: wallet, ...(dex !== '' && { dex }) } as const;
    return (await info.ask(request, { staleness, signal })).data;
  }

  async function store(
    tracked: TrackedWallet,
    dex: string,
    state: AccountState,
    requestedMs: number,
  ): Promise<void> {
    const { wallet, accounts } = tracked;
    const rows = stateRows({ wallet, dex }, state, accounts.get(dex)?.open ?? []);
    await Promise.all([
      facts.write(positionsTable, rows.positions),
      facts.write(accountsTable, [rows.account]),
    ]);
    take(tracked, dex, state, requestedMs);
    watch.seen('positions', { atMs: clock.nowMs(), received: rows.positions.length, newestMs: state.time });
  }

  async function readDex(tracked: TrackedWallet, dex: string, staleness: Staleness): Promise<void> {
    const requestedMs = timers.monotonicMs();
    await store(tracked, dex, await ask(tracked, dex, staleness), requestedMs);
  }

  async function readFlat(tracked: TrackedWallet, dex: string, staleness: Staleness): Promise<void> {
    const known = tracked.accounts.get(dex);
    if (known !== undefined && known.open.size > 0) return;
    const requestedMs = timers.monotonicMs();
    const state = await ask(tracked, dex, staleness);
    const hasMoney = Number(state.marginSummary?.accountValue ?? 1) !== 0;
    if (known !== undefined || dex === '' || hasMoney || state.assetPositions.length > 0)
      await store(tracked, dex, state, requestedMs);
  }

  function take(tracked: TrackedWallet, dex: string, state: AccountState, requestedMs: number): void {
    const account = accountOf(tracked, dex);
    account.checkedMs = requestedMs;
    account.stateMs = Math.max(account.stateMs, state.time);
    // Changes during the request stay marked, so that the state is read again.
    if (account.changedMs !== undefined && account.changedMs < requestedMs) account.changedMs = undefined;
    noteSizes(tracked, account, state);
    // Unreadable positions of a partial state may still be open.
    const before = state.isPartial ? account.open : [];
    account.open = new Set([...before, ...state.assetPositions.map(({ position }) => position.coin)]);
    account.notionalUsd = notionalOf(state);
    if (account.open.size > 0) tracked.fundingDue = true;
  }

  /** Suspects a wallet whose sizes changed without a seen trade: settlements and takeovers are in no trade feed. */
  function noteSizes(tracked: TrackedWallet, account: DexAccount, state: AccountState): void {
    const positions = state.assetPositions.map(({ position: { coin, szi } }) => `${coin} ${szi}`);
    const sizes = positions.sort().join();
    const isNews = account.sizes !== undefined && account.sizes !== sizes;
    account.sizes = sizes;
    if (isNews && account.changes === 0) directory.suspect(tracked);
    if (account.changedMs === undefined) account.changes = 0;
  }

  async function read(tracked: TrackedWallet, staleness: Staleness): Promise<void> {
    const nowMs = timers.monotonicMs();
    for (const [dex, account] of tracked.accounts) {
      const own = accountAge(account, pace, nowMs);
      // Reads the account that made the wallet due, and every account past half of its target age.
      if (own !== undefined && own.ageMs >= own.targetMs / 2) await readDex(tracked, dex, staleness);
    }
  }

  return { read, readFlat, take };
}
