import { Type } from 'typebox';
import { type TradersBoard, traders } from '../../boards/traders.ts';
import { unacceptable } from '../../kernel/problem.ts';
import { winRatePercent } from '../bodies/fields.ts';
import { leaderboardTrader, leaderboardTraderExample } from '../bodies/leaderboard-trader.ts';
import { endpoint } from '../endpoint.ts';
import { rowLimit } from '../params/pages.ts';
import { int, number } from '../params/scalars.ts';
import { readTraderRows } from '../queries/trader-rows.ts';
import { nullable } from '../schema.ts';

interface Bounds {
  minTrades: number;
  maxTrades: number;
  /** Percent. */
  minWinRate: number;
  /** USD. */
  minPnl: number;
  limit: number;
}

/** Traders within the bounds, by win rate, then PnL, then address: those at the head of the order by win rate. */
function gems(board: TradersBoard, { minTrades, maxTrades, minWinRate, minPnl, limit }: Bounds): number[] {
  const { allTimeTrades: trades, allTimeWins: wins, allTimePnl: pnl } = board.columns;
  const found: number[] = [];
  let lastRate = Number.POSITIVE_INFINITY;
  for (const row of board.orders['allTime.winrate']) {
    const rate = winRatePercent(wins[row]!, trades[row]!);
    if (rate < minWinRate || (found.length >= limit && rate < lastRate)) break;
    const fits = trades[row]! >= minTrades && trades[row]! <= maxTrades && pnl[row]! >= minPnl;
    if (!fits) continue;
    found.push(row);
    lastRate = rate;
  }
  const rateOf = (row: number) => winRatePercent(wins[row]!, trades[row]!);
  found.sort((a, b) => rateOf(b) - rateOf(a) || pnl[b]! - pnl[a]! || board.compareAddresses(a, b));
  return found.slice(0, limit);
}

export const hiddenGems = endpoint({
  id: 'pulse.hidden-gems',
  path: '/api/public/v1/pulse/hidden-gems',
  summary: 'Traders with few trades, a high win rate and a profit',
  description:
    'Wallets by their all-time totals: from minTrades to maxTrades fills, a winRate of at least minWinRate and a totalPnl of at least ' +
    'minPnl, by winRate, then totalPnl, highest first; ties by address. A fill that opens is no win, so that a wallet that opens and ' +
    'closes with as many fills has at most 50 %: the default of minWinRate is met by few, on the simulated exchange often by none. ' +
    'Where nothing is found, lower minWinRate.',
  tags: ['Pulse'],
  tier: 'free',
  ownLimit: true,
  age: 'fills',
  params: {
    minTrades: int({ bits: 64, default: 50, description: 'The least totalTrades.' }),
    maxTrades: int({ bits: 64, default: 500, description: 'The most totalTrades.' }),
    minWinRate: int({ bits: 64, min: 0, max: 100, default: 60, description: 'The least winRate, percent.' }),
    minPnl: number({ default: 10_000, description: 'The least totalPnl, USD.' }),
    limit: rowLimit(20),
  },
  response: nullable(Type.Array(leaderboardTrader)),
  example: [leaderboardTraderExample],
  check({ minTrades, maxTrades }) {
    if (minTrades <= maxTrades) return;
    const message = `must not be above maxTrades, ${maxTrades}`;
    throw unacceptable([{ location: 'query.minTrades', message, value: minTrades }]);
  },
  async run({ params, sources, clock, signal }) {
    const board = await sources.boards.board(traders);
    return { body: await readTraderRows(board, gems(board, params), { sources, clock, signal }) };
  },
});
