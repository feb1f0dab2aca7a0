/** How sure a figure of a series of days is, without a guess at how the days are distributed (docs/methodology.md#skill). */

import { seededRng } from '../kernel/rng.ts';

/** Draws of a series: a quantile of 1.5 % then rests on fifteen of them. */
const draws = 1_000;

/** Days of a block: runs of days that hang together stay together (Hall, Horowitz and Jing 1995: n^(1/3)). */
export const blockDays = (days: number) => Math.max(1, Math.ceil(days ** (1 / 3) - 1e-9));

export interface Resampled<N extends string> {
  /**
   * The interval of 95 % of a figure.
   *
   * @param days that the figure rests on
   * @returns its ends; null where it has no bound, or too few draws have a value
   */
  interval(name: N, days: number): [number | null, number | null];
}

/**
 * Resamples the days of a series in blocks that wrap from the end to the start: the circular block bootstrap (Politis and Romano
 * 1992).
 *
 * The percentiles are widened because few blocks understate the spread: Hesterberg (2015), "What teachers should know about the
 * bootstrap", section 4.4, applied to blocks instead of single days.
 *
 * @param seed derived from the data, so that results are reproducible
 */
export function resampled<N extends string>(
  seed: string,
  days: number,
  evaluate: (picks: Uint32Array) => Readonly<Record<N, number>>,
): Resampled<N> {
  const length = blockDays(days);
  let drawn: Readonly<Record<N, number>>[] | undefined;

  function draw(): Readonly<Record<N, number>>[] {
    const rng = seededRng(seed);
    const picks = new Uint32Array(days);
    return Array.from({ length: draws }, () => {
      for (let at = 0; at < days; at += length) {
        const start = rng.below(days);
        for (let day = 0; day < length && at + day < days; day++) picks[at + day] = (start + day) % days;
      }
      return evaluate(picks);
    });
  }

  return {
    interval(name, counted) {
      if (counted <= 2 * length) return [null, null];
      drawn ??= draw();
      const values = Float64Array.from(drawn, (one) => one[name])
        .filter((value) => !Number.isNaN(value))
        .sort();
      if (values.length < draws / 2) return [null, null];
      const tail = tailOf(counted, length);
      return [bounded(quantile(values, tail)), bounded(quantile(values, 1 - tail))];
    },
  };
}

const bounded = (value: number) => (Number.isFinite(value) ? value : null);

function quantile(sorted: Float64Array, share: number): number {
  const at = share * (sorted.length - 1);
  const [low, high] = [sorted[Math.floor(at)]!, sorted[Math.ceil(at)]!];
  // Of two infinities there is no mean.
  return low === high ? low : low + (high - low) * (at - Math.floor(at));
}

/** The share of draws that is left out at each end: 2.5 % of as many days as one likes, less of few. */
function tailOf(days: number, length: number): number {
  // Blocks that overlap say more than blocks apart, at most one and a half times: intervals of a tenth more hold what they claim.
  const freedom = (1.1 * days) / length - 1;
  return normalTail(studentQuantile(freedom) * Math.sqrt(days / (days - length)));
}

/** Of 97.5 %: Abramowitz and Stegun 26.7.5. */
function studentQuantile(freedom: number): number {
  const z = 1.959963984540054;
  const terms = [
    (z ** 3 + z) / 4,
    (5 * z ** 5 + 16 * z ** 3 + 3 * z) / 96,
    (3 * z ** 7 + 19 * z ** 5 + 17 * z ** 3 - 15 * z) / 384,
  ];
  return terms.reduce((sum, term, i) => sum + term / freedom ** (i + 1), z);
}

/** The share of a normal distribution beyond z ≥ 0: Abramowitz and Stegun 26.2.17, to 7.5e-8. */
function normalTail(z: number): number {
  const t = 1 / (1 + 0.2316419 * z);
  const weights = [0.31938153, -0.356563782, 1.781477937, -1.821255978, 1.330274429];
  const sum = weights.reduceRight((rest, weight) => t * (weight + rest), 0);
  return (Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)) * sum;
}
