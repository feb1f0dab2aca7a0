import type { TSchema } from 'typebox';

/** A JSON Schema, or any part of a document made of plain values. */
export type JsonSchema = { [keyword: string]: unknown };

/** The name in a schema's `$id`; undefined without one. */
export function schemaName(type: TSchema): string | undefined {
  const id = (type as { $id?: unknown }).$id;
  return typeof id === 'string' ? id : undefined;
}

/**
 * Plain JSON Schema of a TypeBox schema. References replace the named schemas inside.
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

/** @throws Error if two different schemas share a name */
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
