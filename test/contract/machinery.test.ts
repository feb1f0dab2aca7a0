import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Ajv2020, type AnySchemaObject } from 'ajv/dist/2020.js';
import { tiers } from '../../src/domain/tier.ts';
import { createRegistry } from '../../src/endpoints/registry.ts';
import { openApi } from '../../src/http/documents/openapi.ts';
import { campaignSeed, sized } from '../size.ts';
import { fuzz } from './fuzz.ts';
import { resolved } from './resolved.ts';
import { startToys, type ToyServer, toys } from './toys.ts';

let toy: ToyServer;
before(async () => {
  toy = await startToys();
});
after(() => toy.server.close(0));

test('no random request gets a 5xx or an answer that breaks the contract', async () => {
  const keys = tiers.map((tier) => `key-${tier}`);
  const statuses = await fuzz({
    registry: createRegistry(toys),
    host: toy.host,
    port: toy.port,
    keys,
    ...sized({ check: { runs: 80 }, campaign: { runs: 3_000, seed: campaignSeed } }),
  });
  for (const status of [200, 400, 401, 403, 422]) {
    assert.ok(
      (statuses.get(status) ?? 0) > 0,
      `the fuzz never met ${status}: ${JSON.stringify([...statuses])}`,
    );
  }
});

test('every schema document is valid 2020-12, and its references resolve over HTTP', async () => {
  const loadSchema = async (uri: string) => (await (await fetch(uri)).json()) as AnySchemaObject;
  const ajv = new Ajv2020({ strict: false, validateFormats: false, loadSchema });
  for (const name of ['ToyBoard', 'ToyRow', 'ToyRowList', 'APIError', 'ErrorDetail', 'LegacyError']) {
    const answer = await fetch(`${toy.url}/schemas/${name}.json`);
    assert.equal(answer.status, 200, name);
    const document = (await answer.json()) as { $id: string };
    assert.equal(document.$id, `${toy.url}/schemas/${name}.json`);
    await (ajv.getSchema(document.$id) ?? ajv.compileAsync(document));
  }
});

test('the description lists every endpoint with its parameters, answers and errors, and each reference resolves', async () => {
  // biome-ignore lint/suspicious/noExplicitAny: any JSON, which the assertions check
  const document = (await (await fetch(`${toy.url}/openapi.json`)).json()) as any;
  assert.equal(document.openapi, '3.1.0');
  assert.equal(document.info.version, '0.1.0');
  assert.deepEqual(document.servers, [{ url: toy.url }]);
  for (const endpoint of toys) {
    const { get } = document.paths[endpoint.path];
    assert.equal(get.operationId, endpoint.id);
    const parameters = get.parameters.map((one: object) => resolved(document, one));
    const names = parameters.map((one: { name: string }) => one.name);
    assert.deepEqual(names, Object.keys(endpoint.params));
    for (const status of ['200', '400', '401', '422', '429', '500', '504'])
      assert.ok(get.responses[status], status);
  }
  const limit = resolved(document, document.paths['/api/public/v1/toy/board'].get.parameters[1]);
  const { type, format, minimum, maximum } = limit.schema;
  assert.deepEqual([type, format, minimum, maximum, limit.schema.default], ['integer', 'int32', 1, 500, 50]);
  for (const [, $ref] of JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g))
    assert.doesNotThrow(() => resolved(document, { $ref }));
});

test('the description is the same for the same endpoints in any order', () => {
  const forward = JSON.stringify(openApi(createRegistry(toys), '/'));
  assert.equal(JSON.stringify(openApi(createRegistry([...toys].reverse()), '/')), forward);
});
