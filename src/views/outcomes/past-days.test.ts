import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openEndpointHarness } from '../../../test/endpoint-harness.ts';
import { outcomeFills } from '../../../test/outcome-fills.ts';
import { dayMs } from '../../kernel/clock.ts';
import { pastDaysView, windowParts } from './past-days.ts';
import { createTraderNumbers } from './trader-numbers.ts';

const nowMs = Date.parse('2026-06-20T12:00:00Z');
const todayMs = Date.parse('2026-06-20T00:00:00Z');
const today = todayMs / dayMs;

test('a day is read once it is over, and again when its rows changed; what did not change stays the same', async () => {
  const fills = outcomeFills({ seed: 5, matches: 60, outcomes: 3, wallets: 5, days: 4, nowMs });
  const harness = await openEndpointHarness({ given: { fills }, nowMs });
  try {
    let atMs = nowMs;
    const view = pastDaysView({
      analytics: harness.store,
      clock: { nowMs: () => atMs },
      numbers: createTraderNumbers(),
    });
    const first = await view.read(undefined);
    assert.equal(first.endMs, todayMs);
    assert.ok(first.days.size > 1 && !first.days.has(today));
    assert.equal((await view.read(first)).days, first.days);

    atMs = nowMs + dayMs;
    assert.equal(view.isOver!(first), true);
    const second = await view.read(first);
    assert.ok(second.days.get(today)!.rows.length > 0, 'a day is over at midnight');
    for (const [day, kept] of first.days) assert.equal(second.days.get(day), kept);

    const late = outcomeFills({ seed: 9, matches: 5, outcomes: 1, wallets: 2, days: 1, nowMs: todayMs - 1 });
    await harness.add(late);
    const third = await view.read(second);
    assert.equal(third.days.get(today), second.days.get(today));
    assert.notEqual(third.days.get(today - 1), second.days.get(today - 1));
    assert.deepEqual(
      third.days.get(today - 1)!.totals,
      (await view.read(undefined)).days.get(today - 1)!.totals,
    );
  } finally {
    await harness.close();
  }
});

test('days that were saved are those that were held, of other numbers, and are read again where their rows changed', async () => {
  const fills = outcomeFills({ seed: 6, matches: 80, outcomes: 3, wallets: 5, days: 4, nowMs });
  const harness = await openEndpointHarness({ given: { fills }, nowMs });
  try {
    const parts = { analytics: harness.store, clock: { nowMs: () => nowMs } };
    const numbers = createTraderNumbers();
    // A wallet without trades on these days: it is not written.
    const gone = numbers.addKey(new Uint32Array(numbers.words).fill(9));
    const view = pastDaysView({ ...parts, numbers });
    const held = await view.read(undefined);
    const saved = await view.snapshot!.save(held);
    assert.ok(!saved.columns.keys!.join().includes(numbers.key(gone).join()));

    const others = createTraderNumbers();
    others.addKey(new Uint32Array(others.words).fill(8));
    const other = pastDaysView({ ...parts, numbers: others });
    const restored = await other.snapshot!.restore({
      ...saved,
      meta: JSON.parse(JSON.stringify(saved.meta)),
    });
    const named = (days: typeof held.days, of: typeof numbers) =>
      Array.from(days, ([day, { traders, ...rest }]) => {
        return { day, ...rest, traders: Array.from(traders, (trader) => of.key(trader).join()) };
      });
    assert.ok(named(held.days, numbers).some(({ rows, traders }) => rows.length > 0 && traders.length > 0));
    assert.deepEqual(named(restored.days, others), named(held.days, numbers));
    assert.equal((await other.read(restored)).days, restored.days);

    await harness.add(
      outcomeFills({ seed: 9, matches: 5, outcomes: 1, wallets: 2, days: 1, nowMs: todayMs - 1 }),
    );
    const next = await other.read(restored);
    assert.equal(next.days.get(today - 2), restored.days.get(today - 2));
    assert.deepEqual(named(next.days, others), named((await view.read(undefined)).days, numbers));
  } finally {
    await harness.close();
  }
});

test('a window takes the days that lie in it whole, as far as they are kept', () => {
  const day = { totals: undefined, version: '', rows: [], traders: new Uint32Array() };
  const past = { endMs: todayMs, days: new Map([today - 3, today - 2, today - 1].map((one) => [one, day])) };
  const partsOf = (fromMs: number, toMs: number) => {
    const { whole, kept } = windowParts(past, { fromMs, toMs });
    return { days: [...kept.keys()].map((one) => one - today), wholeTo: whole.wholeTo };
  };
  assert.deepEqual(partsOf(nowMs - 3 * dayMs, nowMs), { days: [-2, -1], wholeTo: todayMs });
  assert.deepEqual(partsOf(nowMs - 3 * dayMs, nowMs - dayMs), { days: [-2], wholeTo: todayMs - dayMs });
  // A day that has ended and is not kept yet follows from the fills.
  assert.deepEqual(partsOf(nowMs - dayMs, nowMs + dayMs), { days: [], wholeTo: todayMs });
  assert.deepEqual(partsOf(nowMs - 1, nowMs).days, []);
});
