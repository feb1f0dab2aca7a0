/** Losses of the request log and of the daily and monthly counts when the server stops or is killed. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { Type } from 'typebox';
import { openChdb } from '../../src/analytics/chdb.ts';
import { query } from '../../src/analytics/query.ts';
import { openPglite } from '../../src/control/pglite.ts';
import { monotonicMs, systemClock, utcDate } from '../../src/kernel/clock.ts';
import { seedData } from '../data-template.ts';
import { runCommand, startServer } from './command.ts';

const root = mkdtempSync(join(tmpdir(), 'tidemark-loss-'));
after(() => rmSync(root, { recursive: true, force: true }));

/** A busy machine sheds no request of this test. */
const settings = { TIDEMARK_LOG_LEVEL: 'warn', TIDEMARK_MAX_LOOP_DELAY_MS: '60000' };
const path = '/api/public/v1/plan';
/** Both are written every 700 ms; the rest is for the write itself. */
const lossMs = 1_000;
/** Maximum excess of a write's duration over the slowest earlier write. */
const writeSlackMs = 300;

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

/** Sends requests in sequence while `goesOn` is true. */
async function askWhile(goesOn: () => boolean, url: string, key: string): Promise<Answered[]> {
  const answered: Answered[] = [];
  while (goesOn()) {
    const answer = await fetch(url + path, { headers: { 'X-API-Key': key } });
    await answer.text();
    assert.equal(answer.status, 200);
    answered.push({ requestId: answer.headers.get('x-request-id')!, atMs: monotonicMs() });
    await delay(5); // waits: about as many as the limit of the account refills, however long it takes
  }
  return answered;
}

/** Looks how many records the server says are stored, and when that has grown, until it is stopped. */
function watchStored(url: string) {
  const growths: { atMs: number; stored: number }[] = [];
  let stopped = false;
  async function look(): Promise<void> {
    while (!stopped) {
      const metrics = await (await fetch(`${url}/metrics`)).text();
      const stored = Number(
        /^tidemark_request_log_records_total\{result="stored"\} (\d+)$/m.exec(metrics)![1],
      );
      if (stored > (growths.at(-1)?.stored ?? 0)) growths.push({ atMs: monotonicMs(), stored });
      await delay(20); // waits: a poll, the state of another process
    }
  }
  const looking = look();
  return {
    growths,
    async stop(): Promise<void> {
      stopped = true;
      await looking;
    },
  };
}

/** Contents of a stopped server's stores: ids of logged requests, and counts of the day and of the month. */
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
  seedData(data);
  const startedMs = systemClock.nowMs();
  const killed = await startServer(['--data', data], settings);
  // Also where the test fails: a server left behind would keep the run from ending.
  t.after(() => killed.child.kill('SIGKILL'));
  const created = await runCommand(['keys', 'create', '--tier', 'enterprise', '--data', data]);
  assert.equal(created.code, 0, created.stderr);
  const key = created.stdout.trim();
  const watch = watchStored(killed.address);
  // About three intervals and most of another: the loss of a kill has accumulated by then.
  const goesOn = () => monotonicMs() < (watch.growths[2]?.atMs ?? Number.POSITIVE_INFINITY) + 600;
  const first = await askWhile(goesOn, killed.address, key);
  await watch.stop();
  killed.child.kill('SIGKILL');
  const killedMs = monotonicMs();
  assert.equal((await killed.ended).signal, 'SIGKILL');

  const found = await stored(data, startedMs);
  const lost = first.findIndex(({ requestId }) => !found.ids.has(requestId));
  const kept = lost < 0 ? first.length : lost;
  const { growths } = watch;
  const betweenMs = growths.slice(1).map(({ atMs }, i) => atMs - growths[i]!.atMs);
  const lostMs = (rows: number) => killedMs - (first[rows]?.atMs ?? killedMs);
  t.diagnostic(
    `of ${first.length} requests the log lost the last ${Math.round(lostMs(kept))} ms, the counts ${Math.round(lostMs(found.counts.day))} ms; written every ${betweenMs.map(Math.round)} ms`,
  );
  assert.equal(found.rows, kept, 'the newest alone are lost, and none is there twice');
  assert.ok(found.rows >= growths.at(-1)!.stored, `${found.rows}: what it said was stored is there`);
  // A machine with other work writes late now and then; not each time, and a kill loses no more than that.
  assert.ok(Math.min(...betweenMs) < lossMs, `written every ${betweenMs} ms`);
  const mayLoseMs = Math.max(lossMs, Math.max(...betweenMs) + writeSlackMs);
  for (const count of [kept, ...Object.values(found.counts)]) {
    assert.ok(count <= first.length && lostMs(count) <= mayLoseMs, `${count}: ${lostMs(count)} ms are lost`);
  }

  const stopped = await startServer(['--data', data], settings);
  t.after(() => stopped.child.kill('SIGKILL'));
  const untilMs = monotonicMs() + 700;
  const second = await askWhile(() => monotonicMs() < untilMs, stopped.address, key);
  stopped.child.kill('SIGTERM');
  const { code, stderr } = await stopped.ended;
  assert.equal(code, 0, stderr);
  const after = await stored(data, startedMs);
  for (const { requestId } of second) assert.ok(after.ids.has(requestId), requestId);
  // The start also stores inserts that the kill interrupted, from the disk.
  const recovered = first.slice(kept).filter(({ requestId }) => after.ids.has(requestId));
  assert.equal(after.rows, found.rows + recovered.length + second.length);
  assert.equal(after.rows, after.ids.size, 'none twice');
  assert.equal(after.counts.day, found.counts.day + second.length);
  assert.equal(after.counts.month, found.counts.month + second.length);
});
