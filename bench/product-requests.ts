import { createHash } from 'node:crypto';
import { catalogue } from '../src/endpoints/catalogue.ts';
import type { AnyEndpoint } from '../src/endpoints/endpoint.ts';
import { dayMs, utcDate } from '../src/kernel/clock.ts';

/** Data created by `engine-fills.ts`. */
export interface ProductData {
  wallets: number;
  builders: number;
  outcomes: number;
  nowMs: number;
}

/** Path parameters and query of a request. */
export interface ProductRequest {
  path: Record<string, string>;
  query: string;
}

/** Endpoints of builders, outcomes, entities, the census and daily editions. @param only ids; default: all of them */
export function productEndpoints(only?: readonly string[]): AnyEndpoint[] {
  return catalogue.filter(({ id, path }) =>
    only === undefined
      ? /\/(hip4|builders|entity|entities|census|pulse\/daily)(\/|$)/.test(path)
      : only.includes(id),
  );
}

/** Request `n` of an endpoint: windows from an hour to all time, cycling through builders, outcomes and wallets. */
export function productRequest({ queryParams }: AnyEndpoint, n: number, of: ProductData): ProductRequest {
  const address = createHash('sha1').update(String((n * 7_919) % of.wallets));
  const params: Record<string, string> = {
    hours: String(1 + ((n * 97) % 2_100)),
    days: String(1 + ((n * 7) % 90)),
    period: ['week', 'day', 'month'][n % 3]!,
    since: n % 2 === 0 ? '24h' : '30d',
  };
  return {
    path: {
      address: `0x${address.digest('hex')}`,
      builder: builderOf(1 + (n % (of.builders - 2))),
      outcome_id: String(1 + (n % of.outcomes)),
      date: utcDate(of.nowMs - (1 + (n % 60)) * dayMs),
    },
    query: queryParams
      .filter((name) => name in params)
      .map((name) => `${name}=${params[name]}`)
      .join('&'),
  };
}

/** A request's path with its query, below the service's address. */
export function targetOf({ path: template }: AnyEndpoint, { path, query }: ProductRequest): string {
  const filled = template.replaceAll(/\{(\w+)\}/g, (_, name: string) => path[name]!);
  return query === '' ? filled : `${filled}?${query}`;
}

/** Builder address as in `engine-fills.ts`: whole bytes, the rest of the address zero. */
function builderOf(number: number): string {
  const hex = number.toString(16);
  return `0x${'b'.repeat(32)}${hex.padStart(hex.length + (hex.length % 2), '0').padEnd(8, '0')}`;
}
