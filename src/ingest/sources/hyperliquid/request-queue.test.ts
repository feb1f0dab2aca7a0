import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRequestQueue, type QueuedRequest } from './request-queue.ts';

const request = (ageMs: number, targetMs: number): QueuedRequest => ({
  weight: 2,
  staleness: { ageMs, targetMs },
});

test('the stalest data, relative to the age they should have, come first', () => {
  const queue = createRequestQueue(10);
  const hourly = request(1_800_000, 3_600_000);
  const live = request(9_000, 10_000);
  queue.push(hourly, 0);
  queue.push(live, 0);
  assert.equal(queue.first(0), live);
  queue.remove(live);
  assert.equal(queue.first(0), hourly);
  queue.remove(hourly);
  assert.equal(queue.first(0), undefined);
});

test('what was never asked for comes before everything that was, in the order of asking', () => {
  const queue = createRequestQueue(10);
  const news = [request(Number.POSITIVE_INFINITY, 1_000), request(Number.POSITIVE_INFINITY, 1)];
  queue.push(request(1e9, 1), 0);
  for (const each of news) queue.push(each, 1);
  assert.equal(queue.first(2), news[0]);
});

test('a request that waits is overtaken only until its data are the stalest', () => {
  const queue = createRequestQueue(1_000);
  const patient = request(0, 60_000);
  queue.push(patient, 0);
  for (let nowMs = 0; nowMs <= 120_000; nowMs += 1_000) {
    // Someone always comes with data twice as old as they should be.
    const eager = request(2_000, 1_000);
    queue.push(eager, nowMs);
    const first = queue.first(nowMs)!;
    queue.remove(first);
    if (first === patient) return;
  }
  assert.fail('it waited twice the age its data should have, and longer');
});

test('a full queue takes no more, and a drained one is empty', () => {
  const queue = createRequestQueue(2);
  assert.deepEqual(
    [1, 2, 3].map((ageMs) => queue.push(request(ageMs, 1), 0)),
    [true, true, false],
  );
  assert.equal(queue.drain().length, 2);
  assert.equal(queue.length, 0);
});
