import { catalogue } from '../../src/endpoints/catalogue.ts';
import type { AnyEndpoint } from '../../src/endpoints/endpoint.ts';
import type { Params } from '../../src/endpoints/params/param.ts';
import { hourMs } from '../../src/kernel/clock.ts';
import { chainFills } from '../chain-fills.ts';
import { startToys } from '../contract/toys.ts';
import { openEndpointHarness } from '../endpoint-harness.ts';
import { walletOf } from '../source-fills.ts';

/** Trades much. */
export const trader = walletOf(1);
const fromMs = Date.parse('2026-03-01T12:00:00Z');
const coins = ['BTC', 'ETH'];
const chain = { wallets: 4, fromMs, stepMs: hourMs };
const ordinary = chainFills({ ...chain, seed: 5, trades: 120, coins });
/** Coins whose names have to be written otherwise in an address: the side of an outcome, and a spot pair. */
export const oddCoins = ['#0', '@107'];
const odd = chainFills({ ...chain, seed: 6, trades: 10, coins: oddCoins }).map((fill) => ({
  ...fill,
  tid: Number(fill.tid) + 1_000,
}));
const fills = [...ordinary, ...odd];
const nowMs = ordinary.at(-1)!.time + hourMs;

const values: Readonly<Record<string, string>> = {
  address: trader,
  builder: walletOf(9_000),
  canonical: 'ETH',
  coin: 'ETH',
  date: '2026-03-01',
  feed: 'trades',
  board: 'net',
  id: '4413449625',
  outcome_id: '11844',
  q: 'BTC',
  symbol: 'ETH',
  tier: 'shrimp',
  tierType: 'size',
};

/** The whole catalogue over HTTP, with some fills and lifecycles, and a key that every endpoint takes. */
export interface ServedCatalogue {
  readonly url: string;
  readonly key: string;
  close(): Promise<void>;
}

export async function serveCatalogue(): Promise<ServedCatalogue> {
  const harness = await openEndpointHarness({ given: { fills }, nowMs, lifecycles: true });
  const clock = { nowMs: () => nowMs };
  const toy = await startToys(catalogue, { sources: harness.sources, clock });
  return {
    url: toy.url,
    key: 'key-enterprise',
    async close() {
      await toy.server.close(0);
      await harness.close();
    },
  };
}

/** Values for every parameter of an endpoint without a default. */
export function exampleParameters(endpoint: AnyEndpoint): Record<string, string> {
  const needed = Object.entries(endpoint.params as Params).filter(
    ([name, { required }]) => required || endpoint.pathParams.includes(name),
  );
  return Object.fromEntries(needed.map(([name, { example }]) => [name, values[name] ?? example ?? '']));
}

/** Path and query of an endpoint with values. */
export function targetOf(endpoint: AnyEndpoint, parameters: Readonly<Record<string, string>>): string {
  const path = endpoint.pathParams.reduce<string>(
    (text, name) => text.replace(`{${name}}`, encodeURIComponent(parameters[name]!)),
    endpoint.path,
  );
  const query = Object.entries(parameters).filter(([name]) => !endpoint.pathParams.includes(name));
  return query.length === 0 ? path : `${path}?${new URLSearchParams(query)}`;
}
