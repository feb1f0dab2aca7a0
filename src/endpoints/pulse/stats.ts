import { bodyQuery } from '../../analytics/body-query.ts';
import { double, int64, utcDay } from '../bodies/fields.ts';
import { endpoint } from '../endpoint.ts';
import { bodySchema } from '../schema.ts';

const globalStatsBody = bodySchema('GlobalStatsBody', {
  totalTraders: int64('Wallets with an indexed fill.'),
  totalTrades: double('Indexed fills; a match counts twice, once for each side.'),
  totalVolume: double('Sum of price × size over market trades of all wallets, USD; a match counts twice.'),
  totalPnl: double('Closed PnL of all wallets as the exchange reports it, before fees, USD.'),
  avgWinRate: double('Mean over wallets of winning fills / fills × 100.'),
  dataStartDate: utcDay('Day of the first indexed fill; empty without data'),
  dataEndDate: utcDay('Day of the last indexed fill; empty without data'),
});

// Rates are summed as decimals: a sum of floats would depend on the order in which threads deliver rows.
const globalTotals = bodyQuery({
  name: 'pulse_stats',
  params: {},
  body: globalStatsBody,
  fields: {
    totalTraders: 'traders',
    totalTrades: 'trades',
    totalVolume: 'volume_usd',
    totalPnl: 'pnl_usd',
    avgWinRate: ({ totalTraders }, { rates }) => (totalTraders === 0 ? 0 : (rates * 100) / totalTraders),
    dataStartDate: ({ totalTraders }, { first_day }) => (totalTraders === 0 ? '' : first_day),
    dataEndDate: ({ totalTraders }, { last_day }) => (totalTraders === 0 ? '' : last_day),
  },
  hidden: { rates: 'decimal', first_day: 'text', last_day: 'text' },
  limits: { maxRows: 1 },
  sql: `
    SELECT
      count() AS traders, sum(wallet_trades) AS trades, sum(wallet_volume) AS volume_usd, sum(wallet_pnl) AS pnl_usd,
      sum(toDecimal64(wallet_wins / wallet_trades, 15)) AS rates,
      toDate(min(wallet_first)) AS first_day, toDate(max(wallet_last)) AS last_day
    FROM (
      SELECT
        sum(fills) AS wallet_trades, sum(wins) AS wallet_wins, sum(volume) AS wallet_volume, sum(pnl) AS wallet_pnl,
        min(first_time) AS wallet_first, max(last_time) AS wallet_last
      FROM wallet_alltime
      GROUP BY wallet)`,
});

export const stats = endpoint({
  id: 'pulse.stats',
  path: '/api/public/v1/pulse/stats',
  summary: 'Totals over every indexed fill',
  description:
    'Sums over all wallets and all time. totalTrades counts fills, one for each side of a match; totalVolume sums ' +
    "price × size over market trades and so counts a match twice; totalPnl sums the exchange's closed PnL, before " +
    'fees; avgWinRate is the mean over wallets, each wallet counting once regardless of what it trades.',
  tags: ['Pulse'],
  tier: 'free',
  age: 'fills',
  params: {},
  response: globalStatsBody,
  example: {
    totalTraders: 482100,
    totalTrades: 912345678,
    totalVolume: 4120300500250.75,
    totalPnl: -184203000.5,
    avgWinRate: 31.25,
    dataStartDate: '2023-02-26',
    dataEndDate: '2026-01-15',
  },
  async run({ sources, signal }) {
    const [body] = await globalTotals.read(sources.analytics, {}, { signal });
    return { body: body! };
  },
});
