import { type Static, type TObject, type TProperties, type TSchema, Type } from 'typebox';

const namePattern = /^[A-Z][A-Za-z0-9]*$/;
const schemaDescription = 'Address of the JSON Schema of this object.';

/**
 * Names an object schema. The name travels with the schema as `$id`, so that a nested use becomes a `$ref` in the
 * served documents. Adds the optional read-only `$schema` of the contract (docs/contract.md#bodies).
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
  // Includes the hidden properties by which TypeBox knows the kind of a schema.
  const copy = Object.defineProperties({}, Object.getOwnPropertyDescriptors(object)) as T;
  return Object.assign(copy, { properties, $id: name });
}

/** Names the schema of a body from its fields; no other field is allowed. */
export function bodySchema<F extends TProperties>(name: string, fields: F): TObject<F> {
  return schema(name, Type.Object(fields, { additionalProperties: false }));
}

export function nullable<T extends TSchema>(type: T) {
  return Type.Union([type, Type.Null()]);
}

export const optional = Type.Optional;

export type { Static };
