import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dayMs } from '../../kernel/clock.ts';
import { daysBetween, keepDays } from './kept-days.ts';

/** Days whose rows are their version, so that each value says what it was read from. */
function daysOf(rows: Map<number, string>) {
  const reads: number[][] = [];
  let nowMs = 0;
  let fails = false;
  const kept = keepDays({
    versions: async (beforeMs) => new Map([...rows].filter(([day]) => day * dayMs < beforeMs)),
    async read(days) {
      reads.push([...days]);
      if (fails) throw new Error('away');
      return new Map(days.filter((day) => rows.get(day) !== 'empty').map((day) => [day, rows.get(day)!]));
    },
    now: () => nowMs,
  });
  return {
    ...{ kept, reads },
    /** Later than what versions are kept for. */
    pass() {
      nowMs += 1_001;
    },
    fail(now: boolean) {
      fails = now;
    },
  };
}

test('each day is read once, and again when its rows changed; the map is the same until then', async () => {
  const rows = new Map([
    [10, 'a'],
    [11, 'b'],
    [13, 'today'],
  ]);
  const { kept, reads, pass } = daysOf(rows);
  const before = 13 * dayMs;
  const [first, same] = await Promise.all([kept(before), kept(before)]);
  assert.deepEqual([...first], [...rows].slice(0, 2));
  assert.equal(first, same);
  assert.deepEqual(reads, [[10, 11]], 'one reading for all who ask at the same time');
  rows.set(10, 'late');
  assert.equal(await kept(before), first, 'versions are looked up once a second');
  pass();
  assert.equal((await kept(before)).get(10), 'late');
  assert.deepEqual(reads.at(-1), [10]);
  const today = await kept(14 * dayMs);
  assert.equal(today.get(13), 'today', 'a day is over at midnight');
  assert.deepEqual(reads.at(-1), [13]);
});

test('a day that has gone is left out, as is one without a value; neither is read again', async () => {
  const rows = new Map([
    [10, 'empty'],
    [11, 'b'],
  ]);
  const { kept, reads, pass } = daysOf(rows);
  assert.deepEqual([...(await kept(13 * dayMs))], [[11, 'b']]);
  pass();
  await kept(13 * dayMs);
  rows.delete(11);
  pass();
  assert.deepEqual([...(await kept(13 * dayMs))], []);
  assert.equal(reads.length, 1);
});

test('what could not be read is told, and read by the next who asks', async () => {
  const { kept, fail } = daysOf(new Map([[10, 'a']]));
  fail(true);
  await assert.rejects(kept(11 * dayMs), /away/);
  fail(false);
  assert.equal((await kept(11 * dayMs)).get(10), 'a');
});

test('a window takes the days that lie in it whole, and asks for none where it has none', async () => {
  const { kept, reads } = daysOf(
    new Map([
      [10, 'a'],
      [11, 'b'],
    ]),
  );
  const none = await daysBetween(kept, { wholeFrom: 12 * dayMs, wholeTo: 12 * dayMs });
  assert.deepEqual([none.size, reads.length], [0, 0]);
  const found = await daysBetween(kept, { wholeFrom: 11 * dayMs, wholeTo: 12 * dayMs });
  assert.deepEqual([...found], [[11, 'b']]);
});
