import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seededNumbers } from '../../../test/source-fills.ts';
import { dayMs } from '../../kernel/clock.ts';
import { type ActivitySums, addSums, createDaySuffixes, type OutcomeOfDay } from './activity-sums.ts';

test('from any day on each outcome has what its days since then come to, and none has what lies before', () => {
  const below = seededNumbers(5);
  const rows = Array.from({ length: 400 }, (): OutcomeOfDay => {
    const fills = below(3);
    const firstMs = fills === 0 ? Number.POSITIVE_INFINITY : below(1_000);
    return {
      ...{ day: 100 + below(20), outcome: below(30), fills, notional: BigInt(below(9_999)) },
      ...{ firstMs, lastMs: fills === 0 ? 0 : firstMs + below(1_000) },
    };
  });
  const days = Map.groupBy(rows, ({ day }) => day);
  // An outcome has one row a day.
  for (const [day, own] of days) {
    days.set(day, [...new Map(own.map((row) => [row.outcome, row])).values()]);
  }
  const since = createDaySuffixes();
  for (let from = 99; from <= 120; from++) {
    const expected = new Map<number, ActivitySums>();
    for (const row of [...days.values()].flat().filter(({ day }) => day >= from)) {
      const { day: _, outcome, ...sums } = row;
      expected.set(outcome, addSums(expected.get(outcome), sums));
    }
    const found = new Map(
      [...since(days, from * dayMs)].map(([outcome, { fills, notional, firstMs, lastMs }]) => [
        outcome,
        { fills, notional, firstMs, lastMs },
      ]),
    );
    assert.deepEqual(found, expected);
  }
});
