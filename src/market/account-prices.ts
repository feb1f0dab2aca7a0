import { type AccountPrices, outcomeSideOf } from '../domain/account-value.ts';
import { isStablecoin } from '../domain/fill.ts';
import type { ListedMarket } from './listed-market.ts';
import type { Market } from './market.ts';

/** Prices of what an account holds, and in what its dexes keep their money. */
export interface AccountMarkets extends AccountPrices {
  /** Token of a dex's margin, USDC of the validator-run one; empty where no market of another says so. */
  collateralOf(dex: string): string;
}

/**
 * The prices of accounts by what is listed now. A token's pair is the one against USDC, else against another dollar token, of the
 * lowest index. For one answer: what is listed later is not seen.
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
      const coin = outcomeSideOf(token);
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
