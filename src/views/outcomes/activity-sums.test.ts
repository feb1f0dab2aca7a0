import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seededNumbers } from '../../../test/source-fills.ts';
import { dayMs } from '../../kernel/clock.ts';
import { addSums, createDaySuffixes, type OutcomeOfDay, type WindowSums } from './activity-sums.ts';

const outcomes = 30;
const tradersOfOutcome = 12;

test('from any day on each outcome has what its days since then come to, and none has what lies before', () => {
  const below = seededNumbers(5);
  const rows = Array.from({ length: 400 }, (): OutcomeOfDay => {
    const fills = below(3);
    const firstMs = fills === 0 ? Number.POSITIVE_INFINITY : below(1_000);
    return {
      day: 100 + below(20),
      outcome: below(outcomes),
      fills,
      notional: BigInt(below(9_999)),
      firstMs,
      lastMs: fills === 0 ? 0 : firstMs + below(1_000),
    };
  });
  // Numbers go round the outcomes: 0, 30, 60 … are of the first. Who trades has a row of its outcome on that day.
  const days = new Map(
    [...Map.groupBy(rows, ({ day }) => day)].map(([day, own]) => {
      const once = [...new Map(own.map((row) => [row.outcome, row])).values()];
      const traders = once
        .filter(({ fills }) => fills > 0)
        .flatMap(({ outcome }) => [outcome, outcome + outcomes * (1 + below(tradersOfOutcome - 1))]);
      return [day, { rows: once, traders: Uint32Array.from(traders) }];
    }),
  );
  const size = outcomes * tradersOfOutcome;
  const since = createDaySuffixes({ size, outcomeOf: (number) => number % outcomes });
  for (let from = 99; from <= 120; from++) {
    const newer = [...days].filter(([day]) => day >= from).map(([, one]) => one);
    const traders = new Set(newer.flatMap((one) => [...one.traders]));
    const expected = new Map<number, WindowSums>();
    for (const { outcome, day: _, ...row } of newer.flatMap((one) => one.rows)) {
      const wallets = [...traders].filter((number) => number % outcomes === outcome).length;
      expected.set(outcome, { ...addSums(expected.get(outcome), row), wallets });
    }
    const found = since(days, from * dayMs);
    const sums = [...found.sums].map(([outcome, { fills, notional, firstMs, lastMs, wallets }]) => {
      return [outcome, { fills, notional, firstMs, lastMs, wallets }] as const;
    });
    assert.deepEqual(new Map(sums), expected);
    for (let number = -1; number < size + 2; number++)
      assert.equal(found.hasTraded(number), traders.has(number), `${number} since ${from}`);
  }
});
