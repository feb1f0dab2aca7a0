import type { Static } from 'typebox';
import type { ValuedPosition } from '../../domain/exposure.ts';
import { roundedUsd } from '../../kernel/rounded.ts';
import { bodySchema } from '../schema.ts';
import { double, int32, int64, text } from './fields.ts';

/** Buckets by notional, USD: each up to the next one's least (docs/methodology/fields.md#getpositionsizebreakdownrow). */
const sizeBuckets = [
  { sizeBucket: '<1k', leastUsd: 0 },
  { sizeBucket: '1k-10k', leastUsd: 1_000 },
  { sizeBucket: '10k-100k', leastUsd: 10_000 },
  { sizeBucket: '100k-1M', leastUsd: 100_000 },
  { sizeBucket: '1M-10M', leastUsd: 1_000_000 },
  { sizeBucket: '>=10M', leastUsd: 10_000_000 },
] as const;

export const sizeBreakdownRow = bodySchema('GetPositionSizeBreakdownRow', {
  sizeBucket: text(sizeBuckets.map(({ sizeBucket }) => sizeBucket).join(', ')),
  sortOrder: int32('Place of the bucket, the smallest first, from 1.'),
  positionCount: int64('Positions in the bucket.'),
  longCount: int64('Longs among them.'),
  shortCount: int64('Shorts among them.'),
  totalNotional: double('Their notional at mark, USD.'),
  longNotional: double('That of longs, USD.'),
  shortNotional: double('That of shorts, USD.'),
});

/** All buckets, the smallest first, empty ones too. Positions without a mark are in none. */
export function sizeBreakdown(positions: Iterable<ValuedPosition>): Static<typeof sizeBreakdownRow>[] {
  const rows = sizeBuckets.map(({ sizeBucket }, place) => ({
    sizeBucket,
    sortOrder: place + 1,
    positionCount: 0,
    longCount: 0,
    shortCount: 0,
    totalNotional: 0,
    longNotional: 0,
    shortNotional: 0,
  }));
  for (const { size, notional } of positions) {
    if (notional === undefined) continue;
    const row = rows[sizeBuckets.findLastIndex(({ leastUsd }) => notional >= leastUsd)]!;
    row.positionCount += 1;
    row.totalNotional = roundedUsd(row.totalNotional + notional);
    if (size > 0) {
      row.longCount += 1;
      row.longNotional = roundedUsd(row.longNotional + notional);
    } else {
      row.shortCount += 1;
      row.shortNotional = roundedUsd(row.shortNotional + notional);
    }
  }
  return rows;
}
