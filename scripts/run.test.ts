import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { test } from 'node:test';

const run = new URL('run.sh', import.meta.url).pathname;

test('what asks for the libc does not look up the names of all peers meanwhile', () => {
  const connected = `
    const { createServer, connect } = require('node:net');
    const server = createServer().listen(0, '127.0.0.1', () => connect(server.address().port, '127.0.0.1'));
    server.once('connection', () => {
      const { libuv } = process.report.getReport();
      const peers = libuv.flatMap(({ remoteEndpoint }) => remoteEndpoint ?? []);
      console.log(peers.length > 0 && peers.every(({ host, ip4 }) => host === ip4));
      process.exit();
    });`;
  assert.equal(execFileSync(run, ['-e', connected], { encoding: 'utf8' }), 'true\n');
});
