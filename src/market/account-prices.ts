import { type AccountPrices, sideEncodingOf } from '../domain/account-value.ts';
import { isStablecoin } from '../domain/fill.ts';
import type { ListedMarket } from './listed-market.ts';
import type { Market } from './market.ts';

export interface AccountMarkets extends AccountPrices {
  /** Margin token of a dex, from its markets; if unknown, USDC for the validator-run dex and empty for others. */
  collateralOf(dex: string): string;
}

/**
 * Prices of accounts from the current listing. A token's pair is the one quoted in USDC, else in another dollar token, with the lowest
 * index. For one answer only: later listings are not seen.
 */
export function accountMarkets({ listing, mark }: Pick<Market, 'listing' | 'mark'>): AccountMarkets {
  const pairs = new Map<string, ListedMarket>();
  const collaterals = new Map<string, string>();
  for (const market of listing.all()) {
    const { kind, dex, ticker, collateral, isDelisted } = market;
    if (kind === 'spot') {
      if (isDelisted || !isStablecoin(collateral)) continue;
      const known = pairs.get(ticker);
      if (known === undefined || isBefore(market, known)) pairs.set(ticker, market);
    } else if (kind !== 'outcome' && collateral !== '' && !collaterals.has(dex)) {
      collaterals.set(dex, collateral);
    }
  }
  const marks = new Map<string, string | undefined>();
  return {
    markOf(coin) {
      if (!marks.has(coin)) marks.set(coin, mark(coin)?.px);
      return marks.get(coin);
    },
    pairOf(token) {
      const coin = sideEncodingOf(token);
      if (coin === undefined) {
        const pair = pairs.get(token);
        return pair && { coin: pair.coin, quote: pair.collateral };
      }
      const side = listing.get(`#${coin}`);
      return side && { coin: side.coin, quote: side.collateral || 'USDC' };
    },
    collateralOf: (dex) => collaterals.get(dex) ?? (dex === '' ? 'USDC' : ''),
  };
}

function isBefore(one: ListedMarket, other: ListedMarket): boolean {
  const isUsdc = ({ collateral }: ListedMarket) => collateral === 'USDC';
  return isUsdc(one) === isUsdc(other) ? one.index < other.index : isUsdc(one);
}
