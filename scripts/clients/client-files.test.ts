import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { parseSource } from '../source-tree.ts';
import type { ApiDocument, ApiParameter, ApiSchema } from './api-operations.ts';
import { clientFiles } from './client-files.ts';

const nasty = 'Ends a comment */ and a text """ with a \\ and a "';

function parameter(name: string, more: Partial<ApiParameter> = {}): ApiParameter {
  return { name, in: 'query', required: false, description: nasty, schema: { type: 'string' }, ...more };
}

const whole = (name: string, maximum?: number): ApiParameter =>
  parameter(name, { schema: { type: 'integer', minimum: 0, ...(maximum !== undefined && { maximum }) } });

function path(operationId: string, parameters: ApiParameter[], schema: ApiSchema) {
  const responses = { 200: { description: nasty, content: { 'application/json': { schema } } } };
  return { get: { operationId, summary: nasty, description: nasty, parameters, responses } };
}

function documentOf(paths: ApiDocument['paths']): ApiDocument {
  const fields: Record<string, ApiSchema> = {
    class: { type: 'string', description: nasty },
    rows: { anyOf: [{ type: 'array', items: { type: 'integer' } }, { type: 'null' }] },
  };
  const kinds: Record<string, ApiSchema> = {
    day: { type: 'string' },
    at: { anyOf: [{ type: 'string', format: 'date-time' }, { type: 'null' }] },
    odd: { description: nasty },
    plain: { type: 'array', items: { $ref: '#/components/schemas/PlainBody' } },
  };
  const schemas = {
    KindsBody: { type: 'object', properties: kinds },
    OddBody: { type: 'object', required: ['class'], properties: fields },
    PlainBody: { type: 'object', properties: { total: { type: 'number', description: nasty } } },
  };
  const document = { openapi: '3.1.0', info: { title: 'toy', version: '1' }, paths };
  const forms = { KindsBody: { day: 'utc-day' } };
  return {
    ...document,
    'x-value-forms': forms,
    components: { parameters: {}, responses: {}, schemas },
  } as ApiDocument;
}

const paths: ApiDocument['paths'] = {
  '/api/public/v1/b/{from}': path(
    'toy.second-one',
    [parameter('from', { in: 'path', required: true }), whole('limit', 9), whole('offset', 20)],
    { $ref: '#/components/schemas/OddBody' },
  ),
  '/api/public/v1/a': path('toy.first', [parameter('minTrades')], { $ref: '#/components/schemas/PlainBody' }),
  '/x402/api/public/v1/a': path('x402.toy.first', [], {}),
};

const pythonParses = 'import ast, json, sys; [ast.parse(text) for text in json.load(sys.stdin)]';

test('whatever a description says, the files of both clients can be read, and keywords are no names', async () => {
  const files = await clientFiles(documentOf(paths));
  const ended = Object.entries(files);
  const python = ended.filter(([name]) => name.endsWith('.py')).map(([, text]) => text);
  const { status, stderr } = spawnSync('/usr/bin/python3', ['-c', pythonParses], {
    input: JSON.stringify(python),
    encoding: 'utf8',
  });
  assert.equal(status, 0, stderr);
  for (const [name, text] of ended)
    if (name.endsWith('.ts')) assert.doesNotThrow(() => parseSource(name, text));
  const calls = files['clients/python/tidemark_client/generated/calls.py']!;
  assert.match(calls, /def second_one\(\n +self,\n +from_: str,\n +\*,\n +limit: int \| None = None/);
  assert.match(calls, /\{"from": from_\}/);
  assert.match(calls, /\("rows", 9, 20\)/);
  const typed = files['clients/typescript/src/generated/calls.ts']!;
  assert.match(typed, /readonly secondOne: PagedCall<'toy\.second-one', 'rows'>/);
  assert.match(typed, /pages: \{ limitMax: 9, offsetMax: 20, field: 'rows' \}/);
});

test('the kind of a column is what the schema says, in that order: a form, a type, nothing', async () => {
  const files = await clientFiles(documentOf({ '/api/public/v1/a': paths['/api/public/v1/a']! }));
  const columns = {
    KindsBody: { day: 'utc-day', at: 'instant', odd: 'any', plain: 'list of PlainBody' },
    OddBody: { class: 'text', rows: 'list of integer' },
    PlainBody: { total: 'number' },
  };
  const text = files['clients/python/tidemark_client/generated/columns.py']!.split(' = ')[1]!;
  assert.deepEqual(JSON.parse(text.replaceAll(/,(?=\n *})/g, '')), columns);
});

test('the order of a description makes no other calls, and what is paid by the call has no calls of its own', async () => {
  const files = await clientFiles(documentOf(paths));
  const others = await clientFiles(documentOf(Object.fromEntries(Object.entries(paths).reverse())));
  for (const [name, text] of Object.entries(files)) {
    if (name.includes('calls')) assert.equal(others[name], text, name);
    assert.doesNotMatch(text, /x402/);
  }
});

test('what would be one name for two things is refused', async () => {
  const plain = { $ref: '#/components/schemas/PlainBody' };
  const refused = (more: ApiDocument['paths'], message: RegExp) =>
    assert.rejects(clientFiles(documentOf({ ...paths, ...more })), message);
  await refused({ '/api/public/v1/c': path('toy.second.one', [], plain) }, /would both be toy\.secondOne/);
  await refused({ '/api/public/v1/c': path('toy.c', [parameter('maxRows')], plain) }, /second max_rows/);
  const list = [whole('limit', 9), whole('offset')];
  await refused({ '/api/public/v1/c': path('toy.c', list, plain) }, /0 lists: one is needed/);
  await refused(
    { '/api/public/v1/c': path('toy.c', [whole('limit'), whole('offset')], plain) },
    /no maximum/,
  );
});
