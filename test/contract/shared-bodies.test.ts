/** A schema that the catalogue uses more than once is written once, in src/endpoints/bodies, and is the catalogue's. */
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { test } from 'node:test';
import { IsObject, type TSchema } from 'typebox';
import { jsonSchema, namedSchemas, schemaName } from '../../src/routes/json-schema.ts';
import { catalogueDifferences } from './catalogue-differences.ts';
import { readSpecification } from './specification.ts';

const specification = readSpecification();
const folder = new URL('../../src/endpoints/bodies/', import.meta.url);

/** Every named schema that a file of the folder exports, those within it included. */
async function sharedSchemas(): Promise<Map<string, TSchema>> {
  const found: TSchema[] = [];
  for (const file of readdirSync(folder)) {
    if (file.endsWith('.test.ts')) continue;
    const values: unknown[] = Object.values((await import(new URL(file, folder).href)) as object);
    for (const value of values) if (IsObject(value) && schemaName(value) !== undefined) found.push(value);
  }
  return namedSchemas(found);
}

/** Names of schemas that paths and other schemas refer to, by how many do. */
function references(): Map<string, number> {
  const counts = new Map<string, number>();
  const users = [
    ...Object.values(specification.paths).map(({ response }) => [response]),
    ...Object.values(specification.schemas).map(({ fields }) => Object.values(fields)),
  ];
  for (const types of users) {
    const names = types.map((type) => type.replaceAll(/\[\]|\|null/g, ''));
    for (const name of new Set(names)) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return counts;
}

test('each schema of the folder is that of the catalogue: fields, types, nullability and what is required', async () => {
  const component = (name: string) => `#/components/schemas/${name}`;
  const schemas = [...(await sharedSchemas())].map(([name, type]) => [name, jsonSchema(type, component)]);
  const document = { paths: {}, components: { schemas: Object.fromEntries(schemas) } };
  assert.deepEqual(catalogueDifferences(document, { ...specification, paths: {} }), []);
});

test('each schema that the catalogue uses more than once stands in the folder', async () => {
  const shared = await sharedSchemas();
  const repeated = Object.keys(specification.schemas).filter((name) => (references().get(name) ?? 0) > 1);
  assert.ok(repeated.length > 20);
  assert.deepEqual(
    repeated.filter((name) => !shared.has(name)),
    [],
  );
});
