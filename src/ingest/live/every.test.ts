import assert from 'node:assert/strict';
import { test } from 'node:test';
import { monotonicMs } from '../../kernel/clock.ts';
import { every } from './every.ts';

const staleness = { ageMs: 1, targetMs: 1 };

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

test('markets that were read before go before a wallet that is a hundred times overdue', async () => {
  const job = every({ targetMs: 10 }, async () => undefined);
  await job.run(staleness);
  const { ageMs, targetMs } = job.staleness(monotonicMs() + 11)!;
  assert.ok(ageMs / targetMs > 100);
});
