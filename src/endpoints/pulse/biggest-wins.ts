import { Type } from 'typebox';
import { magnitudeOf } from '../../analytics/derived/tables/large-pnl.ts';
import { bodyQuery } from '../bodies/body-query.ts';
import { tradeBody, tradeExample, tradeFields, tradeMeaning } from '../bodies/trade.ts';
import { fillsFreshness } from '../cache-rules.ts';
import { endpoint } from '../endpoint.ts';
import { rowLimit, rowsLimit } from '../params/pages.ts';
import { number } from '../params/scalars.ts';
import { nullable } from '../schema.ts';
import { everySql, largeFirst, largestSql } from './large-first.ts';
import { pnlBound } from './pnl-bound.ts';

const feed = {
  // Both conditions prune by the index of closed_pnl; the first one keeps a win from being anything else.
  where: 'closed_pnl > 0 AND closed_pnl >= toDecimal128({bound:String}, 12)',
  order: 'closed_pnl DESC, time, seq, wallet',
};
const body = { body: tradeBody, fields: tradeFields, limits: { maxRows: rowsLimit } };

const everyWins = bodyQuery({
  name: 'pulse_biggest_wins',
  params: { bound: 'String', limit: 'UInt64' },
  ...body,
  sql: everySql(feed),
});

const largeWins = bodyQuery({
  name: 'pulse_biggest_wins_large',
  params: { bound: 'String', least: 'Int64', limit: 'UInt64' },
  ...body,
  sql: largestSql('won', { ...feed, counted: 'magnitude >= {least:Int64}' }),
});

export const biggestWins = endpoint({
  id: 'pulse.biggest-wins',
  path: '/api/public/v1/pulse/biggest-wins',
  summary: 'The trades with the largest closed PnL',
  description: `Winning fills of all time, by pnl, largest first; ties: the earlier one first. ${tradeMeaning}`,
  tags: ['Pulse'],
  tier: 'free',
  cache: fillsFreshness,
  params: {
    limit: rowLimit(20),
    minPnl: number({ default: 50000, description: 'The least pnl of a listed trade, USD.' }),
  },
  response: nullable(Type.Array(tradeBody)),
  example: [tradeExample],
  async run({ params, sources, signal }) {
    const bound = pnlBound(params.minPnl, 'up');
    const { limit } = params;
    const { analytics } = sources;
    const leastUsd = params.minPnl;
    const least = magnitudeOf(leastUsd);
    const body = await largeFirst(
      { limit, leastUsd },
      () => largeWins.read(analytics, { bound, least, limit }, { signal }),
      () => everyWins.read(analytics, { bound, limit }, { signal }),
    );
    return { body };
  },
});
