import type { TSchema } from 'typebox';
import { editDistance } from '../kernel/nearest.ts';
import type { AnyEndpoint } from './endpoint.ts';
import { namedSchemas, schemaName } from './schema.ts';

/** Every endpoint of a server, with what its documents and routes need. */
export interface Registry {
  readonly endpoints: readonly AnyEndpoint[];
  /** Every named schema, nested ones too. */
  readonly schemas: ReadonlyMap<string, TSchema>;
  /** Schema names of whole answers; arrays are `{Name}List`. */
  readonly responses: ReadonlyMap<string, TSchema>;
  /** The route that answers a path, without its query. */
  match(path: string): AnyEndpoint | undefined;
  /** The route template nearest to a path that no route answers. */
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

/**
 * Collects endpoints into a registry.
 *
 * @throws Error where two share an id or a path, or a schema name means two things
 */
export function createRegistry(endpoints: readonly AnyEndpoint[]): Registry {
  const ids = new Set<string>();
  const shapes = new Set<string>();
  const responses = new Map<string, TSchema>();
  for (const endpoint of endpoints) {
    const shape = endpoint.path.replaceAll(/\{\w+\}/g, '{}');
    if (ids.has(endpoint.id)) throw new Error(`two endpoints have the id ${endpoint.id}`);
    if (shapes.has(shape)) throw new Error(`two endpoints have the path ${endpoint.path}`);
    ids.add(endpoint.id);
    shapes.add(shape);
    responses.set(responseName(endpoint), endpoint.response);
  }
  const routes = endpoints.map((endpoint) => ({ endpoint, pattern: pathPattern(endpoint.path) }));
  // A literal segment wins over a placeholder, as in the router.
  routes.sort((a, b) => a.endpoint.pathParams.length - b.endpoint.pathParams.length);
  return {
    endpoints,
    schemas: namedSchemas(endpoints.map((endpoint) => endpoint.response as TSchema)),
    responses,
    match: (path) => routes.find(({ pattern }) => pattern.test(path))?.endpoint,
    nearest: (path) => nearestPath(path, endpoints),
  };
}

function pathPattern(path: string): RegExp {
  const literal = path.replaceAll(/[.*+?^$()|[\]\\]/g, '\\$&');
  return new RegExp(`^${literal.replaceAll(/\{\w+\}/g, '[^/]+')}$`);
}

/** Bounds of what a wrong path may cost us: the answer to it needs no key. */
const nearestLengthLimit = 120;
const segmentLengthLimit = 40;

/** Every route of the API starts so (interface.md, Versioning); who forgets it means the route behind it. */
const versionPrefix = '/api/public/v1';

function tailSegments(path: string): string[] {
  const tail = path.startsWith(`${versionPrefix}/`) ? path.slice(versionPrefix.length) : path;
  return tail.split('/').filter(Boolean);
}

/**
 * The route with the fewest edits between its segments and the path's, a placeholder fitting any; undefined where
 * none is near.
 */
function nearestPath(path: string, endpoints: readonly AnyEndpoint[]): string | undefined {
  if (path.length > nearestLengthLimit) return undefined;
  const sent = tailSegments(path.toLowerCase());
  const literal = sent.filter((segment) => !segment.startsWith('0x'));
  if (literal.some((segment) => segment.length > segmentLengthLimit)) return undefined;
  // More than two in five letters wrong is another word.
  let least = literal.join('').length * 0.4;
  let nearest: string | undefined;
  for (const endpoint of endpoints) {
    const distance = segmentsDistance(sent, tailSegments(endpoint.path), least);
    if (distance >= least) continue;
    least = distance;
    nearest = endpoint.path;
  }
  return nearest;
}

function segmentsDistance(sent: string[], known: string[], limit: number): number {
  let distance = Math.abs(sent.length - known.length) * 4;
  for (let i = 0; i < Math.min(sent.length, known.length) && distance < limit; i++) {
    if (known[i]!.startsWith('{')) distance += 0.5;
    else distance += editDistance(sent[i]!, known[i]!.toLowerCase());
  }
  return distance;
}
