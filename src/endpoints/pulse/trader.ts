import { bodyQuery } from '../bodies/body-query.ts';
import { largestLossUsd, leaderboardTrader, leaderboardTraderExample } from '../bodies/leaderboard-trader.ts';
import { winRatePercent } from '../bodies/win-rate.ts';
import { fillsFreshness } from '../cache-rules.ts';
import { endpoint } from '../endpoint.ts';
import { unknownTrader } from '../known-trader.ts';
import { address } from '../params/wallets.ts';

const traderTotals = bodyQuery({
  name: 'pulse_trader',
  params: { wallet: 'Wallet' },
  body: leaderboardTrader,
  fields: {
    totalPnl: 'pnl_usd',
    totalTrades: 'trades',
    winRate: ({ winningTrades, totalTrades }) => winRatePercent(winningTrades, totalTrades),
    totalVolume: 'volume_usd',
    totalFees: 'fees_usd',
    largestWin: 'most_pnl',
    largestLoss: { column: 'least_pnl', map: largestLossUsd },
    firstTradeAt: 'first_ms',
    lastTradeAt: 'last_ms',
  },
  limits: { maxRows: 1 },
  sql: `
    SELECT
      concat('0x', lower(hex(wallet))) AS address, sum(fills) AS trades, sum(wins) AS winning_trades, sum(pnl) AS pnl_usd, sum(volume) AS volume_usd,
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
    const [body] = await traderTotals.read(sources.analytics, { wallet: params.address }, { signal });
    if (body === undefined) throw unknownTrader(params.address);
    return { body };
  },
});
