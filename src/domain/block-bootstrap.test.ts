import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type SeededRng, seededRng } from '../kernel/rng.ts';
import { blockDays, resampled } from './block-bootstrap.ts';

/** Number of 100 series whose interval contains the truth. */
function coverage(of: {
  days: number;
  truth: number;
  draw(rng: SeededRng): () => number;
  figure(values: readonly number[]): number;
}): number {
  const series = 1_000;
  let hits = 0;
  for (let one = 0; one < series; one++) {
    const next = of.draw(seededRng(`series ${one}`));
    const values = Array.from({ length: of.days }, next);
    const drawn = new Array<number>(of.days);
    const { interval } = resampled(`${one}`, of.days, (picks) => {
      for (let at = 0; at < of.days; at++) drawn[at] = values[picks[at]!]!;
      return { figure: of.figure(drawn) };
    });
    const [low, high] = interval('figure', of.days);
    if (low! <= of.truth && of.truth <= high!) hits += 1;
  }
  return (hits * 100) / series;
}

function mean(values: readonly number[]): number {
  let sum = 0;
  for (const value of values) sum += value;
  return sum / values.length;
}

function sharpe(values: readonly number[]): number {
  const middle = mean(values);
  let squares = 0;
  for (const value of values) squares += (value - middle) ** 2;
  return middle / Math.sqrt(squares / (values.length - 1));
}

const normal = (truth: number) => (rng: SeededRng) => () => truth + rng.normal();

test('intervals hold the truth of 93 to 97 of 100 series: means, of few days and skewed ones, and ratios', (t) => {
  const skewed = (rng: SeededRng) => () => (rng.unit() < 0.2 ? -4 : 1);
  const cases = [
    { days: 30, truth: 0.1, draw: normal(0.1), figure: mean },
    { days: 90, truth: 0.1, draw: normal(0.1), figure: mean },
    { days: 90, truth: 0, draw: skewed, figure: mean },
    { days: 90, truth: 0.1, draw: normal(0.1), figure: sharpe },
  ];
  for (const one of cases) {
    const shown = coverage(one);
    t.diagnostic(`${shown.toFixed(1)} of 100 at ${one.days} days`);
    assert.ok(shown >= 93 && shown <= 97, `${shown} of 100 at ${one.days} days`);
  }
});

test('a series repeats, and one of too few blocks has no interval', () => {
  const figures = () => {
    const rng = seededRng('values');
    const values = Array.from({ length: 40 }, () => rng.unit());
    return resampled('seed', 40, (picks) => ({ mean: mean(Array.from(picks, (at) => values[at]!)) }));
  };
  assert.deepEqual(figures().interval('mean', 40), figures().interval('mean', 40));
  assert.deepEqual(figures().interval('mean', 2 * blockDays(40)), [null, null]);
  assert.deepEqual([27, 30, 64, 90, 365].map(blockDays), [3, 4, 4, 5, 8]);
});
