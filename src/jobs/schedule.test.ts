import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { seedControl } from '../../test/data-template.ts';
import { openPglite } from '../control/pglite.ts';
import type { ControlStore } from '../control/store.ts';
import { hourMs, rfc3339 } from '../kernel/clock.ts';
import { type Job, type JobPeriod, type Schedule, type ScheduleOptions, startSchedule } from './schedule.ts';

let dir: string;
let store: ControlStore;
let jobs = 0;
before(async () => {
  dir = mkdtempSync(join(tmpdir(), 'tidemark-schedule-'));
  store = await openPglite({ dir: seedControl(join(dir, 'control')) });
  await store.migrate();
});
after(async () => {
  await store.close();
  rmSync(dir, { recursive: true, force: true });
});

const noon = Date.parse('2026-05-04T12:00:00Z');
const hour = (period: JobPeriod) => rfc3339(period.fromMs).slice(11, 13);

/** A process with its own clock; each test has a job with a name of its own. */
function startProcess(job: Job, clock: { nowMs: number }, options: Partial<ScheduleOptions> = {}): Schedule {
  return startSchedule({
    jobs: [job],
    runs: store.jobs,
    clock: { nowMs: () => clock.nowMs },
    holder: 'a test',
    onError: (_, error) => assert.fail(String(error)),
    pollMs: 2,
    retryMs: 2,
    ...options,
  });
}

/** An hourly job that notes its hours, and resolves when one comes. */
function notedJob(more: Partial<Job> = {}) {
  const hours: string[] = [];
  let next = Promise.withResolvers<void>();
  const job: Job = {
    name: `test-${++jobs}`,
    every: 'hour',
    missedLimit: 100,
    async run(period) {
      await more.run?.(period);
      hours.push(hour(period));
      next.resolve();
      next = Promise.withResolvers();
    },
    ...(more.offsetMs !== undefined && { offsetMs: more.offsetMs }),
    ...(more.missedLimit !== undefined && { missedLimit: more.missedLimit }),
    ...(more.missedAtFirst !== undefined && { missedAtFirst: more.missedAtFirst }),
  };
  const until = async (count: number) => {
    const alive = setInterval(() => undefined, 1_000);
    while (hours.length < count) await next.promise;
    clearInterval(alive);
  };
  return { job, hours, until };
}

test('a job runs once when its hour is over and its offset passed, the first time for the newest hour alone', async () => {
  const { job, hours, until } = notedJob({ offsetMs: 5 * 60_000 });
  const clock = { nowMs: noon + 5 * 60_000 };
  const schedule = startProcess(job, clock);
  await until(1);
  clock.nowMs = noon + hourMs + 5 * 60_000;
  await until(2);
  await schedule.close();
  assert.deepEqual(hours, ['11', '12']);
});

test('a job that asks for it makes up for missed hours the first time, too, behind the newest, up to its limit', async () => {
  const { job, hours, until } = notedJob({ missedLimit: 3, missedAtFirst: true });
  const schedule = startProcess(job, { nowMs: noon });
  await until(4);
  await schedule.close();
  assert.deepEqual(hours, ['11', '09', '10', '11']);
});

test('a job of every minute runs at once, by no clock, and is not noted as done', async () => {
  const { job, hours, until } = notedJob();
  const schedule = startProcess({ ...job, every: 'minute' }, { nowMs: noon });
  await until(1);
  await schedule.close();
  const again = startProcess({ ...job, every: 'minute' }, { nowMs: noon });
  await until(2);
  await again.close();
  assert.equal(hours.length, 2);
});

test('hours that were missed while nothing ran are made up for, the oldest first, up to the limit', async () => {
  const { job, hours, until } = notedJob({ missedLimit: 3 });
  const clock = { nowMs: noon };
  const first = startProcess(job, clock);
  await until(1);
  await first.close();
  clock.nowMs = noon + 2 * hourMs;
  const second = startProcess(job, clock);
  await until(3);
  await second.close();
  clock.nowMs = noon + 10 * hourMs;
  const third = startProcess(job, clock);
  await until(6);
  await third.close();
  assert.deepEqual(hours, ['11', '12', '13', '19', '20', '21']);
});

test('an hour that failed is tried again before the next one, and the failure is logged with the name of its job', async () => {
  let failures = 2;
  const reported: string[] = [];
  const { job, hours, until } = notedJob({
    async run() {
      if (failures-- > 0) throw new Error('the store is away');
    },
  });
  const onError = (name: string, error: unknown) => reported.push(`${name}: ${(error as Error).message}`);
  const schedule = startProcess(job, { nowMs: noon }, { onError });
  await until(1);
  await schedule.close();
  assert.deepEqual(hours, ['11']);
  assert.deepEqual(reported, Array(2).fill(`${job.name}: the store is away`));
});

test('of two processes one runs each hour, also where they start together', async () => {
  const { job, hours, until } = notedJob();
  const clock = { nowMs: noon };
  const both = [startProcess(job, clock), startProcess(job, clock)];
  for (let i = 1; i <= 8; i++) {
    await until(i);
    clock.nowMs += hourMs;
  }
  await until(9);
  await Promise.all(both.map((schedule) => schedule.close()));
  assert.deepEqual(hours, ['11', '12', '13', '14', '15', '16', '17', '18', '19']);
});

test('what a clock that was ahead has claimed and done is void, with a word of it', async () => {
  const { job, hours, until } = notedJob({ missedLimit: 1 });
  const threeDays = 72 * hourMs;
  const killed = await store.jobs.claim({ job: job.name, holder: 'killed', ttlMs: threeDays });
  await store.jobs.done(killed!, noon + threeDays);
  const reported: object[] = [];
  const clock = { nowMs: noon };
  const schedule = startProcess(job, clock, { onVoid: (_, what) => reported.push(what) });
  await until(1);
  clock.nowMs += hourMs;
  await until(2);
  // The clock was ahead while it ran, too.
  clock.nowMs += threeDays;
  await until(3);
  clock.nowMs = noon + 2 * hourMs;
  await until(hours.length + 1);
  await schedule.close();
  assert.deepEqual(reported.slice(0, 2), [{ heldBy: 'killed' }, { doneToMs: noon + threeDays }]);
  assert.deepEqual([hours[0], hours[1], hours.at(-1)], ['11', '12', '13']);
});

test('what a killed process began is done again by another one when its claim has run out', async () => {
  const { job, hours, until } = notedJob();
  // Killed in the middle: it never renews, notes or gives back.
  const killed = await store.jobs.claim({ job: job.name, holder: 'killed', ttlMs: 50 });
  assert.ok(killed !== undefined);
  const schedule = startProcess(job, { nowMs: noon });
  await until(1);
  await schedule.close();
  assert.deepEqual(hours, ['11']);
  assert.equal(
    await store.jobs.done(killed, noon + hourMs),
    false,
    'what it reports later counts for nothing',
  );
});

test('a run is aborted where another process has the job by now, and where the service stops', async () => {
  const reasons: string[] = [];
  const begun = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const job: Job = {
    ...notedJob().job,
    run: ({ signal }) =>
      new Promise((_, reject) => {
        begun[reasons.length]!.resolve();
        signal.addEventListener('abort', () => {
          reasons.push((signal.reason as Error).message);
          reject(signal.reason as Error);
        });
      }),
  };
  const lost = Promise.withResolvers<void>();
  const runs = { ...store.jobs, renew: async () => reasons.length > 0 };
  const schedule = startProcess(job, { nowMs: noon }, { runs, ttlMs: 60, onError: () => lost.resolve() });
  const alive = setInterval(() => undefined, 1_000);
  await begun[0]!.promise;
  await lost.promise;
  await begun[1]!.promise;
  await schedule.close();
  clearInterval(alive);
  assert.deepEqual(reasons, ['the claim on the job was lost', 'shutting down']);
  assert.ok(await store.jobs.claim({ job: job.name, holder: 'next', ttlMs: 1_000 }), 'it was given back');
});

test('every job is listed with how far it is, and with its process while one has it', async () => {
  const { jobs: runs } = store;
  const of = async (name: string) => (await runs.list()).find(({ job }) => job === name);
  assert.equal(await of('listed'), undefined);
  const claim = await runs.claim({ job: 'listed', holder: 'desk', ttlMs: 60_000 });
  assert.deepEqual(await of('listed'), { job: 'listed', holder: 'desk' });
  await runs.done(claim!, noon);
  assert.deepEqual(await of('listed'), { job: 'listed', holder: 'desk', doneUntilMs: noon });
  await runs.release(claim!);
  assert.deepEqual(await of('listed'), { job: 'listed', doneUntilMs: noon });
});
