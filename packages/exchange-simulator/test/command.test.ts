import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { listen } from '../../../src/kernel/listen.ts';
import { startCommand } from '../../../test/e2e/command.ts';

const launcher = join(import.meta.dirname, '..', 'exchange-simulator');
const start = (...args: string[]) => startCommand(args, {}, launcher);
const small = ['--port', '0', '--wallets', '40', '--coins', '3', '--start', '2026-05-01', '--history', '10m'];

test('it runs alone: answers as the exchange does, and ends cleanly on SIGTERM', async () => {
  const { child, written, ended } = start('serve', ...small);
  await Promise.race([once(child.stdout!, 'data'), ended]);
  const [, url] = /^simulated exchange ready at (http:\S+) and ws:\S+\n$/.exec(written.stdout) ?? [];
  assert.ok(url, JSON.stringify(written));
  const headers = { 'Content-Type': 'application/json' };
  const answer = await fetch(url, { method: 'POST', headers, body: '{"type":"allMids"}' });
  assert.match(((await answer.json()) as { BTC: string }).BTC, /^\d+(\.\d+)?$/);
  child.kill('SIGTERM');
  const { code, stderr } = await ended;
  assert.equal(code, 0);
  assert.match(stderr, /^SIGTERM: stopping; repeat to end at once\n$/m);
});

test('it writes a history as node files', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'tidemark-simulator-'));
  try {
    const { code, stdout, stderr } = await start('history', '--out', join(dir, 'new'), '--fills', '200')
      .ended;
    assert.equal(code, 0, stderr);
    assert.ok(JSON.parse(stdout).fills >= 200);
  } finally {
    rmSync(dir, { recursive: true });
  }
});

test('its help names the commands, and each has examples under its own name', async () => {
  const { code, stdout } = await start('--help').ended;
  assert.equal(code, 0);
  assert.match(stdout, /^Usage: exchange-simulator /);
  assert.match(stdout, /\n {2}serve \[options\] .*\n {2}history \[options\] /);
  const ofServe = await start('serve', '--help').ended;
  assert.match(ofServe.stdout, /\n {2}exchange-simulator serve --port 3001 /);
});

test('what is wrong is named in a line, with the exit code that stands for it', async () => {
  const taken = createServer();
  const { port } = await listen(taken, '127.0.0.1', 0);
  try {
    const cases: [string[], number, RegExp][] = [
      [['serve', '--coins', '0'], 2, /--coins must be an integer from 2 to 300, not '0'/],
      [['serve', '--colour'], 2, /unknown option '--colour'\n\(see 'exchange-simulator serve --help'\)/],
      [['trade'], 2, /unknown command 'trade'/],
      [
        ['serve', ...small, '--port', String(port)],
        1,
        /^exchange-simulator: port \d+ on 127\.0\.0\.1 is in use/m,
      ],
    ];
    for (const [args, code, message] of cases) {
      const ended = await start(...args).ended;
      assert.match(ended.stderr, message);
      assert.deepEqual([ended.code, ended.stdout], [code, '']);
    }
  } finally {
    taken.close();
  }
});
