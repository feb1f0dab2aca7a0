import { dayMs, hourMs, minuteMs } from '../../kernel/clock.ts';
import type { PositionChain } from '../sources/hyperliquid/position-chain.ts';
import type { Staleness } from '../sources/hyperliquid/request-queue.ts';
import type { Pace } from './pace.ts';

/** A wallet's account on one dex, as far as its last state and its fills since tell. Times of the monotonic clock. */
export interface DexAccount {
  checkedMs: number;
  /** Since when a fill has made the stored state out of date. */
  changedMs: number | undefined;
  /** Coins with a position in the last state. */
  open: Set<string>;
  notionalUsd: number;
}

/** A trade of a tracked wallet whose fill is not stored yet. */
export interface ExpectedFill {
  coin: string;
  /** By the exchange. */
  timeMs: number;
  /** By the monotonic clock. */
  heardMs: number;
  /** Readings that should have had it. */
  missed: number;
}

/** Where a wallet's stored fills end. */
export interface FillTail {
  /** Where reading goes on, unix milliseconds: the time of the last stored fill up to the cursor, or the cursor itself. */
  fromMs: number;
  /** Keys of the fills at that time: the next answer repeats them, or has lost its connection to what is stored. */
  keys: ReadonlySet<string>;
  chain: PositionChain;
  /** Fills of any coin may be missing before it. */
  isWide: boolean;
}

/** What the connector knows of a wallet. Times are unix milliseconds of the store, or of the monotonic clock where said. */
export interface TrackedWallet {
  readonly wallet: string;
  readonly discoveredMs: number;
  fillsToMs: number;
  fundingToMs: number;
  roleCheckedMs: number;
  /** Monotonic; it may lie before the process began. */
  roleAskedMs: number | undefined;
  /** Of the newest stored row. */
  writtenMs: number;
  /** Monotonic. */
  readonly addedMs: number;
  /** Fills up to here are beyond reach, or stored; unix milliseconds. */
  lostToMs: number;
  /** Trades seen, halved now and then: the busiest wallets are streamed. */
  activity: number;
  /** Monotonic: when its fills were last complete. */
  checkedMs: number | undefined;
  /** Monotonic: since when it may have traded unseen. */
  suspectMs: number | undefined;
  /** Unix milliseconds: when its funding was last complete. */
  fundingAskedMs: number | undefined;
  /** It had a position since its funding was read. */
  fundingDue: boolean;
  readonly expected: Map<string, ExpectedFill>;
  readonly accounts: Map<string, DexAccount>;
  tail: FillTail | undefined;
}

export type WalletTask = 'fills' | 'states' | 'funding' | 'role';

export interface DueTask {
  task: WalletTask;
  staleness: Staleness;
}

/**
 * Key of an {@link ExpectedFill}: of a trade, and of both its fills. The two books of an outcome are one (exchange notes
 * §13), so that a fill may name its other side: both have one key.
 */
export function tradeKey({ coin, time, tid }: { coin: string; time: number; tid?: unknown }): string {
  const market = coin.startsWith('#') ? coin.slice(0, -1) : coin;
  return `${market} ${time} ${String(tid)}`;
}

/** How much a wallet matters: by what it was seen to trade and by the notional of its positions. At least 1. */
export function importance({ expected, accounts }: TrackedWallet): number {
  let notionalUsd = 0;
  for (const account of accounts.values()) notionalUsd += account.notionalUsd;
  return 1 + Math.log2(1 + expected.size) + Math.log10(1 + notionalUsd / 10_000);
}

/**
 * The task of a wallet that is the most overdue.
 * @param nowMs by the monotonic clock
 * @param clockMs unix milliseconds
 */
export function dueTask(wallet: TrackedWallet, pace: Pace, nowMs: number, clockMs: number): DueTask {
  const factor = importance(wallet);
  const tasks: DueTask[] = [{ task: 'fills', staleness: fillStaleness(wallet, pace, nowMs, factor) }];
  const accounts = stalestAccount(wallet, pace, nowMs);
  if (accounts !== undefined) {
    const { ageMs, targetMs } = accounts;
    tasks.push({ task: 'states', staleness: { ageMs, targetMs: targetMs / factor } });
  }
  const funding = fundingStaleness(wallet, pace, nowMs, clockMs);
  if (funding !== undefined) tasks.push({ task: 'funding', staleness: funding });
  tasks.push({ task: 'role', staleness: roleStaleness(wallet, pace, nowMs) });
  return tasks.reduce((first, next) => (ratio(next) > ratio(first) ? next : first));
}

function ratio({ staleness }: DueTask): number {
  return staleness.ageMs / staleness.targetMs;
}

function fillStaleness(wallet: TrackedWallet, pace: Pace, nowMs: number, factor: number): Staleness {
  const { expected, checkedMs, suspectMs, addedMs } = wallet;
  const [first] = expected.values();
  if (first !== undefined) return { ageMs: nowMs - first.heardMs, targetMs: pace.fillsMs / factor };
  if (suspectMs !== undefined) return { ageMs: nowMs - suspectMs, targetMs: pace.suspectMs / factor };
  return { ageMs: nowMs - (checkedMs ?? addedMs), targetMs: pace.quietMs / factor };
}

function stalestAccount({ accounts }: TrackedWallet, pace: Pace, nowMs: number): Staleness | undefined {
  let stalest: Staleness | undefined;
  for (const account of accounts.values()) {
    const staleness = accountStaleness(account, pace, nowMs);
    if (staleness === undefined) continue;
    const { ageMs, targetMs } = staleness;
    if (stalest === undefined || ageMs / targetMs > stalest.ageMs / stalest.targetMs) stalest = staleness;
  }
  return stalest;
}

/** A state that a fill has changed is due sooner; one without positions is not due at all. */
export function accountStaleness(
  { checkedMs, changedMs, open }: DexAccount,
  pace: Pace,
  nowMs: number,
): Staleness | undefined {
  if (changedMs !== undefined) return { ageMs: nowMs - changedMs, targetMs: pace.fillsMs };
  return open.size === 0 ? undefined : { ageMs: nowMs - checkedMs, targetMs: pace.statesMs };
}

/** Paid at the turn of the hour: there is something to read once a minute of a new one is over, and only then. */
function fundingStaleness(
  { fundingDue, fundingAskedMs, addedMs }: TrackedWallet,
  pace: Pace,
  nowMs: number,
  clockMs: number,
): Staleness | undefined {
  if (!fundingDue) return undefined;
  const targetMs = pace.walletFundingMs;
  if (fundingAskedMs === undefined) return { ageMs: nowMs - addedMs, targetMs };
  const paidMs = Math.floor((clockMs - minuteMs) / hourMs) * hourMs + minuteMs;
  return fundingAskedMs >= paidMs ? undefined : { ageMs: clockMs - paidMs, targetMs };
}

/** Of all things the least pressing, and the dearest: a role is asked for within a day, and then hardly ever. */
function roleStaleness({ roleAskedMs, addedMs }: TrackedWallet, pace: Pace, nowMs: number): Staleness {
  if (roleAskedMs !== undefined) return { ageMs: nowMs - roleAskedMs, targetMs: pace.rolesMs };
  return { ageMs: nowMs - addedMs, targetMs: Math.min(pace.rolesMs, dayMs) };
}
