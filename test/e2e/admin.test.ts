/** The admin surface of the whole program: a real server process, keys made and revoked while it runs. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { seedData } from '../data-template.ts';
import { adminUrl, startCommand, startServer } from './command.ts';

const root = mkdtempSync(join(tmpdir(), 'tidemark-admin-'));
seedData(join(root, 'data'));
after(() => rmSync(root, { recursive: true, force: true }));
const token = 'a-token-of-more-than-32-characters-0123';

test('over the admin surface a key is made, used, rotated with an overlap and revoked while the server runs', async () => {
  const settings = { TIDEMARK_ADMIN_PORT: '0', TIDEMARK_ADMIN_TOKEN: token, TIDEMARK_LOG_LEVEL: 'trace' };
  const server = await startServer(['--data', join(root, 'data')], settings);
  const ended = once(server.child, 'close');
  try {
    const admin = await adminUrl(server);
    assert.match(admin, /^http:\/\/127\.0\.0\.1:\d+$/);
    const call = async (path: string, body?: object) => {
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
      const post = body && { method: 'POST', body: JSON.stringify(body) };
      const response = await fetch(`${admin}/admin/v1/${path}`, { ...post, headers });
      return { status: response.status, body: (await response.json()) as Record<string, string> };
    };
    const boardStatus = async (key: string) =>
      (await fetch(`${server.address}/api/public/v1/plan`, { headers: { 'X-API-Key': key } })).status;

    const made = await call('keys', { account: 'acme', tier: 'starter', name: 'bot' });
    assert.equal(made.status, 201);
    const key = made.body.key!;
    assert.equal(await boardStatus(key), 200);
    const rotated = await call(`keys/${made.body.id}/rotate`, { overlapMs: 3_600_000 });
    assert.deepEqual([await boardStatus(key), await boardStatus(rotated.body.key!)], [200, 200]);
    assert.equal((await call(`keys/${made.body.id}/revoke`, {})).status, 200);
    assert.deepEqual([await boardStatus(key), await boardStatus(rotated.body.key!)], [401, 200]);
    const unknown = await call('keys/key_none/revoke', {});
    assert.deepEqual([unknown.status, unknown.body.code], [404, 'UNKNOWN_KEY']);
    assert.equal((await fetch(`${server.address}/admin/v1/status`)).status, 404, 'not on the public port');
    for (const secret of [token, key, rotated.body.key!]) assert.ok(!server.written.stderr.includes(secret));
  } finally {
    server.child.kill('SIGTERM');
  }
  assert.deepEqual(await ended, [0, null]);
});

test('a server with an admin port and no token does not start, and says what is missing', async () => {
  const { ended } = startCommand(['serve', '--data', join(root, 'none')], { TIDEMARK_ADMIN_PORT: '0' });
  const { code, stderr } = await ended;
  assert.equal(code, 2);
  assert.match(stderr, /TIDEMARK_ADMIN_TOKEN must be set together with TIDEMARK_ADMIN_PORT: 32 to 256/);
});
