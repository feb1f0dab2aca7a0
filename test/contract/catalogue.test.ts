import assert from 'node:assert/strict';
import { test } from 'node:test';
import { catalogue } from '../../src/endpoints/catalogue.ts';
import { createRegistry } from '../../src/endpoints/registry.ts';
import { openApi } from '../../src/http/documents/openapi.ts';
import { catalogueDifferences } from './catalogue-differences.ts';
import { type Additions, readSpecification, type Specification, withAdditions } from './specification.ts';

test('what is published is the specified catalogue with the listed additions', () => {
  const document = openApi(createRegistry(catalogue), '/');
  assert.deepEqual(catalogueDifferences(document, readSpecification()), []);
});

test('an addition that changes what is specified is refused', () => {
  const endpoint = { params: [], response: 'Body', responseNullable: false, statuses: [200], tier: 'free' };
  const by = { name: 'by', in: 'query', type: 'string', enum: ['name'] } as const;
  const specification: Specification = {
    paths: { '/one': { ...endpoint, params: [{ name: 'limit', in: 'query', type: 'int32' }, by] } },
    schemas: { Body: { fields: { total: 'int64' }, required: ['total'] } },
  };
  const none = { paths: {}, schemas: {} };
  const [limit, offset] = ['limit', 'offset'].map((name) => ({ name, in: 'query', type: 'int32' }) as const);
  const refused: Additions[] = [
    { ...none, paths: { '/one': { params: [limit!] } } },
    { ...none, paths: { '/one': { params: [{ ...offset!, required: true }] } } },
    { ...none, paths: { '/one': endpoint } },
    { ...none, paths: { '/two': { params: [] } } },
    { ...none, schemas: { Body: { fields: { total: 'number' }, required: [] } } },
    { ...none, paths: { '/one': { params: [], values: { limit: ['all'] } } } },
    { ...none, paths: { '/one': { params: [], values: { sort: ['all'] } } } },
    { ...none, paths: { '/one': { params: [], values: { by: ['name'] } } } },
  ];
  for (const additions of refused)
    assert.throws(() => withAdditions(specification, additions), /is specified|is not specified|required/);
  const { paths, schemas } = withAdditions(specification, {
    paths: { '/one': { params: [offset!], values: { by: ['age'] } }, '/two': endpoint },
    schemas: { Body: { fields: { matching: 'int64' }, required: ['matching'] } },
  });
  assert.deepEqual(
    paths['/one']?.params.map(({ name }) => name),
    ['limit', 'by', 'offset'],
  );
  assert.deepEqual(paths['/one']?.params[1]?.enum, ['name', 'age']);
  assert.equal(paths['/two'], endpoint);
  assert.deepEqual(schemas.Body?.required, ['total', 'matching']);
});
