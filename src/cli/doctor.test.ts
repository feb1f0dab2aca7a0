import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runToyCli as run } from '../../test/cli-harness.ts';
import { toyOperations } from '../../test/fixtures/contender.ts';

test('doctor prints what is read, what is missing and when it will be whole', async () => {
  const { code, stdout } = await run('doctor');
  assert.equal(code, 0);
  assert.match(stdout, /Read\n +SOURCE .*\n +trades +2026-03-14 09:00Z +current/);
  assert.match(stdout, /open gaps of fills +3 +- +2026-03-14 10:00Z +disconnect/);
  assert.match(stdout, /table fills +3\.0 MiB\n +free +1024\.0 MiB/);
  assert.match(stdout, /Needs you\n +nothing/);
});

test('doctor ends with 1 if something needs the operator, also as JSON', async () => {
  const found = await toyOperations().doctor();
  const doctor = async () => ({ ...found, needs: ['storage: the disk is full'] });
  const asText = await run('doctor', { doctor });
  assert.deepEqual([asText.code, asText.closed], [1, 1]);
  assert.match(asText.stdout, /Needs you\n +storage: the disk is full/);
  const asJson = await run('doctor --json', { doctor });
  assert.equal(asJson.code, 1);
  const { needs, at, missing } = JSON.parse(asJson.stdout);
  assert.deepEqual([needs, at], [['storage: the disk is full'], '1970-01-01T00:00:00.000Z']);
  assert.equal(missing[0].wholeAt, '2026-03-14T10:00:00.000Z');
});
