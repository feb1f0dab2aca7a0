import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
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

test('without a pinned Node, an old one is named with what is needed, and a new one runs', () => {
  const dir = mkdtempSync(join(tmpdir(), 'tidemark-launcher-'));
  try {
    const here = join(dir, 'node_modules/tidemark');
    for (const name of ['scripts/run.sh', 'tidemark']) {
      mkdirSync(dirname(join(here, name)), { recursive: true });
      copyFileSync(join(import.meta.dirname, '..', name), join(here, name));
    }
    const launch = (version: string) => {
      writeFileSync(
        join(dir, 'node'),
        `#!/bin/sh\nif [ "$1" = -p ]; then echo ${version}; else echo "$@"; fi\n`,
      );
      chmodSync(join(dir, 'node'), 0o755);
      const env = { PATH: `${dir}:${process.env.PATH}` };
      return spawnSync(join(here, 'tidemark'), ['serve'], { env, encoding: 'utf8' });
    };
    const old = launch('20.20.2');
    assert.equal(old.status, 1);
    assert.match(
      old.stderr,
      /^tidemark needs Node 24 or newer; Node 20\.20\.2 is installed here, and npm has not/,
    );
    assert.match(old.stderr, /Install it again without --omit=optional, or install Node 24/);
    // An installed package runs the bundle.
    assert.match(launch('24.1.0').stdout, /node_modules\/tidemark\/dist\/src-main\.js serve\n$/);
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
});
