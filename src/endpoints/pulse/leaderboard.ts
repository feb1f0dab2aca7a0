import { Type } from 'typebox';
import { boardSorts, leaderboardRows, traders } from '../../boards/traders.ts';
import { leaderboardTrader, leaderboardTraderExample } from '../bodies/leaderboard-trader.ts';
import { endpoint } from '../endpoint.ts';
import { rowLimit, rowOffset } from '../params/pages.ts';
import { optional } from '../params/param.ts';
import { enumeration, int } from '../params/scalars.ts';
import { periodStartMs, readTraderRows } from '../queries/trader-rows.ts';
import { bodySchema, nullable } from '../schema.ts';

const periods = ['allTime', 'day', 'week', 'month'] as const;

/** Rows before a page are skipped one by one: some milliseconds for this many. */
const offsetLimit = 1_000_000;

const leaderboardBody = bodySchema('LeaderboardBody', {
  traders: nullable(Type.Array(leaderboardTrader)),
  total: Type.Integer({ format: 'int32', description: 'Rows returned, not traders that match.' }),
  matching: Type.Integer({
    format: 'int64',
    description: 'Traders that match, on this page and all others.',
  }),
});

export const leaderboard = endpoint({
  id: 'pulse.leaderboard',
  path: '/api/public/v1/pulse/leaderboard',
  summary: 'Ranked traders, of all time or of a window of UTC calendar days',
  description:
    'Every wallet with indexed fills, spot included. pnl: totalPnl, highest first; losers: lowest first; volume: ' +
    'totalVolume; winrate: winRate, then totalTrades; risk-adjusted: mean / standard deviation of daily realized PnL × ' +
    '√365 over the days traded; score: 100 × weighted percentile ranks among eligible traders: 0.40 PnL, 0.30 ' +
    'risk-adjusted, 0.20 lower bound of the 95 % Wilson interval of the win rate, 0.10 volume; trades: totalTrades; ' +
    'recent: lastTradeAt, the newest first. Eligible for ' +
    'risk-adjusted and score: at least 10 trades and 5 days. Ties: by address. day, week and month are the last 1, 7 ' +
    'and 30 UTC calendar days, today included, and list traders with at least 10 trades in them. totalPnl is the ' +
    "exchange's closed PnL, before fees; netPnl, funding and positionWinRate are of the same days, unrealizedPnl and " +
    'accountValue are current. Unknown figures of a row are absent; no sort uses these figures: /boards ranks after costs.',
  tags: ['Pulse'],
  tier: 'free',
  ownLimit: true,
  age: 'fills',
  params: {
    sort: enumeration(boardSorts, { default: 'pnl', description: 'What traders are ranked by.' }),
    period: enumeration(periods, {
      default: 'allTime',
      description: 'All time, or a window of UTC calendar days.',
    }),
    limit: rowLimit(20),
    offset: rowOffset({ max: offsetLimit }),
    minTrades: optional(
      int({ min: 0, bits: 64, description: 'Leave out traders with fewer totalTrades.', example: '100' }),
    ),
  },
  response: leaderboardBody,
  errors: [403, 504],
  example: { traders: [leaderboardTraderExample], total: 1, matching: 4_812 },
  async run({ params, sources, clock, signal }) {
    const { sort, period, limit, offset, minTrades } = params;
    const board = await sources.boards.board(traders);
    const nowMs = clock.nowMs();
    const { rows, matching } = leaderboardRows(board, {
      period,
      sort,
      limit,
      offset,
      minTrades: minTrades ?? 0,
    });
    const body = {
      traders: await readTraderRows(board, rows, { period, sources, clock, signal }),
      total: rows.length,
      matching,
    };
    const fromMs = periodStartMs(period, nowMs);
    return { body, ...(fromMs !== undefined && { window: { fromMs, toMs: nowMs } }) };
  },
});
