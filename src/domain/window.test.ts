import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dayMs, hourMs } from '../kernel/clock.ts';
import { cutAt, dataStartsMs, hoursOf, lookBack } from './window.ts';

const nowMs = Date.parse('2026-01-03T06:30:00Z');

test('a look back ends now and is cut where the data begin', () => {
  assert.deepEqual(lookBack(hourMs, nowMs), { fromMs: nowMs - hourMs, toMs: nowMs });
  const week = lookBack(7 * dayMs, nowMs, dataStartsMs.risk);
  assert.deepEqual(week, { fromMs: Date.parse('2026-01-01T00:00:00Z'), toMs: nowMs });
  assert.equal(hoursOf(week), 55, 'a begun hour counts');
});

test('a window before the data begin is empty, never turned around', () => {
  const before = cutAt({ fromMs: nowMs - dayMs, toMs: nowMs }, dataStartsMs.outcomes);
  assert.deepEqual(before, { fromMs: nowMs, toMs: nowMs });
  assert.equal(hoursOf(before), 0);
});
