import assert from 'node:assert/strict';
import { test } from 'node:test';
import { monotonicMs } from '../../../kernel/clock.ts';
import { every } from './recurring-job.ts';

const staleness = { group: 'markets', ageMs: 1, targetMs: 1 } as const;

test('a job is due at once, then after its time, and before when it is hurried', async () => {
  const job = every({ targetMs: 10_000 }, async () => undefined);
  assert.ok(job.staleness(monotonicMs()) !== undefined);
  await job.run(staleness);
  const doneMs = monotonicMs();
  assert.equal(job.staleness(doneMs + 9_000), undefined);
  assert.ok(job.staleness(doneMs + 10_001) !== undefined);
  job.hurry();
  assert.ok(job.staleness(monotonicMs()) !== undefined);
});

test('one that is not wanted is not due, unless it is hurried', () => {
  const job = every({ targetMs: 10, isWanted: () => false }, async () => undefined);
  assert.equal(job.staleness(monotonicMs() + 1e6), undefined);
  job.hurry();
  assert.ok(job.staleness(monotonicMs()) !== undefined);
});

test('what was hurried while it ran, or failed, is due again', async () => {
  let fails = true;
  const job = every({ targetMs: 10_000, isWanted: () => false }, async () => {
    if (fails) throw new Error('no answer');
    job.hurry();
  });
  job.hurry();
  await assert.rejects(job.run(staleness));
  assert.ok(job.staleness(monotonicMs()) !== undefined);
  fails = false;
  await job.run(staleness);
  assert.ok(job.staleness(monotonicMs()) !== undefined);
});

test('of two that are due together the more important one goes first, and neither comes sooner', async () => {
  const [minor, major] = [1, 4].map((importance) =>
    every({ targetMs: 10_000, importance: () => importance }, async () => undefined),
  );
  const urgency = (job: typeof minor, nowMs: number) => {
    const { ageMs, targetMs } = job!.staleness(nowMs)!;
    return ageMs / targetMs;
  };
  assert.ok(urgency(major, monotonicMs()) > 3 * urgency(minor, monotonicMs()));
  await major!.run(staleness);
  assert.equal(major!.staleness(monotonicMs() + 9_000), undefined);
});

test('a job takes the share of the group it is in by then', () => {
  let isKnown = false;
  const job = every(
    { targetMs: 10, group: () => (isKnown ? 'markets' : 'histories') },
    async () => undefined,
  );
  assert.equal(job.staleness(monotonicMs())!.group, 'histories');
  isKnown = true;
  assert.equal(job.staleness(monotonicMs())!.group, 'markets');
});
