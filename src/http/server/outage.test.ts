import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startToys, toyBoard, toyRun } from '../../../test/contract/toys.ts';
import { createAuthenticator } from '../../access/authenticate.ts';
import { AnalyticsError } from '../../analytics/store.ts';
import { newApiKey } from '../../control/key-format.ts';
import { systemClock } from '../../kernel/clock.ts';
import { createLog } from '../../kernel/log.ts';
import { secureRng } from '../../kernel/rng.ts';

const requests = 200;

function collectingLog() {
  const lines: Record<string, unknown>[] = [];
  const log = createLog({ level: 'info', to: { write: (line) => void lines.push(JSON.parse(line)) } });
  return { lines, log };
}

test('while the store of keys is away every request gets 503, and the log one line and a number', async () => {
  const { lines, log } = collectingLog();
  const away = () => Promise.reject(new Error('connect ECONNREFUSED'));
  const current = { isCurrent: () => true, becomesCurrent: async () => true };
  const authenticator = createAuthenticator({
    control: { findByHash: away, recordUse: away, onKeysChanged: () => () => {}, ...current },
    clock: systemClock,
    signupUrl: 'https://x.example',
  });
  const toy = await startToys([toyBoard], { authenticator, log });
  for (let i = 0; i < requests; i++) {
    const headers = { 'X-API-Key': newApiKey('live', secureRng) };
    const answer = await fetch(`${toy.url}/api/public/v1/toy/board`, { headers });
    const body = (await answer.json()) as Record<string, unknown>;
    assert.deepEqual([answer.status, body.code], [503, 'KEYS_UNAVAILABLE']);
    assert.equal(answer.headers.get('retry-after'), '1');
  }
  assert.equal(lines.length, 1);
  assert.match(JSON.stringify(lines[0]), /"route":"toy\.board".*ECONNREFUSED/);
  await toy.server.close(0);
  assert.deepEqual(
    lines.map(({ kind, repeated }) => [kind, repeated]),
    [
      ['KEYS_UNAVAILABLE', undefined],
      ['KEYS_UNAVAILABLE', requests - 1],
    ],
  );
});

test('while the engine is away the log has one line and a number, and of faults of the program one each', async () => {
  const { lines, log } = collectingLog();
  const away = toyRun('away', () => Promise.reject(new AnalyticsError('unavailable', 'toy', 'no engine')));
  const broken = toyRun('broken', () => Promise.reject(new Error('a fault of its own')));
  const toy = await startToys([away, broken], { log });
  for (let i = 0; i < requests; i++) assert.equal((await toy.get('/api/public/v1/toy/away')).status, 503);
  assert.equal(lines.length, 1);
  for (let i = 0; i < 3; i++) assert.equal((await toy.get('/api/public/v1/toy/broken')).status, 500);
  assert.equal(lines.length, 4);
  await toy.server.close(0);
  assert.equal(lines.at(-1)!.repeated, requests - 1);
});
