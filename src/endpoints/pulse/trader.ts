import { leaderboardTrader, leaderboardTraderExample } from '../bodies/leaderboard-trader.ts';
import { traderRow } from '../bodies/trader-row.ts';
import { fillsFreshness } from '../cache-rules.ts';
import { endpoint } from '../endpoint.ts';
import { requireTrader } from '../known-trader.ts';
import { address } from '../params/wallets.ts';

export const trader = endpoint({
  id: 'pulse.trader',
  path: '/api/public/v1/pulse/trader/{address}',
  summary: "One trader's all-time totals",
  description:
    'The same row as in the allTime leaderboard, over every indexed fill of the wallet. totalPnl is the sum of the ' +
    "exchange's closed PnL, before fees; totalVolume the sum of price × size over market trades; totalFees the fees " +
    'in USD, rebates subtracted; winRate winning fills / fills × 100.',
  tags: ['Pulse'],
  tier: 'free',
  cache: fillsFreshness,
  params: { address: address() },
  response: leaderboardTrader,
  errors: [404],
  example: leaderboardTraderExample,
  async run({ params, sources, clock }) {
    const { board, row } = await requireTrader(sources.boards, params.address);
    return { body: traderRow(board, row, 'allTime', clock.nowMs()) };
  },
});
