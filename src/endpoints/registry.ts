import type { TSchema } from 'typebox';
import { namedSchemas, schemaName } from '../routes/json-schema.ts';
import { nearestPath } from '../routes/nearest-path.ts';
import { type PathMatch, pathMatcher, pathShape } from '../routes/path-template.ts';
import type { AnyEndpoint } from './endpoint.ts';

/** Path prefix of every API route (docs/contract.md#routes). */
export const versionPrefix = '/api/public/v1';

export interface Registry {
  readonly endpoints: readonly AnyEndpoint[];
  /** Every named schema, including nested ones. */
  readonly schemas: ReadonlyMap<string, TSchema>;
  /** Schema names of whole answers; arrays are `{Name}List`. */
  readonly responses: ReadonlyMap<string, TSchema>;
  /** The endpoint of a path, without its query. */
  match(path: string): PathMatch<AnyEndpoint> | undefined;
  /** The route template nearest to an unknown path. */
  nearest(path: string): string | undefined;
}

/**
 * Name of the schema page that describes an endpoint's whole answer: its schema's name, `{Name}List` for an array
 * of named objects, else the endpoint id in capitals followed by `Answer`.
 */
export function responseName(endpoint: AnyEndpoint): string {
  const type = endpoint.response as TSchema & { anyOf?: TSchema[]; items?: TSchema };
  const bare = type.anyOf?.find((option) => (option as { type?: unknown }).type !== 'null') ?? type;
  const name = schemaName(bare);
  if (name !== undefined) return name;
  const item = (bare as { items?: TSchema }).items;
  const itemName = item === undefined ? undefined : schemaName(item);
  if (itemName !== undefined) return `${itemName}List`;
  const words = endpoint.id.split(/[.-]/).map((word) => word[0]!.toUpperCase() + word.slice(1));
  return `${words.join('')}Answer`;
}

/** @throws Error if two endpoints share an id or a path, or two schemas share a name */
export function createRegistry(endpoints: readonly AnyEndpoint[]): Registry {
  const ids = new Set<string>();
  const shapes = new Set<string>();
  const responses = new Map<string, TSchema>();
  for (const endpoint of endpoints) {
    const shape = pathShape(endpoint.path);
    if (ids.has(endpoint.id)) throw new Error(`two endpoints have the id ${endpoint.id}`);
    if (shapes.has(shape)) throw new Error(`two endpoints have the path ${endpoint.path}`);
    ids.add(endpoint.id);
    shapes.add(shape);
    responses.set(responseName(endpoint), endpoint.response);
  }
  const paths = endpoints.map(({ path }) => path);
  return {
    endpoints,
    schemas: namedSchemas(endpoints.map((endpoint) => endpoint.response as TSchema)),
    responses,
    match: pathMatcher(endpoints.map((endpoint) => [endpoint.path, endpoint])),
    nearest: (path) => nearestPath(path, paths, versionPrefix),
  };
}
