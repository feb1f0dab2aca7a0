import { type RowBinaryReader, readRowBinary } from '../../../analytics/row-binary.ts';
import type { AnalyticsStore } from '../../../analytics/store.ts';
import type { Clock } from '../../../kernel/clock.ts';
import { inSlices } from '../../../kernel/slices.ts';
import { systemTimers, type Timers } from '../../../kernel/timers.ts';
import type { Pace } from '../work/pace.ts';
import { accountOf, markChanged, someTokens } from './dex-account.ts';
import { untrackedLimit, type WalletDirectory } from './directory.ts';
import {
  storedHoldings,
  storedStates,
  trackedBefore,
  walletsOfFills,
  walletsOfTrades,
  walletsOfTwaps,
} from './queries.ts';
import { spotOf } from './tracked-wallet.ts';

/** Loaded accounts per wallet on average; few wallets trade on more than two dexes. */
const accountsOfWallet = 4;

export interface LoadWalletsOptions {
  analytics: Pick<AnalyticsStore, 'bytes'>;
  clock: Clock;
  pace: Pace;
  limit: number;
  timers?: Timers;
}

/**
 * Tracks the wallets of earlier runs: their cursors, stored fills, states, open positions and trades. There may be hundreds of
 * thousands, so rows are decoded from bytes in slices that do not block the event loop.
 */
export async function loadWallets(directory: WalletDirectory, options: LoadWalletsOptions): Promise<void> {
  const { analytics, clock, limit, timers = systemTimers } = options;
  // Also beyond the limit, so that the cursors are known when these wallets are seen again.
  const before = { limit: limit + untrackedLimit };
  await eachRow(await analytics.bytes(trackedBefore, before), (row) =>
    directory.track(row.address(), {
      writtenMs: row.int64(),
      discoveredMs: row.int64(),
      fillsToMs: row.int64(),
      fundingToMs: row.int64(),
      roleCheckedMs: row.int64(),
      ledgerToMs: row.int64(),
    }),
  );
  const lastFillMs = new Map<string, number>();
  await eachRow(await analytics.bytes(walletsOfFills, { limit }), (row) => {
    const wallet = row.address();
    directory.track(wallet);
    lastFillMs.set(wallet, row.int64());
  });
  const states = await analytics.bytes(storedStates, { limit: accountsOfWallet * limit });
  await eachRow(states, (row) => loadAccount(directory, row, lastFillMs, options));
  await eachRow(await analytics.bytes(storedHoldings, { limit }), (row) =>
    loadHoldings(directory, row, options),
  );
  const now = clock.nowMs();
  // An order may have ended while the service was down.
  await eachRow(await analytics.bytes(walletsOfTwaps, { now, limit }), (row) => {
    const tracked = directory.get(row.address());
    if (tracked !== undefined) tracked.twapsDueMs = timers.monotonicMs();
  });
  await eachRow(await analytics.bytes(walletsOfTrades, { now, limit }), (row) => {
    const wallet = row.address();
    const trade = { coin: row.text(), time: row.int64(), tid: row.int64() };
    directory.noteTrade({ users: [wallet, wallet], ...trade });
  });
}

function eachRow(rows: Uint8Array, take: (row: RowBinaryReader) => void): Promise<void> {
  const reader = readRowBinary(rows);
  return inSlices(() => {
    if (reader.done) return false;
    take(reader);
    return true;
  });
}

/**
 * Caps the age of a stored state at its target: as for fills, time without a running process does not count. Otherwise the
 * states of all wallets would be read before any fill.
 */
function loadAccount(
  directory: WalletDirectory,
  row: RowBinaryReader,
  lastFillMs: ReadonlyMap<string, number>,
  { clock, pace, timers = systemTimers }: LoadWalletsOptions,
): void {
  const wallet = row.address();
  const dex = row.text();
  const coins = row.texts();
  const notionalUsd = row.double();
  const stateMs = row.int64();
  const tracked = directory.track(wallet);
  if (tracked === undefined) return;
  const account = accountOf(tracked, dex);
  account.stateMs = stateMs;
  if (coins.length > 0) account.open = new Set(coins);
  account.notionalUsd = notionalUsd;
  tracked.fundingDue ||= coins.length > 0;
  // A kill came between the wallet's fills and its state, or the fills were imported.
  const isBehind = (lastFillMs.get(wallet) ?? 0) > stateMs - pace.settleMs;
  const ageMs = isBehind ? pace.statesMs : Math.min(pace.statesMs, Math.max(0, clock.nowMs() - stateMs));
  account.checkedMs = timers.monotonicMs() - ageMs;
  // A state without positions is due only if something changed it.
  if (isBehind && coins.length === 0) markChanged(account, timers.monotonicMs());
}

/** Holdings keep their real age; those of untracked wallets are skipped. */
function loadHoldings(
  directory: WalletDirectory,
  row: RowBinaryReader,
  { clock, timers = systemTimers }: LoadWalletsOptions,
): void {
  const tracked = directory.get(row.address());
  const isPooled = row.uint8() === 1;
  const [lentMs, tokens, spotMs] = [row.int64(), row.int64(), row.int64()];
  if (tracked === undefined) return;
  const atMs = (timeMs: number) => timers.monotonicMs() - Math.max(0, clock.nowMs() - timeMs);
  tracked.isPooled = isPooled;
  if (lentMs > 0) tracked.holdingsRequestedMs = atMs(lentMs);
  if (spotMs === 0) return;
  const spot = spotOf(tracked);
  spot.stateMs = spotMs;
  spot.checkedMs = atMs(spotMs);
  if (tokens > 0) spot.open = someTokens;
}
