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
      ...{ analytics: harness.store, clock: { nowMs: () => atMs } },
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
