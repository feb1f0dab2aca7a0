import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { catalogue } from '../../src/endpoints/catalogue.ts';
import type { AnyEndpoint } from '../../src/endpoints/endpoint.ts';
import { createRegistry } from '../../src/endpoints/registry.ts';
import { exposedHeaders } from '../../src/http/calls/cors.ts';
import { openApi } from '../../src/http/documents/openapi.ts';
import { paidOpenApi } from '../../src/http/documents/paid-openapi.ts';
import { adminOpenApi } from '../../src/operate/admin/openapi.ts';
import { routeGroups } from '../../src/operate/admin/routes.ts';
import { documentText } from '../../src/routes/document-text.ts';
import { contractHeaders } from '../conformance/http/limit-headers.ts';
import { generatedEndpoints } from './generated-endpoints.ts';
import { type Node, resolved } from './resolved.ts';
import { readSpecification } from './specification.ts';

/** Size limit of the document with every endpoint: a reference page loads it at once. */
const bytesLimit = 580_000;

/** A text of the mean length of the written texts, so that generated endpoints are as large as written ones. */
function meanText(texts: readonly (string | undefined)[]): string {
  const lengths = texts.filter((text) => text !== undefined).map((text) => text.length);
  return 'x'.repeat(Math.ceil(lengths.reduce((sum, length) => sum + length, 0) / lengths.length));
}

function describedIn(document: Node): (string | undefined)[] {
  return Object.values<Node>(document.components.schemas).flatMap(({ properties }) =>
    Object.values<Node>(properties).map(({ description }) => description),
  );
}

/** An endpoint for every path, with the texts and examples of those that are written. */
function allEndpoints(): AnyEndpoint[] {
  const document = openApi(createRegistry(catalogue), '/');
  const texts = {
    description: meanText(catalogue.map(({ description }) => description)),
    field: meanText(describedIn(document)),
    parameter: meanText(
      catalogue.flatMap(({ params }) => Object.values<Node>(params).map((one) => one.description)),
    ),
  };
  const written = new Map(catalogue.map((endpoint) => [endpoint.path, endpoint]));
  // All schemas are generated: otherwise a name could mean a written and a generated schema.
  return generatedEndpoints(readSpecification(), texts).map((endpoint) => {
    const { summary, description, example } = written.get(endpoint.path) ?? endpoint;
    return { ...endpoint, summary, description, example };
  });
}

const whole = openApi(createRegistry(allEndpoints()), 'https://tidemark.example');

const paidWhole = paidOpenApi(createRegistry(allEndpoints()), 'https://tidemark.example', {
  usdOf: () => '0.001',
});

test('the description of all 116 endpoints stays within what a reference page loads at once', (t) => {
  assert.equal(Object.keys(whole.paths as object).length, 116);
  const bytes = Buffer.byteLength(documentText(whole));
  t.diagnostic(`${bytes} bytes with all endpoints`);
  assert.ok(bytes < bytesLimit, `${bytes} bytes`);
  const paidBytes = Buffer.byteLength(documentText(paidWhole));
  assert.ok(paidBytes < bytesLimit, `${paidBytes} bytes of those that are paid by the call`);
});

test('errors and headers stand once, and so does every parameter that operations share', () => {
  const { components, paths } = whole as Node;
  const used = new Map<string, number>();
  for (const { get } of Object.values<Node>(paths)) {
    const { 200: success, ...errors } = get.responses;
    for (const node of [...Object.values<Node>(success.headers), ...Object.values<Node>(errors)])
      assert.deepEqual(Object.keys(node), ['$ref']);
    for (const parameter of get.parameters) {
      const form = JSON.stringify(parameter.$ref ?? parameter);
      used.set(form, (used.get(form) ?? 0) + 1);
    }
  }
  for (const [form, count] of used) {
    if (form.startsWith('"')) assert.ok(count > 1, `${form} is a component, and used once`);
  }
  assert.ok(Object.keys(components.parameters).length > 20);
});

test('every header of the contract is described, and scripts of other origins may read it', () => {
  const { headers } = (whole as Node).components;
  for (const name of contractHeaders) {
    assert.ok(headers[name] !== undefined, `${name} is described`);
    assert.ok(exposedHeaders.includes(name), `${name} is exposed`);
  }
});

for (const [name, document] of Object.entries({
  'the written endpoints': openApi(createRegistry(catalogue), '/'),
  'all endpoints': whole,
  'all endpoints, paid by the call': paidWhole,
  'the admin surface': adminOpenApi(routeGroups),
})) {
  test(`the description of ${name} is OpenAPI 3.1, and its references and schemas are read`, async () => {
    const text = documentText(document);
    assert.deepEqual(JSON.parse(text), JSON.parse(JSON.stringify(document)), 'the text is the document');
    const validator = new Validator();
    const { valid, errors } = await validator.validate(JSON.parse(text));
    assert.ok(valid, JSON.stringify(errors));
    assert.equal(validator.version, '3.1');
    const read = JSON.parse(text) as Node;
    for (const [, $ref] of text.matchAll(/"\$ref": ?"([^"]+)"/g))
      assert.doesNotThrow(() => resolved(read, { $ref }), $ref);
    const ajv = new Ajv2020({ strict: false, validateFormats: false });
    ajv.addSchema(read, 'document');
    for (const schema of Object.keys(read.components.schemas))
      assert.equal(
        typeof ajv.compile({ $ref: `document#/components/schemas/${schema}` }),
        'function',
        schema,
      );
  });
}
