import { isDeepStrictEqual } from 'node:util';
import { type Node, resolved } from './resolved.ts';
import {
  type JsonSchema,
  type Specification,
  type SpecifiedEndpoint,
  schemaOfType,
} from './specification.ts';

/*
 * Compares an OpenAPI document with the specified catalogue. Reads the document as a client does, with references resolved, so that the
 * published form is compared.
 */

/**
 * Schemas of the document that the catalogue has no entry for: the second shape of errors
 * (docs/contract.md#legacy-body).
 */
const unspecifiedSchemas = new Set(['LegacyError']);
/**
 * These alone carry no $schema: they have exactly the fields of the contract
 * (docs/contract.md#problem-body).
 */
const errorSchemas = new Set(['APIError', 'ErrorDetail']);
/** What says nothing of the values that a schema accepts. */
const annotations = new Set(['description', 'title', 'examples', 'deprecated', 'readOnly']);
/** Every text input has a bound (docs/contract.md#input); the catalogue does not list them. */
const inputBounds = new Set(['minLength', 'maxLength']);
/** The catalogue's notation for comma-separated values: a list sent as one text. */
const commaList = { type: 'array', items: { type: 'string' } };
const listBounds = new Set(['minItems', 'maxItems']);
/** A field's default is in the catalogue's notes; a parameter's default is compared. */
const bodyDefaults = new Set(['default']);
/** Timestamps that are strings are RFC 3339 (docs/contract.md#bodies), which the catalogue calls string. */
const timestampFormats = new Set(['date-time']);

/** Every difference between a document and the specified catalogue, in words. */
export function catalogueDifferences(document: Node, specification: Specification): string[] {
  const found = pathDifferences(Object.keys(document.paths), Object.keys(specification.paths));
  for (const [path, { get }] of Object.entries<Node>(document.paths)) {
    const specified = specification.paths[path];
    if (specified === undefined) continue;
    const differences = [
      ...parameterDifferences(document, get, specified),
      ...answerDifferences(document, get, specified),
    ];
    found.push(...differences.map((difference) => `${path}: ${difference}`));
  }
  for (const [name, schema] of Object.entries(document.components.schemas))
    found.push(...schemaDifferences(name, schema, specification).map((text) => `${name}: ${text}`));
  return found;
}

function pathDifferences(ours: string[], specified: string[]): string[] {
  const wrong = (paths: string[], known: string[], text: string) =>
    paths.filter((path) => !known.includes(path)).map((path) => `${path}: ${text}`);
  return [
    ...wrong(ours, specified, 'is not specified'),
    ...wrong(specified, ours, 'is specified, and does not exist'),
  ];
}

function parameterDifferences(document: Node, operation: Node, specified: SpecifiedEndpoint): string[] {
  const found: string[] = [];
  const ours = new Map<string, Node>();
  for (const reference of operation.parameters ?? []) {
    const parameter = resolved(document, reference);
    if (ours.has(parameter.name)) found.push(`parameter ${parameter.name} stands twice`);
    ours.set(parameter.name, parameter);
  }
  for (const {
    name,
    in: origin,
    type,
    required,
    default: fallback,
    enum: words,
    min,
    max,
  } of specified.params) {
    const parameter = ours.get(name);
    ours.delete(name);
    if (parameter === undefined) {
      found.push(`parameter ${name} is missing`);
      continue;
    }
    const expected = {
      ...schemaOfType(type),
      ...(words !== undefined && { enum: words }),
      ...(min !== undefined && { minimum: min }),
      ...(max !== undefined && { maximum: max }),
      ...(fallback !== undefined && { default: fallback }),
    };
    const compared = { in: parameter.in, required: parameter.required ?? false };
    found.push(
      ...difference(`parameter ${name}`, compared, { in: origin, required: required ?? false }),
      ...(parameter.explode === false
        ? difference(`parameter ${name}`, without(bare(parameter.schema), listBounds), commaList)
        : difference(`parameter ${name}`, without(bare(parameter.schema), inputBounds), expected)),
    );
  }
  return [...found, ...[...ours.keys()].map((name) => `parameter ${name} is not specified`)];
}

function answerDifferences(document: Node, operation: Node, specified: SpecifiedEndpoint): string[] {
  const { tier, statuses, response, responseNullable } = specified;
  const missing = statuses.filter((status) => operation.responses[status] === undefined);
  const answer = resolved(document, operation.responses['200'] ?? {});
  return [
    ...difference('minimum tier', operation['x-minimum-tier'], tier),
    ...missing.map((status) => `status ${status} is missing`),
    ...typeDifference('answer', answer.content?.['application/json']?.schema, response, responseNullable),
  ];
}

function schemaDifferences(name: string, schema: Node, { schemas }: Specification): string[] {
  if (unspecifiedSchemas.has(name)) return [];
  const specified = schemas[name];
  if (specified === undefined) return ['is not specified'];
  const { $schema, ...properties } = schema.properties as Record<string, Node>;
  const names = Object.keys(specified.fields);
  const own = errorSchemas.has(name) ? undefined : 'string:uri';
  return [
    ...difference('$schema', $schema?.readOnly, own && true),
    ...(own === undefined || $schema === undefined ? [] : typeDifference('$schema', $schema, own)),
    ...difference('type', schema.type, 'object'),
    ...difference('additionalProperties', schema.additionalProperties, false),
    ...difference('fields', Object.keys(properties).sort(), [...names].sort()),
    ...difference('required fields', [...(schema.required ?? [])].sort(), [...specified.required].sort()),
    ...names.flatMap((field) =>
      properties[field] === undefined
        ? []
        : typeDifference(field, properties[field], specified.fields[field]!),
    ),
  ];
}

/** @param isNullable true if the type includes null, beyond its text */
function typeDifference(what: string, schema: Node, type: string, isNullable = false): string[] {
  if (schema === undefined) return [`${what} has no schema`];
  const expected = schemaOfType(isNullable ? `${type}|null` : type);
  const ours = without(bare(schema), bodyDefaults);
  return isDeepStrictEqual(withoutTimestamps(ours), expected) ? [] : difference(what, ours, expected);
}

/** A string with the format of a timestamp as the plain string that it is in the catalogue. */
function withoutTimestamps(schema: JsonSchema): JsonSchema {
  if (Array.isArray(schema.anyOf)) return { ...schema, anyOf: schema.anyOf.map(withoutTimestamps) };
  const { format, ...rest } = schema;
  return schema.type === 'string' && timestampFormats.has(format as string) ? rest : schema;
}

/** A schema without annotations, and with null in a single notation. */
function bare(schema: Node): JsonSchema {
  const plain: Record<string, unknown> = {};
  for (const [keyword, value] of Object.entries<Node>(schema)) {
    if (annotations.has(keyword)) continue;
    if (keyword === 'anyOf') plain.anyOf = value.map(bare);
    else if (keyword === 'items') plain.items = bare(value);
    else plain[keyword] = value;
  }
  return plain;
}

function without(schema: JsonSchema, keywords: ReadonlySet<string>): JsonSchema {
  return Object.fromEntries(Object.entries(schema).filter(([keyword]) => !keywords.has(keyword)));
}

function difference(what: string, ours: unknown, expected: unknown): string[] {
  if (isDeepStrictEqual(ours, expected)) return [];
  return [`${what} is ${JSON.stringify(ours)}, specified is ${JSON.stringify(expected)}`];
}
