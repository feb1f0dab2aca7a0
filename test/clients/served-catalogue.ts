import { catalogue } from '../../src/endpoints/catalogue.ts';
import type { AnyEndpoint } from '../../src/endpoints/endpoint.ts';
import type { Params } from '../../src/endpoints/params/param.ts';
import type { ServerOptions } from '../../src/http/server/server.ts';
import { startToys } from '../contract/toys.ts';
import { openEndpointHarness } from '../endpoint-harness.ts';

/** Noon after the fills. */
const nowMs = Date.parse('2026-03-01T12:00:00Z');
const trader = `0x${'c3'.padStart(40, '0')}`;

const values: Readonly<Record<string, string>> = {
  address: trader,
  builder: `0x${'b01d'.padStart(40, '0')}`,
  canonical: 'ETH',
  coin: 'ETH',
  date: '2026-02-28',
  id: '4413449625',
  outcome_id: '11844',
  symbol: 'ETH',
  tier: 'shrimp',
  tierType: 'size',
};

/** The whole catalogue over HTTP, with some fills, and a key that every endpoint takes. */
export interface ServedCatalogue {
  readonly url: string;
  readonly key: string;
  close(): Promise<void>;
}

/** @param more what the server does beside it */
export async function serveCatalogue(more: Partial<ServerOptions> = {}): Promise<ServedCatalogue> {
  const fills = Array.from({ length: 60 }, (_, i) => ({
    wallet: i < 40 ? trader : `0x${String(i % 7).padStart(40, '1')}`,
    coin: i % 3 === 0 ? 'BTC' : 'ETH',
    time: nowMs - 60_000 * (i + 1),
    px: `${2_000 + i}`,
    sz: '0.5',
    closedPnl: `${i - 20}.5`,
  }));
  const harness = await openEndpointHarness({ given: { fills }, nowMs });
  const toy = await startToys(catalogue, {
    sources: harness.sources,
    clock: { nowMs: () => nowMs },
    ...more,
  });
  return {
    url: toy.url,
    key: 'key-enterprise',
    async close() {
      await toy.server.close(0);
      await harness.close();
    },
  };
}

/** What every parameter of an endpoint that has no default gets. */
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
