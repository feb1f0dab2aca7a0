import { Type } from 'typebox';
import { query } from '../../analytics/query.ts';
import { rfc3339 } from '../../kernel/clock.ts';
import { largestLossUsd, leaderboardTrader, leaderboardTraderExample } from '../bodies/leaderboard-trader.ts';
import { winRatePercent } from '../bodies/win-rate.ts';
import { fillsFreshness } from '../cache-rules.ts';
import { endpoint } from '../endpoint.ts';
import { unknownTrader } from '../known-trader.ts';
import { address } from '../params/wallets.ts';

const traderTotals = query({
  name: 'pulse_trader',
  params: { wallet: 'Wallet' },
  row: Type.Object({
    trades: Type.String(),
    winning_trades: Type.String(),
    pnl_usd: Type.String(),
    volume_usd: Type.String(),
    fees_usd: Type.String(),
    most_pnl: Type.String(),
    least_pnl: Type.String(),
    first_ms: Type.String(),
    last_ms: Type.String(),
  }),
  limits: { maxRows: 1 },
  sql: `
    SELECT
      sum(fills) AS trades, sum(wins) AS winning_trades, sum(pnl) AS pnl_usd, sum(volume) AS volume_usd,
      sum(fees) AS fees_usd, max(largest_win) AS most_pnl, min(largest_loss) AS least_pnl,
      toUnixTimestamp64Milli(min(first_time)) AS first_ms, toUnixTimestamp64Milli(max(last_time)) AS last_ms
    FROM wallet_alltime
    WHERE wallet = {wallet:Wallet}
    GROUP BY wallet`,
});

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
  async run({ params, sources, signal }) {
    const [row] = await sources.analytics.rows(traderTotals, { wallet: params.address }, { signal });
    if (row === undefined) throw unknownTrader(params.address);
    const trades = Number(row.trades);
    const wins = Number(row.winning_trades);
    return {
      body: {
        address: params.address,
        totalPnl: Number(row.pnl_usd),
        totalTrades: trades,
        winningTrades: wins,
        winRate: winRatePercent(wins, trades),
        totalVolume: Number(row.volume_usd),
        totalFees: Number(row.fees_usd),
        largestWin: Number(row.most_pnl),
        largestLoss: largestLossUsd(Number(row.least_pnl)),
        firstTradeAt: rfc3339(Number(row.first_ms)),
        lastTradeAt: rfc3339(Number(row.last_ms)),
      },
    };
  },
});
