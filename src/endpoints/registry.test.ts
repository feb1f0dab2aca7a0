import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type TSchema, Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { jsonSchema, namedSchemas } from '../routes/json-schema.ts';
import { endpoint } from './endpoint.ts';
import { address } from './params/names.ts';
import type { Params } from './params/param.ts';
import { createRegistry, responseName } from './registry.ts';
import { nullable, optional, schema } from './schema.ts';

const closed = { additionalProperties: false } as const;
const inner = schema('Inner', Type.Object({ a: Type.Number() }, closed));
const outer = schema(
  'Outer',
  Type.Object({ list: nullable(Type.Array(inner)), one: optional(inner) }, closed),
);

function toy(id: string, path: `/${string}`, response: TSchema = Type.Unknown()) {
  const params: Params = path.includes('{address}') ? { address: address() } : {};
  return endpoint({
    id,
    path,
    summary: '',
    tags: [],
    tier: 'free',
    params,
    response,
    run: () => ({ body: null }),
  });
}

test('a named schema becomes a reference wherever it is nested, optional ones too', () => {
  const plain = jsonSchema(outer, (name) => `${name}.json`) as {
    properties: Record<string, unknown>;
    required: string[];
  };
  assert.deepEqual(plain.properties.list, {
    anyOf: [{ type: 'array', items: { $ref: 'Inner.json' } }, { type: 'null' }],
  });
  assert.deepEqual(plain.properties.one, { $ref: 'Inner.json' });
  assert.deepEqual(plain.required, ['list']);
  assert.deepEqual([...namedSchemas([outer]).keys()], ['Outer', 'Inner']);
});

test('a named schema still validates, with and without $schema', () => {
  const check = Compile(outer);
  assert.ok(check.Check({ list: [{ a: 1 }] }));
  assert.ok(check.Check({ $schema: 'https://x/schemas/Outer.json', list: null }));
  assert.ok(!check.Check({ list: null, more: 1 }));
});

test('one name cannot mean two schemas, nor an open object be named', () => {
  const other = schema('Inner', Type.Object({ b: Type.Number() }, closed));
  assert.throws(() => namedSchemas([inner, other]), /Inner/);
  assert.throws(() => schema('Open', Type.Object({})), /additionalProperties/);
});

test('an answer is named by its schema, a list by its item', () => {
  assert.equal(responseName(toy('a', '/a', outer)), 'Outer');
  assert.equal(responseName(toy('a', '/a', nullable(Type.Array(inner)))), 'InnerList');
  assert.equal(responseName(toy('a.b-c', '/a')), 'ABCAnswer');
});

test('ids and paths are unique, and every placeholder is declared', () => {
  assert.throws(() => createRegistry([toy('a', '/a'), toy('a', '/b')]), /id a/);
  assert.throws(() => createRegistry([toy('a', '/x/{address}'), toy('b', '/x/{address}')]), /path/);
  assert.throws(() => toy('a', '/x/{wallet}'), /wallet/);
});

test('a path finds its route, a misspelt one the nearest', () => {
  const registry = createRegistry([
    toy('leaderboard', '/api/public/v1/pulse/leaderboard'),
    toy('trader', '/api/public/v1/pulse/trader/{address}'),
  ]);
  assert.equal(registry.match('/api/public/v1/pulse/trader/0x1')?.route.id, 'trader');
  assert.equal(registry.match('/api/public/v1/pulse/trader/0x1/more'), undefined);
  assert.equal(registry.nearest('/api/public/v1/pulse/leaderbord'), '/api/public/v1/pulse/leaderboard');
  assert.equal(registry.nearest('/pulse/leaderboard'), '/api/public/v1/pulse/leaderboard');
  assert.equal(registry.nearest('/wp-admin/setup.php'), undefined);
});
