import type { TSchema } from 'typebox';
import type { Registry } from '../../endpoints/registry.ts';
import { type JsonSchema, jsonSchema } from '../../routes/json-schema.ts';
import { problemSchemas } from '../problems/problem-schemas.ts';

/** Every schema with an address of its own, by name. */
export function documentedSchemas(registry: Registry): Map<string, TSchema> {
  return new Map([...registry.schemas, ...registry.responses, ...Object.entries(problemSchemas)]);
}

/** The document at `{base_url}/schemas/{name}.json`; references in it are relative to its own address. */
export function schemaDocument(name: string, type: TSchema, baseUrl: string): JsonSchema {
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: `${baseUrl}/schemas/${name}.json`,
    title: name,
    ...jsonSchema(type, (nested) => `${nested}.json`),
  };
}
