import { Type } from 'typebox';
import { batchKey, inBatch, query } from '../../analytics/query.ts';
import { dayMs, utcDate } from '../../kernel/clock.ts';
import { decimal, double, int64, text, untyped, winRatePercent } from '../bodies/fields.ts';
import { endpoint } from '../endpoint.ts';
import { unknownTrader } from '../known-names.ts';
import { address } from '../params/names.ts';
import { bodySchema, nullable } from '../schema.ts';

const recentDays = 30;
/** Minimum recent trades for a trend. */
const leastTrades = 10;
/** Relative change against the all-time PnL per day that counts as a trend. */
const margin = 0.1;

const recentRow = bodySchema('GetTraderPerformanceRecentRow', {
  pnl: untyped(
    'Closed PnL of the last 30 UTC days, today included, before fees, USD: a decimal as text.',
    'decimal',
  ),
  trades: untyped('Fills of those days: an integer.', 'integer'),
  winRate: nullable(double('Fills with a closed PnL above 0 / fills × 100; null without a fill.')),
});
const allTimeRow = bodySchema('GetTraderPerformanceAllTimeRow', {
  pnl: decimal('Closed PnL of all fills, before fees, USD: a decimal.'),
  trades: nullable(int64('All fills.')),
  winRate: nullable(double('Fills with a closed PnL above 0 / fills × 100.')),
});
const performanceBody = bodySchema('TraderPerformanceBody', {
  recent: recentRow,
  allTime: allTimeRow,
  trend: text('improving, stable or declining.'),
});

const counted = { pnl: Type.String(), trades: Type.String(), wins: Type.String(), days: Type.String() };
type Counted = Record<keyof typeof counted, string>;

const performanceOfWallet = query({
  name: 'pulse_trader_performance',
  params: { wallet: 'Wallet', since: 'Date' },
  row: Type.Object({ is_recent: Type.Boolean(), ...counted }),
  limits: { maxRows: 2 },
  batchBy: 'wallet',
  sql: `
    SELECT ${batchKey('wallet')}, is_recent, toString(sum(pnl)) AS pnl, toString(sum(fills)) AS trades, toString(sum(wins)) AS wins,
      toString(uniqExact(day)) AS days
    FROM (SELECT *, CAST(day >= {since:Date}, 'Bool') AS recent FROM wallet_day WHERE ${inBatch('wallet')})
    ARRAY JOIN if(recent, [true, false], [false]) AS is_recent
    GROUP BY wallet, is_recent`,
});

export const traderPerformance = endpoint({
  id: 'pulse.trader-performance',
  path: '/api/public/v1/pulse/trader/{address}/performance',
  summary: "One trader's last 30 days beside all time",
  description:
    'recent: the last 30 UTC calendar days, today included; allTime: every indexed fill. trend compares the PnL of a day that had fills: ' +
    `improving or declining if the recent one is 10 % above or below that of all time, stable otherwise and below ${leastTrades} recent trades.`,
  tags: ['Pulse'],
  tier: 'free',
  age: 'fills',
  params: { address: address() },
  response: performanceBody,
  errors: [404],
  example: {
    recent: { pnl: '4300.75', trades: 112, winRate: 50.892_857_142_857_146 },
    allTime: { pnl: '3050.25', trades: 196, winRate: 39.795_918_367_346_94 },
    trend: 'improving',
  },
  async run({ params, sources, clock, signal }) {
    const since = utcDate(clock.nowMs() - (recentDays - 1) * dayMs);
    const rows = await sources.analytics.rows(
      performanceOfWallet,
      { wallet: params.address, since },
      { signal },
    );
    const all = rows.find((row) => !row.is_recent);
    if (all === undefined) throw unknownTrader(params.address);
    const recent = rows.find((row) => row.is_recent) ?? { pnl: '0', trades: '0', wins: '0', days: '0' };
    return { body: { recent: shown(recent), allTime: shown(all), trend: trendOf(recent, all) } };
  },
});

function shown({ pnl, trades, wins }: Counted) {
  const winRate = trades === '0' ? null : winRatePercent(Number(wins), Number(trades));
  return { pnl, trades: Number(trades), winRate };
}

function trendOf(recent: Counted, all: Counted): string {
  if (Number(recent.trades) < leastTrades) return 'stable';
  const [now, usual] = [recent, all].map(({ pnl, days }) => Number(pnl) / Number(days)) as [number, number];
  const least = Math.abs(usual) * margin;
  if (now >= usual + least && now > usual) return 'improving';
  return now <= usual - least && now < usual ? 'declining' : 'stable';
}
