import assert from 'node:assert/strict';
import { test } from 'node:test';
import { catalogue } from '../../src/endpoints/catalogue.ts';
import { createRegistry } from '../../src/endpoints/registry.ts';
import { openApi } from '../../src/http/documents/openapi.ts';
import { absentEndpoints } from './absent-endpoints.ts';
import { catalogueDifferences } from './catalogue-differences.ts';
import { readSpecification } from './specification.ts';

const specification = readSpecification();
const absent = Object.values(absentEndpoints).flat();

test('what is published is the specified catalogue, but for the endpoints listed as absent', (t) => {
  const document = openApi(createRegistry(catalogue), '/');
  assert.deepEqual(catalogueDifferences(document, specification, new Set(absent)), []);
  t.diagnostic(`${absent.length} of ${Object.keys(specification.paths).length} endpoints are absent`);
  for (const [group, paths] of Object.entries(absentEndpoints)) t.diagnostic(`${group}: ${paths.join(' ')}`);
});

test('the list of absent endpoints names each once', () => {
  assert.equal(new Set(absent).size, absent.length);
  assert.equal(catalogue.length + absent.length, Object.keys(specification.paths).length);
});
