import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import type { TSchema } from 'typebox';
import { catalogue } from '../../src/endpoints/catalogue.ts';
import type { AnyEndpoint } from '../../src/endpoints/endpoint.ts';
import type { Param } from '../../src/endpoints/param.ts';
import { jsonSchema, schemaName } from '../../src/endpoints/schema.ts';

interface SpecifiedParam {
  name: string;
  in: 'path' | 'query';
  type: string;
  default?: unknown;
  enum?: string[];
  min?: number;
  max?: number;
}

interface Specified {
  paths: Record<
    string,
    { params: SpecifiedParam[]; response: string; tier: string; responseNullable: boolean }
  >;
  schemas: Record<string, { fields: Record<string, string>; required: string[] }>;
}

const file = new URL('../../../shared/spec/catalogue.json', import.meta.url);

function published(endpoint: AnyEndpoint, name: string) {
  return (endpoint.params as Record<string, Param<unknown>>)[name]?.schema as
    | (TSchema & { default?: unknown; enum?: string[]; minimum?: number; maximum?: number })
    | undefined;
}

/** The named object of an answer: itself, or the items of a list, null or not. */
function bodySchema(type: TSchema): TSchema {
  const { anyOf, items } = type as { anyOf?: TSchema[]; items?: TSchema };
  if (anyOf !== undefined)
    return bodySchema(anyOf.find((one) => (one as { type?: string }).type !== 'null')!);
  return items ?? type;
}

test('every endpoint has the parameters, the tier and the fields of the specified catalogue', (t) => {
  if (!existsSync(file)) {
    t.diagnostic('../shared/spec/catalogue.json is not here: nothing to compare with');
    return;
  }
  const specified = JSON.parse(readFileSync(file, 'utf8')) as Specified;
  for (const endpoint of catalogue) {
    const spec = specified.paths[endpoint.path];
    assert.ok(spec !== undefined, `${endpoint.path} is specified`);
    assert.equal(endpoint.tier, spec.tier, endpoint.id);
    assert.deepEqual(Object.keys(endpoint.params).sort(), spec.params.map((param) => param.name).sort());
    for (const { name, default: fallback, enum: words, min, max } of spec.params) {
      const schema = published(endpoint, name)!;
      const ours = [schema.default, schema.enum, schema.minimum, schema.maximum];
      assert.deepEqual(ours, [fallback, words, min, max], `${endpoint.id} ${name}`);
    }
    const body = bodySchema(endpoint.response);
    assert.equal(schemaName(body), spec.response.replace('[]', ''), endpoint.id);
    const { properties, required } = jsonSchema(body, (name) => name) as {
      properties: Record<string, unknown>;
      required: string[];
    };
    const fields = specified.schemas[schemaName(body)!]!;
    const names = Object.keys(properties).filter((name) => name !== '$schema');
    assert.deepEqual(names.sort(), Object.keys(fields.fields).sort(), endpoint.id);
    assert.deepEqual([...required].sort(), [...fields.required].sort(), endpoint.id);
  }
});
