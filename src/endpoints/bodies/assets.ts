import type { Static } from 'typebox';
import { dexOf, isPerp } from '../../domain/coin-name.ts';
import { nearestTo } from '../../kernel/nearest.ts';
import { unknownName } from '../../kernel/problem.ts';
import { freshContext, officialOpenInterest } from '../../market/freshness.ts';
import { readTradedMarkets, type TradedMarket } from '../../market/traded-markets.ts';
import { dexName } from '../known-names.ts';
import type { Sources } from '../sources.ts';
import type { assetVenue, crossMarketAsset } from './cross-market-asset.ts';

type Venue = Static<typeof assetVenue>;
export type Asset = Static<typeof crossMarketAsset> & { venues: Venue[] };
type AssetSources = Pick<Sources, 'analytics' | 'market' | 'positions' | 'tallies' | 'assetNames'>;
type Traded = ReadonlyMap<string, TradedMarket>;

/** The listed perps; without a list, perps with trades or open positions. */
function perps(
  { market, positions }: AssetSources,
  traded: Traded,
): { coin: string; ticker: string; collateral: string }[] {
  const listed = [...market.listing.all()].filter(
    ({ kind, isDelisted }) => !isDelisted && (kind === 'perp' || kind === 'hip3'),
  );
  if (listed.length > 0) return listed;
  return [...new Set([...positions.coins(), ...traded.keys()])]
    .filter(isPerp)
    .map((coin) => ({ coin, ticker: coin.slice(coin.indexOf(':') + 1), collateral: '' }));
}

/** Markets by their fills, if no process reads the exchange; empty if it does, because only contexts count then. */
async function tradedWithout(sources: AssetSources, nowMs: number, signal: AbortSignal): Promise<Traded> {
  if (sources.market.hasSource) return new Map();
  return readTradedMarkets(sources.analytics, { nowMs }, signal);
}

/**
 * Every exposure with its venues, largest open interest first, then by name.
 *
 * @param nowMs unix milliseconds
 * @throws AnalyticsError
 */
export async function listAssets(
  sources: AssetSources,
  nowMs: number,
  signal: AbortSignal,
): Promise<Asset[]> {
  const { assetNames } = sources;
  const traded = await tradedWithout(sources, nowMs, signal);
  const byName = Map.groupBy(perps(sources, traded), ({ ticker }) => assetNames.canonical(ticker));
  const assets = [...byName].map(([canonical, listed]): Asset => {
    const venues = listed
      .map((market) => venueOf(sources, { ...market, canonical, traded: traded.get(market.coin) }, nowMs))
      .sort(byOpenInterest);
    const sum = (field: 'openInterest' | 'positions' | 'volume24h') =>
      venues.reduce((all, venue) => all + (venue[field] ?? 0), 0);
    return {
      canonical,
      synonyms: assetNames.synonyms(canonical),
      venues,
      crossMarket: venues.length > 1,
      venueCount: venues.length,
      totalOpenInterest: sum('openInterest'),
      totalPositions: sum('positions'),
      totalVolume24h: sum('volume24h'),
    };
  });
  return assets.sort(
    (a, b) => b.totalOpenInterest - a.totalOpenInterest || (a.canonical < b.canonical ? -1 : 1),
  );
}

function byOpenInterest(a: Venue, b: Venue): number {
  return (b.openInterest ?? 0) - (a.openInterest ?? 0) || (a.symbol < b.symbol ? -1 : 1);
}

function venueOf(
  { market, positions, tallies }: AssetSources,
  of: {
    coin: string;
    ticker: string;
    collateral: string;
    canonical: string;
    traded: TradedMarket | undefined;
  },
  nowMs: number,
): Venue {
  const { coin, ticker, collateral, canonical, traded } = of;
  const context = freshContext(market, coin, nowMs);
  const mark = market.mark(coin);
  const { count } = positions.ofCoin(coin);
  return {
    dex: dexName(dexOf(coin)),
    symbol: coin,
    ticker,
    isSynonym: ticker.toUpperCase() !== canonical,
    collateral,
    ...(mark && { markPx: Number(mark.px) }),
    ...(context && {
      openInterest: officialOpenInterest(context),
      volume24h: Number(context.dayNotional),
      ...(context.funding !== undefined && { fundingRate: Number(context.funding) }),
    }),
    ...(context === undefined &&
      traded && {
        openInterest: count === 0 ? 0 : tallies.ofCoin(coin).openInterest,
        volume24h: Number(traded.volume),
      }),
    positions: count,
  };
}

/**
 * Finds an asset by its name, a synonym, or the symbol of a venue, in any case.
 *
 * @throws Problem 404 naming the nearest; AnalyticsError
 */
export async function knownAsset(
  sources: AssetSources,
  text: string,
  nowMs: number,
  signal: AbortSignal,
): Promise<Asset> {
  const assets = await listAssets(sources, nowMs, signal);
  const symbol = sources.market.listing.resolve(text) ?? text;
  const wanted = sources.assetNames.canonical(text.trim());
  const found =
    assets.find(({ canonical }) => canonical === wanted) ??
    assets.find(({ venues }) => venues.some((venue) => venue.symbol.toLowerCase() === symbol.toLowerCase()));
  if (found !== undefined) return found;
  const near = nearestTo(
    wanted,
    assets.map(({ canonical }) => canonical),
  );
  throw unknownName('asset', text, near === undefined ? [] : [near], ' on a venue of perps');
}
