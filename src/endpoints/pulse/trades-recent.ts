import { Type } from 'typebox';
import { bodyQuery } from '../bodies/body-query.ts';
import { tradeBody, tradeColumns, tradeExample, tradeFields, tradeMeaning } from '../bodies/trade.ts';
import { fillsFreshness } from '../cache-rules.ts';
import { endpoint } from '../endpoint.ts';
import { knownCoin } from '../known-coin.ts';
import { coin } from '../params/coins.ts';
import { rowLimit, rowsLimit } from '../params/pages.ts';
import { optional } from '../params/param.ts';
import { since } from '../params/windows.ts';
import { nullable } from '../schema.ts';
import { lookBack } from '../window.ts';

// The empty text is no coin: it stands for every coin.
const recentTrades = bodyQuery({
  name: 'pulse_trades_recent',
  params: { from: 'TimeMs', to: 'TimeMs', coin: 'String', limit: 'UInt64' },
  body: tradeBody,
  fields: tradeFields,
  limits: { maxRows: rowsLimit },
  sql: `
    SELECT ${tradeColumns}
    FROM fills_by_time
    WHERE time >= {from:TimeMs} AND time <= {to:TimeMs} AND ({coin:String} = '' OR coin = {coin:String})
    ORDER BY abs(closed_pnl) DESC, time DESC, seq DESC, wallet
    LIMIT {limit:UInt64}`,
});

export const tradesRecent = endpoint({
  id: 'pulse.trades-recent',
  path: '/api/public/v1/pulse/trades/recent',
  summary: 'The trades of a window with the largest closed PnL, won or lost',
  description: `Trades of the window by the absolute value of their pnl, largest first; ties: the newest first. ${tradeMeaning}`,
  tags: ['Pulse'],
  tier: 'free',
  cache: fillsFreshness,
  params: { since: since('1h'), limit: rowLimit(50), coin: optional(coin()) },
  response: nullable(Type.Array(tradeBody)),
  errors: [404],
  example: [tradeExample],
  async run({ params, sources, clock, signal }) {
    const only = params.coin === undefined ? '' : knownCoin(sources, params.coin);
    const window = lookBack(params.since.windowMs, clock.nowMs());
    const body = await recentTrades.read(
      sources.analytics,
      { from: window.fromMs, to: window.toMs, coin: only, limit: params.limit },
      { signal },
    );
    return { body, window };
  },
});
