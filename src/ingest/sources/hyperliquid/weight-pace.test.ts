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

test('behind a burst, weight comes evenly', () => {
  const budget = open(100, 20);
  budget.reserve(20, 0)!.settle(20, 0);
  assert.equal(budget.reserve(5, 0), undefined);
  assert.equal(budget.waitMs(5, 0), 50);
  assert.equal(budget.reserve(5, 49), undefined);
  assert.ok(budget.reserve(5, 50));
  assert.equal(budget.waitMs(20, 50), 200);
});

test('weight that a request did not need is there for the next one', () => {
  const budget = open(100, 20);
  const first = budget.reserve(20, 0)!;
  assert.equal(budget.waitMs(15, 5), 145);
  first.settle(5, 5);
  assert.equal(budget.waitMs(15, 5), 0);
});

test('a tenth of the weight goes at once where it is more than the heaviest request, and never more than all', () => {
  const budget = open(100, 4);
  assert.ok(budget.reserve(10, 0));
  assert.equal(budget.waitMs(1, 0), 10);
  assert.ok(open(100, 200).reserve(100, 0));
});

test('what was spent before by another process counts', () => {
  const budget = open(100, 10);
  budget.carry([{ weight: 95, leftMs: 700 }], 0);
  assert.equal(budget.waitMs(10, 0), 700);
});

test('in any stretch at most a burst and the even rate go, and in many windows all but the heaviest request', () => {
  const limit = 1_200;
  const heaviest = 120;
  const weights = fc.array(fc.integer({ min: 1, max: heaviest }), { minLength: 50, maxLength: 200 });
  fc.assert(
    fc.property(weights, (requests) => {
      const window = { limit, windowMs: minuteMs };
      const budget = paceWeight(createWeightBudget(window), { ...window, heaviest });
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
          assert.ok(sum <= heaviest + ((later.atMs - atMs) * limit) / minuteMs + 1e-6);
        }
      }
      const total = requests.reduce((sum, weight) => sum + weight, 0);
      assert.ok(nowMs <= (total / (limit - heaviest) + 1) * minuteMs, `${nowMs} ms for ${total}`);
    }),
  );
});

/** Weight that is taken for a request before its answer says how much it was. */
const taken = { weight: 120, answerMs: 300 };

/** Weight of an hour by group, where each group's eight readers ask one request after the other. Those of wallets store first. */
function hourOf(budget: WeightBudget): Record<'wallets' | 'roles', number> {
  const readers = { wallets: { weight: 40, restMs: 2_000 }, roles: { weight: 60, restMs: 0 } };
  const shares = { markets: 1, histories: 1, wallets: 50, roles: 5 };
  const queue = createRequestQueue<QueuedRequest>({ capacity: 100, shares });
  const spent = { wallets: 0, roles: 0 };
  const events: { atMs: number; happen(): void }[] = [];
  for (let nowMs = 0; nowMs < 3_600_000; nowMs += 100) {
    const ask = (group: keyof typeof spent) =>
      void queue.push({ weight: taken.weight, staleness: { group, ageMs: 1, targetMs: 1 } }, nowMs);
    if (nowMs === 0) for (let i = 0; i < 16; i++) ask(i < 8 ? 'wallets' : 'roles');
    for (const event of events.filter(({ atMs }) => atMs <= nowMs)) {
      events.splice(events.indexOf(event), 1);
      event.happen();
    }
    for (let next = queue.first(nowMs); next !== undefined; next = queue.first(nowMs)) {
      const request = next;
      const reservation = budget.reserve(request.weight, nowMs);
      if (reservation === undefined) break;
      queue.take(request);
      const group = request.staleness.group as keyof typeof spent;
      const { weight, restMs } = readers[group];
      const answeredMs = nowMs + taken.answerMs;
      spent[group] += weight;
      events.push(
        {
          atMs: answeredMs,
          happen() {
            reservation.settle(weight, answeredMs);
            queue.settle(request, weight);
          },
        },
        {
          atMs: answeredMs + restMs,
          happen() {
            queue.push({ weight: taken.weight, staleness: { group, ageMs: 1, targetMs: 1 } }, nowMs);
          },
        },
      );
    }
  }
  return spent;
}

test('groups whose readers take a moment between two requests get their share, which a bare window does not give them, and nothing is left unused for it', () => {
  const limit = 1_200;
  const of = ({ wallets, roles }: ReturnType<typeof hourOf>) => ({
    all: wallets + roles,
    share: wallets / (wallets + roles),
  });
  const bare = of(hourOf(createWeightBudget({ limit })));
  const paced = of(hourOf(paceWeight(createWeightBudget({ limit }), { limit, heaviest: 120 })));
  assert.ok(bare.share < 0.85, `${bare.share}`);
  assert.ok(Math.abs(paced.share - 50 / 55) < 0.02, `${paced.share}`);
  assert.ok(paced.all > 0.97 * bare.all, `${paced.all} of ${bare.all}`);
});
