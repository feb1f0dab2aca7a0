import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRequestQueue, type QueuedRequest } from './request-queue.ts';
import { type WeightGroup, weightGroups } from './weight-shares.ts';

const request = (
  ageMs: number,
  targetMs: number,
  group: WeightGroup = 'wallets',
  weight = 2,
): QueuedRequest => ({
  weight,
  staleness: { group, ageMs, targetMs },
});
const shares = { markets: 25, histories: 20, wallets: 50, roles: 5 };

test('the stalest data, relative to the age they should have, come first', () => {
  const queue = createRequestQueue({ capacity: 10, shares });
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
  const queue = createRequestQueue({ capacity: 10, shares });
  const news = [request(Number.POSITIVE_INFINITY, 1_000), request(Number.POSITIVE_INFINITY, 1)];
  queue.push(request(1e9, 1), 0);
  for (const each of news) queue.push(each, 1);
  assert.equal(queue.first(2), news[0]);
});

test('a request that waits is overtaken only until its data are the stalest', () => {
  const queue = createRequestQueue({ capacity: 1_000, shares });
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

test('what somebody waits for goes before everything, in the order of asking, and takes of no share', () => {
  const queue = createRequestQueue({ capacity: 10, shares });
  const stale = request(1e9, 1);
  const awaited = [request(0, 1), request(0, 1)].map((each) => ({ ...each, isAwaited: true }));
  const others = (['wallets', 'markets'] as const).map((group) => request(1, 1, group, 50));
  for (const each of [stale, ...others, ...awaited]) queue.push(each, 0);
  for (const each of awaited) {
    assert.equal(queue.first(0), each);
    queue.take(each);
    // However much it weighed: the wallets' turn comes as if it had not been.
    queue.settle(each, 1_000);
  }
  assert.equal(queue.first(0), stale);
});

test('a full queue refuses, and a drained one is empty', () => {
  const queue = createRequestQueue({ capacity: 2, shares });
  assert.deepEqual(
    [1, 2, 3].map((ageMs) => queue.push(request(ageMs, 1), 0)),
    [true, true, false],
  );
  assert.equal(queue.drain().length, 2);
  assert.equal(queue.length, 0);
});

/** Sends this many requests; each group always has more waiting. @returns spent weight by group */
function spend(
  rounds: number,
  waiting: readonly WeightGroup[],
  counted: Record<WeightGroup, number>,
): Record<WeightGroup, number> {
  const queue = createRequestQueue({ capacity: 100, shares });
  const spent: Record<WeightGroup, number> = { markets: 0, histories: 0, wallets: 0, roles: 0 };
  for (const group of waiting) queue.push(request(1, 10, group, 120), 0);
  for (let i = 0; i < rounds; i++) {
    const first = queue.first(i)!;
    const { group } = first.staleness;
    queue.take(first);
    queue.settle(first, counted[group]);
    spent[group] += counted[group];
    queue.push(request(1, 10, group, 120), i);
  }
  return spent;
}

test('weight is spent by the shares of the groups, as it was counted and not as it was feared', () => {
  const spent = spend(10_000, weightGroups, { markets: 21, histories: 44, wallets: 30, roles: 80 });
  const total = Object.values(spent).reduce((sum, weight) => sum + weight, 0);
  for (const group of weightGroups) {
    assert.ok(
      Math.abs((100 * spent[group]) / total - shares[group]) < 1,
      `${group}: ${spent[group]} of ${total}`,
    );
  }
});

test('what a group does not ask for goes to the others, by their shares', () => {
  const { wallets, histories } = spend(7_000, ['wallets', 'histories'], {
    markets: 1,
    histories: 44,
    wallets: 2,
    roles: 1,
  });
  assert.ok(Math.abs(wallets / histories - 50 / 20) < 0.05, `${wallets} : ${histories}`);
});

test('a group that asks for the first time goes next, and not for all the time that it did not ask', () => {
  const queue = createRequestQueue({ capacity: 100, shares });
  const sendFirst = () => {
    const first = queue.first(0)!;
    queue.take(first);
    return first.staleness.group;
  };
  for (let i = 0; i < 50; i++) queue.push(request(1, 10), 0);
  for (let i = 0; i < 40; i++) assert.equal(sendFirst(), 'wallets');
  for (let i = 0; i < 20; i++) queue.push(request(1, 10, 'markets'), 0);
  assert.equal(sendFirst(), 'markets');
  const next = Array.from({ length: 9 }, sendFirst);
  assert.equal(next.filter((group) => group === 'markets').length, 3);
});
