import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { createRegistry } from '../../src/endpoints/registry.ts';
import { openApi } from '../../src/http/documents/openapi.ts';
import { catalogueDifferences } from './catalogue-differences.ts';
import { generatedEndpoints } from './generated-endpoints.ts';
import { readSpecification } from './specification.ts';

// Tests the comparison itself: it finds no difference in a document made of the catalogue, and reports any part that is changed in the
// catalogue.

// biome-ignore lint/suspicious/noExplicitAny: a part of the catalogue or the document, to be changed anywhere
type Part = any;

const specification = readSpecification();
const { paths, schemas } = specification;
let document: Part;

before(() => {
  const texts = { description: 'What it means.', field: 'What it holds.', parameter: 'What it asks.' };
  document = openApi(createRegistry(generatedEndpoints(specification, texts)), '/');
});

/** Asserts that a change of a schema in the catalogue is found, and that the difference names the schema. */
function assertSchemaChange(name: string, change: (schema: Part) => void): void {
  const changed = structuredClone(schemas[name]);
  change(changed);
  const alone = { paths: {}, components: { schemas: { [name]: document.components.schemas[name] } } };
  assertNamed(name, change, catalogueDifferences(alone, { paths: {}, schemas: { [name]: changed! } }));
}

/** The same for an endpoint. */
function assertEndpointChange(path: string, change: (endpoint: Part) => void): void {
  const changed = structuredClone(paths[path]);
  change(changed);
  const components = { ...document.components, schemas: {} };
  const alone = { paths: { [path]: document.paths[path] }, components };
  assertNamed(path, change, catalogueDifferences(alone, { paths: { [path]: changed! }, schemas }));
}

function assertNamed(where: string, change: unknown, found: readonly string[]): void {
  assert.ok(found.length > 0, `${where}: ${change} is not found`);
  for (const text of found) assert.ok(text.startsWith(`${where}: `), `${text} does not name ${where}`);
}

test('a document made of the whole catalogue does not differ from it', () => {
  assert.deepEqual(catalogueDifferences(document, specification), []);
});

describe('every change of the catalogue is found:', () => {
  const otherType = (type: string) => (type === 'boolean' ? 'string' : 'boolean');

  test('of a type, of null, of a required flag, and of a field, in every schema', () => {
    for (const [name, { fields, required }] of Object.entries(schemas)) {
      const retyped = (field: string, type: string) =>
        assertSchemaChange(name, (schema) => Object.assign(schema.fields, { [field]: type }));
      for (const [field, type] of Object.entries(fields)) {
        const bare = type.replace('|null', '');
        retyped(field, otherType(type));
        retyped(field, bare === type ? `${type}|null` : bare);
        retyped(field, `${bare}[]`);
        assertSchemaChange(name, (schema) => delete schema.fields[field]);
        assertSchemaChange(name, (schema) => {
          const others = required.filter((other) => other !== field);
          schema.required = required.includes(field) ? others : [...required, field];
        });
      }
      retyped('another', 'string');
    }
  });

  test('of every part of a parameter', () => {
    for (const [path, { params }] of Object.entries(paths)) {
      params.forEach(({ in: origin, type, required, default: fallback, enum: words, min, max }, index) => {
        const changes = [
          { name: 'another' },
          { in: origin === 'path' ? 'query' : 'path' },
          { type: otherType(type) },
          { required: !required },
          { default: fallback === undefined ? 'none' : undefined },
          { enum: words === undefined ? ['a'] : words.slice(1) },
          { min: (min ?? 0) - 1 },
          { max: (max ?? 0) + 1 },
        ];
        for (const change of changes)
          assertEndpointChange(path, (endpoint) => Object.assign(endpoint.params[index], change));
        assertEndpointChange(path, (endpoint) => endpoint.params.splice(index, 1));
      });
      const another = { name: 'another', in: 'query', type: 'string' };
      assertEndpointChange(path, (endpoint) => endpoint.params.push(another));
    }
  });

  test('of tier, statuses and answer', () => {
    for (const [path, { tier, response, responseNullable }] of Object.entries(paths)) {
      const changes = [
        { tier: tier === 'free' ? 'pro' : 'free' },
        { statuses: [200, 418] },
        { response: otherType(response) },
        { responseNullable: !responseNullable },
      ];
      for (const change of changes) assertEndpointChange(path, (endpoint) => Object.assign(endpoint, change));
    }
  });
});

test('an endpoint stands in the document and in the catalogue', () => {
  const plan = '/api/public/v1/plan';
  const { [plan]: without, ...others } = paths;
  assert.deepEqual(catalogueDifferences(document, { paths: others, schemas }), [`${plan}: is not specified`]);
  const more = { ...paths, '/another': without! };
  assert.deepEqual(catalogueDifferences(document, { paths: more, schemas }), [
    '/another: is specified, and does not exist',
  ]);
});
