import { dexOf } from '../../../domain/coin-name.ts';
import { dayMs, minuteMs } from '../../../kernel/clock.ts';
import { createYielder } from '../../../kernel/yielder.ts';
import type { Positions } from '../../../positions/positions.ts';
import { importanceOf } from '../../live/work/importance.ts';

/** Open positions from fills and states, and the mark price of a coin; undefined if unknown. */
export interface OpenPositions {
  positions: Pick<Positions, 'coins' | 'ofCoin' | 'ofWallet' | 'address' | 'built'>;
  markOf(coin: string): number | undefined;
}

/** One wallet on one dex. Times are Unix milliseconds. */
export interface PlannedAccount {
  /** Row in the registry of wallets. */
  readonly wallet: number;
  readonly dex: string;
  notionalUsd: number;
  /** When it was last asked for, and the answer stored, or not; 0 where this process never did. */
  requestedMs: number;
  failedMs: number;
  /** Time of the newest known state; 0 if none. */
  stateMs: number;
  /** Time of its newest fill or state. */
  updatedMs: number;
  /** Last sweep that found the account open. */
  sweep: number;
  /** A closed position is confirmed by one more read: the state omits it. */
  closing: 'no' | 'due' | 'read';
  isUnderWay: boolean;
}

export interface AccountPace {
  /** Refresh interval of a state, at importance 1. */
  statesMs: number;
  /** Refresh interval if a fill changed the account since. */
  changedMs: number;
  /** Pause after a failed read; other accounts may be readable. */
  retryMs: number;
}

export const accountPace: AccountPace = { statesMs: 2 * minuteMs, changedMs: 4_000, retryMs: 10_000 };

export interface AccountCounts {
  /** Wallets with open positions, counted once per dex. */
  accounts: number;
  unread: number;
  /** Age of the oldest state, milliseconds; 0 if there is none. */
  oldestMs: number;
}

/** Decides which account is read next: large and stale accounts first. */
export interface AccountPlan {
  /** Scans all open positions, a slice at a time. */
  sweep(open: OpenPositions, nowMs: number): Promise<void>;
  /** Most overdue account of the last sweep; stays under way until {@link AccountPlan.ended}. */
  next(): PlannedAccount | undefined;
  /** @param stateMs time of the stored state; undefined if none was stored */
  ended(account: PlannedAccount, requestedMs: number, stateMs: number | undefined): void;
  counts(): AccountCounts;
}

/** Assumed age of an account without a known state. */
const unreadMs = dayMs;
/** Maximum due accounts kept until the next sweep. */
const foundLimit = 4_000;
/** Accounts between two checks of the time. */
const sliceAccounts = 4_096;

interface Found {
  account: PlannedAccount;
  urgency: number;
}

const leastUrgentFirst = (a: Found, b: Found) => a.urgency - b.urgency;

export function createAccountPlan(pace: AccountPace = accountPace): AccountPlan {
  const dexes = new Map<string, Map<number, PlannedAccount>>();
  /** Accounts found by the last sweep, most urgent last. */
  let found: Found[] = [];
  let sweeps = 0;
  let counts: AccountCounts = { accounts: 0, unread: 0, oldestMs: 0 };

  function accountsOf(dex: string): Map<number, PlannedAccount> {
    const accounts = dexes.get(dex) ?? new Map<number, PlannedAccount>();
    dexes.set(dex, accounts);
    return accounts;
  }

  /** Synchronous: the process owns the columns and may change them between turns. */
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
