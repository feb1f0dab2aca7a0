import { knownAsset, listAssets } from '../bodies/assets.ts';
import { crossMarketAsset } from '../bodies/cross-market-asset.ts';
import { int64, list, text } from '../bodies/fields.ts';
import { endpoint } from '../endpoint.ts';
import { asset as assetParam } from '../params/names.ts';
import { optional } from '../params/param.ts';
import { boolean } from '../params/scalars.ts';
import { bodySchema } from '../schema.ts';

const assetsBody = bodySchema('GetAssetsBody', {
  count: int64('Assets of this answer.'),
  crossMarketCount: int64('Assets on more than one venue.'),
  venues: list(text('A dex that lists one; hl for the native dex.')),
  assets: list(crossMarketAsset),
});

export const assetExample = {
  canonical: 'GOLD',
  synonyms: ['PAXG', 'XAUT'],
  venues: [
    {
      dex: 'xyz',
      symbol: 'xyz:GOLD',
      ticker: 'GOLD',
      isSynonym: false,
      collateral: 'USDC',
      markPx: 4_610.5,
      openInterest: 90_120_450.5,
      volume24h: 41_203_000.25,
      fundingRate: 0.0000125,
      positions: 812,
    },
    { dex: 'hl', symbol: 'PAXG', ticker: 'PAXG', isSynonym: true, collateral: 'USDC', positions: 104 },
  ],
  crossMarket: true,
  venueCount: 2,
  totalOpenInterest: 90_120_450.5,
  totalPositions: 916,
  totalVolume24h: 41_203_000.25,
};

export const assets = endpoint({
  id: 'assets.list',
  path: '/api/public/v1/assets',
  summary: 'Every exposure with the venues that list it',
  description:
    'One row an exposure: the ticker without dex, in upper case; synonyms by configuration (PAXG and XAUT are GOLD); wrapped and staked tokens ' +
    'stay apart. Perps of all dexes, by open interest, the largest first, and so are the venues of each. What no context of the last five ' +
    'minutes has is absent; an archive without a source has the volume of stored fills, and as open interest the longs that are known.',
  tags: ['Assets'],
  tier: 'free',
  age: 'live',
  params: {
    crossMarketOnly: optional(boolean({ description: 'Only assets on more than one venue.' })),
  },
  response: assetsBody,
  example: { count: 1, crossMarketCount: 1, venues: ['hl', 'xyz'], assets: [assetExample] },
  async run({ params, sources, clock, signal }) {
    const all = await listAssets(sources, clock.nowMs(), signal);
    const shown = params.crossMarketOnly === true ? all.filter(({ crossMarket }) => crossMarket) : all;
    const dexes = new Set(shown.flatMap(({ venues }) => venues.map(({ dex }) => dex)));
    return {
      body: {
        count: shown.length,
        crossMarketCount: shown.filter(({ crossMarket }) => crossMarket).length,
        venues: [...dexes].sort(),
        assets: shown,
      },
    };
  },
});

const assetBody = bodySchema('GetAssetBody', {
  query: text('The requested name.'),
  resolvedCanonical: text('Meaning of the code.'),
  asset: crossMarketAsset,
});

export const asset = endpoint({
  id: 'assets.one',
  path: '/api/public/v1/assets/{canonical}',
  summary: 'One exposure with the venues that list it',
  description:
    'By its name, a synonym, or the symbol of a venue, in any case; else 404 with the nearest name.',
  tags: ['Assets'],
  tier: 'free',
  age: 'live',
  params: { canonical: assetParam() },
  response: assetBody,
  errors: [404],
  example: { query: 'paxg', resolvedCanonical: 'GOLD', asset: assetExample },
  async run({ params, sources, clock, signal }) {
    const found = await knownAsset(sources, params.canonical, clock.nowMs(), signal);
    return { body: { query: params.canonical, resolvedCanonical: found.canonical, asset: found } };
  },
});
