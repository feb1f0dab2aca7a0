import type { AnalyticsStore } from '../../analytics/store.ts';
import { type Clock, monotonicMs } from '../../kernel/clock.ts';
import type { Pace } from './pace.ts';
import type { WalletReader } from './reader.ts';
import { dueTask, type TrackedWallet, type WalletTask } from './tracked-wallet.ts';
import { accountOf, type WalletDirectory } from './wallet-directory.ts';
import { openPositions, trackedBefore, walletsOfFills, walletsOfTrades } from './wallet-queries.ts';
import type { Job } from './work-plan.ts';

/** What can be read of a wallet. */
export type WalletReaders = Record<WalletTask, WalletReader>;

/** The readings of one wallet as one job: one at a time, the most overdue first. */
export function walletJob(
  wallet: TrackedWallet,
  { readers, pace, clock }: { readers: WalletReaders; pace: Pace; clock: Clock },
): Job {
  const due = (nowMs: number) => dueTask(wallet, pace, nowMs, clock.nowMs());
  return {
    staleness: (nowMs) => due(nowMs).staleness,
    run: (staleness) => readers[due(monotonicMs()).task](wallet, staleness),
  };
}

/** Tracks the wallets that are known from earlier runs: their cursors, stored fills, trades and open positions. */
export async function loadWallets(
  directory: WalletDirectory,
  { analytics, clock, limit }: { analytics: AnalyticsStore; clock: Clock; limit: number },
): Promise<void> {
  for (const row of await analytics.rows(trackedBefore, { limit })) {
    directory.track(row.wallet, {
      discoveredMs: Number(row.discovered),
      fillsToMs: Number(row.fills_to),
      fundingToMs: Number(row.funding_to),
      roleCheckedMs: Number(row.role_checked),
      writtenMs: Number(row.written),
    });
  }
  for (const { wallet } of await analytics.rows(walletsOfFills, { limit })) directory.track(wallet);
  for (const { wallet, coin, at, tid } of await analytics.rows(walletsOfTrades, {
    now: clock.nowMs(),
    limit,
  })) {
    directory.noteTrade({ users: [wallet, wallet], coin, time: Number(at), tid: Number(tid) });
  }
  for (const { wallet, dex, coin, value } of await analytics.rows(openPositions, {})) {
    const tracked = directory.get(wallet);
    if (tracked === undefined) continue;
    const account = accountOf(tracked, dex);
    account.open.add(coin);
    account.notionalUsd += value;
    tracked.fundingDue = true;
  }
}

/** The wallets that trade most, for the streams: each look counts what was before it half. */
export function busiestWallets(directory: WalletDirectory, count: number): string[] {
  const busiest: TrackedWallet[] = [];
  for (const wallet of directory.all()) {
    if (wallet.activity > 0) busiest.push(wallet);
  }
  busiest.sort((a, b) => b.activity - a.activity);
  const chosen = busiest.slice(0, count).map(({ wallet }) => wallet);
  for (const wallet of busiest) wallet.activity = Math.floor(wallet.activity / 2);
  return chosen;
}
