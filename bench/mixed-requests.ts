import { catalogue } from '../src/endpoints/catalogue.ts';
import type { AnyEndpoint } from '../src/endpoints/endpoint.ts';
import type { Param } from '../src/endpoints/params/param.ts';

/** Values of parameters that have data, by name. */
export type MixedValues = Readonly<Record<string, readonly string[]>>;

/** Request paths of an endpoint. */
export interface MixedEndpoint {
  id: string;
  /** Path of most requests. */
  usual: string;
  /** Further pages, requested in this order; enough that a page has expired before it repeats. Empty if there is only one page. */
  others: string[];
}

/** Left out because it calls the exchange, whose weight limits it. */
const left = new Set(['market.positions']);
const mostOthers = 2_000;

/** Request paths of every endpoint. @throws Error if a required parameter has no value */
export function mixedEndpoints(values: MixedValues): MixedEndpoint[] {
  return endpointsOf(
    values,
    catalogue.filter(({ id }) => !left.has(id)),
  );
}

/** The same, of those whose parameters have values; the others by their ids. */
export function mixedEndpointsWith(values: MixedValues): { endpoints: MixedEndpoint[]; without: string[] } {
  const all = catalogue.filter(({ id }) => !left.has(id));
  const isGiven = ({ path, params, queryParams }: AnyEndpoint) => {
    const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);
    const required = queryParams.filter((name) => (params as Record<string, Param<unknown>>)[name]!.required);
    return [...named, ...required].every((name) => (values[name]?.length ?? 0) > 0);
  };
  return {
    endpoints: endpointsOf(values, all.filter(isGiven)),
    without: all.filter((one) => !isGiven(one)).map(({ id }) => id),
  };
}

function endpointsOf(values: MixedValues, endpoints: readonly AnyEndpoint[]): MixedEndpoint[] {
  return endpoints.map((endpoint) => {
    const pathOf = pathsOf(endpoint, values);
    const usual = pathOf(0);
    const others = Array.from({ length: mostOthers }, (_, n) => pathOf(n + 1));
    return { id: endpoint.id, usual, others: [...new Set(others)].filter((path) => path !== usual) };
  });
}

/** Numbered paths of an endpoint: the path value varies first, then the limit or window. */
function pathsOf({ path, params, queryParams }: AnyEndpoint, values: MixedValues): (n: number) => string {
  const all = params as Record<string, Param<unknown>>;
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);
  const most = Math.max(1, ...names.map((name) => given(values, name, path).length));
  const varied = queryParams.find((name) => spread(all[name]!) > 0);
  return (n) => {
    const round = Math.floor(n / most);
    const shown = path.replace(/\{(\w+)\}/g, (_, name: string) => {
      const found = given(values, name, path);
      return encodeURIComponent(found[n % found.length]!);
    });
    const query = queryParams.flatMap((name) => {
      if (all[name]!.required)
        return [`${name}=${given(values, name, path)[n % given(values, name, path).length]}`];
      return name === varied && round > 0 ? [`${name}=${textOf(all[name]!, round)}`] : [];
    });
    return query.length === 0 ? shown : `${shown}?${query.join('&')}`;
  };
}

function given(values: MixedValues, name: string, path: string): readonly string[] {
  const found = values[name];
  if (found === undefined || found.length === 0) throw new Error(`nothing is given for ${name} of ${path}`);
  return found;
}

interface Bounds {
  type?: string;
  minimum?: number;
  maximum?: number;
}

/** Number of values a parameter can take here; 0 if it does not vary. */
function spread({ schema, history, required }: Param<unknown>): number {
  if (required) return 0;
  if (history === 'since') return mostOthers;
  const { type, minimum, maximum } = schema as Bounds;
  return type === 'integer' && minimum !== undefined && maximum !== undefined ? maximum - minimum + 1 : 0;
}

/** @param round from 1 on */
function textOf(param: Param<unknown>, round: number): string {
  if (param.history === 'since') return `${60 + round}m`;
  const { minimum = 0 } = param.schema as Bounds;
  return String(minimum + (round % Math.min(spread(param), mostOthers)));
}
