import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { minuteMs } from '../../../kernel/clock.ts';
import { createRequestQueue, type QueuedRequest } from './request-queue.ts';
import { createWeightBudget, type WeightBudget } from './weight-budget.ts';
import { paceWeight } from './weight-pace.ts';

const windowMs = 1_000;
const open = (limit: number, heaviest: number) =>
  paceWeight(createWeightBudget({ limit, windowMs }), { limit, windowMs, heaviest });

test('a fifth of the weight goes in a fifth of the window', () => {
  const budget = open(100, 10);
  budget.reserve(15, 0)!.settle(15, 0);
  assert.equal(budget.reserve(10, 0), undefined);
  assert.equal(budget.waitMs(10, 0), 200);
  assert.ok(budget.reserve(5, 0));
  assert.equal(
    budget.waitMs(20, 50),
    Number.POSITIVE_INFINITY,
    'until the one that is under way is answered',
  );
});

test('weight that a request did not need is there for the next one', () => {
  const budget = open(100, 10);
  const first = budget.reserve(10, 0)!;
  assert.equal(budget.reserve(15, 5), undefined);
  first.settle(5, 5);
  assert.ok(budget.reserve(15, 5));
});

test('where the heaviest request is more than a fifth, that much goes in its part of the window', () => {
  const budget = open(100, 50);
  budget.reserve(50, 0)!.settle(50, 0);
  assert.equal(budget.waitMs(50, 0), 500);
  assert.ok(open(100, 200).reserve(100, 0), 'at most all of it');
});

test('what was spent before by another process counts', () => {
  const budget = open(100, 10);
  budget.carry([{ weight: 95, leftMs: 700 }], 0);
  assert.equal(budget.waitMs(10, 0), 700);
});

test('in any fifth of a window no more goes than its part, and over many windows all of the weight', () => {
  const limit = 1_200;
  const weights = fc.array(fc.integer({ min: 1, max: 120 }), { minLength: 50, maxLength: 200 });
  fc.assert(
    fc.property(weights, (requests) => {
      const budget = paceWeight(createWeightBudget({ limit, windowMs: minuteMs }), {
        limit,
        windowMs: minuteMs,
        heaviest: 120,
      });
      const sent: { atMs: number; weight: number }[] = [];
      let nowMs = 0;
      for (const weight of requests) {
        nowMs += budget.waitMs(weight, nowMs);
        budget.reserve(weight, nowMs)!.settle(weight, nowMs);
        sent.push({ atMs: nowMs, weight });
      }
      for (const [i, { atMs }] of sent.entries()) {
        const inPart = sent.slice(i).filter((later) => later.atMs < atMs + minuteMs / 5);
        assert.ok(inPart.reduce((sum, { weight }) => sum + weight, 0) <= limit / 5);
      }
      // The next request may be too heavy for what is left of a part.
      const total = requests.reduce((sum, weight) => sum + weight, 0);
      assert.ok(nowMs <= (total / (limit / 5 - 120)) * (minuteMs / 5), `${nowMs} ms for ${total}`);
    }),
  );
});

/** Weight of an hour by lane, where each lane's eight readers ask one request after the other. Those of wallets store first. */
function hourOf(budget: WeightBudget): Record<'wallets' | 'roles', number> {
  const readers = { wallets: { weight: 40, restMs: 2_000 }, roles: { weight: 60, restMs: 0 } };
  const shares = { markets: 1, histories: 1, wallets: 50, roles: 5 };
  const queue = createRequestQueue<QueuedRequest>({ capacity: 100, shares });
  const spent = { wallets: 0, roles: 0 };
  const asks: { atMs: number; lane: 'wallets' | 'roles' }[] = [];
  for (let i = 0; i < 8; i++) asks.push({ atMs: 0, lane: 'wallets' }, { atMs: 0, lane: 'roles' });
  for (let nowMs = 0; nowMs < 3_600_000; nowMs += 100) {
    for (const ask of asks.filter(({ atMs }) => atMs <= nowMs)) {
      asks.splice(asks.indexOf(ask), 1);
      const { lane } = ask;
      queue.push({ weight: readers[lane].weight, staleness: { lane, ageMs: 1, targetMs: 1 } }, nowMs);
    }
    for (let next = queue.first(nowMs); next !== undefined; next = queue.first(nowMs)) {
      const reservation = budget.reserve(next.weight, nowMs);
      if (reservation === undefined) break;
      queue.take(next);
      reservation.settle(next.weight, nowMs);
      const lane = next.staleness.lane as 'wallets' | 'roles';
      spent[lane] += next.weight;
      asks.push({ atMs: nowMs + 100 + readers[lane].restMs, lane });
    }
  }
  return spent;
}

test('lanes whose readers take a moment between two requests get their share, which a bare window does not give them', () => {
  const limit = 1_200;
  const shareOf = ({ wallets, roles }: ReturnType<typeof hourOf>) => wallets / (wallets + roles);
  const bare = shareOf(hourOf(createWeightBudget({ limit })));
  const paced = shareOf(hourOf(paceWeight(createWeightBudget({ limit }), { limit, heaviest: 120 })));
  assert.ok(bare < 0.6, `${bare}`);
  assert.ok(Math.abs(paced - 50 / 55) < 0.02, `${paced}`);
});
