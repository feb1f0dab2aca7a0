import { dexOf, isPerp } from '../../../domain/coin-name.ts';
import { type Clock, dayMs, monotonicMs } from '../../../kernel/clock.ts';
import type { Log } from '../../../kernel/log.ts';
import type { WireFill } from '../../../wire/fill.ts';
import type { WireTrade } from '../../../wire/trade.ts';
import { trackedWallets } from '../../facts/fact-tables.ts';
import type { FactWriter } from '../../facts/fact-writer.ts';
import { accountOf, markChanged } from './dex-account.ts';
import { type TrackedWallet, tradeKey } from './tracked-wallet.ts';
import { createUntrackedWallets, type WalletCursors } from './untracked-wallets.ts';

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
   * Fills of a wallet are stored: they are expected no more, and its accounts have changed. Whoever was liquidated in them
   * has fills of its own, which may be in no feed of trades.
   */
  noteStored(wallet: TrackedWallet, fills: readonly NotedFill[]): void;
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
  /** All fills up to here are stored, whoever their wallets are: unix milliseconds. */
  completeToMs: number;
  /** A state may lack what happened so long before it. */
  settleMs: number;
  onTrack(wallet: TrackedWallet): void;
  /** It made room for another one. */
  onDismiss(wallet: TrackedWallet): void;
}

const sameInterruptionMs = 10;
/** Of wallets that are not tracked, so many are remembered. */
export const untrackedLimit = 400_000;
/** Wallets that are looked at for one that can make room: few enough for every trade. */
const roomLooks = 64;

export function createWalletDirectory(options: WalletDirectoryOptions): WalletDirectory {
  const { facts, clock, log, trackedLimit, expectedLimit, completeToMs, settleMs, onTrack, onDismiss } =
    options;
  const wallets = new Map<string, TrackedWallet>();
  const untracked = createUntrackedWallets(untrackedLimit);
  let hand = wallets.values();
  let expected = 0;
  let suspectedMs = Number.NEGATIVE_INFINITY;

  function track(wallet: string, stored?: WalletCursors): TrackedWallet | undefined {
    const known = wallets.get(wallet);
    if (known !== undefined) return known;
    if (wallets.size >= trackedLimit && !makeRoom()) {
      untracked.add(wallet, stored);
      return undefined;
    }
    const nowMs = monotonicMs();
    const cursors = untracked.take(wallet) ??
      stored ?? {
        discoveredMs: clock.nowMs(),
        fillsToMs: completeToMs,
        fundingToMs: 0,
        roleCheckedMs: 0,
        writtenMs: 0,
      };
    const { roleCheckedMs } = cursors;
    const tracked: TrackedWallet = {
      wallet,
      ...cursors,
      fillsToMs: Math.max(cursors.fillsToMs, completeToMs),
      roleAskedMs: roleCheckedMs === 0 ? undefined : nowMs - (clock.nowMs() - roleCheckedMs),
      addedMs: nowMs,
      lostToMs: 0,
      streamed: 0,
      activity: 0,
      checkedMs: undefined,
      // Nobody looked while nothing ran.
      suspectMs: nowMs,
      fundingAskedMs: undefined,
      fundingDue: false,
      expected: new Map(),
      accounts: new Map(),
      tail: undefined,
      rests: undefined,
      underWay: 0,
    };
    wallets.set(wallet, tracked);
    onTrack(tracked);
    return tracked;
  }

  /** Dismisses an idle wallet until it is seen again. @returns false where none was found */
  function makeRoom(): boolean {
    for (let looks = 0; looks < roomLooks; looks++) {
      let { value: wallet } = hand.next();
      if (wallet === undefined) {
        hand = wallets.values();
        wallet = hand.next().value;
      }
      if (wallet === undefined || !isIdle(wallet)) continue;
      const { discoveredMs, fillsToMs, fundingToMs, roleCheckedMs, writtenMs } = wallet;
      wallets.delete(wallet.wallet);
      untracked.add(wallet.wallet, { discoveredMs, fillsToMs, fundingToMs, roleCheckedMs, writtenMs });
      onDismiss(wallet);
      return true;
    }
    return false;
  }

  /** What happened after the state that is stored has changed it. */
  function noteChange(wallet: TrackedWallet, coin: string, timeMs: number): void {
    if (!isPerp(coin)) return;
    const account = accountOf(wallet, dexOf(coin));
    if (timeMs > account.stateMs - settleMs) markChanged(account);
  }

  function expect(
    wallet: TrackedWallet,
    { coin, time, tid }: Pick<WireTrade, 'coin' | 'time' | 'tid'>,
  ): void {
    wallet.activity += 1;
    noteChange(wallet, coin, time);
    if (time <= Math.max(wallet.fillsToMs, wallet.lostToMs)) return;
    const key = tradeKey({ coin, time, tid });
    if (wallet.expected.has(key)) return;
    if (expected >= expectedLimit) {
      // It is read all the same, only without checking this trade.
      wallet.suspectMs ??= monotonicMs();
      return;
    }
    expected += 1;
    wallet.expected.set(key, { coin, timeMs: time, seenMs: monotonicMs(), missed: 0 });
  }

  /** Anew each time: what was read before the interruption ended says nothing about it. */
  function suspect(wallet: TrackedWallet): void {
    wallet.suspectMs = monotonicMs();
  }

  function noteLiquidated(address: string, { coin, time }: NotedFill): void {
    // Of older ones a reading of anybody's past tells.
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
        if (wallet !== undefined) expect(wallet, trade);
      }
    },
    noteStored(wallet, fills) {
      for (const fill of fills) {
        const { coin, time, liquidation } = fill;
        if (wallet.expected.delete(tradeKey(fill))) expected -= 1;
        if (isPerp(coin)) wallet.fundingDue = true;
        noteChange(wallet, coin, time);
        const victim = liquidation?.liquidatedUser;
        if (victim !== undefined && victim !== wallet.wallet) noteLiquidated(victim, fill);
      }
    },
    forget(wallet, key) {
      if (wallet.expected.delete(key)) expected -= 1;
    },
    suspect,
    suspectAll() {
      // Every coin's interruption comes here, and one look is enough for all that end together.
      if (monotonicMs() - suspectedMs < sameInterruptionMs) return;
      suspectedMs = monotonicMs();
      for (const wallet of wallets.values()) suspect(wallet);
    },
    persist(wallet) {
      // Later than the row before, whatever the clock says: the larger one counts.
      wallet.writtenMs = Math.max(clock.nowMs(), wallet.writtenMs + 1);
      const { discoveredMs, fillsToMs, fundingToMs, roleCheckedMs, writtenMs } = wallet;
      const row = {
        wallet: wallet.wallet,
        time: writtenMs,
        discovered: discoveredMs,
        fills_to: fillsToMs,
        funding_to: fundingToMs,
        role_checked: roleCheckedMs,
      };
      facts
        .write(trackedWallets, [row])
        .catch((err: unknown) => log.error({ err }, "a wallet's cursor could not be stored"));
    },
    get untracked() {
      return untracked.size;
    },
    get expected() {
      return expected;
    },
  };
}

/**
 * It was read, has nothing open and was not seen to trade lately. What it does unseen is read from its cursor on when it is
 * seen again.
 */
function isIdle(wallet: TrackedWallet): boolean {
  const { activity, expected, fillsToMs, streamed, fundingDue, underWay, accounts } = wallet;
  if (fillsToMs === 0 || activity > 0 || expected.size > 0 || streamed > 0) return false;
  if (fundingDue || underWay > 0) return false;
  return accounts.values().every(({ open, changedMs }) => open.size === 0 && changedMs === undefined);
}
