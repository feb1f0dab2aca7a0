import type { Static } from 'typebox';
import { biasOf, unrealizedPnlOf } from '../../domain/exposure.ts';
import { roundedUsd } from '../../kernel/rounded.ts';
import { joinedValuation, type PositionTally } from '../../views/tallies/position-sums.ts';
import type { PositionTallies } from '../../views/tallies/position-tallies.ts';
import { positionHeaderNames, valuationHeaders } from '../answer-headers.ts';
import { type Asset, knownAsset } from '../bodies/assets.ts';
import { assetVenue } from '../bodies/cross-market-asset.ts';
import { double, flag, int64, list, text } from '../bodies/fields.ts';
import { endpoint } from '../endpoint.ts';
import { asset } from '../params/names.ts';
import { bodySchema, optional } from '../schema.ts';
import { assetExample } from './assets.ts';

const exposureFields = {
  longPositions: int64('Longs.'),
  shortPositions: int64('Shorts.'),
  longNotional: double('Notional of longs at mark, USD.'),
  shortNotional: double('Notional of shorts at mark, USD.'),
  netBias: double('(long − short) / (long + short) by notional, −1 to 1.'),
  totalUnrealizedPnl: double('Unrealized PnL of all positions, USD.'),
};

const summary = bodySchema('CrossMarketAssetSummary', {
  canonical: text('Ticker in upper case, without dex.'),
  synonyms: list(text('Other tickers of the asset.')),
  crossMarket: flag('True where more than one venue lists it.'),
  venueCount: int64('Venues.'),
});

const aggregate = bodySchema('CrossMarketAggregate', {
  totalOpenInterest: double('Of all venues, one side, USD.'),
  totalVolume24h: double('Of all venues, USD.'),
  totalPositions: int64('Open positions known on all venues.'),
  ...exposureFields,
  biasRange: double('Largest − least netBias of venues with positions; 0 with fewer than two.'),
  totalUniqueWallets: int64('Distinct wallets with a position on any venue.'),
});

const { properties: venueFields } = assetVenue;
const venue = bodySchema('CrossMarketVenue', {
  dex: venueFields.dex,
  symbol: venueFields.symbol,
  ticker: venueFields.ticker,
  isSynonym: venueFields.isSynonym,
  collateral: venueFields.collateral,
  markPx: venueFields.markPx,
  openInterest: venueFields.openInterest,
  volume24h: venueFields.volume24h,
  fundingRate: venueFields.fundingRate,
  positions: venueFields.positions,
  uniqueWallets: optional(int64('Wallets with a position: as many.')),
  longPositions: optional(exposureFields.longPositions),
  shortPositions: optional(exposureFields.shortPositions),
  longNotional: optional(exposureFields.longNotional),
  shortNotional: optional(exposureFields.shortNotional),
  netBias: optional(double('By notional, −1 to 1; absent without positions.')),
  totalUnrealizedPnl: optional(exposureFields.totalUnrealizedPnl),
  avgLongLeverage: optional(double('Weighted by notional, over longs whose leverage is known.')),
  avgShortLeverage: optional(double('Weighted by notional, over shorts whose leverage is known.')),
});

const crossMarketBody = bodySchema('GetAssetCrossMarketBody', {
  query: text('The requested name.'),
  resolvedCanonical: text('Meaning of the code.'),
  asset: summary,
  aggregate,
  venues: list(venue),
});

export const assetCrossMarket = endpoint({
  id: 'assets.cross-market',
  path: '/api/public/v1/assets/{canonical}/cross-market',
  summary: 'One exposure, its positions compared across venues',
  description:
    'The open positions that are known of each venue that lists the asset, at their own marks, by open interest, and all together. biasRange is ' +
    'the largest less the least netBias of venues with positions.',
  tags: ['Assets'],
  tier: 'free',
  age: 'live',
  params: { canonical: asset() },
  response: crossMarketBody,
  errors: [404],
  headers: positionHeaderNames,
  example: {
    query: 'gold',
    resolvedCanonical: 'GOLD',
    asset: { canonical: 'GOLD', synonyms: ['PAXG', 'XAUT'], crossMarket: true, venueCount: 2 },
    aggregate: {
      totalOpenInterest: 90_120_450.5,
      totalVolume24h: 41_203_000.25,
      totalPositions: 916,
      longPositions: 500,
      shortPositions: 416,
      longNotional: 60_000_000,
      shortNotional: 20_000_000,
      netBias: 0.5,
      biasRange: 0.25,
      totalUnrealizedPnl: 120_450.5,
      totalUniqueWallets: 871,
    },
    venues: assetExample.venues,
  },
  async run({ params, sources, clock, signal }) {
    const found = await knownAsset(sources, params.canonical, clock.nowMs(), signal);
    const wallets = new Set<number>();
    const held = found.venues.map((one) => heldOf(sources.tallies, one.symbol, wallets));
    const venues = found.venues.map((one, n) => exposed(one, held[n]!));
    const { canonical, synonyms, crossMarket, venueCount } = found;
    const body = {
      query: params.canonical,
      resolvedCanonical: canonical,
      asset: { canonical, synonyms, crossMarket, venueCount },
      aggregate: aggregateOf(found, venues, wallets.size),
      venues,
    };
    return { body, headers: valuationHeaders(joinedValuation(held)) };
  },
});

type Exposed = Static<typeof venue>;

/** @param wallets receives the wallets with a position */
function heldOf(tallies: PositionTallies, symbol: string, wallets: Set<number>): PositionTally {
  return tallies.ofCoin(symbol, (_, columns, row) => wallets.add(columns.wallet[row]!));
}

function exposed(one: Asset['venues'][number], { exposure }: PositionTally): Exposed {
  const [long, short] = [exposure.long(), exposure.short()];
  const positions = long.positions + short.positions;
  return {
    ...one,
    uniqueWallets: positions,
    longPositions: long.positions,
    shortPositions: short.positions,
    longNotional: long.notional,
    shortNotional: short.notional,
    ...(positions > 0 && { netBias: biasOf(long.notional, short.notional) }),
    totalUnrealizedPnl: unrealizedPnlOf(exposure),
    ...(long.avgLeverage !== undefined && { avgLongLeverage: long.avgLeverage }),
    ...(short.avgLeverage !== undefined && { avgShortLeverage: short.avgLeverage }),
  };
}

function aggregateOf(found: Asset, venues: readonly Exposed[], totalUniqueWallets: number) {
  type Field = 'longPositions' | 'shortPositions' | 'longNotional' | 'shortNotional' | 'totalUnrealizedPnl';
  const sum = (field: Field) => roundedUsd(venues.reduce((all, one) => all + (one[field] ?? 0), 0));
  const biases = venues.flatMap(({ netBias }) => (netBias === undefined ? [] : [netBias]));
  const [longNotional, shortNotional] = [sum('longNotional'), sum('shortNotional')];
  return {
    totalOpenInterest: found.totalOpenInterest,
    totalVolume24h: found.totalVolume24h,
    totalPositions: found.totalPositions,
    longPositions: sum('longPositions'),
    shortPositions: sum('shortPositions'),
    longNotional,
    shortNotional,
    netBias: biasOf(longNotional, shortNotional),
    biasRange: biases.length < 2 ? 0 : Math.max(...biases) - Math.min(...biases),
    totalUnrealizedPnl: sum('totalUnrealizedPnl'),
    totalUniqueWallets,
  };
}
