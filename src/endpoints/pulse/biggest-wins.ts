import { Type } from 'typebox';
import { bodyQuery } from '../bodies/body-query.ts';
import { tradeBody, tradeColumns, tradeExample, tradeFields, tradeMeaning } from '../bodies/trade.ts';
import { fillsFreshness } from '../cache-rules.ts';
import { endpoint } from '../endpoint.ts';
import { rowLimit, rowsLimit } from '../params/pages.ts';
import { number } from '../params/scalars.ts';
import { nullable } from '../schema.ts';
import { pnlBound } from './pnl-bound.ts';

// Both conditions prune by the index of closed_pnl; the first one keeps a win from being anything else.
const biggestWinsQuery = bodyQuery({
  name: 'pulse_biggest_wins',
  params: { bound: 'String', limit: 'UInt64' },
  body: tradeBody,
  fields: tradeFields,
  limits: { maxRows: rowsLimit },
  sql: `
    SELECT ${tradeColumns}
    FROM fills_by_time
    WHERE closed_pnl > 0 AND closed_pnl >= toDecimal128({bound:String}, 12)
    ORDER BY closed_pnl DESC, time, seq, wallet
    LIMIT {limit:UInt64}`,
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
    const body = await biggestWinsQuery.read(sources.analytics, { bound, limit: params.limit }, { signal });
    return { body };
  },
});
