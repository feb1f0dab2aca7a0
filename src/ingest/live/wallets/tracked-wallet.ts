import { type Clock, hourMs, minuteMs } from '../../../kernel/clock.ts';
import type { PositionChain } from '../../sources/hyperliquid/position-chain.ts';
import { importanceOf } from '../work/importance.ts';
import type { Pace } from '../work/pace.ts';
import { restTimeMs } from '../work/rest-time.ts';
import type { WalletCursors } from './cursors.ts';
import { type DexAccount, noAccounts, unreadAccount } from './dex-account.ts';

/** A trade of a tracked wallet whose fill is not stored yet. */
export interface ExpectedFill {
  coin: string;
  /** By the exchange. */
  timeMs: number;
  /** By the monotonic clock. */
  seenMs: number;
  /** Reads that should have returned the fill. */
  missed: number;
}

/** Shared by all wallets without expected fills. */
export const nothingExpected: ReadonlyMap<string, ExpectedFill> = new Map();

/** Where a wallet's stored fills end. */
export interface FillTail {
  /** Where reading resumes, unix milliseconds: the time of the last stored fill up to the cursor, or the cursor itself. */
  fromMs: number;
  /** Keys of the fills at that time; an answer that does not repeat them may not be contiguous with the stored fills. */
  keys: ReadonlySet<string>;
  chain: PositionChain;
  /** True if fills of any coin may be missing before the tail. */
  isWide: boolean;
}

/** State of a tracked wallet. Times are unix milliseconds by the store, unless marked as monotonic. */
export interface TrackedWallet extends WalletCursors {
  readonly wallet: string;
  /** Monotonic; it may lie before the process began. */
  roleRequestedMs: number | undefined;
  /** Monotonic. */
  readonly addedMs: number;
  /** Fills up to this time are out of reach or stored; unix milliseconds. */
  lostToMs: number;
  /** Fills received from a stream since the last read. */
  streamed: number;
  /** Trades seen, halved at each ranking; the busiest wallets are streamed. */
  activity: number;
  /** Monotonic: when its fills were last complete. */
  checkedMs: number | undefined;
  /** Monotonic: since when it may have traded unseen. */
  suspectMs: number | undefined;
  /** Unix milliseconds: when its funding was last complete. */
  fundingRequestedMs: number | undefined;
  /** It had a position since its funding was read. */
  fundingDue: boolean;
  /** Changed only by {@link ExpectedFills}. */
  expected: ReadonlyMap<string, ExpectedFill>;
  /** By dex; changed only by {@link accountOf}. */
  accounts: ReadonlyMap<string, DexAccount>;
  /** Its tokens; undefined if it was never seen to have or trade any. Changed only by {@link spotOf}. */
  spot: DexAccount | undefined;
  /** True if its collateral is in spot. */
  isPooled: boolean;
  /** Monotonic; it may lie before the process began. */
  holdingsRequestedMs: number | undefined;
  /** Monotonic time since which its TWAP orders may have a new status; undefined if none is expected. */
  twapsDueMs: number | undefined;
  /** Its TWAP statuses before this time are stored, unix milliseconds. */
  twapsToMs: number;
  tail: FillTail | undefined;
  /** Reads in flight. */
  underWay: number;
  /** Backoff of failing reads, until a monotonic time; undefined if none fails. */
  rests: Map<WalletTask, { failures: number; untilMs: number }> | undefined;
}

/**
 * @param stored its cursors; default: `completeToMs`, up to which all of its record is stored
 * @param nowMs monotonic
 */
export function trackedWallet(
  wallet: string,
  stored: WalletCursors | undefined,
  { completeToMs, clock, nowMs }: { completeToMs: number; clock: Clock; nowMs: number },
): TrackedWallet {
  const clockMs = clock.nowMs();
  const cursors = stored ?? {
    discoveredMs: clockMs,
    fillsToMs: 0,
    fundingToMs: completeToMs,
    roleCheckedMs: 0,
    ledgerToMs: completeToMs,
    writtenMs: 0,
  };
  const { fillsToMs, roleCheckedMs } = cursors;
  return {
    wallet,
    ...cursors,
    fillsToMs: Math.max(fillsToMs, completeToMs),
    roleRequestedMs: roleCheckedMs === 0 ? undefined : nowMs - (clockMs - roleCheckedMs),
    addedMs: nowMs,
    lostToMs: 0,
    streamed: 0,
    activity: 0,
    checkedMs: undefined,
    // Counts from now, because no read was due while no process ran.
    suspectMs: nowMs,
    fundingRequestedMs: undefined,
    fundingDue: false,
    expected: nothingExpected,
    accounts: noAccounts,
    spot: undefined,
    isPooled: false,
    holdingsRequestedMs: cursors.holdingsRequestedMs,
    twapsDueMs: undefined,
    twapsToMs: 0,
    tail: undefined,
    rests: undefined,
    underWay: 0,
  };
}

/** The wallet's spot account; creates an unread one if there is none. */
export function spotOf(wallet: TrackedWallet): DexAccount {
  wallet.spot ??= unreadAccount();
  return wallet.spot;
}

/** Reads of a wallet: frequent ones for changing data, seldom ones for its role, other holdings and ledger. */
export type WalletTask = 'fills' | 'states' | 'spot' | 'funding' | SeldomTask;
export type SeldomTask = 'role' | 'holdings' | 'ledger' | 'twaps';

export interface Age {
  ageMs: number;
  targetMs: number;
}

/** Data of all wallets that other readers of this process bring, so that they are not read here. */
export interface ReadElsewhere {
  /** Fills come from the files of a node. */
  fills: boolean;
  /** True while the info server of a node answers, and brings the states. */
  states(): boolean;
  /** Time since which the misc events of a node have no gap, unix milliseconds; undefined if the node writes none. */
  ledgerFromMs(): number | undefined;
}

export const nothingElsewhere: ReadElsewhere = {
  fills: false,
  states: () => false,
  ledgerFromMs: () => undefined,
};

export interface WalletNeeds {
  pace: Pace;
  elsewhere: ReadElsewhere;
  reachableFills: number;
}

/** Fills about to leave the exchange's reach are read before data that are merely old. */
const lossUrgency = 1e6;
/** Target ages of a new wallet's first reads of role, holdings and ledger, while there is weight for them. */
const firstRoleMs = 10 * minuteMs;
const firstHoldingsMs = 20 * minuteMs;
const firstLedgerMs = 30 * minuteMs;

export interface DueTask<T = WalletTask> extends Age {
  task: T;
}

/**
 * Key of an {@link ExpectedFill}, shared by a trade and both its fills. The two books of an outcome are one
 * (docs/exchange.md#outcomes), so a fill may name the other side: both sides have one key.
 */
export function tradeKey({ coin, time, tid }: { coin: string; time: number; tid?: unknown }): string {
  const market = coin.startsWith('#') ? coin.slice(0, -1) : coin;
  return `${market} ${time} ${String(tid)}`;
}

function importance({ accounts }: TrackedWallet): number {
  let notionalUsd = 0;
  for (const account of accounts.values()) notionalUsd += account.notionalUsd;
  return importanceOf(notionalUsd);
}

/**
 * Records the result of a read. A failed task backs off, longer after each failure, so that an unreadable answer does not block
 * the wallet's other tasks.
 */
export function noteEnd(
  wallet: TrackedWallet,
  task: WalletTask,
  { failed, restMs, nowMs }: { failed: boolean; restMs: number; nowMs: number },
): void {
  if (!failed) {
    wallet.rests?.delete(task);
    return;
  }
  wallet.rests ??= new Map();
  const failures = (wallet.rests.get(task)?.failures ?? 0) + 1;
  // Longer than the backoff of the wallet's job, so that its next run picks another task.
  const untilMs = nowMs + restTimeMs(failures + 1, restMs);
  wallet.rests.set(task, { failures, untilMs });
}

function isResting({ rests }: TrackedWallet, task: WalletTask, nowMs: number): boolean {
  return rests !== undefined && nowMs < (rests.get(task)?.untilMs ?? 0);
}

/** Never due: any other task is more overdue. */
const notDue: DueTask = { task: 'fills', ageMs: 0, targetMs: 1 };

/**
 * The most overdue task of a wallet, except for those that back off. Each unstored trade ages on its own: a wallet that trades a
 * hundred times as often is read ten times as often, which minimizes the total age.
 *
 * @param nowMs monotonic
 * @param clockMs unix milliseconds
 */
export function dueTask(
  wallet: TrackedWallet,
  { pace, reachableFills, elsewhere }: WalletNeeds,
  nowMs: number,
  clockMs: number,
): DueTask {
  const factor = importance(wallet);
  let due = notDue;
  if (!elsewhere.fills && !isResting(wallet, 'fills', nowMs)) {
    const fills = fillAge(wallet, pace, nowMs);
    due = { task: 'fills', ageMs: fills.ageMs, targetMs: fills.targetMs / factor };
    const unread = wallet.streamed + wallet.expected.size;
    if (2 * unread > reachableFills)
      due = later(due, 'fills', lossUrgency * pace.fillsMs * unread, pace.fillsMs * reachableFills);
  }
  if (!elsewhere.states() && !isResting(wallet, 'states', nowMs)) {
    for (const account of wallet.accounts.values()) {
      const age = accountAge(account, pace, nowMs);
      if (age !== undefined) due = later(due, 'states', age.ageMs, age.targetMs / factor);
    }
  }
  if (wallet.spot !== undefined && !isResting(wallet, 'spot', nowMs)) {
    const age = spotAge(wallet.spot, pace, nowMs);
    if (age !== undefined) due = later(due, 'spot', age.ageMs, age.targetMs / factor);
  }
  const readToMs = Math.max(wallet.fundingToMs, wallet.fundingRequestedMs ?? 0);
  const isElsewhere = isReadElsewhere(readToMs, elsewhere) || isResting(wallet, 'funding', nowMs);
  const funding = isElsewhere ? undefined : fundingAge(wallet, pace, nowMs, clockMs);
  return funding === undefined ? due : later(due, 'funding', funding.ageMs, funding.targetMs / factor);
}

function later(due: DueTask, task: WalletTask, ageMs: number, targetMs: number): DueTask {
  return ageMs / targetMs > due.ageMs / due.targetMs ? { task, ageMs, targetMs } : due;
}

function fillAge({ expected, checkedMs, suspectMs, addedMs }: TrackedWallet, pace: Pace, nowMs: number): Age {
  const [first] = expected.values();
  if (first !== undefined) return { ageMs: nowMs - first.seenMs, targetMs: pace.fillsMs / expected.size };
  if (suspectMs !== undefined) return { ageMs: nowMs - suspectMs, targetMs: pace.suspectMs };
  return { ageMs: nowMs - (checkedMs ?? addedMs), targetMs: pace.quietMs };
}

/** A state changed by a trade is due sooner; an unchanged state without positions is not due. */
export function accountAge(
  { checkedMs, changedMs, changes, open }: DexAccount,
  pace: Pace,
  nowMs: number,
): Age | undefined {
  if (changedMs !== undefined) return { ageMs: nowMs - changedMs, targetMs: pace.changedMs / changes };
  return open.size === 0 ? undefined : { ageMs: nowMs - checkedMs, targetMs: pace.statesMs };
}

/** A trade is not urgent here: its effect on the account's value is in its fills. */
function spotAge({ checkedMs, changedMs, open }: DexAccount, pace: Pace, nowMs: number): Age | undefined {
  if (changedMs !== undefined) return { ageMs: nowMs - changedMs, targetMs: pace.spotMs };
  return open.size === 0 ? undefined : { ageMs: nowMs - checkedMs, targetMs: pace.statesMs };
}

/** Whether the misc events of a node cover everything after the exchange's cursor. */
function isReadElsewhere(readToMs: number, { ledgerFromMs }: ReadElsewhere): boolean {
  return readToMs >= (ledgerFromMs() ?? Number.POSITIVE_INFINITY);
}

/**
 * Funding is paid on the hour, so a read is due one minute after it. The age of unread funding keeps growing, so that wallets
 * that trade all the time do not always go first.
 */
function fundingAge(
  { fundingDue, fundingRequestedMs, addedMs }: TrackedWallet,
  pace: Pace,
  nowMs: number,
  clockMs: number,
): Age | undefined {
  if (!fundingDue) return undefined;
  const targetMs = pace.walletFundingMs;
  if (fundingRequestedMs === undefined) return { ageMs: nowMs - addedMs, targetMs };
  const paidMs = (Math.floor((fundingRequestedMs - minuteMs) / hourMs) + 1) * hourMs + minuteMs;
  return clockMs < paidMs ? undefined : { ageMs: clockMs - paidMs, targetMs };
}

/**
 * The most overdue of the expensive, infrequent reads. They have a weight group of their own, start with the most important
 * wallets and rarely repeat. Undefined if all back off.
 */
export function seldomTask(
  wallet: TrackedWallet,
  { pace, elsewhere }: Pick<WalletNeeds, 'pace' | 'elsewhere'>,
  nowMs: number,
  clockMs: number,
): DueTask<SeldomTask> | undefined {
  const ages = {
    role: roleAge(wallet, pace, nowMs),
    holdings: holdingsAge(wallet, pace, nowMs),
    ledger: ledgerAge(wallet, pace, nowMs, clockMs),
    twaps: twapsAge(wallet, pace, nowMs),
  };
  let due: DueTask<SeldomTask> | undefined;
  for (const task of ['role', 'holdings', 'ledger', 'twaps'] as const) {
    const age = ages[task];
    if (age === undefined || isResting(wallet, task, nowMs)) continue;
    if (task === 'ledger' && isReadElsewhere(wallet.ledgerToMs, elsewhere)) continue;
    const { ageMs, targetMs } = age;
    if (due === undefined || ageMs / targetMs > due.ageMs / due.targetMs) due = { task, ageMs, targetMs };
  }
  return due;
}

export function roleAge(wallet: TrackedWallet, pace: Pace, nowMs: number): Age {
  const { roleRequestedMs, addedMs } = wallet;
  if (roleRequestedMs !== undefined) return { ageMs: nowMs - roleRequestedMs, targetMs: pace.rolesMs };
  return { ageMs: nowMs - addedMs, targetMs: Math.min(pace.rolesMs, firstRoleMs) / importance(wallet) };
}

function holdingsAge(wallet: TrackedWallet, pace: Pace, nowMs: number): Age {
  const { holdingsRequestedMs, addedMs } = wallet;
  const factor = importance(wallet);
  if (holdingsRequestedMs !== undefined)
    return { ageMs: nowMs - holdingsRequestedMs, targetMs: pace.holdingsMs / factor };
  return { ageMs: nowMs - addedMs, targetMs: Math.min(pace.holdingsMs, firstHoldingsMs) / factor };
}

function twapsAge(wallet: TrackedWallet, pace: Pace, nowMs: number): Age | undefined {
  const { twapsDueMs } = wallet;
  if (twapsDueMs === undefined) return undefined;
  return { ageMs: nowMs - twapsDueMs, targetMs: pace.twapsMs / importance(wallet) };
}

function ledgerAge(wallet: TrackedWallet, pace: Pace, nowMs: number, clockMs: number): Age {
  const { ledgerToMs, addedMs } = wallet;
  const factor = importance(wallet);
  if (ledgerToMs > 0) return { ageMs: clockMs - ledgerToMs, targetMs: pace.ledgerMs / factor };
  return { ageMs: nowMs - addedMs, targetMs: Math.min(pace.ledgerMs, firstLedgerMs) / factor };
}
