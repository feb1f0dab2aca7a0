import assert from 'node:assert/strict';
import { createServer } from 'node:net';
import { after, test } from 'node:test';
import { listen } from './listen.ts';

const server = createServer();
after(() => server.close());

test('a server says where it listens; an address that is taken is an error, and no listener is left', async () => {
  const { host, port, authority } = await listen(server, '127.0.0.1', 0);
  assert.deepEqual([host, authority], ['127.0.0.1', `127.0.0.1:${port}`]);
  assert.ok(port > 0);
  assert.equal(server.listenerCount('error'), 0);
  await assert.rejects(listen(createServer(), '127.0.0.1', port), { code: 'EADDRINUSE' });
});
