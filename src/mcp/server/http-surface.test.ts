import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import { startToys, type ToyServer } from '../../../test/contract/toys.ts';
import { type LimiterHarness, openLimiterHarness } from '../../../test/limiter-harness.ts';
import { connectMcp, type McpClient } from '../../../test/mcp-client.ts';
import { oddBody } from '../../../test/odd-input.ts';
import { campaignSeed, sized } from '../../../test/size.ts';
import { createAuthenticator, type KeyAuthenticator } from '../../access/authenticate.ts';
import { createMemoryLimiter } from '../../access/memory-limiter.ts';
import type { RequestRecord } from '../../access/request-record.ts';
import type { Tier } from '../../domain/tier.ts';
import { systemClock } from '../../kernel/clock.ts';
import { createLog } from '../../kernel/log.ts';
import { toolCatalogue } from '../tool-catalogue.ts';
import { createHttpSurface } from './http-surface.ts';
import { createMcp } from './mcp-server.ts';
import { createResources } from './resources.ts';

const log = createLog({ level: 'silent' });
const records: RequestRecord[] = [];
const open: McpClient[] = [];
let limits: LimiterHarness;
let authenticator: KeyAuthenticator;
let toy: ToyServer;
let names = 0;

before(async () => {
  limits = await openLimiterHarness(Date.parse('2026-03-01T12:00:00Z'), createMemoryLimiter);
  const resources = createResources(async (name) => `# ${name}`, toolCatalogue);
  const mcp = createMcp({ tools: toolCatalogue, resources, version: '1.2.3', log });
  const { control } = limits;
  authenticator = createAuthenticator({ control, clock: systemClock, signupUrl: 'https://example.org' });
  toy = await startToys(undefined, {
    authenticator,
    agents: createHttpSurface(mcp, log),
    limiter: limits.newLimiter(),
    requestLog: { record: (record: RequestRecord) => void records.push(record) } as never,
  });
});

after(async () => {
  for (const client of open) await client.close();
  await toy?.server.close(0);
  authenticator?.close();
  await limits?.close();
});

/** A key of an account of its own. */
const issue = (tier: Tier) => limits.control.createKey({ accountName: `account ${++names}`, tier });

async function connect(headers: Record<string, string>, mode?: 'legacy'): Promise<McpClient> {
  const client = await connectMcp(toy.url, headers, mode);
  open.push(client);
  return client;
}

const board = { path: '/toy/board', params: { limit: 2 } };

test('both versions of the protocol are spoken, with the key in either header', async () => {
  const { key } = await issue('enterprise');
  for (const [version, headers, mode] of [
    ['2026-07-28', { 'X-API-Key': key }, undefined],
    ['2025-11-25', { Authorization: `Bearer ${key}` }, 'legacy'],
  ] as const) {
    const agent = await connect(headers, mode);
    assert.equal(agent.client.getNegotiatedProtocolVersion(), version);
    assert.match(agent.client.getInstructions()!, /read-only/);
    const { tools } = await agent.client.listTools();
    assert.deepEqual(
      tools.map(({ name }) => name),
      toolCatalogue.map(({ name }) => name),
    );
    const reported = await agent.call('query_api', board);
    assert.equal(reported.isError, false);
    assert.equal((reported.structured.data.answer as { total: number }).total, 2);
    assert.equal(reported.requests, 1);
  }
});

test('documents are resources', async () => {
  const { client } = await connect({ 'X-API-Key': (await issue('enterprise')).key });
  const { resources } = await client.listResources();
  assert.deepEqual(
    resources.map(({ uri }) => uri),
    ['tidemark://methodology', 'tidemark://glossary', 'tidemark://answers', 'tidemark://openapi'],
  );
  const [text] = (await client.readResource({ uri: 'tidemark://glossary' })).contents as { text: string }[];
  assert.equal(text!.text, '# glossary');
  const [answers] = (await client.readResource({ uri: 'tidemark://answers' })).contents as { text: string }[];
  assert.deepEqual(
    Object.keys(JSON.parse(answers!.text)),
    toolCatalogue.map(({ name }) => name),
  );
  const [api] = (await client.readResource({ uri: 'tidemark://openapi' })).contents as { text: string }[];
  assert.ok(Object.keys(JSON.parse(api!.text).paths).includes('/api/public/v1/toy/board'));
  await assert.rejects(
    client.readResource({ uri: 'tidemark://secrets' }),
    /There is no resource.*tidemark:\/\/glossary/,
  );
});

const message = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} };

function post(
  headers: Record<string, string>,
  body: string = JSON.stringify(message),
  method = 'POST',
): Promise<Response> {
  return fetch(`${toy.url}/mcp`, {
    method,
    headers: {
      'Content-Type': 'application/json',
      Accept: 'application/json, text/event-stream',
      ...headers,
    },
    ...(method === 'POST' && { body }),
  });
}

test('without a key, from another page, by another method or with a large body nothing is answered', async () => {
  const key = { 'X-API-Key': (await issue('enterprise')).key };
  for (const [status, code, answer] of [
    [401, 'MISSING_API_KEY', post({})],
    [401, 'INVALID_API_KEY', post({ 'X-API-Key': 'nonsense' })],
    [401, 'INVALID_API_KEY', post({ Authorization: 'Bearer nonsense' })],
    [401, 'MISSING_API_KEY', post({ Authorization: 'Basic a2V5LWZyZWU=' })],
    [403, 'ORIGIN_REFUSED', post({ ...key, Origin: 'https://evil.example' })],
    [403, 'ORIGIN_REFUSED', post({ ...key, Origin: 'null' })],
    [405, 'METHOD_NOT_ALLOWED', post(key, '', 'GET')],
    [405, 'METHOD_NOT_ALLOWED', post(key, '', 'DELETE')],
    [413, 'BODY_TOO_LARGE', post(key, `"${'x'.repeat(70_000)}"`)],
  ] as const) {
    const received = await answer;
    assert.deepEqual([received.status, ((await received.json()) as { code: string }).code], [status, code]);
    assert.ok(received.headers.get('x-request-id'));
  }
  assert.equal((await post({ ...key, Origin: 'http://localhost:6274' })).status, 200);
  // Only here a bearer token is a key.
  const rest = await fetch(`${toy.url}/api/public/v1/toy/board`, {
    headers: { Authorization: 'Bearer key-free' },
  });
  assert.equal(rest.status, 401);
});

test('what is no message gets an error of the protocol, and many in one are refused', async () => {
  const key = { 'X-API-Key': (await issue('enterprise')).key };
  for (const body of [
    '',
    '{',
    'null',
    '[]',
    JSON.stringify([message, message]),
    '{"jsonrpc":"2.0"}',
    '{"id":1,"method":"nope"}',
  ]) {
    const received = await post(key, body);
    assert.equal(received.status, 400, body);
    assert.equal(
      typeof (JSON.parse(await received.text()) as { error: { code: number } }).error.code,
      'number',
      body,
    );
  }
});

test('each request counts against the account; a message that asks for nothing counts as one', async () => {
  const { key } = await issue('enterprise');
  const left = async () => {
    const answer = await fetch(`${toy.url}/api/public/v1/toy/board`, { headers: { 'X-API-Key': key } });
    return Number(answer.headers.get('x-ratelimit-remaining'));
  };
  const agent = await connect({ 'X-API-Key': key });
  await agent.client.listTools();
  const before = await left();
  await agent.call('query_api', board);
  assert.equal(await left(), before - 2, 'one for the tool, one for looking');
  await agent.call('query_api', { path: '/toy/board', rows: 1_000 });
  assert.equal(await left(), before - 5, 'a page of this endpoint has 500 rows at most');
  await agent.call('describe_api', { words: 'board' });
  assert.equal(await left(), before - 7);
});

test('every request is logged as itself, under the key of the account', async () => {
  const { key, accountId } = await issue('enterprise');
  const agent = await connect({ 'X-API-Key': key });
  records.length = 0;
  await agent.call('query_api', board);
  const reported = records.map(({ endpoint, method, status, accountId, ip }) => ({
    endpoint,
    method,
    status,
    accountId,
    ip,
  }));
  const same = { status: 200, accountId, ip: '127.0.0.1' };
  assert.deepEqual(reported, [
    { endpoint: 'toy.board', method: 'GET', ...same },
    { endpoint: 'mcp', method: 'POST', ...same },
  ]);
});

test('what is refused says what would be right, when to try again and what tier it takes', async () => {
  const { key } = await issue('free');
  const agent = await connect({ 'X-API-Key': key });
  const wallet = `0x${'a'.repeat(40)}`;
  for (const [name, args, text] of [
    ['query_api', { path: '/toy/board', params: { sort: 'x' } }, /422.*must be one of pnl, volume/],
    ['query_api', { path: '/toy/bord' }, /nearest is \/toy\/board/],
    ['query_api', { path: '/toy/board', params: { limt: 1 } }, /Did you mean limit/],
    ['query_api', { path: `/toy/trader/${wallet}` }, /403 TIER_GATE.*tier starter/],
    ['query_api', { path: '/toy/trader/{address}' }, /needs address/],
    ['query_api', { pfad: 1 }, /input\.pfad is unknown.*path/s],
    ['query_api', {}, /input\.path is required/],
    ['describe_api', { path: '/nowhere/at/all' }, /There is no endpoint/],
  ] as const) {
    const reported = await agent.call(name, args);
    assert.equal(reported.isError, true, JSON.stringify(args));
    assert.match(reported.text, text);
  }
  let published = await agent.call('query_api', board);
  for (let i = 0; !published.isError && i < 40; i++) published = await agent.call('query_api', board);
  assert.match(published.text, /429 RATE_LIMITED.*Call again in \d+ s/);
});

test('a message that is almost right is never a failure of the service', async () => {
  const { key } = await issue('enterprise');
  const params = { name: 'query_api', arguments: board, _meta: { progressToken: 'a' } };
  const client = { name: 'test', version: '1', title: 'Test' };
  const messages = [
    { jsonrpc: '2.0', id: 1, method: 'tools/call', params },
    { jsonrpc: '2.0', id: 'a', method: 'resources/read', params: { uri: 'tidemark://glossary' } },
    {
      jsonrpc: '2.0',
      id: 2,
      method: 'initialize',
      params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: client },
    },
  ];
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...messages).chain(oddBody), async (body) => {
      const answer = await fetch(`${toy.url}/mcp`, {
        method: 'POST',
        headers: {
          'X-API-Key': key,
          'Content-Type': 'application/json',
          Accept: 'application/json, text/event-stream',
        },
        body,
      });
      assert.ok(answer.status < 500, `${body.slice(0, 500)}: ${answer.status} ${await answer.text()}`);
    }),
    sized({ check: { numRuns: 100 }, campaign: { numRuns: 5_000, seed: campaignSeed } }),
  );
});
