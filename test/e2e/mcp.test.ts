/** `tidemark mcp`, started by a client as agents' programs start it. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { startToys } from '../contract/toys.ts';
import { seedControl, seedEngine } from '../data-template.ts';
import { runCommand } from './command.ts';
import { startMcp } from './mcp-command.ts';

const data = mkdtempSync(join(tmpdir(), 'tidemark-mcp-'));
seedEngine(join(data, 'analytics'));
seedControl(join(data, 'control'));
after(() => rmSync(data, { recursive: true, force: true }));

test('on a data directory every tool is there, without a key', async () => {
  const agent = await startMcp(['--data', data], { TIDEMARK_LOG_LEVEL: 'error' });
  assert.equal((await agent.client.listTools()).tools.length, 17);
  const reported = await agent.call('status');
  assert.match(reported.text, /Your tier: enterprise/);
  const { contents } = await agent.client.readResource({ uri: 'tidemark://glossary' });
  assert.match((contents[0] as { text: string }).text, /lifecycle/i);
  await agent.close();
});

test('a service elsewhere is asked with the key of the environment, and what it refuses is reported', async () => {
  const toy = await startToys();
  const agent = await startMcp(['--url', toy.url], { TIDEMARK_API_KEY: 'key-pro' }, 'auto');
  assert.equal(agent.client.getNegotiatedProtocolVersion(), '2026-07-28');
  const reported = await agent.call('query_api', { path: '/toy/board', params: { limit: 3 } });
  assert.equal((reported.structured.data.answer as { total: number }).total, 3);
  const refused = await agent.call('query_api', { path: '/toy/board', params: { limit: 0 } });
  assert.match(refused.text, /422 INVALID_PARAMETERS.*limit/);
  await toy.server.close(0);
  const away = await agent.call('query_api', { path: '/toy/board' });
  assert.deepEqual([away.isError, /cannot be reached/.test(away.text)], [true, true]);
  await agent.close();
});

test('without a key for the service it says which setting is missing', async () => {
  const { code, stdout, stderr } = await runCommand(['mcp', '--url', 'http://127.0.0.1:1']);
  assert.deepEqual([code, stdout], [2, '']);
  assert.match(stderr, /TIDEMARK_API_KEY must be set/);
});

test('a client is greeted before the stores are open, and can leave meanwhile', async () => {
  const silent = createServer(() => undefined).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const pending = once(silent, 'connection');
  const at = `127.0.0.1:${(silent.address() as AddressInfo).port}`;
  const servers = { TIDEMARK_CLICKHOUSE_URL: `http://${at}`, TIDEMARK_POSTGRES_URL: `postgres://${at}/own` };
  const own = join(data, 'starting');
  const agent = await startMcp(['--data', own], { ...servers, TIDEMARK_LOG_LEVEL: 'error' });
  assert.equal((await agent.client.listTools()).tools.length, 17);
  await pending;
  await agent.close();
  silent.close();
});

test('where the stores cannot be opened it ends with the reason', async () => {
  const first = await startMcp(['--data', data], { TIDEMARK_LOG_LEVEL: 'error' });
  assert.match((await first.call('status')).text, /Your tier/);
  const { code, stderr } = await runCommand(['mcp', '--data', data]);
  assert.equal(code, 1);
  assert.match(stderr, /is in use by tidemark serve/);
  await first.close();
});
