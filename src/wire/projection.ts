import type { TSchema } from 'typebox';
import type { Leaf } from './scalar.ts';

/** Copies a checked value into the form of its schema. */
export type Projection = (value: unknown) => unknown;

/** The keywords of JSON Schema that the exchange's payloads are described with. */
interface Node {
  leaf?: Leaf;
  /** The values of a leaf that are known; others are kept and reported. */
  known?: readonly string[];
  anyOf?: Node[];
  properties?: Record<string, Node>;
  patternProperties?: Record<string, Node>;
  items?: Node | Node[];
}

/** Called for each part of a record that its schema does not know. */
export interface OnUnknown {
  /** A field that is left out. */
  field(path: string, value: unknown): void;
  /** A value that is kept. */
  value(path: string, value: unknown): void;
}

const noReport: OnUnknown = { field: () => undefined, value: () => undefined };

const same: Projection = (value) => value;

const leaves: Record<Leaf, Projection> = {
  decimal: (value) => (typeof value === 'number' ? String(value) : value),
  integer: Number,
  address: (value) => (value as string).toLowerCase(),
  // Half a surrogate pair would come back from the store as another character.
  text: (value) => (value as string).toWellFormed(),
};

/**
 * Makes the copy that keeps the fields of a schema and nothing else, each in one form: decimals as text, addresses in
 * lower case. Thirty times as fast as TypeBox's `Value.Clean`, which matters for four hundred contexts a second.
 *
 * @param schema Of objects, records, arrays, tuples, a schema or null, and leaves.
 * @param onUnknown gets the path of each field that is left out for lack of a schema, and of each value that is not known
 * @throws Error for a union of two schemas: what would be kept of its values is not defined.
 */
export function projection(schema: TSchema, onUnknown: OnUnknown = noReport): Projection {
  return project(schema as Node, '', onUnknown);
}

function project(node: Node, path: string, onUnknown: OnUnknown): Projection {
  if (node.leaf !== undefined)
    return node.known === undefined
      ? leaves[node.leaf]
      : projectKnown(leaves[node.leaf], new Set(node.known), path.slice(0, -1), onUnknown);
  if (node.anyOf !== undefined) return projectNullable(node.anyOf, path, onUnknown);
  if (node.properties !== undefined) return projectObject(node.properties, path, onUnknown);
  if (node.patternProperties !== undefined)
    return projectRecord(Object.values(node.patternProperties)[0]!, path, onUnknown);
  if (Array.isArray(node.items))
    return projectTuple(node.items.map((item) => project(item, path, onUnknown)));
  if (node.items === undefined) return same;
  const item = project(node.items, path, onUnknown);
  return (value) => (value as unknown[]).map(item);
}

function projectKnown(
  leaf: Projection,
  known: ReadonlySet<unknown>,
  path: string,
  onUnknown: OnUnknown,
): Projection {
  return (value) => {
    if (!known.has(value)) onUnknown.value(path, value);
    return leaf(value);
  };
}

function projectNullable(branches: Node[], path: string, onUnknown: OnUnknown): Projection {
  const [branch, other] = branches.filter((node) => (node as { type?: unknown }).type !== 'null');
  if (branch === undefined || other !== undefined) throw new Error('a payload union is one schema or null');
  const inner = project(branch, path, onUnknown);
  return (value) => (value === null ? null : inner(value));
}

function projectObject(properties: Record<string, Node>, path: string, onUnknown: OnUnknown): Projection {
  const fields = Object.entries(properties).map(([key, node]) => ({
    key,
    inner: project(node, `${path}${key}.`, onUnknown),
    // TypeBox keeps "optional" on the property itself; JSON Schema on the object.
    optional: '~optional' in node,
  }));
  return (value) => {
    const from = value as Record<string, unknown>;
    const to: Record<string, unknown> = {};
    for (const { key, inner, optional } of fields) {
      const field = from[key];
      if (optional && (field === undefined || field === null)) continue;
      to[key] = inner(field);
    }
    for (const key in from) {
      if (!Object.hasOwn(properties, key)) onUnknown.field(`${path}${key}`, from[key]);
    }
    return to;
  };
}

function projectRecord(node: Node, path: string, onUnknown: OnUnknown): Projection {
  const inner = project(node, path, onUnknown);
  // `fromEntries` defines properties, so that a key `__proto__` is a key.
  return (value) =>
    Object.fromEntries(Object.entries(value as object).map(([key, entry]) => [key, inner(entry)]));
}

function projectTuple(inners: Projection[]): Projection {
  return (value) => inners.map((inner, i) => inner((value as unknown[])[i]));
}
