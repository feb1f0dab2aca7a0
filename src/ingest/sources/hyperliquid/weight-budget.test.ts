import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { createWeightBudget } from './weight-budget.ts';

test('a request has room again one window after its answer, and not before', () => {
  const budget = createWeightBudget({ limit: 100, windowMs: 1_000 });
  const first = budget.reserve(80, 0)!;
  assert.equal(budget.reserve(30, 5), undefined);
  assert.equal(budget.waitMs(30, 5), Number.POSITIVE_INFINITY, 'its answer is not there');
  first.settle(75, 200);
  assert.equal(budget.used(200), 75);
  assert.equal(budget.waitMs(25, 200), 0);
  assert.equal(budget.waitMs(30, 200), 1_000);
  assert.equal(budget.reserve(30, 1_199), undefined);
  assert.ok(budget.reserve(30, 1_200));
});

test('an answer larger than expected still counts whole', () => {
  const budget = createWeightBudget({ limit: 100, windowMs: 1_000 });
  budget.reserve(20, 0)!.settle(140, 10);
  assert.equal(budget.used(20), 140);
  assert.equal(budget.waitMs(1, 20), 990);
});

test('what can never fit is refused at once', () => {
  assert.throws(() => createWeightBudget({ limit: 100 }).reserve(101, 0), /never fits into 100/);
});

test('what is spent can be handed to another budget, which then has room no sooner', () => {
  const budget = createWeightBudget({ limit: 100, windowMs: 1_000 });
  budget.reserve(40, 0)!.settle(40, 0);
  budget.reserve(30, 0)!.settle(20, 500);
  budget.reserve(10, 600);
  const spent = budget.spent(600);
  assert.deepEqual(spent, [
    { weight: 40, leftMs: 400 },
    { weight: 20, leftMs: 900 },
    { weight: 10, leftMs: 1_000 },
  ]);
  const next = createWeightBudget({ limit: 100, windowMs: 1_000 });
  next.carry(spent, 5_000);
  assert.equal(next.used(5_000), 70);
  assert.equal(next.waitMs(40, 5_000), 400);
  assert.equal(next.used(6_000), 0);
});

test('however many requests there are, what is remembered of them is bounded', () => {
  const budget = createWeightBudget({ limit: 1e9, windowMs: 61_000 });
  for (let nowMs = 0; nowMs < 61_000; nowMs += 5) budget.reserve(2, nowMs)!.settle(2, nowMs);
  assert.ok(budget.spent(61_000).length <= 610);
  assert.equal(budget.used(61_000), 2 * 12_200);
});

test('an exchange that counts at any moment of a request never sees more than the limit, and little is left unused', () => {
  const limit = 1_200;
  const windowMs = 60_000;
  const request = fc.record({
    weight: fc.integer({ min: 1, max: 120 }),
    /** Part of the weight that the answer turns out to have. */
    share: fc.double({ min: 0, max: 1, noNaN: true }),
    latencyMs: fc.integer({ min: 0, max: 15_000 }),
    /** Moment at which the exchange counts the request, between sending and answer. */
    countedAt: fc.double({ min: 0, max: 1, noNaN: true }),
  });
  fc.assert(
    fc.property(fc.array(request, { minLength: 100, maxLength: 300 }), (requests) => {
      const budget = createWeightBudget({ limit, windowMs });
      const counted: { atMs: number; weight: number }[] = [];
      const answers: { atMs: number; settle(): void }[] = [];
      let nowMs = 0;
      const answer = (untilMs: number) => {
        answers.sort((a, b) => a.atMs - b.atMs);
        while (answers.length > 0 && answers[0]!.atMs <= untilMs) answers.shift()!.settle();
      };
      for (const { weight, share, latencyMs, countedAt } of requests) {
        for (let wait = budget.waitMs(weight, nowMs); wait > 0; wait = budget.waitMs(weight, nowMs)) {
          nowMs = Math.min(nowMs + wait, answers[0]?.atMs ?? Number.POSITIVE_INFINITY);
          answer(nowMs);
        }
        const reservation = budget.reserve(weight, nowMs)!;
        const actual = Math.ceil(weight * share);
        const atMs = nowMs + latencyMs;
        counted.push({ atMs: nowMs + latencyMs * countedAt, weight: actual });
        answers.push({ atMs, settle: () => reservation.settle(actual, atMs) });
        answer(nowMs);
      }
      counted.sort((a, b) => a.atMs - b.atMs);
      for (const [i, { atMs }] of counted.entries()) {
        const inWindow = counted.slice(i).filter((later) => later.atMs < atMs + windowMs);
        assert.ok(inWindow.reduce((sum, { weight }) => sum + weight, 0) <= limit);
      }
      const total = requests.reduce((sum, { weight }) => sum + weight, 0);
      // One window and the slowest answer for every full budget of reserved weight.
      assert.ok(nowMs <= (total / (limit - 120)) * (windowMs + 15_000), `${nowMs} ms for ${total}`);
    }),
  );
});
