/** A wallet's account on one dex, or its spot account, as far as its last state and its fills since show. Times of the monotonic clock. */
export interface DexAccount {
  checkedMs: number;
  /** Since when a trade, or a fill, has made the stored state out of date. */
  changedMs: number | undefined;
  /** How many since then. */
  changes: number;
  /** The exchange's time of the stored state, unix milliseconds. */
  stateMs: number;
  /** Coins with a position in the last state; of a spot account, whether it has tokens. */
  open: ReadonlySet<string>;
  /** Coins and sizes of the last state that this process read. */
  sizes: string | undefined;
  notionalUsd: number;
}

/** Shared by all that have none: of hundreds of thousands of wallets, most have nothing open and are on no dex. */
export const nothingOpen: ReadonlySet<string> = new Set();
/** What a spot account with tokens has open: which ones is in the store. */
export const someTokens: ReadonlySet<string> = new Set(['spot']);
export const noAccounts: ReadonlyMap<string, DexAccount> = new Map();

/** The wallet's account on a dex, one that was never asked for where there is none. */
export function accountOf(wallet: { accounts: ReadonlyMap<string, DexAccount> }, dex: string): DexAccount {
  const known = wallet.accounts.get(dex);
  if (known !== undefined) return known;
  const account = unreadAccount();
  wallet.accounts = new Map([...wallet.accounts, [dex, account]]);
  return account;
}

/** One that was never asked for. */
export function unreadAccount(): DexAccount {
  return {
    checkedMs: -1e12,
    changedMs: undefined,
    changes: 0,
    stateMs: 0,
    open: nothingOpen,
    sizes: undefined,
    notionalUsd: 0,
  };
}

/** What is stored of the account is out of date. @param nowMs of the monotonic clock */
export function markChanged(account: DexAccount, nowMs: number): void {
  if (account.changedMs === undefined) account.changes = 0;
  account.changedMs ??= nowMs;
  account.changes += 1;
}
