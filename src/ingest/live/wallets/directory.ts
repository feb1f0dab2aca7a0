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

/** Wallets that one search looks at: few enough for every trade. */
const looksLimit = 64;

/**
 * Makes the search for a wallet that can make room for another one. Each goes on where the last one ended, so that in turn
 * all are looked at.
 *
 * @param fillsElsewhere fills are not read of any wallet
 * @returns an idle wallet, undefined where this search found none
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
 * It was read, has nothing open and was not seen to trade lately. What it does unseen is read from its cursor on when it is
 * seen again.
 */
function isIdle(wallet: TrackedWallet): boolean {
  const { activity, expected, streamed, fundingDue, underWay, accounts } = wallet;
  if (activity > 0 || expected.size > 0 || streamed > 0) return false;
  if (fundingDue || underWay > 0) return false;
  return accounts.values().every(({ open, changedMs }) => open.size === 0 && changedMs === undefined);
}

/** What of a stored fill matters here. */
export type NotedFill = Pick<WireFill, 'coin' | 'time' | 'tid' | 'liquidation'>;

/** The wallets whose fills are read. */
export interface WalletDirectory {
  get(wallet: string): TrackedWallet | undefined;
  all(): IterableIterator<TrackedWallet>;
  /**
   * Tracks a wallet, unless the limit is reached and none of the others can make room.
   * @param stored what earlier runs stored of it
   */
  track(wallet: string, stored?: WalletCursors): TrackedWallet | undefined;
  /** A public trade: both wallets are tracked, and their fills expected. */
  noteTrade(trade: Pick<WireTrade, 'coin' | 'time' | 'tid' | 'users'>): void;
  /**
   * Fills of a wallet are stored: they are no longer expected, and its accounts have changed. A wallet that was liquidated in them
   * has fills of its own, which may be in no feed of trades.
   */
  noteStored(wallet: TrackedWallet, fills: readonly NotedFill[]): void;
  /**
   * Money of a wallet has moved without a fill: what was read of its accounts before is out of date.
   * @param timeMs by the exchange, unix milliseconds
   */
  noteMoved(wallet: TrackedWallet, timeMs: number, betweenPartsMs?: number): void;
  /** A trade whose fill will not come. */
  forget(wallet: TrackedWallet, key: string): void;
  /** Trades of a wallet, or of anybody, may have been missed. */
  suspect(wallet: TrackedWallet): void;
  suspectAll(): void;
  /** Stores how far a wallet was read, soon: what a kill takes of it is read again. */
  persist(wallet: TrackedWallet): void;
  /** Wallets that were seen and are not tracked now; of very many, how many they are at least. */
  readonly untracked: number;
  /** Trades that are remembered until their fills come. */
  readonly expected: number;
}

export interface WalletDirectoryOptions {
  facts: FactWriter;
  clock: Clock;
  log: Log;
  trackedLimit: number;
  expectedLimit: number;
  /** All fills, payments and updates up to here are stored, whichever wallets they are of: unix milliseconds. */
  completeToMs: number;
  /** A state may lack what happened so long before it. */
  settleMs: number;
  /** Fills come by another way: a trade makes none expected here. */
  fillsElsewhere: boolean;
  onTrack(wallet: TrackedWallet): void;
  /** It made room for another one. */
  onDismiss(wallet: TrackedWallet): void;
  /** The machine's where absent. */
  timers?: Timers;
}

const sameInterruptionMs = 10;
/** Of wallets that are not tracked, this many are remembered. */
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

  /** Dismisses an idle wallet until it is seen again. @returns false where none was found */
  function makeRoom(): boolean {
    const idle = findIdle();
    if (idle === undefined) return false;
    wallets.delete(idle.wallet);
    untracked.add(idle.wallet, cursorsOf(idle));
    onDismiss(idle);
    return true;
  }

  /** What happened after the state that is stored has changed it. */
  function noteChange(wallet: TrackedWallet, coin: string, timeMs: number): void {
    const isOfPerp = isPerp(coin);
    const changed = isOfPerp ? [accountOf(wallet, dexOf(coin))] : [];
    if (!isOfPerp || wallet.isPooled) changed.push(spotOf(wallet));
    for (const account of changed)
      if (timeMs > account.stateMs - settleMs) markChanged(account, monotonicMs());
  }

  /** Again each time: what was read before the interruption ended says nothing about it. */
  function suspect(wallet: TrackedWallet): void {
    wallet.suspectMs = monotonicMs();
  }

  function noteLiquidated(address: string, { coin, time }: NotedFill): void {
    // Older ones are in a reading of anybody's past.
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
      // Every coin's interruption comes here, and one look is enough for all that end together.
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

/** Trades of tracked wallets whose fills are not stored yet: the fill of each is expected. */
interface ExpectedFills {
  /** A trade of the wallet was seen. Nothing where its fill is stored, or out of reach. */
  add(wallet: TrackedWallet, trade: Pick<WireTrade, 'coin' | 'time' | 'tid'>): void;
  /** Its fill is stored, or will not come. */
  remove(wallet: TrackedWallet, key: string): void;
  /** Over all wallets. */
  readonly count: number;
}

/** @param limit over all wallets: beyond, a wallet is read all the same, only without checking this trade */
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

/** The map of this wallet alone: no other wallet writes to it. */
function ownOf({ expected }: TrackedWallet): Map<string, ExpectedFill> {
  return expected === nothingExpected ? new Map() : (expected as Map<string, ExpectedFill>);
}

/** Wallets that were seen and are not tracked. */
interface UntrackedWallets {
  /** @param cursors how far it was read, where it once was */
  add(wallet: string, cursors?: WalletCursors): void;
  /** It is tracked from now on. @returns how far it was read, where it once was */
  take(wallet: string): WalletCursors | undefined;
  readonly size: number;
}

/**
 * @param limit wallets it holds at most: beyond, the oldest are forgotten, and read from their beginning
 * when seen again
 */
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
