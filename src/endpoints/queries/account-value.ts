import { type AccountValue, accountValue } from '../../domain/account-value.ts';
import { dexOf } from '../../domain/coin-name.ts';
import { type AccountMarkets, accountMarkets } from '../../market/account-prices.ts';
import { readAccountParts } from '../../positions/account-parts.ts';
import type { Sources } from '../sources.ts';

/**
 * Values of accounts from their newest stored states (docs/methodology.md#account-value): perps as the exchange valued
 * them at each state's time, everything else at current marks.
 *
 * @param wallets lower-case addresses
 * @returns in their order; undefined if no part of the account was ever read
 */
export async function readAccountValues(
  sources: Pick<Sources, 'analytics' | 'positions' | 'market'>,
  wallets: readonly string[],
  signal: AbortSignal,
): Promise<(AccountValue | undefined)[]> {
  const stored = await readAccountParts(sources.analytics, wallets, signal);
  // Loaded on demand: a USDC-only account needs no price, so its page stays current while marks move.
  let opened: AccountMarkets | undefined;
  const markets = () => (opened ??= accountMarkets(sources.market));
  const prices = {
    markOf: (coin: string) => markets().markOf(coin),
    pairOf: (token: string) => markets().pairOf(token),
  };
  return stored.map((parts, i) => {
    if (parts === undefined) return undefined;
    const dexes = parts.dexes.map((part) => ({
      ...part,
      collateral: part.dex === '' ? 'USDC' : markets().collateralOf(part.dex),
      get open() {
        return sources.positions.ofWallet(wallets[i]!).filter(({ coin }) => dexOf(coin) === part.dex).length;
      },
    }));
    return accountValue({ ...parts, dexes }, prices);
  });
}
