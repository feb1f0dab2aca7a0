import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { until } from '../test/until.ts';
import { representatives, tierOf } from './test-tiers.ts';

const { NODE_TEST_CONTEXT: _, ...env } = process.env;
const root = join(import.meta.dirname, '..');
const hangs = 'scripts/fixtures/hangs.ts';

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** A process that was killed has an id until its parent has noticed. */
const haveEnded = (pids: readonly number[]) =>
  until('the processes have ended', () => !pids.some(isRunning), { deadlineMs: 20_000 });

/** Ids of the file's process and of the one that it started, as the file prints them. */
function processesOf(output: string): number[] {
  const [, child, parent] = /child (\d+) of (\d+)/.exec(output) ?? [];
  return [Number(child), Number(parent)];
}

test('a file that hangs, and ignores the signal to end, fails the run with its name; others of its process and beside it are run', async () => {
  // A pattern names files that may share a process, a path one that runs alone.
  const shared = 'scripts/fixtures/{hangs,fails-on-two}.ts';
  const args = ['scripts/test.ts', shared, 'src/kernel/rng.test.ts', '--file-seconds', '20'];
  const run = promisify(execFile)(process.execPath, args, { env });
  const failure = (await run.then(
    () => undefined,
    (error: unknown) => error,
  )) as { code: number; stdout: string };
  assert.equal(failure.code, 1);
  assert.match(failure.stdout, /^scripts\/fixtures\/hangs\.ts did not end within 20 s and was ended$/m);
  assert.match(failure.stdout, /the slowest of 3 files.*:\n +[0-9.]+ s {2,}scripts\/fixtures\/hangs\.ts\n/);
  assert.match(failure.stdout, /\n +[0-9.]+ s +[0-9.]+ s {2}src\/kernel\/rng\.test\.ts\n/);
  assert.match(failure.stdout, /✖ is not 2 \(/);
  const end = failure.stdout.slice(failure.stdout.indexOf('the slowest of'));
  assert.match(
    end,
    /^failed: .*is not 2\nExpected values to be strictly equal/m,
    'the end repeats the error',
  );
  await haveEnded(processesOf(failure.stdout));
});

test('SIGINT to the run ends a file that ignores signals, and the process that the file started', async () => {
  const run = spawn(process.execPath, ['scripts/test.ts', hangs], { env });
  let output = '';
  run.stdout.on('data', (text: Buffer) => {
    output += text;
  });
  const exit = once(run, 'exit');
  await until('the file prints its processes', () => /child \d+ of \d+/.test(output));
  const processes = processesOf(output);
  assert.deepEqual(processes.map(isRunning), [true, true]);
  run.kill('SIGINT');
  assert.deepEqual(await exit, [1, null]);
  await haveEnded(processes);
});

test('every test file is in one tier, and the quick tier’s representatives of the other exist', () => {
  const files = globSync('{bench,packages,scripts,src,test}/**/*.test.ts', {
    cwd: root,
    exclude: ['**/node_modules/**'],
  });
  const tiers = Map.groupBy(files, tierOf);
  assert.deepEqual([...tiers.keys()].toSorted(), ['process', 'quick']);
  assert.deepEqual(
    representatives.filter((file) => !files.includes(file)),
    [],
  );
  assert.equal(tierOf('src/kernel/rng.test.ts'), 'quick');
  assert.equal(tierOf('src/control/a.postgres.test.ts'), 'process');
  assert.equal(tierOf('test/conformance/servers.clickhouse.test.ts'), 'quick', 'a representative');
  assert.equal(tierOf('test/conformance/analytics.chdb.test.ts'), 'process');
  assert.equal(tierOf('test/e2e/servers.test.ts'), 'process');
  assert.throws(() => tierOf('test/new/first.test.ts'), /add the folder test\/new/);
});
