import { dexOf } from '../../../domain/coin-name.ts';
import { createYielder } from '../../../kernel/breather.ts';
import { dayMs, minuteMs } from '../../../kernel/clock.ts';
import type { Positions } from '../../../positions/positions.ts';
import { importanceOf } from '../../live/work/importance.ts';

/** All open positions, by fills and by states, and what a unit of a coin is worth; undefined where that is not known. */
export interface OpenPositions {
  positions: Pick<Positions, 'coins' | 'ofCoin' | 'ofWallet' | 'address' | 'built'>;
  markOf(coin: string): number | undefined;
}

/** One wallet on one dex. Times are unix milliseconds. */
export interface PlannedAccount {
  /** Row in the registry of wallets. */
  readonly wallet: number;
  readonly dex: string;
  /** Of all its positions, USD. */
  notionalUsd: number;
  /** When it was last asked for, and the answer stored, or not; 0 where this process never did. */
  requestedMs: number;
  failedMs: number;
  /** Of the newest state that is known; 0 where none is. */
  stateMs: number;
  /** Of its newest fill or state. */
  updatedMs: number;
  /** The sweep that saw it open last. */
  sweep: number;
  /** What has closed is read once more: a state shows it by leaving it out. */
  closing: 'no' | 'due' | 'read';
  isUnderWay: boolean;
}

/** Milliseconds. */
export interface AccountPace {
  /** A state is read again, at importance 1. */
  statesMs: number;
  /** The same where a fill has changed it since. */
  changedMs: number;
  /** One that could not be read is left alone: the others may be readable. */
  retryMs: number;
}

export const accountPace: AccountPace = { statesMs: 2 * minuteMs, changedMs: 4_000, retryMs: 10_000 };

/** How far all open accounts were read. */
export interface AccountCounts {
  /** Wallets with open positions, each once a dex. */
  accounts: number;
  /** Of which no state is known. */
  unread: number;
  /** How old the oldest state is, milliseconds; 0 where there is none. */
  oldestMs: number;
}

/** Decides whose state is read next: the largest and the longest unread first. */
export interface AccountPlan {
  /** Looks through all open positions, a slice at a time. */
  sweep(open: OpenPositions, nowMs: number): Promise<void>;
  /** The account that is the most overdue, of those that the last sweep found; it is under way until it has ended. */
  next(): PlannedAccount | undefined;
  /** @param stateMs of the state that was stored; undefined where none was */
  ended(account: PlannedAccount, requestedMs: number, stateMs: number | undefined): void;
  counts(): AccountCounts;
}

/** One of which no state is known counts as this old. */
const unreadMs = dayMs;
/** Accounts that are due and remembered until the next sweep. */
const foundLimit = 4_000;
/** Between two looks at the time. */
const sliceAccounts = 4_096;

interface Found {
  account: PlannedAccount;
  urgency: number;
}

const leastUrgentFirst = (a: Found, b: Found) => a.urgency - b.urgency;

export function createAccountPlan(pace: AccountPace = accountPace): AccountPlan {
  const dexes = new Map<string, Map<number, PlannedAccount>>();
  /** Of the last sweep, the most urgent last. */
  let found: Found[] = [];
  let sweeps = 0;
  let counts: AccountCounts = { accounts: 0, unread: 0, oldestMs: 0 };

  function accountsOf(dex: string): Map<number, PlannedAccount> {
    const accounts = dexes.get(dex) ?? new Map<number, PlannedAccount>();
    dexes.set(dex, accounts);
    return accounts;
  }

  /** In one turn: the columns are those that the process keeps. */
  function takeCoin({ positions, markOf }: OpenPositions, coin: string): void {
    const { count, wallet: wallets, size, updatedMs, stateMs } = positions.ofCoin(coin);
    const mark = markOf(coin) ?? 0;
    const dex = dexOf(coin);
    const accounts = accountsOf(dex);
    for (let row = 0; row < count; row++) {
      const wallet = wallets[row]!;
      let account = accounts.get(wallet);
      if (account === undefined) {
        account = { wallet, dex, ...newAccount };
        accounts.set(wallet, account);
      }
      if (account.sweep !== sweeps) {
        account.sweep = sweeps;
        account.closing = 'no';
        account.notionalUsd = 0;
        account.updatedMs = 0;
      }
      account.notionalUsd += Math.abs(size[row]!) * mark;
      account.updatedMs = Math.max(account.updatedMs, updatedMs[row]!);
      account.stateMs = Math.max(account.stateMs, stateMs[row]!);
    }
  }

  function urgencyOf(account: PlannedAccount, nowMs: number): number {
    const { requestedMs, failedMs, stateMs, updatedMs, notionalUsd, isUnderWay } = account;
    if (isUnderWay || nowMs - failedMs < pace.retryMs) return 0;
    const ageMs = stateMs === 0 && requestedMs === 0 ? unreadMs : nowMs - Math.max(requestedMs, stateMs);
    const isChanged = account.closing === 'due' || updatedMs > stateMs;
    const changedMs = isChanged ? nowMs - Math.max(requestedMs, Math.min(updatedMs, nowMs)) : 0;
    return Math.max(ageMs / pace.statesMs, changedMs / pace.changedMs) * importanceOf(notionalUsd);
  }

  /** @returns whether it is to be remembered */
  function isKept(account: PlannedAccount): boolean {
    if (account.sweep === sweeps || account.isUnderWay) return true;
    if (account.closing === 'no' && account.stateMs > 0) account.closing = 'due';
    return account.closing === 'due';
  }

  return {
    async sweep(open, nowMs) {
      const yieldToEventLoop = createYielder();
      sweeps += 1;
      for (const coin of open.positions.coins()) {
        takeCoin(open, coin);
        await yieldToEventLoop();
      }
      let due: Found[] = [];
      let looked = 0;
      const seen: AccountCounts = { accounts: 0, unread: 0, oldestMs: 0 };
      for (const accounts of dexes.values()) {
        for (const account of accounts.values()) {
          if (++looked % sliceAccounts === 0) await yieldToEventLoop();
          if (!isKept(account)) {
            accounts.delete(account.wallet);
            continue;
          }
          if (account.sweep === sweeps) count(seen, account, nowMs);
          const urgency = urgencyOf(account, nowMs);
          if (urgency < 1) continue;
          due.push({ account, urgency });
          if (due.length >= 2 * foundLimit) due = due.sort(leastUrgentFirst).slice(foundLimit);
        }
      }
      found = due.sort(leastUrgentFirst);
      counts = seen;
    },
    next() {
      for (;;) {
        const account = found.pop()?.account;
        if (account?.isUnderWay === true) continue;
        if (account !== undefined) account.isUnderWay = true;
        return account;
      }
    },
    ended(account, requestedMs, stateMs) {
      account.isUnderWay = false;
      if (stateMs === undefined) {
        account.failedMs = requestedMs;
        return;
      }
      account.requestedMs = requestedMs;
      account.stateMs = Math.max(account.stateMs, stateMs);
      if (account.closing === 'due') account.closing = 'read';
    },
    counts: () => counts,
  };
}

const newAccount = {
  notionalUsd: 0,
  requestedMs: 0,
  failedMs: 0,
  stateMs: 0,
  updatedMs: 0,
  sweep: 0,
  closing: 'no',
  isUnderWay: false,
} satisfies Omit<PlannedAccount, 'wallet' | 'dex'>;

function count(counts: AccountCounts, { stateMs }: PlannedAccount, nowMs: number): void {
  counts.accounts += 1;
  if (stateMs === 0) counts.unread += 1;
  else counts.oldestMs = Math.max(counts.oldestMs, nowMs - stateMs);
}
