import { systemTimers } from '../../../kernel/timers.ts';
import type { SpotState } from '../../../wire/account-balances.ts';
import type { InfoRequest, InfoType } from '../../../wire/info-request.ts';
import { lendingRows, spotRows, stakingRows, vaultRows } from '../../facts/balance-rows.ts';
import { accountModes, balances } from '../../facts/fact-tables.ts';
import { InfoError } from '../../sources/hyperliquid/info-error.ts';
import type { Staleness } from '../../sources/hyperliquid/request-queue.ts';
import type { ReaderParts, WalletReader } from '../work/reader.ts';
import { nothingOpen, someTokens } from './dex-account.ts';
import type { WalletStates } from './states.ts';
import { spotOf, type TrackedWallet } from './tracked-wallet.ts';

/** Holdings of tracked wallets other than perps. */
export interface WalletBalances {
  spot: WalletReader;
  /**
   * Account mode, dexes without a position, tokens, vaults, staked HYPE and lending. Each is a request of its own, so an unusable
   * answer affects only that part.
   */
  holdings: WalletReader;
  /** Applies a spot state stored by this reader or another. @param requestedMs monotonic */
  take(tracked: TrackedWallet, state: SpotState, requestedMs: number): void;
}

/** Modes whose collateral lives in spot (docs/exchange.md#balances-and-account-modes). */
const pooledModes = new Set(['unifiedAccount', 'portfolioMargin']);

export interface WalletBalancesOptions extends ReaderParts {
  states: Pick<WalletStates, 'readFlat'>;
  dexes(): Iterable<string>;
  /** Name of a token by its index; undefined if it is not listed. */
  tokenName(index: number): string | undefined;
}

export function createWalletBalances(options: WalletBalancesOptions): WalletBalances {
  const { info, facts, states, dexes, tokenName, watch, clock, signal, timers = systemTimers } = options;

  function take(tracked: TrackedWallet, state: SpotState, requestedMs: number): void {
    const spot = spotOf(tracked);
    spot.checkedMs = requestedMs;
    spot.stateMs = Math.max(spot.stateMs, clock.nowMs() - (timers.monotonicMs() - requestedMs));
    if (spot.changedMs !== undefined && spot.changedMs < requestedMs) spot.changedMs = undefined;
    const isHeld = state.isPartial || state.balances.some(({ total }) => Number(total) !== 0);
    spot.open = isHeld ? someTokens : nothingOpen;
    tracked.isPooled ||= state.portfolioMarginEnabled === true;
  }

  async function spot(tracked: TrackedWallet, staleness: Staleness): Promise<void> {
    const { wallet } = tracked;
    const requestedMs = timers.monotonicMs();
    const time = clock.nowMs();
    const { data } = await info.ask({ type: 'spotClearinghouseState', user: wallet }, { staleness, signal });
    await facts.write(balances, spotRows({ wallet, time }, data));
    if (data.portfolioMarginEnabled === true)
      await facts.write(accountModes, [{ wallet, time, mode: 'portfolioMargin' }]);
    take(tracked, data, requestedMs);
    watch.seen('balances', { atMs: clock.nowMs(), received: data.balances.length });
  }

  async function holdings(tracked: TrackedWallet, staleness: Staleness): Promise<void> {
    const { wallet: user } = tracked;
    const time = clock.nowMs();
    const owner = { wallet: user, time };
    const ask = <T extends InfoType>(request: InfoRequest<T> & { type: T }) =>
      usable(info.ask<T>(request, { staleness, signal }));
    const mode = await ask({ type: 'userAbstraction', user });
    if (mode !== undefined) {
      await facts.write(accountModes, [{ wallet: user, time, mode: mode.data }]);
      tracked.isPooled = pooledModes.has(mode.data);
    }
    for (const dex of dexes()) await usable(states.readFlat(tracked, dex, staleness));
    await usable(spot(tracked, staleness));
    const vaults = await ask({ type: 'userVaultEquities', user });
    if (vaults !== undefined)
      await facts.write(balances, vaultRows(owner, vaults.data, vaults.rejected.length > 0));
    const staking = await ask({ type: 'delegatorSummary', user });
    if (staking !== undefined) await facts.write(balances, stakingRows(owner, staking.data));
    const lending = await ask({ type: 'borrowLendUserState', user });
    if (lending !== undefined) {
      const isPartial = lending.rejected.length > 0;
      await facts.write(balances, lendingRows(owner, lending.data, { isPartial, nameOf: tokenName }));
    }
    tracked.holdingsRequestedMs = timers.monotonicMs();
  }

  return { spot, holdings, take };
}

/** Undefined if the answer is malformed (then quarantined) or refused, so that the other parts are still read. */
async function usable<T>(reading: Promise<T>): Promise<T | undefined> {
  try {
    return await reading;
  } catch (error) {
    const isOfPart =
      error instanceof InfoError && (error.failure === 'malformed' || error.failure === 'refused');
    if (isOfPart) return undefined;
    throw error;
  }
}
