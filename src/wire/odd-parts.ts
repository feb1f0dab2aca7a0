import type { TSchema } from 'typebox';

export interface SchemaError {
  keyword: string;
  schemaPath: string;
  instancePath: string;
  params: { type?: unknown; requiredProperties?: string[] };
  message: string;
}

export interface OddPart {
  path: string[];
  errors: SchemaError[];
}

/** A check lists eight faults at a time: this many rounds take out 2,000 parts. */
const roundsLimit = 256;

/**
 * Takes out the optional parts that are not of their schema, the innermost ones: an odd part costs itself, not the record.
 *
 * @param errorsOf the faults of a value, some of them at a time
 * @returns the value without them; undefined where something is odd that is not optional
 */
export function withoutOddParts(
  schema: TSchema,
  value: unknown,
  errorsOf: (value: unknown) => SchemaError[],
): { value: unknown; odd: OddPart[] } | undefined {
  const odd: OddPart[] = [];
  let copy: unknown;
  let errors = errorsOf(value);
  for (let round = 0; errors.length > 0; round++) {
    if (round === roundsLimit) return undefined;
    copy ??= structuredClone(value);
    const byPart = new Map<string, OddPart>();
    for (const error of errors) {
      const path = optionalAt(schema as Node, pointer(error.instancePath));
      if (path === undefined) return undefined;
      const key = path.join('/');
      const part = byPart.get(key) ?? { path, errors: [] };
      byPart.set(key, part);
      part.errors.push(error);
    }
    for (const part of byPart.values()) {
      const parent = valueAt(copy, part.path.slice(0, -1)) as Record<string, unknown>;
      delete parent[part.path.at(-1)!];
      odd.push(part);
    }
    errors = errorsOf(copy);
  }
  return { value: copy, odd };
}

/** The keywords of JSON Schema that the exchange's payloads are described with. */
interface Node {
  anyOf?: Node[];
  properties?: Record<string, Node>;
  patternProperties?: Record<string, Node>;
  items?: Node | Node[];
}

/** The path of the innermost optional field on the way to a place. */
function optionalAt(schema: Node, path: readonly string[]): string[] | undefined {
  let node: Node | undefined = schema;
  let found: string[] | undefined;
  for (const [depth, step] of path.entries()) {
    node = childOf(node, step);
    if (node === undefined) break;
    if ('~optional' in node) found = path.slice(0, depth + 1);
  }
  return found;
}

function childOf(node: Node, step: string): Node | undefined {
  const own = node.anyOf?.find((branch) => (branch as { type?: unknown }).type !== 'null') ?? node;
  if (own.properties !== undefined)
    return Object.hasOwn(own.properties, step) ? own.properties[step] : undefined;
  if (own.patternProperties !== undefined) return Object.values(own.patternProperties)[0];
  return Array.isArray(own.items) ? own.items[Number(step)] : own.items;
}

/** The steps of a JSON pointer. */
export function pointer(path: string): string[] {
  return path
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
}

export function valueAt(root: unknown, path: readonly string[]): unknown {
  let at = root;
  for (const part of path) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, part)) return undefined;
    at = (at as Record<string, unknown>)[part];
  }
  return at;
}
