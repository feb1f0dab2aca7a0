import { knownAsset } from '../bodies/assets.ts';
import { crossMarketAsset } from '../bodies/cross-market-asset.ts';
import { text } from '../bodies/fields.ts';
import { liveFreshness } from '../cache-rules.ts';
import { endpoint } from '../endpoint.ts';
import { asset as assetParam } from '../params/coins.ts';
import { bodySchema } from '../schema.ts';
import { assetExample } from './assets.ts';

const assetBody = bodySchema('GetAssetBody', {
  query: text('As it was asked for.'),
  resolvedCanonical: text('What it means.'),
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
  cache: liveFreshness,
  params: { canonical: assetParam() },
  response: assetBody,
  errors: [404],
  example: { query: 'paxg', resolvedCanonical: 'GOLD', asset: assetExample },
  run({ params, sources, clock }) {
    const found = knownAsset(sources, params.canonical, clock.nowMs());
    return { body: { query: params.canonical, resolvedCanonical: found.canonical, asset: found } };
  },
});
