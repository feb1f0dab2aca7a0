import { type Static, type TObject, type TProperties, type TSchema, Type } from 'typebox';

const namePattern = /^[A-Z][A-Za-z0-9]*$/;
const schemaDescription = 'Address of the JSON Schema of this object.';

/**
 * Names an object schema. The name travels with the schema as `$id`, so that a nested use becomes a `$ref` in the
 * served documents. Adds the optional read-only `$schema` of the contract (interface.md, Resources).
 *
 * @param name as in the contract: `LeaderboardBody`
 */
export function schema<T extends TObject>(name: string, object: T): T {
  if (!namePattern.test(name))
    throw new Error(`schema name ${name}: use letters and digits, upper case first`);
  const { additionalProperties } = object as { additionalProperties?: unknown };
  if (additionalProperties !== false) throw new Error(`schema ${name}: additionalProperties must be false`);
  const $schema = { ...Type.String({ format: 'uri', description: schemaDescription }), readOnly: true };
  const properties = { $schema, ...object.properties };
  // With its hidden properties, by which TypeBox knows the kind of a schema.
  const copy = Object.defineProperties({}, Object.getOwnPropertyDescriptors(object)) as T;
  return Object.assign(copy, { properties, $id: name });
}

/**
 * Names the schema of a body from its fields; no other field is allowed.
 *
 * @param name as in the contract: `LeaderboardBody`
 */
export function bodySchema<F extends TProperties>(name: string, fields: F): TObject<F> {
  return schema(name, Type.Object(fields, { additionalProperties: false }));
}

/** A value or null. */
export function nullable<T extends TSchema>(type: T) {
  return Type.Union([type, Type.Null()]);
}

/** An optional property. */
export const optional = Type.Optional;

/** The name given by {@link schema}; undefined for any other schema. */
export function schemaName(type: TSchema): string | undefined {
  const id = (type as { $id?: unknown }).$id;
  return typeof id === 'string' ? id : undefined;
}

export type JsonSchema = { [keyword: string]: unknown };

/**
 * Plain JSON Schema of a TypeBox schema with every named schema inside replaced by a reference.
 *
 * @param reference the address of a named schema, e.g. `name => name + '.json'`
 */
export function jsonSchema(type: TSchema, reference: (name: string) => string, top = true): JsonSchema {
  const name = schemaName(type);
  if (!top && name !== undefined) return { $ref: reference(name) };
  const walk = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(walk);
    if (value === null || typeof value !== 'object') return value;
    return jsonSchema(value as TSchema, reference, false);
  };
  const plain: JsonSchema = {};
  for (const [keyword, value] of Object.entries(type)) {
    if (keyword.startsWith('~') || (keyword === '$id' && name !== undefined)) continue;
    plain[keyword] = walk(value);
  }
  return plain;
}

/**
 * Every named schema within `types`, by name.
 *
 * @throws Error where two different schemas share a name
 */
export function namedSchemas(types: Iterable<TSchema>): Map<string, TSchema> {
  const found = new Map<string, TSchema>();
  const walk = (value: unknown): void => {
    if (value === null || typeof value !== 'object') return;
    const name = schemaName(value as TSchema);
    if (name !== undefined) {
      const known = found.get(name);
      if (known === undefined) found.set(name, value as TSchema);
      else if (known === value) return;
      else if (shape(known) !== shape(value as TSchema))
        throw new Error(`two different schemas are named ${name}`);
    }
    Object.values(value).forEach(walk);
  };
  for (const type of types) walk(type);
  return found;
}

function shape(type: TSchema): string {
  return JSON.stringify(jsonSchema(type, (name) => name));
}

export type { Static };
