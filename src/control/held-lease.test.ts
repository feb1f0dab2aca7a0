import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import { until } from '../../test/until.ts';
import { monotonicMs } from '../kernel/clock.ts';
import { holdLease, WriterBusy, WriterLost } from './held-lease.ts';
import type { WriterLeases } from './writer-leases.ts';

/** Renewed often; a machine that pauses for a moment does not lose it. */
const timing = { ttlMs: 60_000, renewMs: 10, marginMs: 50 };
/** Expires soon for this process, and much later for the database. */
const short = { ttlMs: 60_000, renewMs: 10, marginMs: 59_800 };

/** Leases that succeed or fail as the test says, and record their requests. */
function leases() {
  const requests: string[] = [];
  const answers = { renew: (): Promise<boolean> => Promise.resolve(true) };
  const writers: WriterLeases = {
    async take({ holder }) {
      requests.push(`take ${holder}`);
      return { epoch: 7 };
    },
    renew({ report }) {
      requests.push(`renew ${report}`);
      return answers.renew();
    },
    async release(epoch) {
      requests.push(`release ${epoch}`);
    },
    lastReport: async () => undefined,
  };
  return { writers, asked: requests, answers };
}

test('a lease is renewed with the newest report until it is given back, and no longer', async () => {
  const { writers, asked: requests } = leases();
  let count = 0;
  const lease = await holdLease({ writers, holder: 'me', above: 0, report: () => ++count, timing });
  await until('three renewals', () => requests.length >= 4);
  await lease.giveBack();
  const renewals = Array.from({ length: requests.length - 2 }, (_, index) => `renew ${index + 1}`);
  assert.deepEqual(requests, ['take me', ...renewals, 'release 7']);
  assert.equal(lease.lost.aborted, false);
});

test('a lease that cannot be renewed is lost before its time is up in the database', async () => {
  const { writers, answers } = leases();
  const startMs = monotonicMs();
  answers.renew = () => Promise.reject(new Error('the database is away'));
  const lease = await holdLease({ writers, holder: 'me', above: 0, timing: short });
  await once(lease.lost, 'abort');
  const heldMs = monotonicMs() - startMs;
  // Timers count whole milliseconds, and may fire within the last.
  assert.ok(heldMs > short.ttlMs - short.marginMs - 1 && heldMs < short.ttlMs, `${heldMs} ms`);
  assert.throws(() => lease.check(), WriterLost);
  await lease.giveBack();
});

test('a renewal that fails once is made good by the next', async () => {
  const { writers, asked: requests, answers } = leases();
  let failures = 0;
  answers.renew = () => (failures++ < 3 ? Promise.reject(new Error('a hiccup')) : Promise.resolve(true));
  const lease = await holdLease({ writers, holder: 'me', above: 0, timing });
  await until('ten renewals', () => requests.length > 10);
  lease.check();
  await lease.giveBack();
});

test('a lease that another process has is lost at once', async () => {
  const { writers, answers } = leases();
  answers.renew = () => Promise.resolve(false);
  const lease = await holdLease({ writers, holder: 'me', above: 0, timing });
  await once(lease.lost, 'abort');
  assert.throws(() => lease.check(), /the write lease was lost/);
  await lease.giveBack();
});

test('a process that was stopped past its time has lost the lease before any timer fires', async () => {
  const { writers } = leases();
  const lease = await holdLease({ writers, holder: 'me', above: 0, timing: short });
  const startMs = monotonicMs();
  while (monotonicMs() - startMs < short.ttlMs - short.marginMs); // stands still: no timer runs
  assert.throws(() => lease.check(), WriterLost);
  assert.equal(lease.lost.aborted, true);
  await lease.giveBack();
});

test('a second process gets the name of the holder as soon as that has renewed, and gets it where that is dead', async () => {
  const { writers } = leases();
  const heldBy = 'tidemark serve (pid 7 on here)';
  let looks = 0;
  writers.take = async () => ({ heldBy, until: ++looks < 3 ? 'then' : 'later' });
  const second = () => holdLease({ writers, holder: 'me', above: 0, timing });
  await assert.rejects(
    second(),
    (error) => error instanceof WriterBusy && error.message.startsWith(`${heldBy} writes`),
  );
  assert.equal(looks, 3);
  writers.take = async () => (++looks < 6 ? { heldBy, until: 'then' } : { epoch: 8 });
  const lease = await second();
  assert.equal(lease.epoch, 8);
  await lease.giveBack();
});
