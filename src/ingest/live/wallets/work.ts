import type { AnalyticsStore } from '../../../analytics/store.ts';
import { type Clock, monotonicMs } from '../../../kernel/clock.ts';
import type { WeightGroup } from '../../sources/hyperliquid/weight-shares.ts';
import type { Pace } from '../work/pace.ts';
import type { Job } from '../work/plan.ts';
import type { WalletReader } from '../work/reader.ts';
import { accountOf, markChanged } from './dex-account.ts';
import { untrackedLimit, type WalletDirectory } from './directory.ts';
import { storedStates, trackedBefore, walletsOfFills, walletsOfTrades } from './queries.ts';
import {
  type Age,
  dueTask,
  noteEnd,
  roleAge,
  type TrackedWallet,
  type WalletNeeds,
  type WalletTask,
} from './tracked-wallet.ts';

/** Accounts that are remembered, for each wallet: few trade on more than one dex or two. */
const accountsOfWallet = 4;

/** What can be read of a wallet. */
export type WalletReaders = Record<WalletTask | 'role', WalletReader>;

export interface WalletJobOptions extends WalletNeeds {
  readers: WalletReaders;
  clock: Clock;
  /** False until the dexes are known on which a wallet may have positions. */
  isReady(): boolean;
}

/** The readings of one wallet as two jobs: what changes all the time, the most overdue first; and what it is. */
export function walletJobs(wallet: TrackedWallet, options: WalletJobOptions): Job[] {
  const { readers, pace, clock, isReady } = options;
  const due = (nowMs: number) => dueTask(wallet, options, nowMs, clock.nowMs());
  const inGroup = (group: WeightGroup, { ageMs, targetMs }: Age) =>
    isReady() ? { group, ageMs, targetMs } : undefined;
  return [
    {
      staleness: (nowMs) => inGroup('wallets', due(nowMs)),
      async run(staleness) {
        const { task } = due(monotonicMs());
        const { restMs } = pace;
        try {
          await underWay(wallet, readers[task](wallet, staleness));
        } catch (error) {
          noteEnd(wallet, task, { failed: true, restMs, nowMs: monotonicMs() });
          throw error;
        }
        noteEnd(wallet, task, { failed: false, restMs, nowMs: monotonicMs() });
      },
    },
    {
      staleness: (nowMs) => inGroup('roles', roleAge(wallet, pace, nowMs)),
      run: (staleness) => underWay(wallet, readers.role(wallet, staleness)),
    },
  ];
}

async function underWay(wallet: TrackedWallet, reading: Promise<void>): Promise<void> {
  wallet.underWay += 1;
  try {
    await reading;
  } finally {
    wallet.underWay -= 1;
  }
}

export interface LoadWalletsOptions {
  analytics: AnalyticsStore;
  clock: Clock;
  pace: Pace;
  /** Wallets that are tracked. */
  limit: number;
}

/** Tracks the wallets that are known from earlier runs: their cursors, stored fills, states, open positions and trades. */
export async function loadWallets(directory: WalletDirectory, options: LoadWalletsOptions): Promise<void> {
  const { analytics, clock, limit } = options;
  // Beyond the limit, too: how far they were read is known when they are seen again.
  for (const row of await analytics.rows(trackedBefore, { limit: limit + untrackedLimit })) {
    directory.track(row.wallet, {
      discoveredMs: Number(row.discovered),
      fillsToMs: Number(row.fills_to),
      fundingToMs: Number(row.funding_to),
      roleCheckedMs: Number(row.role_checked),
      writtenMs: Number(row.written),
    });
  }
  const lastFillMs = new Map<string, number>();
  for (const { wallet, last_time } of await analytics.rows(walletsOfFills, { limit })) {
    directory.track(wallet);
    lastFillMs.set(wallet, Number(last_time));
  }
  await loadAccounts(directory, lastFillMs, options);
  for (const { wallet, coin, at, tid } of await analytics.rows(walletsOfTrades, {
    now: clock.nowMs(),
    limit,
  })) {
    directory.noteTrade({ users: [wallet, wallet], coin, time: Number(at), tid: Number(tid) });
  }
}

/**
 * A state is as old as it is, and due at the most: what passed while nobody read makes it no older, as little as it does
 * fills. Else the states of all wallets were read before a single fill.
 */
async function loadAccounts(
  directory: WalletDirectory,
  lastFillMs: ReadonlyMap<string, number>,
  { analytics, clock, limit, pace }: LoadWalletsOptions,
): Promise<void> {
  const rows = await analytics.rows(storedStates, { limit: accountsOfWallet * limit });
  for (const { wallet, dex, at, coins, value } of rows) {
    const tracked = directory.track(wallet);
    if (tracked === undefined) continue;
    const account = accountOf(tracked, dex);
    account.stateMs = Number(at);
    account.open = new Set(coins);
    account.notionalUsd = value;
    tracked.fundingDue ||= coins.length > 0;
    // A kill came between its fills and its state, or they were imported.
    const isBehind = (lastFillMs.get(wallet) ?? 0) > account.stateMs - pace.settleMs;
    const ageMs = isBehind
      ? pace.statesMs
      : Math.min(pace.statesMs, Math.max(0, clock.nowMs() - account.stateMs));
    account.checkedMs = monotonicMs() - ageMs;
    // One without positions is due only where something has changed it.
    if (isBehind && coins.length === 0) markChanged(account);
  }
}

/**
 * The wallets that trade most, for the streams, of those whose past is read: what a stream tells follows on that. Each look
 * counts what was before it half.
 */
export function busiestWallets(directory: WalletDirectory, count: number): string[] {
  const busiest: TrackedWallet[] = [];
  for (const wallet of directory.all()) {
    if (wallet.activity > 0) busiest.push(wallet);
  }
  busiest.sort((a, b) => b.activity - a.activity);
  const read = busiest.filter(({ checkedMs }) => checkedMs !== undefined);
  for (const wallet of busiest) wallet.activity = Math.floor(wallet.activity / 2);
  return read.slice(0, count).map(({ wallet }) => wallet);
}
