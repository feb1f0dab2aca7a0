import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dayMs, hourMs, minuteMs } from '../../../../src/kernel/clock.ts';
import { exchangeOptions, extendedPlan, type LivePlan, newLivePlan } from './live-plan.ts';

const nowMs = Date.UTC(2026, 4, 1, 12, 25);
const opened = (fromMs: number, plan: LivePlan = newLivePlan('1', nowMs)) =>
  extendedPlan(plan, fromMs) ?? plan;
const isBusy = (plan: LivePlan, timeMs: number) => exchangeOptions(() => plan).paces![0]!.holds(timeMs);

test('an exchange that somebody runs is busy without a break, restarts within an hour included', () => {
  let plan = opened(nowMs);
  for (const afterMs of [minuteMs, 59 * minuteMs, 61 * minuteMs, 3 * hourMs]) {
    const atMs = nowMs + afterMs;
    for (let ms = plan.busyUntilMs! - hourMs; ms < atMs; ms += minuteMs) plan = opened(ms, plan);
    plan = opened(atMs, plan);
    assert.equal(plan.quiet, undefined);
    assert.ok(plan.busyUntilMs! > atMs + hourMs - minuteMs, 'it reaches ahead of the clock');
  }
  assert.ok(isBusy(plan, plan.liveFromMs) && isBusy(plan, nowMs + 3 * hourMs));
  assert.ok(!isBusy(plan, plan.liveFromMs - 1), 'the history is thin');
});

test('time without a running process is quiet, and nothing that was before changes by it', () => {
  const before = opened(nowMs);
  const backMs = nowMs + 40 * dayMs;
  const after = opened(backMs, before);
  assert.deepEqual(after.quiet, [{ fromMs: before.busyUntilMs, untilMs: backMs }]);
  for (let ms = before.startMs; ms < backMs; ms += 10 * minuteMs) {
    assert.equal(isBusy(after, ms), isBusy(before, ms), new Date(ms).toISOString());
  }
  assert.ok(isBusy(after, backMs), 'busy again at once');
});

test('a clock that cannot be right is named, before a history of that time is made', () => {
  assert.throws(() => newLivePlan('1', 0), /the clock says 1970-01-01T00:00:00.000Z; set it first/);
});

test('a directory of a version that knew no quiet times goes on as that would have', () => {
  const plan = opened(nowMs + 5 * dayMs);
  assert.equal(plan.quiet, undefined);
  assert.ok(isBusy(plan, nowMs + 3 * dayMs));
});
