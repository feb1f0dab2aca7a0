import type { TrackedWallet } from './tracked-wallet.ts';

/** Wallets that one search looks at: few enough for every trade. */
const looksLimit = 64;

/**
 * Makes the search for a wallet that can make room for another one. Each goes on where the last one ended, so that in turn
 * all are looked at.
 *
 * @param fillsElsewhere fills are not read of any wallet
 * @returns an idle wallet, undefined where this search found none
 */
export function createIdleSearch(wallets: ReadonlyMap<string, TrackedWallet>, fillsElsewhere: boolean) {
  let hand = wallets.values();
  return (): TrackedWallet | undefined => {
    for (let looks = 0; looks < looksLimit; looks++) {
      let { value: wallet } = hand.next();
      if (wallet === undefined) {
        hand = wallets.values();
        wallet = hand.next().value;
      }
      if (wallet !== undefined && (fillsElsewhere || wallet.fillsToMs > 0) && isIdle(wallet)) return wallet;
    }
    return undefined;
  };
}

/**
 * It was read, has nothing open and was not seen to trade lately. What it does unseen is read from its cursor on when it is
 * seen again.
 */
function isIdle(wallet: TrackedWallet): boolean {
  const { activity, expected, streamed, fundingDue, underWay, accounts } = wallet;
  if (activity > 0 || expected.size > 0 || streamed > 0) return false;
  if (fundingDue || underWay > 0) return false;
  return accounts.values().every(({ open, changedMs }) => open.size === 0 && changedMs === undefined);
}
