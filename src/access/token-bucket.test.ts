import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { newBucket, nextTokenMs, refill, takeTokens, tokensLeft, waitMs } from './token-bucket.ts';

const rates = fc.constantFrom(1, 7, 15, 30, 60, 120, 600, 10_000);
const pauses = fc.oneof(fc.constant(0), fc.nat(50), fc.nat(3_000), fc.nat(120_000));

/** Asks at each moment; the times at which it was admitted. */
function admissions(ratePerMinute: number, moments: readonly number[]): number[] {
  const bucket = newBucket(0);
  return moments.filter((atMs) => {
    refill(bucket, ratePerMinute, atMs);
    if (waitMs(bucket, ratePerMinute, 1) > 0) return false;
    takeTokens(bucket, ratePerMinute, 1);
    return true;
  });
}

test('over any window never more is admitted than the capacity and what it refilled meanwhile', () => {
  fc.assert(
    fc.property(rates, fc.array(pauses, { minLength: 1, maxLength: 200 }), (rate, steps) => {
      let atMs = 0;
      // Bursts well above the capacity at each moment.
      const moments = steps.flatMap((stepMs) =>
        Array.from({ length: 1 + (rate % 40) }, () => (atMs += stepMs)),
      );
      const admitted = admissions(rate, moments);
      for (let from = 0; from < admitted.length; from++) {
        for (let to = from; to < admitted.length; to += 7) {
          const windowMs = admitted[to]! - admitted[from]!;
          assert.ok(to - from + 1 <= rate + (windowMs * rate) / 60_000);
        }
      }
    }),
    { numRuns: 60 },
  );
});

test('a caller that waits exactly the announced time is admitted, and a millisecond earlier none is', () => {
  fc.assert(
    fc.property(rates, fc.nat(60_000), fc.integer({ min: 1, max: 3 }), (rate, pauseMs, cost) => {
      const bucket = newBucket(0);
      while (waitMs(bucket, rate, cost) === 0) takeTokens(bucket, rate, cost);
      refill(bucket, rate, pauseMs);
      while (waitMs(bucket, rate, cost) === 0) takeTokens(bucket, rate, cost);
      const toWaitMs = waitMs(bucket, rate, cost);
      refill(bucket, rate, pauseMs + toWaitMs - 1);
      assert.ok(waitMs(bucket, rate, cost) > 0);
      refill(bucket, rate, pauseMs + toWaitMs);
      assert.equal(waitMs(bucket, rate, cost), 0);
    }),
  );
});

test('the next token comes exactly when it is said to, and none to a full bucket', () => {
  fc.assert(
    fc.property(rates, fc.nat(60_000), (rate, pauseMs) => {
      const bucket = newBucket(0);
      assert.equal(nextTokenMs(bucket, rate), 0);
      for (let i = 0; i < Math.min(rate, 5); i++) takeTokens(bucket, rate, 1);
      refill(bucket, rate, pauseMs);
      const left = tokensLeft(bucket, rate);
      const nextMs = nextTokenMs(bucket, rate);
      if (left === rate) return;
      refill(bucket, rate, pauseMs + nextMs - 1);
      assert.equal(tokensLeft(bucket, rate), left);
      refill(bucket, rate, pauseMs + nextMs);
      assert.equal(tokensLeft(bucket, rate), left + 1);
    }),
  );
});

test('a clock that goes back refills nothing, and from there on the bucket refills as before', () => {
  const bucket = newBucket(100_000);
  for (let i = 0; i < 30; i++) takeTokens(bucket, 30, 1);
  refill(bucket, 30, 10_000);
  assert.equal(tokensLeft(bucket, 30), 0);
  refill(bucket, 30, 12_000);
  assert.equal(tokensLeft(bucket, 30), 1);
});

test('a better rate counts at once without starting over, and a lower one is never below empty', () => {
  const bucket = newBucket(0);
  for (let i = 0; i < 30; i++) takeTokens(bucket, 30, 1);
  refill(bucket, 600, 0);
  assert.equal(tokensLeft(bucket, 600), 570);
  for (let i = 0; i < 500; i++) takeTokens(bucket, 600, 1);
  refill(bucket, 30, 0);
  assert.equal(tokensLeft(bucket, 30), 0);
  assert.equal(waitMs(bucket, 30, 1), 2_000);
});

test('what costs more than the bucket holds waits for a full one', () => {
  const bucket = newBucket(0);
  takeTokens(bucket, 15, 1);
  assert.equal(waitMs(bucket, 15, 100), 4_000);
  refill(bucket, 15, 4_000);
  assert.equal(waitMs(bucket, 15, 100), 0);
});
