import { coin } from '../src/mcp/tools/coin.ts';
import { market } from '../src/mcp/tools/market.ts';
import { rankBoards } from '../src/mcp/tools/rank-traders.ts';
import { trader } from '../src/mcp/tools/trader.ts';
import { builder, outcomeId, who } from './agents-world.ts';

/** A tool and what it is sent. */
type Call = [name: string, args: Record<string, unknown>];

/** Every view and section of every tool, on the world of `agents-world.ts`, but those of the ten questions. */
export const everyCall: readonly Call[] = [
  ['find', { text: 'btc' }],
  ['find', { text: 'smart money' }],
  ['find', { text: who.winner }],
  ['find', { text: String(outcomeId) }],
  ['find', { text: 'rain' }],
  ['trader', { address: who.winner }],
  ['trader', { address: who.winner.toUpperCase().replace('X', 'x'), sections: Object.keys(trader.sections) }],
  ...Object.keys(rankBoards).map(
    (board): Call => ['rank_traders', { board, ...(board === 'by-coin' && { coin: 'eth' }) }],
  ),
  ['rank_traders', { board: 'by-coin', coin: 'btc', period: 'week', limit: 1 }],
  ['rank_traders', { board: 'largest-trades', since: '7d', coin: 'btc' }],
  ['rank_traders', { board: 'net', limit: 1 }],
  ['rank_traders', { board: 'losers', period: 'week', explain: 2, filters: { minTrades: 1 } }],
  ['lifecycles', { since: '30d', coin: 'ETH', minNotional: 1 }],
  ['lifecycles', { since: '30d', sort: 'pnl', limit: 1 }],
  ['coin', { coin: 'eth', sections: Object.keys(coin.sections).filter((name) => name !== 'move') }],
  ['coin', { coin: 'eth', sections: ['positions'] }],
  ['market', { sections: Object.keys(market.sections), sort: 'openInterest' }],
  ...['price', 'book', 'candles'].map((kind): Call => ['prices', { coin: 'btc', kind }]),
  ...['summary', 'trades', 'bias', 'days', 'stats', 'concentration'].map(
    (view): Call => ['cohorts', { view, tier: 'sharps', coin: 'BTC', since: '30d' }],
  ),
  ...['summary', 'recent', 'largest', 'liquidators', 'lethal'].map(
    (view): Call => ['liquidations', { view }],
  ),
  ...['active', 'list', 'outcome', 'trades', 'settlements', 'questions', 'traders', 'volume', 'overlap'].map(
    (view): Call => ['outcomes', { view, id: outcomeId, hours: 200 }],
  ),
  ...['leaderboard', 'profile', 'traders', 'fills', 'cohorts', 'retention', 'overlap'].map(
    (view): Call => ['builders', { view, builder: builder, ...(view === 'fills' && { since: '30d' }) }],
  ),
  ['watch', { type: 'trades', waitSeconds: 0 }],
  ['daily', {}],
  ['status', {}],
  ['describe_api', {}],
  ['describe_api', { words: 'liquidation price of a coin' }],
  ['describe_api', { path: '/live/risk/coins/{coin}' }],
  ['query_api', { path: '/pulse/leaderboard', params: { limit: 500 } }],
];
