import { dexOf, isPerp } from '../../../domain/coin-name.ts';
import { BoundedMap } from '../../../kernel/bounded-map.ts';
import { type Clock, dayMs } from '../../../kernel/clock.ts';
import type { Log } from '../../../kernel/log.ts';
import { systemTimers, type Timers } from '../../../kernel/timers.ts';
import type { WireFill } from '../../../wire/fill.ts';
import type { WireTrade } from '../../../wire/trade.ts';
import type { FactWriter } from '../../facts/fact-writer.ts';
import { createCursorWriter, cursorsOf, type WalletCursors } from './cursors.ts';
import { accountOf, markChanged } from './dex-account.ts';
import {
  type ExpectedFill,
  nothingExpected,
  spotOf,
  type TrackedWallet,
  trackedWallet,
  tradeKey,
} from './tracked-wallet.ts';

/** Wallets examined per search; few, because a search may run for every trade. */
const looksLimit = 64;

/**
 * Creates the search for an idle wallet to evict. Each search resumes where the previous one stopped, so that all wallets get
 * their turn.
 *
 * @param fillsElsewhere fills are not read here, so a wallet needs no stored fills to be idle
 * @returns an idle wallet; undefined if this search found none
 */
function createIdleSearch(wallets: ReadonlyMap<string, TrackedWallet>, fillsElsewhere: boolean) {
  let hand = wallets.values();
  return (): TrackedWallet | undefined => {
    for (let looks = 0; looks < looksLimit; looks++) {
      let { value: wallet } = hand.next();
      if (wallet === undefined) {
        hand = wallets.values();
        wallet = hand.next().value;
      }
      if (wallet !== undefined && (fillsElsewhere || wallet.fillsToMs > 0) && isIdle(wallet)) return wallet;
    }
    return undefined;
  };
}

/**
 * True for a wallet without open positions, recent trades or pending reads. Its later fills are read from its cursor when the
 * wallet is seen again.
 */
function isIdle(wallet: TrackedWallet): boolean {
  const { activity, expected, streamed, fundingDue, twapsDueMs, underWay, accounts } = wallet;
  if (activity > 0 || expected.size > 0 || streamed > 0) return false;
  if (fundingDue || twapsDueMs !== undefined || underWay > 0) return false;
  return accounts.values().every(({ open, changedMs }) => open.size === 0 && changedMs === undefined);
}

export type NotedFill = Pick<WireFill, 'coin' | 'time' | 'tid' | 'liquidation' | 'twapId'>;

export interface WalletDirectory {
  get(wallet: string): TrackedWallet | undefined;
  all(): IterableIterator<TrackedWallet>;
  /**
   * Tracks a wallet. Undefined if the limit is reached and no idle wallet was found to evict.
   * @param stored cursors of earlier runs
   */
  track(wallet: string, stored?: WalletCursors): TrackedWallet | undefined;
  /** Tracks both wallets of a public trade and expects their fills. */
  noteTrade(trade: Pick<WireTrade, 'coin' | 'time' | 'tid' | 'users'>): void;
  /**
   * Notes stored fills: they are no longer expected, and the wallet's accounts have changed. Also suspects the wallet that they
   * liquidated, because its own fills may be in no trade feed.
   */
  noteStored(wallet: TrackedWallet, fills: readonly NotedFill[]): void;
  /**
   * Money of a wallet moved without a fill: states of its accounts from before are stale.
   * @param timeMs by the exchange, unix milliseconds
   */
  noteMoved(wallet: TrackedWallet, timeMs: number, betweenPartsMs?: number): void;
  /** Stops expecting a fill that will not come. */
  forget(wallet: TrackedWallet, key: string): void;
  /** Trades of a wallet, or with `suspectAll` of any wallet, may have been missed. */
  suspect(wallet: TrackedWallet): void;
  suspectAll(): void;
  /** Stores a wallet's cursors without waiting; progress lost by a kill is read again. */
  persist(wallet: TrackedWallet): void;
  /** Number of wallets seen but not tracked; a lower bound beyond `untrackedLimit`. */
  readonly untracked: number;
  readonly expected: number;
}

export interface WalletDirectoryOptions {
  facts: FactWriter;
  clock: Clock;
  log: Log;
  trackedLimit: number;
  expectedLimit: number;
  /** All fills, payments and updates of all wallets up to this time are stored; unix milliseconds. */
  completeToMs: number;
  /** A state may lack the events of this time before it, milliseconds. */
  settleMs: number;
  /** Another reader brings the fills, so trades do not make them expected. */
  fillsElsewhere: boolean;
  onTrack(wallet: TrackedWallet): void;
  /** The wallet was evicted for another one. */
  onDismiss(wallet: TrackedWallet): void;
  timers?: Timers;
}

const sameInterruptionMs = 10;
/** Maximum untracked wallets to remember. */
export const untrackedLimit = 400_000;

export function createWalletDirectory(options: WalletDirectoryOptions): WalletDirectory {
  const { clock, trackedLimit, expectedLimit, completeToMs, settleMs, onTrack, onDismiss } = options;
  const { fillsElsewhere } = options;
  const { monotonicMs } = options.timers ?? systemTimers;
  const wallets = new Map<string, TrackedWallet>();
  const untracked = createUntrackedWallets(untrackedLimit);
  const findIdle = createIdleSearch(wallets, fillsElsewhere);
  const expected = createExpectedFills(expectedLimit, monotonicMs);
  let suspectedMs = Number.NEGATIVE_INFINITY;

  function track(wallet: string, stored?: WalletCursors): TrackedWallet | undefined {
    const known = wallets.get(wallet);
    if (known !== undefined) return known;
    if (wallets.size >= trackedLimit && !makeRoom()) {
      untracked.add(wallet, stored);
      return undefined;
    }
    const times = { completeToMs, clock, nowMs: monotonicMs() };
    const tracked = trackedWallet(wallet, untracked.take(wallet) ?? stored, times);
    wallets.set(wallet, tracked);
    onTrack(tracked);
    return tracked;
  }

  /** Evicts an idle wallet until it is seen again. @returns false if none was found */
  function makeRoom(): boolean {
    const idle = findIdle();
    if (idle === undefined) return false;
    wallets.delete(idle.wallet);
    untracked.add(idle.wallet, cursorsOf(idle));
    onDismiss(idle);
    return true;
  }

  /** Marks the wallet's accounts as changed, unless their stored state is newer than the event. */
  function noteChange(wallet: TrackedWallet, coin: string, timeMs: number): void {
    const isOfPerp = isPerp(coin);
    const changed = isOfPerp ? [accountOf(wallet, dexOf(coin))] : [];
    if (!isOfPerp || wallet.isPooled) changed.push(spotOf(wallet));
    for (const account of changed)
      if (timeMs > account.stateMs - settleMs) markChanged(account, monotonicMs());
  }

  /** Resets the time on each call, because reads before the end of an interruption do not cover it. */
  function suspect(wallet: TrackedWallet): void {
    wallet.suspectMs = monotonicMs();
  }

  function noteLiquidated(address: string, { coin, time }: NotedFill): void {
    // Skips old liquidations, which the history of any wallet brings up.
    if (time < clock.nowMs() - dayMs) return;
    const victim = track(address.toLowerCase());
    if (victim === undefined || time <= Math.max(victim.fillsToMs, victim.lostToMs)) return;
    noteChange(victim, coin, time);
    suspect(victim);
  }

  return {
    get: (wallet) => wallets.get(wallet),
    all: () => wallets.values(),
    track,
    noteTrade(trade) {
      for (const user of new Set(trade.users)) {
        const wallet = track(user);
        if (wallet === undefined) continue;
        wallet.activity += 1;
        noteChange(wallet, trade.coin, trade.time);
        if (!fillsElsewhere) expected.add(wallet, trade);
      }
    },
    noteStored(wallet, fills) {
      for (const fill of fills) {
        const { coin, time, liquidation } = fill;
        expected.remove(wallet, tradeKey(fill));
        if (isPerp(coin)) wallet.fundingDue = true;
        if (fill.twapId != null) wallet.twapsDueMs ??= monotonicMs();
        noteChange(wallet, coin, time);
        const victim = liquidation?.liquidatedUser;
        if (victim !== undefined && victim !== wallet.wallet) noteLiquidated(victim, fill);
      }
    },
    noteMoved(wallet, timeMs, betweenPartsMs = 0) {
      const { accounts, spot, holdingsRequestedMs = 0 } = wallet;
      const heldMs = clock.nowMs() - (monotonicMs() - holdingsRequestedMs);
      if (betweenPartsMs > heldMs - settleMs) wallet.holdingsRequestedMs = undefined;
      for (const account of [...accounts.values(), ...(spot === undefined ? [] : [spot])]) {
        if (account.stateMs > 0 && timeMs > account.stateMs - settleMs) markChanged(account, monotonicMs());
      }
    },
    forget: expected.remove,
    suspect,
    suspectAll() {
      // Called for each interrupted coin; one pass covers all interruptions that end together.
      if (monotonicMs() - suspectedMs < sameInterruptionMs) return;
      suspectedMs = monotonicMs();
      for (const wallet of wallets.values()) suspect(wallet);
    },
    persist: createCursorWriter(options),
    get untracked() {
      return untracked.size;
    },
    get expected() {
      return expected.count;
    },
  };
}

/** Trades of tracked wallets whose fills are not stored yet. */
interface ExpectedFills {
  /** Expects the fill of a seen trade, unless the fill is stored or out of reach. */
  add(wallet: TrackedWallet, trade: Pick<WireTrade, 'coin' | 'time' | 'tid'>): void;
  /** The fill is stored, or will not come. */
  remove(wallet: TrackedWallet, key: string): void;
  /** Number over all wallets. */
  readonly count: number;
}

/** @param limit over all wallets; beyond, the wallet is still read, but without checking for this trade */
function createExpectedFills(limit: number, monotonicMs: () => number): ExpectedFills {
  let count = 0;
  return {
    add(wallet, { coin, time, tid }) {
      if (time <= Math.max(wallet.fillsToMs, wallet.lostToMs)) return;
      const key = tradeKey({ coin, time, tid });
      if (wallet.expected.has(key)) return;
      if (count >= limit) {
        wallet.suspectMs ??= monotonicMs();
        return;
      }
      count += 1;
      const expected = ownOf(wallet);
      expected.set(key, { coin, timeMs: time, seenMs: monotonicMs(), missed: 0 });
      wallet.expected = expected;
    },
    remove(wallet, key) {
      if (wallet.expected.has(key) && ownOf(wallet).delete(key)) count -= 1;
    },
    get count() {
      return count;
    },
  };
}

/** The wallet's own map; the shared empty one is never written to. */
function ownOf({ expected }: TrackedWallet): Map<string, ExpectedFill> {
  return expected === nothingExpected ? new Map() : (expected as Map<string, ExpectedFill>);
}

interface UntrackedWallets {
  /** @param cursors if the wallet was read before */
  add(wallet: string, cursors?: WalletCursors): void;
  /** Removes a wallet that becomes tracked. @returns its cursors if it was read before */
  take(wallet: string): WalletCursors | undefined;
  readonly size: number;
}

/** @param limit maximum wallets; beyond, the oldest are forgotten, and read from their beginning when seen again */
function createUntrackedWallets(limit: number): UntrackedWallets {
  const wallets = new BoundedMap<string, WalletCursors | undefined>(limit);
  return {
    add(wallet, cursors = wallets.get(wallet)) {
      wallets.set(wallet, cursors);
    },
    take(wallet) {
      const cursors = wallets.get(wallet);
      wallets.delete(wallet);
      return cursors;
    },
    get size() {
      return wallets.size;
    },
  };
}
