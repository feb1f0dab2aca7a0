import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { scores as fillScores, riskAdjusted, wilsonLowerBound } from './scores.ts';

interface Trader {
  trades: number;
  wins: number;
  pnl: number;
  volume: number;
  riskAdjusted: number;
}

const trader: fc.Arbitrary<Trader> = fc
  .record({
    trades: fc.integer({ min: 10, max: 40 }),
    winShare: fc.integer({ min: 0, max: 4 }),
    pnl: fc.integer({ min: -3, max: 3 }),
    volume: fc.integer({ min: 0, max: 3 }),
    riskAdjusted: fc.constantFrom(Number.NaN, -2, -0.5, 0, 0.5, 3),
  })
  .map(({ winShare, ...rest }) => ({ ...rest, wins: Math.floor((rest.trades * winShare) / 4) }));

function columnsOf(traders: readonly Trader[]) {
  const column = (field: keyof Trader) => Float64Array.from(traders, (row) => row[field]);
  return {
    count: traders.length,
    trades: column('trades'),
    wins: column('wins'),
    pnl: column('pnl'),
    volume: column('volume'),
    riskAdjusted: column('riskAdjusted'),
  };
}

function scores(columns: ReturnType<typeof columnsOf>): Float64Array {
  const result = new Float64Array(columns.count);
  fillScores(result, columns);
  return result;
}

/** Share of the other eligible traders below, equal ones counting half, compared one by one. */
function plainScore(of: Trader, eligible: readonly Trader[]): number {
  const rank = (measure: (row: Trader) => number) => {
    const others = eligible.filter((row) => row !== of).map(measure);
    const points = others.map((value) => (value < measure(of) ? 1 : value === measure(of) ? 0.5 : 0));
    return others.length === 0 ? 1 : points.reduce<number>((a, b) => a + b, 0) / others.length;
  };
  const parts = [
    40 * rank((row) => row.pnl),
    30 * rank((row) => row.riskAdjusted),
    20 * rank((row) => wilsonLowerBound(row.wins, row.trades)),
    10 * rank((row) => row.volume),
  ];
  return parts.reduce((a, b) => a + b);
}

test('a score is the weighted share of eligible traders below, and NaN for those who are not eligible', () => {
  fc.assert(
    fc.property(fc.array(trader, { maxLength: 40 }), (traders) => {
      const eligible = traders.filter((row) => !Number.isNaN(row.riskAdjusted));
      const result = scores(columnsOf(traders));
      for (const [i, row] of traders.entries()) {
        if (Number.isNaN(row.riskAdjusted)) assert.ok(Number.isNaN(result[i]));
        else assert.ok(Math.abs(result[i]! - plainScore(row, eligible)) < 1e-9);
      }
    }),
    { numRuns: 100 },
  );
});

test('scores reach from 0 to 100', () => {
  const worst = { trades: 10, wins: 0, pnl: -5, volume: 1, riskAdjusted: -1 };
  const best = { trades: 10, wins: 9, pnl: 5, volume: 2, riskAdjusted: 1 };
  assert.deepEqual([...scores(columnsOf([worst, best]))], [0, 100]);
  assert.deepEqual([...scores(columnsOf([worst]))], [100], 'the only eligible trader is the best one');
});

test('traders whose ranks sum up to the same have the same score, to the last bit', () => {
  const traders = fc.array(trader, { minLength: 2, maxLength: 40 });
  fc.assert(
    fc.property(traders, (all) => {
      const eligible = all.filter((row) => !Number.isNaN(row.riskAdjusted));
      const halves = (of: Trader, measure: (row: Trader) => number) => {
        const others = eligible.filter((row) => row !== of).map(measure);
        return others.reduce((sum, value) => sum + 1 + Math.sign(measure(of) - value), 0);
      };
      const sums = eligible.map(
        (row) =>
          4 * halves(row, ({ pnl }) => pnl) +
          3 * halves(row, (one) => one.riskAdjusted) +
          2 * halves(row, ({ wins, trades }) => wilsonLowerBound(wins, trades)) +
          halves(row, ({ volume }) => volume),
      );
      const result = scores(columnsOf(all)).filter((score) => !Number.isNaN(score));
      for (const [i, a] of sums.entries()) {
        for (const [j, b] of sums.entries()) {
          assert.equal(Math.sign(result[i]! - result[j]!), Math.sign(a - b), `${sums} as ${result}`);
        }
      }
    }),
    { numRuns: 60 },
  );
});

test('the Wilson bound meets known values and its limits', () => {
  // 95 % Wilson interval of 8 in 10: 0.4902 to 0.9433 (Wilson 1927; Newcombe 1998).
  assert.ok(Math.abs(wilsonLowerBound(8, 10) - 0.4901625) < 1e-6);
  for (let trades = 1; trades < 5_000; trades++) assert.equal(wilsonLowerBound(0, trades), 0, `of ${trades}`);
  assert.ok(wilsonLowerBound(10, 10) < wilsonLowerBound(1000, 1000));
});

test('risk-adjusted needs 10 trades, 5 days and days that differ', () => {
  assert.equal(riskAdjusted(100, 10, 5, 10), 2 * Math.sqrt(365));
  for (const [trades, days, stddev] of [
    [9, 5, 10],
    [10, 4, 10],
    [10, 5, 0],
    [10, 5, Number.NaN],
  ] as const) {
    assert.ok(Number.isNaN(riskAdjusted(100, trades, days, stddev)));
  }
});
