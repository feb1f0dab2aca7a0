import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const client = fileURLToPath(new URL('../../clients/python/', import.meta.url));

test('the tests of the Python client pass on the Python of the system, without a warning', () => {
  const args = ['-W', 'error', '-m', 'unittest', 'discover', '-s', 'tests', '-t', '.'];
  const { status, stderr } = spawnSync('/usr/bin/python3', args, { cwd: client, encoding: 'utf8' });
  assert.equal(status, 0, stderr);
  assert.match(stderr, /Ran \d\d+ tests/);
});
