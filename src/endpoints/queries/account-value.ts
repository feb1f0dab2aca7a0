import { type AccountValue, accountValue } from '../../domain/account-value.ts';
import { dexOf } from '../../domain/coin-name.ts';
import { type AccountMarkets, accountMarkets } from '../../market/account-prices.ts';
import { readAccountParts } from '../../positions/account-parts.ts';
import type { Sources } from '../sources.ts';

/**
 * What a wallet's account is worth by what was last read of it (docs/methodology.md#account-value): perps as the exchange valued
 * them at each state's time, everything else at the marks of now.
 *
 * @param wallet lower-case address
 * @returns undefined where nothing of it was ever read
 */
export async function readAccountValue(
  sources: Pick<Sources, 'analytics' | 'positions' | 'market'>,
  wallet: string,
  signal: AbortSignal,
): Promise<AccountValue | undefined> {
  const parts = await readAccountParts(sources.analytics, wallet, signal);
  if (parts === undefined) return undefined;
  // Asked only where they matter: an account of USDC alone rests on no price, and its page stands while marks move.
  let opened: AccountMarkets | undefined;
  const markets = () => (opened ??= accountMarkets(sources.market));
  const dexes = parts.dexes.map((part) => ({
    ...part,
    collateral: part.dex === '' ? 'USDC' : markets().collateralOf(part.dex),
    get open() {
      return sources.positions.ofWallet(wallet).filter(({ coin }) => dexOf(coin) === part.dex).length;
    },
  }));
  const prices = {
    markOf: (coin: string) => markets().markOf(coin),
    pairOf: (token: string) => markets().pairOf(token),
  };
  return accountValue({ ...parts, dexes }, prices);
}
