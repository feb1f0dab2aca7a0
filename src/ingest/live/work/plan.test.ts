import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Staleness } from '../../sources/hyperliquid/request-queue.ts';
import type { WeightGroup } from '../../sources/hyperliquid/weight-shares.ts';
import { createWorkPlan, type Job, type WorkPlan } from './plan.ts';

function jobOf(staleness: () => Staleness | undefined): Job {
  return { staleness, run: async () => undefined };
}
const aged = (ageMs: number, group: WeightGroup = 'wallets') => jobOf(() => ({ group, ageMs, targetMs: 10 }));

/** Jobs that are due at `nowMs`. */
function found(plan: WorkPlan, nowMs: number, { count = 10, share = 1 } = {}): Job[] {
  plan.look(nowMs, share);
  return plan.take('wallets', nowMs, count).map(({ job }) => job);
}

test('what is past its target comes first to last by how far, and what is not does not come', () => {
  const plan = createWorkPlan();
  const [fresh, late, later, nothing] = [aged(9), aged(20), aged(50), jobOf(() => undefined)];
  for (const job of [fresh, late, later, nothing]) plan.add(job);
  assert.deepEqual(found(plan, 0), [later, late]);
  assert.deepEqual(found(plan, 5_000), [], 'both are under way');
  plan.ended(late, { failed: false, nowMs: 5_000 });
  assert.deepEqual(found(plan, 10_000), [late]);
});

test('each group has its own, whatever stands in the others', () => {
  const plan = createWorkPlan();
  const [wallet, market] = [aged(20), aged(9_000, 'markets')];
  for (const job of [wallet, market]) plan.add(job);
  assert.deepEqual(found(plan, 0), [wallet]);
  assert.deepEqual(
    plan.take('markets', 0, 10).map(({ job }) => job),
    [market],
  );
});

test('a removed job is not found, and the others are', () => {
  const plan = createWorkPlan();
  const [gone, stays, other] = [aged(50), aged(40), aged(30)];
  for (const job of [gone, stays, other]) plan.add(job);
  plan.remove([gone]);
  assert.deepEqual(found(plan, 0), [stays, other]);
});

test('a job that fails after it was removed is as good as new where it comes back', () => {
  const plan = createWorkPlan({ lookMs: 1 });
  const job = aged(20);
  plan.add(job);
  assert.deepEqual(found(plan, 0), [job]);
  plan.remove([job]);
  plan.ended(job, { failed: true, nowMs: 1 });
  plan.add(job);
  assert.deepEqual(found(plan, 2), [job]);
});

test('with weight to spare what is not past its target comes, too, and not what was just read', () => {
  const plan = createWorkPlan();
  const [half, fresh] = [aged(5), aged(0.1)];
  for (const job of [half, fresh]) plan.add(job);
  assert.deepEqual(found(plan, 0, { share: 0.05 }), [half]);
});

test('a job that changed its mind since the last look is passed over', () => {
  const plan = createWorkPlan({ lookMs: 1_000 });
  let ageMs = 30;
  const changing = jobOf(() => ({ group: 'wallets', ageMs, targetMs: 10 }));
  plan.add(aged(50));
  plan.add(changing);
  assert.equal(found(plan, 0, { count: 1 }).length, 1);
  ageMs = 5;
  assert.deepEqual(found(plan, 1), []);
});

test('of very many jobs a look takes a slice, and the most overdue of all still come first', () => {
  const plan = createWorkPlan();
  let requests = 0;
  const jobs = Array.from({ length: 50_000 }, (_, i) =>
    jobOf(() => {
      requests += 1;
      return { group: 'wallets', ageMs: 20 + ((i * 7_919) % 50_000), targetMs: 10 };
    }),
  );
  for (const job of jobs) plan.add(job);
  const oldest = jobs.filter((_, i) => (i * 7_919) % 50_000 >= 49_000);
  let looks = 0;
  let first: Job[] = [];
  for (; first.length === 0; looks++) {
    requests = 0;
    plan.look(looks);
    assert.ok(requests <= 4_000, `${requests} at once`);
    first = plan.take('wallets', looks, 1_000).map(({ job }) => job);
  }
  assert.equal(looks, 13);
  assert.deepEqual(new Set(first), new Set(oldest));
});

test('a job that fails rests, longer after each failure, and is as good as new after a success', () => {
  const plan = createWorkPlan({ lookMs: 1, restMs: 100 });
  const job = aged(20);
  plan.add(job);
  const isTaken = (nowMs: number) => found(plan, nowMs, { count: 1 }).length === 1;
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
