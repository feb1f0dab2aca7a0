/** A wallet's account on one dex, or its spot account, by its last state and the trades since. Times are monotonic unless noted. */
export interface DexAccount {
  checkedMs: number;
  /** When a trade or fill first made the stored state stale. */
  changedMs: number | undefined;
  /** Number of changes since then. */
  changes: number;
  /** The exchange's time of the stored state, unix milliseconds. */
  stateMs: number;
  /** Coins with a position in the last state; of a spot account, whether it has tokens. */
  open: ReadonlySet<string>;
  /** Coins and sizes of the last state that this process read. */
  sizes: string | undefined;
  notionalUsd: number;
}

/** Shared empty set, to save memory: of hundreds of thousands of wallets, most have no positions and are on no dex. */
export const nothingOpen: ReadonlySet<string> = new Set();
/** Value of `open` for a spot account with tokens; which tokens is in the store. */
export const someTokens: ReadonlySet<string> = new Set(['spot']);
export const noAccounts: ReadonlyMap<string, DexAccount> = new Map();

/** The wallet's account on a dex; creates an unread one if there is none. */
export function accountOf(wallet: { accounts: ReadonlyMap<string, DexAccount> }, dex: string): DexAccount {
  const known = wallet.accounts.get(dex);
  if (known !== undefined) return known;
  const account = unreadAccount();
  wallet.accounts = new Map([...wallet.accounts, [dex, account]]);
  return account;
}

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

/** @param nowMs monotonic */
export function markChanged(account: DexAccount, nowMs: number): void {
  if (account.changedMs === undefined) account.changes = 0;
  account.changedMs ??= nowMs;
  account.changes += 1;
}
