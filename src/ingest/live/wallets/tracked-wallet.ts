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
  /** Readings that should have had it. */
  missed: number;
}

/** Shared by all wallets of which no fill is expected. */
export const nothingExpected: ReadonlyMap<string, ExpectedFill> = new Map();

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
export interface TrackedWallet extends WalletCursors {
  readonly wallet: string;
  /** Monotonic; it may lie before the process began. */
  roleRequestedMs: number | undefined;
  /** Monotonic. */
  readonly addedMs: number;
  /** Fills up to here are beyond reach, or stored; unix milliseconds. */
  lostToMs: number;
  /** Fills that a stream has brought since the last reading. */
  streamed: number;
  /** Trades seen, halved now and then: the busiest wallets are streamed. */
  activity: number;
  /** Monotonic: when its fills were last complete. */
  checkedMs: number | undefined;
  /** Monotonic: since when it may have traded unseen. */
  suspectMs: number | undefined;
  /** Unix milliseconds: when its funding was last complete. */
  fundingRequestedMs: number | undefined;
  /** It had a position since its funding was read. */
  fundingDue: boolean;
  /** Changed by {@link ExpectedFills} alone. */
  expected: ReadonlyMap<string, ExpectedFill>;
  /** By dex; changed by {@link accountOf} alone. */
  accounts: ReadonlyMap<string, DexAccount>;
  /** Its tokens; undefined where it was never seen to have or trade any. Changed by {@link spotOf} alone. */
  spot: DexAccount | undefined;
  /** Its collateral lives in spot. */
  isPooled: boolean;
  /** Monotonic; it may lie before the process began. */
  holdingsRequestedMs: number | undefined;
  tail: FillTail | undefined;
  /** Readings of it that are under way. */
  underWay: number;
  /** Readings that fail: until when each is left alone, by the monotonic clock. None where nothing fails. */
  rests: Map<WalletTask, { failures: number; untilMs: number }> | undefined;
}

/**
 * A wallet that is tracked from now on.
 *
 * @param stored how far it was read before; from `completeToMs` on, to which all of its record is stored, where it never was
 * @param nowMs of the monotonic clock
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
    // No reading was due while nothing ran.
    suspectMs: nowMs,
    fundingRequestedMs: undefined,
    fundingDue: false,
    expected: nothingExpected,
    accounts: noAccounts,
    spot: undefined,
    isPooled: false,
    holdingsRequestedMs: cursors.holdingsRequestedMs,
    tail: undefined,
    rests: undefined,
    underWay: 0,
  };
}

/** The wallet's spot account, one that was never asked for where there is none. */
export function spotOf(wallet: TrackedWallet): DexAccount {
  wallet.spot ??= unreadAccount();
  return wallet.spot;
}

/** What changes all the time is read over and over; what a wallet is, and what else it has, seldom. */
export type WalletTask = 'fills' | 'states' | 'spot' | 'funding' | SeldomTask;
export type SeldomTask = 'role' | 'holdings' | 'ledger';

/** How old data are, and how old they may be. */
export interface Age {
  ageMs: number;
  targetMs: number;
}

/** What other readers of this process bring of all wallets: it is not read here. */
export interface ReadElsewhere {
  /** By the files of a node. */
  fills: boolean;
  /** By the info server of a node, while it answers. */
  states(): boolean;
  /** By the misc events of a node: since when without a gap, unix milliseconds; undefined where it writes none. */
  ledgerFromMs(): number | undefined;
}

export const nothingElsewhere: ReadElsewhere = {
  fills: false,
  states: () => false,
  ledgerFromMs: () => undefined,
};

/** What the readings of wallets depend on. */
export interface WalletNeeds {
  pace: Pace;
  elsewhere: ReadElsewhere;
  /** Fills of a wallet that the exchange still serves. */
  reachableFills: number;
}

/** What would be out of reach soon is read before what is merely old. */
const lossUrgency = 1e6;
/** A wallet's first role, and behind it what else it has, where there is weight for them. */
const firstRoleMs = 10 * minuteMs;
const firstHoldingsMs = 20 * minuteMs;
const firstLedgerMs = 30 * minuteMs;

export interface DueTask<T = WalletTask> extends Age {
  task: T;
}

/**
 * Key of an {@link ExpectedFill}: of a trade, and of both its fills. The two books of an outcome are
 * one (docs/exchange.md#outcomes), so that a fill may name its other side: both have one key.
 */
export function tradeKey({ coin, time, tid }: { coin: string; time: number; tid?: unknown }): string {
  const market = coin.startsWith('#') ? coin.slice(0, -1) : coin;
  return `${market} ${time} ${String(tid)}`;
}

/** How much a wallet matters by the notional of its positions. At least 1. */
function importance({ accounts }: TrackedWallet): number {
  let notionalUsd = 0;
  for (const account of accounts.values()) notionalUsd += account.notionalUsd;
  return importanceOf(notionalUsd);
}

/**
 * Notes how a reading ended. One that fails leaves the wallet's turns to the others, longer after each failure: an answer
 * that cannot be read must not keep the wallet's fills from being read.
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
  // Longer than the wallet's job, which rests, too: its next turn is another task's.
  const untilMs = nowMs + restTimeMs(failures + 1, restMs);
  wallet.rests.set(task, { failures, untilMs });
}

function isResting({ rests }: TrackedWallet, task: WalletTask, nowMs: number): boolean {
  return rests !== undefined && nowMs < (rests.get(task)?.untilMs ?? 0);
}

/** Never due: every other task is later. */
const notDue: DueTask = { task: 'fills', ageMs: 0, targetMs: 1 };

/**
 * The task of a wallet that is the most overdue, of those that do not rest. Every trade that is not stored yet ages by
 * itself: who trades a hundred times as often is read ten times as often, which leaves the least age in all.
 *
 * @param nowMs by the monotonic clock
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

/** A state that a trade has changed is due sooner; one without positions is not due at all. */
export function accountAge(
  { checkedMs, changedMs, changes, open }: DexAccount,
  pace: Pace,
  nowMs: number,
): Age | undefined {
  if (changedMs !== undefined) return { ageMs: nowMs - changedMs, targetMs: pace.changedMs / changes };
  return open.size === 0 ? undefined : { ageMs: nowMs - checkedMs, targetMs: pace.statesMs };
}

/** A trade is no reason for haste: what it did to the account's value is in its fills. */
function spotAge({ checkedMs, changedMs, open }: DexAccount, pace: Pace, nowMs: number): Age | undefined {
  if (changedMs !== undefined) return { ageMs: nowMs - changedMs, targetMs: pace.spotMs };
  return open.size === 0 ? undefined : { ageMs: nowMs - checkedMs, targetMs: pace.statesMs };
}

/** Whether a node's misc events go on where the exchange was read to. */
function isReadElsewhere(readToMs: number, { ledgerFromMs }: ReadElsewhere): boolean {
  return readToMs >= (ledgerFromMs() ?? Number.POSITIVE_INFINITY);
}

/**
 * Paid at the turn of the hour: there is something to read once a minute of a new one is over, and only then. What was not
 * read for hours grows older all the while: else those who never stop trading would always go before it.
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
 * Of all things the dearest, and so in a group of its own: asked for once, of those that matter most first, and then hardly
 * ever. Undefined where all rest.
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
  };
  let due: DueTask<SeldomTask> | undefined;
  for (const task of ['role', 'holdings', 'ledger'] as const) {
    if (isResting(wallet, task, nowMs)) continue;
    if (task === 'ledger' && isReadElsewhere(wallet.ledgerToMs, elsewhere)) continue;
    const { ageMs, targetMs } = ages[task];
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

function ledgerAge(wallet: TrackedWallet, pace: Pace, nowMs: number, clockMs: number): Age {
  const { ledgerToMs, addedMs } = wallet;
  const factor = importance(wallet);
  if (ledgerToMs > 0) return { ageMs: clockMs - ledgerToMs, targetMs: pace.ledgerMs / factor };
  return { ageMs: nowMs - addedMs, targetMs: Math.min(pace.ledgerMs, firstLedgerMs) / factor };
}
