import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { test } from 'node:test';
import { promisify } from 'node:util';

test('a file that hangs, and ignores the signal to end, fails the run with its name, and the others are run', async () => {
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const args = [
    'scripts/test.ts',
    'scripts/fixtures/hangs.ts',
    'src/kernel/rng.test.ts',
    '--file-seconds',
    '4',
  ];
  const run = promisify(execFile)(process.execPath, args, { env });
  const failure = (await run.then(
    () => undefined,
    (error: unknown) => error,
  )) as { code: number; stdout: string };
  assert.equal(failure.code, 1);
  assert.match(failure.stdout, /^scripts\/fixtures\/hangs\.ts did not end within 4 s and was ended$/m);
  assert.match(failure.stdout, /the slowest of 2 files.*:\n +[0-9.]+ s {2,}scripts\/fixtures\/hangs\.ts\n/);
  assert.match(failure.stdout, /\n +[0-9.]+ s +[0-9.]+ s {2}src\/kernel\/rng\.test\.ts\n/);
  assert.match(failure.stdout, /pass [1-9]/);
});
