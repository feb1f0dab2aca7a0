import { type AccountValue, accountValue } from '../../domain/account-value.ts';
import { dexOf } from '../../domain/coin-name.ts';
import { accountMarkets } from '../../market/account-prices.ts';
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
  { analytics, positions, market }: Pick<Sources, 'analytics' | 'positions' | 'market'>,
  wallet: string,
  signal: AbortSignal,
): Promise<AccountValue | undefined> {
  const parts = await readAccountParts(analytics, wallet, signal);
  if (parts === undefined) return undefined;
  const markets = accountMarkets(market);
  const openOn = Map.groupBy(positions.ofWallet(wallet), ({ coin }) => dexOf(coin));
  const dexes = parts.dexes.map((part) => ({
    ...part,
    collateral: markets.collateralOf(part.dex),
    open: openOn.get(part.dex)?.length ?? 0,
  }));
  return accountValue({ ...parts, dexes }, markets);
}
