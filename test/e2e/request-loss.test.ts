/** What the request log and the counts of day and month lose when the server ends, by its own will or not. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { Type } from 'typebox';
import { openChdb } from '../../src/analytics/chdb.ts';
import { query } from '../../src/analytics/query.ts';
import { openPglite } from '../../src/control/pglite.ts';
import { monotonicMs, systemClock, utcDate } from '../../src/kernel/clock.ts';
import { seedControl } from '../control-template.ts';
import { runCommand, startServer } from './command.ts';

const root = mkdtempSync(join(tmpdir(), 'tidemark-loss-'));
after(() => rmSync(root, { recursive: true, force: true }));

const settings = { TIDEMARK_LOG_LEVEL: 'warn' };
const path = '/api/public/v1/plan';
/** Both are written every 700 ms; the rest is for the write itself. */
const lossMs = 1_000;

const loggedRequests = query({
  name: 'logged_request_ids',
  params: {},
  row: Type.Object({ request_id: Type.String(), account_id: Type.String() }),
  sql: 'SELECT request_id, account_id FROM request_log',
});

interface Answered {
  requestId: string;
  atMs: number;
}

/** One request after the other for some time. */
async function askFor(durationMs: number, url: string, key: string): Promise<Answered[]> {
  const answered: Answered[] = [];
  const untilMs = monotonicMs() + durationMs;
  while (monotonicMs() < untilMs) {
    const answer = await fetch(url + path, { headers: { 'X-API-Key': key } });
    await answer.text();
    assert.equal(answer.status, 200);
    answered.push({ requestId: answer.headers.get('x-request-id')!, atMs: monotonicMs() });
  }
  return answered;
}

/** What the stores of a stopped server hold: ids of logged requests, and counts of the day and of the month. */
async function stored(data: string, startedMs: number) {
  const analytics = await openChdb({ dir: join(data, 'analytics'), readSessions: 1 });
  const rows = await analytics.rows(loggedRequests, {});
  await analytics.close();
  const control = await openPglite({ dir: join(data, 'control') });
  // The test may run over midnight.
  const days = [...new Set([utcDate(startedMs), utcDate(systemClock.nowMs())])];
  const months = [...new Set(days.map((day) => day.slice(0, 7)))];
  const sum = async (periods: string[]) =>
    (await control.readUsage(rows[0]!.account_id, periods)).reduce((total, count) => total + count, 0);
  const counts = { day: await sum(days), month: await sum(months) };
  await control.close();
  return { ids: new Set(rows.map((row) => row.request_id)), rows: rows.length, counts };
}

test('kill -9 loses at most a second of request log and counts, a stop nothing', async (t) => {
  const data = join(root, 'data');
  seedControl(join(data, 'control'));
  const startedMs = systemClock.nowMs();
  const killed = await startServer(['--data', data], settings);
  const created = await runCommand(['keys', 'create', '--tier', 'enterprise', '--data', data]);
  assert.equal(created.code, 0, created.stderr);
  const key = created.stdout.trim();
  const first = await askFor(2_600, killed.address, key);
  killed.child.kill('SIGKILL');
  const killedMs = monotonicMs();
  assert.equal((await killed.ended).signal, 'SIGKILL');

  const found = await stored(data, startedMs);
  const safe = first.filter(({ atMs }) => atMs <= killedMs - lossMs);
  const lost = first.filter(({ requestId }) => !found.ids.has(requestId));
  t.diagnostic(
    `of ${first.length} requests the log lost ${lost.length}, the last ${Math.round(killedMs - (lost[0]?.atMs ?? killedMs))} ms; the day counts ${found.counts.day}`,
  );
  assert.ok(safe.length > 100, `${safe.length} requests before the last second`);
  assert.deepEqual(
    safe.filter(({ requestId }) => !found.ids.has(requestId)),
    [],
  );
  assert.equal(found.rows, found.ids.size, 'none twice');
  for (const count of Object.values(found.counts)) {
    assert.ok(count >= safe.length && count <= first.length, `${count} counted`);
  }

  const stopped = await startServer(['--data', data], settings);
  const second = await askFor(700, stopped.address, key);
  stopped.child.kill('SIGTERM');
  const { code, stderr } = await stopped.ended;
  assert.equal(code, 0, stderr);
  const after = await stored(data, startedMs);
  for (const { requestId } of second) assert.ok(after.ids.has(requestId), requestId);
  assert.equal(after.rows, found.rows + second.length);
  assert.equal(after.counts.day, found.counts.day + second.length);
  assert.equal(after.counts.month, found.counts.month + second.length);
});
