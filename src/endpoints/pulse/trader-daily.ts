import { Type } from 'typebox';
import { bodyQuery } from '../../analytics/body-query.ts';
import { batchKey, inBatch } from '../../analytics/query.ts';
import { double, int64, utcDay } from '../bodies/fields.ts';
import { endpoint } from '../endpoint.ts';
import { unknownTrader } from '../known-names.ts';
import { address } from '../params/names.ts';
import { bodySchema, nullable } from '../schema.ts';

const traderDailyStat = bodySchema('TraderDailyStat', {
  date: utcDay('Day of the fills'),
  pnl: double('Closed PnL of the day as the exchange reports it, before fees, USD.'),
  trades: int64('Fills of the day.'),
  winningTrades: int64('Fills of the day with a closed PnL above 0.'),
  volume: double('Sum of price × size over market trades of the day, USD.'),
  cumulativePnl: double('Sum of pnl from the first day to this one, USD.'),
});

// At most one row per wallet and day: the default row limit is 27 years.
const traderDays = bodyQuery({
  name: 'pulse_trader_daily',
  params: { wallet: 'Wallet' },
  body: traderDailyStat,
  fields: { date: 'day', pnl: 'pnl_usd', volume: 'volume_usd', cumulativePnl: 'cumulative_usd' },
  batchBy: 'wallet',
  sql: `
    SELECT
      batch_key, day, pnl_usd, trades, winning_trades, volume_usd,
      sum(pnl_usd) OVER (PARTITION BY batch_key ORDER BY day ROWS UNBOUNDED PRECEDING) AS cumulative_usd
    FROM (
      SELECT
        ${batchKey('wallet')}, day, sum(pnl) AS pnl_usd, sum(fills) AS trades, sum(wins) AS winning_trades,
        sum(volume) AS volume_usd
      FROM wallet_day
      WHERE ${inBatch('wallet')}
      GROUP BY wallet, day)
    ORDER BY batch_key, day`,
});

export const traderDaily = endpoint({
  id: 'pulse.trader-daily',
  path: '/api/public/v1/pulse/trader/{address}/daily',
  summary: "One trader's UTC days, oldest first",
  description:
    'One row per UTC calendar day with at least one indexed fill, oldest first. pnl is the sum of the closed PnL of ' +
    "the day's fills, before fees; cumulativePnl adds it up from the wallet's first day; volume is the sum of " +
    'price × size over market trades.',
  tags: ['Pulse'],
  tier: 'free',
  age: 'fills',
  params: { address: address() },
  response: nullable(Type.Array(traderDailyStat)),
  errors: [404],
  example: [
    {
      date: '2026-01-14',
      pnl: -1250.5,
      trades: 84,
      winningTrades: 21,
      volume: 1840200.25,
      cumulativePnl: -1250.5,
    },
    {
      date: '2026-01-15',
      pnl: 4300.75,
      trades: 112,
      winningTrades: 57,
      volume: 2450100,
      cumulativePnl: 3050.25,
    },
  ],
  async run({ params, sources, signal }) {
    const body = await traderDays.read(sources.analytics, { wallet: params.address }, { signal });
    if (body.length === 0) throw unknownTrader(params.address);
    return { body };
  },
});
