import type { Clock } from '../../../kernel/clock.ts';
import { systemTimers, type Timers } from '../../../kernel/timers.ts';
import type { Staleness } from '../../sources/hyperliquid/request-queue.ts';
import type { WeightGroup } from '../../sources/hyperliquid/weight-shares.ts';
import type { Job } from '../work/plan.ts';
import type { WalletReader } from '../work/reader.ts';
import type { WalletDirectory } from './directory.ts';
import {
  type Age,
  dueTask,
  noteEnd,
  type SeldomTask,
  seldomTask,
  type TrackedWallet,
  type WalletNeeds,
  type WalletTask,
} from './tracked-wallet.ts';

export type WalletReaders = Record<WalletTask, WalletReader>;

export interface WalletJobOptions extends WalletNeeds {
  readers: WalletReaders;
  clock: Clock;
  /** False until the list of dexes is known. */
  isReady(): boolean;
  timers?: Timers;
}

/**
 * Creates two jobs per wallet: frequent reads, the most overdue first, and seldom reads (role, holdings, ledger). All jobs share
 * their functions: with hundreds of thousands of wallets, separate functions were half of each wallet's memory.
 */
export function createWalletJobs(options: WalletJobOptions): (wallet: TrackedWallet) => Job[] {
  const { readers, pace, clock, isReady, timers = systemTimers } = options;
  const due = (wallet: TrackedWallet, nowMs: number) => dueTask(wallet, options, nowMs, clock.nowMs());
  const inGroup = (group: WeightGroup, { ageMs, targetMs }: Age) =>
    isReady() ? { group, ageMs, targetMs } : undefined;
  async function read(wallet: TrackedWallet, task: WalletTask, staleness: Staleness): Promise<void> {
    const { restMs } = pace;
    let failed = true;
    try {
      await underWay(wallet, readers[task](wallet, staleness));
      failed = false;
    } finally {
      noteEnd(wallet, task, { failed, restMs, nowMs: timers.monotonicMs() });
    }
  }
  const changes = {
    staleness(this: OfWallet, nowMs: number) {
      return inGroup('wallets', due(this.wallet, nowMs));
    },
    run(this: OfWallet, staleness: Staleness) {
      const { task } = due(this.wallet, timers.monotonicMs());
      return read(this.wallet, task, staleness);
    },
  };
  const seldom = {
    staleness(this: OfWallet, nowMs: number) {
      const task = seldomTask(this.wallet, options, nowMs, clock.nowMs());
      return task && inGroup('roles', task);
    },
    run(this: OfWallet, staleness: Staleness) {
      const task: SeldomTask =
        seldomTask(this.wallet, options, timers.monotonicMs(), clock.nowMs())?.task ?? 'role';
      return read(this.wallet, task, staleness);
    },
  };
  return (wallet) =>
    [changes, seldom].map((shared) => Object.assign(Object.create(shared), { wallet }) as Job);
}

interface OfWallet {
  readonly wallet: TrackedWallet;
}

async function underWay(wallet: TrackedWallet, reading: Promise<void>): Promise<void> {
  wallet.underWay += 1;
  try {
    await reading;
  } finally {
    wallet.underWay -= 1;
  }
}

/**
 * The busiest wallets to stream, of those whose past fills are read, because streamed fills continue them. Each call halves the
 * activity counts, so that older trades count less.
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
