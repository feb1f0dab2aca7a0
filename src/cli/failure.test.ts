import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runToyCli as run } from '../../test/cli-harness.ts';

test('a full disk is reported as such, whichever thread ran into it', async () => {
  const serve = async (): Promise<never> => {
    throw new Error('ENOSPC: no space left on device, write');
  };
  const { code, stderr } = await run('serve', {}, { serve });
  assert.equal(code, 1);
  assert.match(stderr, /^tidemark: no space left on the disk; free some, then restart/);
});

test('what an engine says of a full disk or one that can only be read is reported in words, with the place', async () => {
  const cases: [string, RegExp][] = [
    [
      'insert: Code: 243. DB::Exception: Cannot reserve 1.00 MiB, not enough space. (NOT_ENOUGH_SPACE)',
      /^tidemark: no space left on the disk; free some/,
    ],
    [
      "EROFS: read-only file system, open '/data/x.lock'",
      /^tidemark: the disk is read-only \(\/data\/x\.lock\): mount/,
    ],
    [
      'Cannot open file /data/store/a.bin, errno: 30, strerror: Read-only file system',
      /is read-only \(\/data\/store\/a\.bin\)/,
    ],
  ];
  for (const [message, expected] of cases) {
    const serve = async (): Promise<never> => {
      throw new Error(message);
    };
    const { code, stderr } = await run('serve', {}, { serve });
    assert.equal(code, 1);
    assert.match(stderr, expected);
    assert.doesNotMatch(stderr, /Code:|DB::/);
  }
});
