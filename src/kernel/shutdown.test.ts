import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { test } from 'node:test';
import { createShutdown } from './shutdown.ts';

test('resources close in reverse order of their opening, each after the one before it has ended', async () => {
  const shutdown = createShutdown({ closeTimeoutMs: 1_000 });
  const order: string[] = [];
  for (const name of ['store', 'server']) {
    shutdown.register(name, async () => {
      order.push(`${name} closing`);
      await new Promise((done) => setImmediate(done));
      order.push(`${name} closed`);
    });
  }
  assert.deepEqual(await shutdown.close(), []);
  assert.deepEqual(order, ['server closing', 'server closed', 'store closing', 'store closed']);
});

test('a close that fails or hangs is reported and keeps no other from closing', async () => {
  const shutdown = createShutdown({ closeTimeoutMs: 1_000 });
  let closed = 0;
  shutdown.register('first', () => closed++);
  shutdown.register('throws', () => {
    throw new Error('broken');
  });
  shutdown.register('hangs', () => new Promise(() => {}), 5);
  const [faults, again] = await Promise.all([shutdown.close(), shutdown.close()]);
  assert.deepEqual(faults, [
    { name: 'hangs', message: 'did not close within 5 ms' },
    { name: 'throws', message: 'broken' },
  ]);
  assert.equal(again, faults);
  assert.equal(closed, 1);
  assert.throws(() => shutdown.register('late', () => {}), /late was opened after the shutdown had begun/);
});

test('the first stop signal is passed on, the second ends the process at once with the code of the signal', async () => {
  const url = new URL('./shutdown.ts', import.meta.url).href;
  const program = `import { onStopSignal } from '${url}';
    onStopSignal((signal) => console.log('heard', signal)); setInterval(() => {}, 1000); console.log('ready');`;
  const child = spawn(
    process.execPath,
    [
      ...process.execArgv.filter((flag) => !flag.startsWith('--test')),
      '--input-type=module-typescript',
      '-e',
      program,
    ],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  const heard = async (): Promise<string> => String((await once(child.stdout, 'data'))[0]).trim();
  assert.equal(await heard(), 'ready');
  child.kill('SIGTERM');
  assert.equal(await heard(), 'heard SIGTERM');
  child.kill('SIGINT');
  assert.deepEqual(await once(child, 'exit'), [130, null]);
});
