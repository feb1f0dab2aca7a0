import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seededNumbers } from '../../test/source-fills.ts';
import { createPriceSeries } from './price-history.ts';

test('any range of buckets has the lowest and the highest price, and says whether others traded', () => {
  const below = seededNumbers(4);
  const series = createPriceSeries();
  const buckets: { at: number; low: number; high: number; lone: number }[] = [];
  for (let at = 600; buckets.length < 5_000; at += 60 * (1 + below(3))) {
    // A few wallets alone for long, so that whole blocks are of one of them.
    const lone = below(40) === 0 ? below(4) : (buckets.at(-1)?.lone ?? 0);
    const low = 1 + below(1_000);
    buckets.push({ at, low, high: low + below(500), lone });
    const { high } = buckets.at(-1)!;
    // Some come in two pieces: one of another wallet makes it one of several.
    if (below(3) === 0) {
      const isOfTwo = below(2) === 0;
      series.add(at, low + below(high - low + 1), high, lone);
      series.add(at, low, high - below(high - low + 1), isOfTwo ? lone + 1 : lone);
      if (isOfTwo) buckets.at(-1)!.lone = 0;
    } else series.add(at, low, high, lone);
  }
  const last = buckets.at(-1)!.at;
  for (let run = 0; run < 400; run++) {
    const [from, own] = [below(last), below(4)];
    const to = from + below(run % 2 === 0 ? 4_000 : last);
    const seen = buckets.filter(({ at }) => at >= from && at <= to);
    const expected = {
      low: seen.reduce((low, bucket) => Math.min(low, bucket.low), Number.POSITIVE_INFINITY),
      high: seen.reduce((high, bucket) => Math.max(high, bucket.high), 0),
      isOfOthers: seen.some(({ lone }) => own === 0 || lone !== own),
    };
    assert.deepEqual(series.range(from, to, own), expected, `${from} to ${to} without ${own}`);
  }
  assert.throws(() => series.add(last - 60, 1, 1, 0), /come behind later ones/);
});
