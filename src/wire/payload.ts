import type { Static, TSchema } from 'typebox';
import { lateCheck } from '../kernel/late-check.ts';
import { drift } from './drift.ts';
import { fault, shown } from './fault.ts';
import { isIgnored } from './ignored-fields.ts';
import { type Projection, projection } from './projection.ts';

interface SchemaError {
  keyword: string;
  schemaPath: string;
  instancePath: string;
  params: { type?: unknown; requiredProperties?: string[] };
  message: string;
}

interface OddPart {
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
function withoutOddParts(
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
function pointer(path: string): string[] {
  return path
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
}

function valueAt(root: unknown, path: readonly string[]): unknown {
  let at = root;
  for (const part of path) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, part)) return undefined;
    at = (at as Record<string, unknown>)[part];
  }
  return at;
}

/** An element of a list that cannot be used: it costs only itself. */
export interface Rejected {
  /** Its place in the list, from 0. */
  index: number;
  reason: string;
  value: unknown;
}

/** What a payload holds, in its own names and without fields not asked for. */
export interface Read<T> {
  data: T;
  rejected: Rejected[];
  /** Optional parts left out of `data`, each with the value that contained the part; undefined if none. */
  odd?: Rejected[];
}

/** Why a whole payload cannot be used. */
export interface Fault {
  fault: string;
}

export type Reading<T> = Read<T> | Fault;

/** Turns untrusted parsed JSON into a value; never throws. */
export type Reader<T> = (value: unknown) => Reading<T>;

export interface Payload<S extends TSchema> {
  readonly name: string;
  readonly schema: S;
  readonly read: Reader<Static<S>>;
}

export type ValueOf<P extends { schema: TSchema }> = Static<P['schema']>;

/**
 * Describes a payload. Unknown fields pass the check but are left out of the value; an optional part that violates its
 * schema is left out too, and reported in `odd`.
 *
 * @param name For reasons and drift: `book`.
 * @param isPart Another payload reads the same value in full: unknown fields are counted there.
 */
export function payload<S extends TSchema>(name: string, schema: S, isPart = false): Payload<S> {
  const check = lateCheck(schema);
  let keep: Projection | undefined;
  let record: unknown;
  /** The copy of a checked value, its unknown parts counted. */
  function copyOf(value: unknown): Static<S> {
    keep ??= projection(schema, {
      field(path, field) {
        if (!isPart && !isIgnored(name, path)) drift.count(name, path, field);
      },
      value: (path, value) => drift.countValue(name, path, value, record),
    });
    record = value;
    const copy = keep(value) as Static<S>;
    record = undefined;
    return copy;
  }
  return {
    name,
    schema,
    read(value) {
      if (check.Check(value)) return { data: copyOf(value), rejected: [] };
      const errorsOf = (of: unknown) => check.Errors(of) as SchemaError[];
      const spared = withoutOddParts(schema, value, errorsOf);
      if (spared === undefined) return { fault: schemaFault(name, schema, errorsOf(value), value) };
      const holders = Map.groupBy(spared.odd, ({ path }) => path.slice(0, -1).join('/'));
      const odd = [...holders.values()].map((parts) => ({
        index: 0,
        reason: parts.map(({ errors }) => schemaFault(name, schema, errors, value)).join('; '),
        value: valueAt(value, parts[0]!.path.slice(0, -1)),
      }));
      return { data: copyOf(spared.value), rejected: [], odd };
    },
  };
}

interface Element<T> {
  readonly name: string;
  readonly read: Reader<T>;
}

/** Reads independent elements: rejects a bad element and keeps the others. */
export function readEach<T>({ read }: Element<T>, elements: readonly unknown[]): Read<T[]> {
  const data: T[] = [];
  const rejected: Rejected[] = [];
  const odd: Rejected[] = [];
  for (const [index, value] of elements.entries()) {
    const reading = read(value);
    if ('fault' in reading) {
      rejected.push({ index, reason: reading.fault, value });
      continue;
    }
    data.push(reading.data);
    for (const { reason } of reading.odd ?? []) odd.push({ index, reason, value });
  }
  return { data, rejected, ...(odd.length > 0 && { odd }) };
}

export function eachOf<T>(element: Element<T>): Reader<T[]> {
  return (value) =>
    Array.isArray(value)
      ? readEach(element, value)
      : { fault: fault(`list of ${element.name}`, value, 'an array') };
}

function schemaFault(name: string, schema: TSchema, errors: SchemaError[], value: unknown): string {
  // "X or null" reports null's branch too, which says nothing.
  const error =
    errors.find(({ params, keyword }) => params.type !== 'null' && keyword !== 'anyOf') ?? errors[0];
  if (error === undefined) return `${name} is ${shown(value)}, should be ${name} as the exchange writes it`;
  const path = pointer(error.instancePath);
  const node = valueAt(schema, pointer(error.schemaPath.replace(/^#/, '')));
  const missing = error.params.requiredProperties?.[0];
  if (missing !== undefined) {
    const field = (node as { properties?: Record<string, unknown> })?.properties?.[missing];
    return fault([name, ...path, missing].join('.'), undefined, descriptionOf(field) ?? 'there');
  }
  const right = descriptionOf(node) ?? error.message.replace(/^must (be|match) /, '');
  return fault([name, ...path].join('.').slice(0, 200), valueAt(value, path), right);
}

function descriptionOf(node: unknown): string | undefined {
  return (node as { description?: string } | undefined)?.description;
}
