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
  // Both conditions prune by the index of closed_pnl; the first one keeps a loss from being anything else.
  where: 'closed_pnl < 0 AND closed_pnl <= toDecimal128({bound:String}, 12)',
  order: 'closed_pnl, time, seq, wallet',
};
const body = { body: tradeBody, fields: tradeFields, limits: { maxRows: rowsLimit } };

const everyLosses = bodyQuery({
  name: 'pulse_biggest_losses',
  params: { bound: 'String', limit: 'UInt64' },
  ...body,
  sql: everySql(feed),
});

const largeLosses = bodyQuery({
  name: 'pulse_biggest_losses_large',
  params: { bound: 'String', least: 'Int64', limit: 'UInt64' },
  ...body,
  sql: largestSql('lost', { ...feed, counted: 'magnitude <= -{least:Int64}' }),
});

export const biggestLosses = endpoint({
  id: 'pulse.biggest-losses',
  path: '/api/public/v1/pulse/biggest-losses',
  summary: 'The trades with the most negative closed PnL',
  description: `Losing fills of all time, by pnl, most negative first; ties: the earlier one first. ${tradeMeaning}`,
  tags: ['Pulse'],
  tier: 'free',
  cache: fillsFreshness,
  params: {
    limit: rowLimit(20),
    maxPnl: number({
      default: -50000,
      description: 'The most pnl of a listed trade, USD; losses are negative.',
    }),
  },
  response: nullable(Type.Array(tradeBody)),
  example: [{ ...tradeExample, price: 85250, volume: 1065625, pnl: -68750, fee: 372.96875 }],
  async run({ params, sources, signal }) {
    const bound = pnlBound(params.maxPnl, 'down');
    const { limit } = params;
    const { analytics } = sources;
    const leastUsd = -params.maxPnl;
    const least = magnitudeOf(leastUsd);
    const body = await largeFirst(
      { limit, leastUsd },
      () => largeLosses.read(analytics, { bound, least, limit }, { signal }),
      () => everyLosses.read(analytics, { bound, limit }, { signal }),
    );
    return { body };
  },
});
