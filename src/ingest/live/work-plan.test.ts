import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Staleness } from '../sources/hyperliquid/request-queue.ts';
import { createWorkPlan, type Job } from './work-plan.ts';

function jobOf(staleness: () => Staleness | undefined): Job {
  return { staleness, run: async () => undefined };
}
const aged = (ageMs: number, targetMs = 10) => jobOf(() => ({ ageMs, targetMs }));

test('what is past its target comes first to last by how far, and what is not does not come', () => {
  const plan = createWorkPlan();
  const [fresh, late, later, nothing] = [aged(9), aged(20), aged(50), jobOf(() => undefined)];
  for (const job of [fresh, late, later, nothing]) plan.add(job);
  assert.deepEqual(
    plan.take(0, 10).map(({ job }) => job),
    [later, late],
  );
  assert.deepEqual(plan.take(5_000, 10), [], 'both are under way');
  plan.ended(late, { failed: false, nowMs: 5_000 });
  assert.deepEqual(
    plan.take(10_000, 10).map(({ job }) => job),
    [late],
  );
});

test('with weight to spare what is not past its target comes, too, and not what was just read', () => {
  const plan = createWorkPlan();
  const [half, fresh] = [aged(5), aged(0.1)];
  for (const job of [half, fresh]) plan.add(job);
  assert.deepEqual(
    plan.take(0, 10, 0.05).map(({ job }) => job),
    [half],
  );
});

test('a job that changed its mind since the last look is passed over', () => {
  const plan = createWorkPlan({ lookMs: 1_000 });
  let ageMs = 30;
  const changing = jobOf(() => ({ ageMs, targetMs: 10 }));
  plan.add(aged(50));
  plan.add(changing);
  assert.equal(plan.take(0, 1).length, 1);
  ageMs = 5;
  assert.deepEqual(plan.take(1, 10), []);
});

test('a job that fails rests, longer after each failure, and is as good as new after a success', () => {
  const plan = createWorkPlan({ lookMs: 1, restMs: 100 });
  const job = aged(20);
  plan.add(job);
  const isTaken = (nowMs: number) => plan.take(nowMs, 1).length === 1;
  assert.ok(isTaken(1_000));
  plan.ended(job, { failed: true, nowMs: 1_000 });
  assert.ok(!isTaken(1_050));
  assert.ok(isTaken(1_101));
  plan.ended(job, { failed: true, nowMs: 1_101 });
  assert.ok(!isTaken(1_250));
  assert.ok(isTaken(1_302));
  plan.ended(job, { failed: false, nowMs: 1_302 });
  assert.ok(isTaken(1_400));
});
