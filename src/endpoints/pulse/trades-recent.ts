import { Type } from 'typebox';
import { bodyQuery } from '../../analytics/body-query.ts';
import { lookBack } from '../../domain/window.ts';
import { dayMs } from '../../kernel/clock.ts';
import { tradeBody, tradeExample, tradeFields, tradeMeaning } from '../bodies/trade.ts';
import { endpoint } from '../endpoint.ts';
import { knownCoin } from '../known-names.ts';
import { coin } from '../params/names.ts';
import { rowLimit, rowsLimit } from '../params/pages.ts';
import { optional } from '../params/param.ts';
import { since } from '../params/windows.ts';
import { largestTrades } from '../queries/recent-trades.ts';
import { nullable } from '../schema.ts';
import { everySql, largeFirst, largeSql, largestSql } from './large-first.ts';

// Empty text: every coin.
const feed = {
  where: `time >= {from:TimeMs} AND time <= {to:TimeMs} AND ({coin:String} = '' OR coin = {coin:String})`,
  order: 'abs(closed_pnl) DESC, time DESC, seq DESC, wallet',
};
const shared = {
  params: { from: 'TimeMs', to: 'TimeMs', coin: 'String', limit: 'UInt64' },
  body: tradeBody,
  fields: tradeFields,
  limits: { maxRows: rowsLimit },
} as const;

const everyTrade = bodyQuery({ name: 'pulse_trades_recent', ...shared, sql: everySql(feed) });

const largeTrades = bodyQuery({
  name: 'pulse_trades_recent_large',
  ...shared,
  sql: largestSql('either', { ...feed, counted: feed.where }),
});

const largeTradesOfHours = bodyQuery({ name: 'pulse_trades_recent_hours', ...shared, sql: largeSql(feed) });

/** Up to this, a window has few large trades, as the default window of an hour does. */
const fewHoursMs = dayMs;

export const tradesRecent = endpoint({
  id: 'pulse.trades-recent',
  path: '/api/public/v1/pulse/trades/recent',
  summary: 'The trades of a window with the largest closed PnL, won or lost',
  description: `Trades of the window by the absolute value of their pnl, largest first; ties: the newest first. ${tradeMeaning}`,
  tags: ['Pulse'],
  tier: 'free',
  age: 'fills',
  params: { since: since('1h'), limit: rowLimit(50), coin: optional(coin()) },
  response: nullable(Type.Array(tradeBody)),
  errors: [404],
  example: [tradeExample],
  async run({ params, sources, clock, signal }) {
    const only = params.coin === undefined ? '' : knownCoin(sources, params.coin);
    const window = lookBack(params.since.windowMs, clock.nowMs());
    const { limit } = params;
    const known = largestTrades(sources.recentFills, { window, limit, coin: only || undefined });
    if (known !== undefined) return { body: known, window };
    const request = { from: window.fromMs, to: window.toMs, coin: only, limit };
    const body = await largeFirst(
      limit,
      () =>
        (params.since.windowMs <= fewHoursMs ? largeTradesOfHours : largeTrades).read(
          sources.analytics,
          request,
          { signal },
        ),
      () => everyTrade.read(sources.analytics, request, { signal }),
    );
    return { body, window };
  },
});
