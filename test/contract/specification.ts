import { readFileSync } from 'node:fs';

/*
 * The specified catalogue, read from the copy in this folder. README.md explains its notation.
 */

export interface SpecifiedParam {
  name: string;
  in: 'path' | 'query';
  type: string;
  /** Absent means false. */
  required?: boolean;
  default?: unknown;
  enum?: readonly string[];
  min?: number;
  max?: number;
  /** A meaning in words, which no comparison reads. */
  note?: string;
}

export interface SpecifiedEndpoint {
  params: readonly SpecifiedParam[];
  /** A type: a schema's name, a list of a type, or `any`. */
  response: string;
  /** True if the whole answer may be null. */
  responseNullable: boolean;
  /** A minimum (docs/contract.md#errors): an endpoint may have more statuses, but must have these. */
  statuses: readonly number[];
  tier: string;
}

export interface SpecifiedSchema {
  /** Type by field. */
  fields: Readonly<Record<string, string>>;
  required: readonly string[];
  notes?: Readonly<Record<string, string>>;
}

export interface Specification {
  paths: Readonly<Record<string, SpecifiedEndpoint>>;
  schemas: Readonly<Record<string, SpecifiedSchema>>;
}

const readJson = (name: string): unknown => JSON.parse(readFileSync(new URL(name, import.meta.url), 'utf8'));

/** The catalogue with this service's additions (additions.json). @throws Error if an addition changes specified parts */
export function readSpecification(): Specification {
  return withAdditions(
    readJson('./catalogue.json') as Specification,
    readJson('./additions.json') as Additions,
  );
}

/** Additions to an endpoint: parameters, and further values of a parameter by its name. */
interface AddedParams extends Pick<SpecifiedEndpoint, 'params'> {
  values?: Readonly<Record<string, readonly string[]>>;
}

/** New endpoints and schemas, and what existing ones gain: parameters, fields, and those of the fields that are never absent. */
export interface Additions {
  paths: Readonly<Record<string, SpecifiedEndpoint | AddedParams>>;
  schemas: Readonly<Record<string, SpecifiedSchema>>;
}

/**
 * A specification with a service's additions; clients of the bare specification continue to work.
 * @throws Error if an addition redefines a specified name, requires a parameter of a specified endpoint, or adds values to a type that is
 * no enumeration
 */
export function withAdditions(specification: Specification, additions: Additions): Specification {
  const paths: Record<string, SpecifiedEndpoint> = { ...specification.paths };
  for (const [path, added] of Object.entries(additions.paths)) {
    const known = paths[path];
    if (known === undefined) {
      if (!('response' in added))
        throw new Error(`${path} is not specified, and the addition has no response`);
      paths[path] = added;
      continue;
    }
    const names = new Set(known.params.map(({ name }) => name));
    for (const { name, required } of added.params)
      if (names.has(name) || required === true)
        throw new Error(`${path}: parameter ${name} is specified, or is required and cannot be added`);
    if ('response' in added) throw new Error(`${path} is specified: an addition has parameters only`);
    const values = ('values' in added && added.values) || {};
    paths[path] = { ...known, params: [...withValues(path, known.params, values), ...added.params] };
  }
  const schemas: Record<string, SpecifiedSchema> = { ...specification.schemas };
  for (const [name, added] of Object.entries(additions.schemas)) {
    const known = schemas[name] ?? { fields: {}, required: [] };
    const twice = Object.keys(added.fields).filter((field) => Object.hasOwn(known.fields, field));
    if (twice.length > 0) throw new Error(`${name}: ${twice.join(', ')} is specified`);
    schemas[name] = {
      ...known,
      fields: { ...known.fields, ...added.fields },
      required: [...known.required, ...added.required],
    };
  }
  return { paths, schemas };
}

/** Parameters with further values of their enumerations. */
function withValues(
  path: string,
  params: readonly SpecifiedParam[],
  values: Readonly<Record<string, readonly string[]>>,
): SpecifiedParam[] {
  const found = params.map((param) => {
    const added = values[param.name] ?? [];
    if (added.length > 0 && (param.enum === undefined || added.some((one) => param.enum!.includes(one))))
      throw new Error(`${path}: a value of ${param.name} is specified, or it has no list of values`);
    return added.length === 0 ? param : { ...param, enum: [...param.enum!, ...added] };
  });
  const unknown = Object.keys(values).filter((name) => !params.some((param) => param.name === name));
  if (unknown.length > 0) throw new Error(`${path}: parameter ${unknown.join(', ')} is not specified`);
  return found;
}

export type JsonSchema = { readonly [keyword: string]: unknown };

/** JSON Schemas of the catalogue's scalar types; `number` is a double. */
export const scalars: Readonly<Record<string, JsonSchema>> = {
  any: {},
  boolean: { type: 'boolean' },
  int32: { type: 'integer', format: 'int32' },
  int64: { type: 'integer', format: 'int64' },
  number: { type: 'number', format: 'double' },
  string: { type: 'string' },
  'string:uri': { type: 'string', format: 'uri' },
};

/** A type of the catalogue, taken apart. */
export type SpecifiedType =
  | { kind: 'nullable'; of: SpecifiedType }
  | { kind: 'list'; of: SpecifiedType }
  | { kind: 'enum'; values: readonly string[] }
  | { kind: 'scalar'; name: string }
  | { kind: 'schema'; name: string };

/** @throws Error if the text is no type of the catalogue's notation */
export function parseType(text: string): SpecifiedType {
  if (text.endsWith('|null')) return { kind: 'nullable', of: parseType(text.slice(0, -'|null'.length)) };
  if (text.endsWith('[]')) return { kind: 'list', of: parseType(text.slice(0, -'[]'.length)) };
  const words = /^enum\(([^()]+)\)$/.exec(text);
  if (words !== null) return { kind: 'enum', values: words[1]!.split(',') };
  if (Object.hasOwn(scalars, text)) return { kind: 'scalar', name: text };
  if (/^[A-Z][A-Za-z0-9]*$/.test(text)) return { kind: 'schema', name: text };
  throw new Error(`${text} is no type of the catalogue's notation`);
}

/** JSON Schema of a catalogue type; a schema's name becomes a reference. */
export function schemaOfType(text: string): JsonSchema {
  const schemaOf = (type: SpecifiedType): JsonSchema => {
    if (type.kind === 'nullable') return { anyOf: [schemaOf(type.of), { type: 'null' }] };
    if (type.kind === 'list') return { type: 'array', items: schemaOf(type.of) };
    if (type.kind === 'enum') return { type: 'string', enum: [...type.values] };
    if (type.kind === 'schema') return { $ref: `#/components/schemas/${type.name}` };
    return scalars[type.name]!;
  };
  return schemaOf(parseType(text));
}
