import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { adminOpenApi } from './openapi.ts';
import { adminRoutes, routeGroups } from './routes.ts';

interface Operation {
  operationId: string;
  parameters: { name: string; in: string; required: boolean }[];
  responses: Record<string, { content: Record<string, { schema: object }> }>;
}
// In the form that a reader receives.
const description = JSON.parse(JSON.stringify(adminOpenApi(routeGroups)));
const operations = (Object.entries(description.paths) as [string, Record<string, Operation>][]).flatMap(
  ([path, byMethod]) =>
    Object.entries(byMethod).map(([method, operation]) => ({
      path,
      method: method.toUpperCase(),
      operation,
    })),
);

test('the description has every route once, with its path parameters', () => {
  const described = operations.map(({ method, path }) => `${method} ${path}`);
  assert.deepEqual(
    described.toSorted(),
    adminRoutes.map(({ method, path }) => `${method} ${path}`).toSorted(),
  );
  assert.equal(new Set(operations.map(({ operation }) => operation.operationId)).size, adminRoutes.length);
  for (const { path, operation } of operations) {
    const named = operation.parameters.filter(({ in: origin }) => origin === 'path');
    assert.deepEqual(
      named.map(({ name, required }) => [`{${name}}`, required]),
      (path.match(/\{\w+\}/g) ?? []).map((name) => [name, true]),
    );
  }
});

test('every schema in it is one that validators of JSON Schema 2020-12 take', () => {
  const ajv = new Ajv2020({ strict: false, formats: { 'date-time': true } });
  ajv.addSchema(description, 'description');
  const escaped = (text: string) => text.replaceAll('~', '~0').replaceAll('/', '~1');
  for (const { path, method, operation } of operations) {
    for (const [status, { content }] of Object.entries(operation.responses)) {
      for (const type of Object.keys(content)) {
        const steps = ['paths', path, method.toLowerCase(), 'responses', status, 'content', type, 'schema'];
        const validate = ajv.compile({ $ref: `description#/${steps.map(escaped).join('/')}` });
        assert.equal(validate(7), false, steps.join(' '));
      }
    }
  }
});

test('a job is described as a stream of its events', () => {
  const audit = description.paths['/admin/v1/jobs/audit'].post.responses[200].content['application/x-ndjson'];
  const events = audit.schema.oneOf.map(({ properties }: never) => (properties as { event: object }).event);
  assert.deepEqual(events, [
    { const: 'progress' },
    { const: 'heartbeat' },
    { const: 'result' },
    { const: 'error' },
  ]);
});
