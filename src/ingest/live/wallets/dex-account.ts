import { monotonicMs } from '../../../kernel/clock.ts';

/** A wallet's account on one dex, as far as its last state and its fills since tell. Times of the monotonic clock. */
export interface DexAccount {
  checkedMs: number;
  /** Since when a trade, or a fill, has made the stored state out of date. */
  changedMs: number | undefined;
  /** How many since then. */
  changes: number;
  /** The exchange's time of the stored state, unix milliseconds. */
  stateMs: number;
  /** Coins with a position in the last state. */
  open: Set<string>;
  /** Coins and sizes of the last state that this process read. */
  sizes: string | undefined;
  notionalUsd: number;
}

/** The wallet's account on a dex, one that was never asked for where there is none. */
export function accountOf({ accounts }: { accounts: Map<string, DexAccount> }, dex: string): DexAccount {
  let account = accounts.get(dex);
  if (account === undefined) {
    account = {
      checkedMs: -1e12,
      changedMs: undefined,
      changes: 0,
      stateMs: 0,
      open: new Set(),
      sizes: undefined,
      notionalUsd: 0,
    };
    accounts.set(dex, account);
  }
  return account;
}

/** What is stored of the account is out of date. */
export function markChanged(account: DexAccount): void {
  if (account.changedMs === undefined) account.changes = 0;
  account.changedMs ??= monotonicMs();
  account.changes += 1;
}
