import { rfc3339 } from '../../kernel/clock.ts';
import { roundedUsd } from '../../kernel/rounded.ts';
import { positionHeaderNames, positionHeaders } from '../answer-headers.ts';
import { dexOpenInterest, openInterestByDex } from '../bodies/dex-open-interest.ts';
import { dateTime, double, list } from '../bodies/fields.ts';
import { endpoint } from '../endpoint.ts';
import { bodySchema } from '../schema.ts';

const openInterestTotals = bodySchema('OIBody', {
  totalGrossUsd: double('Longs and shorts of all dexes together, USD at mark.'),
  byDex: list(dexOpenInterest),
  generatedAt: dateTime('When the answer was made.'),
});

export const openInterest = endpoint({
  id: 'exchange.oi',
  path: '/api/public/v1/exchange/oi',
  summary: 'Open interest of the exchange, both sides, by dex',
  description:
    "The exchange's own open interest × mark of every coin; longs and shorts are equal, and gross is both together. Of coins whose context " +
    'is older than five minutes, or was never read, the positions that are known at the newest trade: longs and shorts differ by those that are not. openPositions counts ' +
    'known positions. By dex, the largest first.',
  tags: ['Exchange'],
  tier: 'free',
  age: 'totals',
  params: {},
  response: openInterestTotals,
  headers: positionHeaderNames,
  example: {
    totalGrossUsd: 18_400_210_400,
    byDex: [
      {
        dex: 'hl',
        openPositions: 204_110,
        grossNotionalUsd: 18_400_210_400,
        longNotionalUsd: 9_200_105_200,
        shortNotionalUsd: 9_200_105_200,
      },
    ],
    generatedAt: '2026-01-15T09:30:12.486Z',
  },
  async run({ sources, clock, signal }) {
    const { market, tallies } = sources;
    const all = await tallies.all(signal);
    const nowMs = clock.nowMs();
    const byDex = openInterestByDex(market, all, nowMs);
    const totalGrossUsd = roundedUsd(byDex.reduce((sum, { grossNotionalUsd }) => sum + grossNotionalUsd, 0));
    const body = { totalGrossUsd, byDex, generatedAt: rfc3339(nowMs) };
    return { body, headers: positionHeaders(all) };
  },
});
