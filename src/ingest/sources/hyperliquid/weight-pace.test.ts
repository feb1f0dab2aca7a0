import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { createRequestQueue, type QueuedRequest } from './request-queue.ts';
import { createWeightBudget, type WeightBudget } from './weight-budget.ts';
import { paceWeight } from './weight-pace.ts';

const open = (limit: number, burst: number) =>
  paceWeight(createWeightBudget({ limit, windowMs: 1_000 }), { limit, windowMs: 1_000, burst });

test('behind a burst, weight comes evenly', () => {
  const budget = open(100, 20);
  budget.reserve(20, 0)!.settle(20, 0);
  assert.equal(budget.reserve(5, 0), undefined);
  assert.equal(budget.waitMs(5, 0), 50);
  assert.equal(budget.reserve(5, 49), undefined);
  assert.ok(budget.reserve(5, 50));
  assert.equal(budget.waitMs(20, 50), 200);
  assert.equal(budget.waitMs(96, 10_000), Number.POSITIVE_INFINITY, 'the budget counts what is under way');
});

test('weight that a request did not need is there for the next one', () => {
  const budget = open(100, 20);
  const first = budget.reserve(20, 0)!;
  assert.equal(budget.waitMs(15, 5), 145);
  first.settle(5, 5);
  assert.equal(budget.waitMs(15, 5), 0);
});

test('a request larger than the burst goes where nothing went for a while', () => {
  const budget = open(100, 20);
  budget.reserve(50, 0)!.settle(50, 0);
  assert.equal(budget.waitMs(50, 0), 500);
  assert.ok(budget.reserve(50, 500));
});

test('in any stretch no more goes than a burst and the even rate, and all of that is used', () => {
  const limit = 1_200;
  const burst = 300;
  const windowMs = 61_000;
  const weights = fc.array(fc.integer({ min: 1, max: 120 }), { minLength: 50, maxLength: 200 });
  fc.assert(
    fc.property(weights, (requests) => {
      const budget = paceWeight(createWeightBudget({ limit, windowMs }), { limit, windowMs, burst });
      const sent: { atMs: number; weight: number }[] = [];
      let nowMs = 0;
      for (const weight of requests) {
        nowMs += budget.waitMs(weight, nowMs);
        budget.reserve(weight, nowMs)!.settle(weight, nowMs);
        sent.push({ atMs: nowMs, weight });
      }
      for (const [i, { atMs }] of sent.entries()) {
        let sum = 0;
        for (const later of sent.slice(i)) {
          sum += later.weight;
          assert.ok(sum <= burst + ((later.atMs - atMs) * limit) / windowMs + 1e-6);
        }
      }
      const total = requests.reduce((sum, weight) => sum + weight, 0);
      // A millisecond is lost for each wait, and up to 100 with what the window tells together.
      assert.ok(nowMs <= (total / limit) * windowMs + 101 * requests.length, `${nowMs} ms for ${total}`);
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
  const paced = shareOf(hourOf(paceWeight(createWeightBudget({ limit }), { limit })));
  assert.ok(bare < 0.6, `${bare}`);
  assert.ok(Math.abs(paced - 50 / 55) < 0.02, `${paced}`);
});
