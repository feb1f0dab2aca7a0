import { bodyQuery } from '../../analytics/body-query.ts';
import { isPerpCoin } from '../../analytics/perp-coins.ts';
import { batchKey, inBatch } from '../../analytics/query.ts';
import { lookBack, wholeSecond } from '../../domain/window.ts';
import { dayMs } from '../../kernel/clock.ts';
import { dateTime, double, int64, winRatePercent } from '../bodies/fields.ts';
import { endpoint } from '../endpoint.ts';
import { requireTrader } from '../known-names.ts';
import { address } from '../params/names.ts';
import { lifecycleMeaning } from '../queries/lifecycle-columns.ts';
import { bodySchema, optional } from '../schema.ts';

const statsBody = bodySchema('ClosedPositionStatsBody', {
  totalPositions: int64('Closed in the window.'),
  winningPositions: int64('With a PnL above 0.'),
  losingPositions: int64('With a PnL below 0.'),
  winRate: double('winningPositions / totalPositions × 100.'),
  totalPnl: double('Realized PnL, before fees, USD.'),
  avgPnl: double('totalPnl / totalPositions, USD.'),
  avgDurationMs: double('Mean duration, milliseconds.'),
  minDurationMs: optional(double('Shortest, milliseconds.')),
  maxDurationMs: optional(double('Longest, milliseconds.')),
  firstClose: optional(dateTime('First close of the window.')),
  lastClose: optional(dateTime('Last close.')),
});

const statsOfWallet = bodyQuery({
  name: 'pulse_trader_closed_stats',
  params: { wallet: 'Wallet', from: 'TimeMs', to: 'TimeMs' },
  body: statsBody,
  hidden: { duration_sum: 'integer' },
  fields: {
    totalPnl: 'pnl_usd',
    minDurationMs: { column: 'least_ms', as: 'integer' },
    maxDurationMs: { column: 'most_ms', as: 'integer' },
    firstClose: 'first_ms',
    lastClose: 'last_ms',
    winRate: ({ winningPositions, totalPositions }) => winRatePercent(winningPositions, totalPositions),
    avgPnl: ({ totalPnl, totalPositions }) => totalPnl / totalPositions,
    avgDurationMs: ({ totalPositions }, { duration_sum }) => duration_sum / totalPositions,
  },
  batchBy: 'wallet',
  sql: `
    SELECT ${batchKey('wallet')}, count() AS total_positions, countIf(pnl > 0) AS winning_positions,
      countIf(pnl < 0) AS losing_positions, sum(pnl) AS pnl_usd, sum(held_ms) AS duration_sum, min(held_ms) AS least_ms,
      max(held_ms) AS most_ms, toUnixTimestamp64Milli(min(last)) AS first_ms, toUnixTimestamp64Milli(max(last)) AS last_ms
    FROM (
      SELECT wallet, pnl, last, toUnixTimestamp64Milli(last) - toUnixTimestamp64Milli(opened) AS held_ms
      FROM lifecycles FINAL
      WHERE ${inBatch('wallet')} AND NOT deleted AND is_closed AND NOT is_censored AND ${isPerpCoin}
        AND last >= {from:TimeMs} AND last <= {to:TimeMs})
    GROUP BY wallet`,
});

const none = {
  totalPositions: 0,
  winningPositions: 0,
  losingPositions: 0,
  winRate: 0,
  totalPnl: 0,
  avgPnl: 0,
  avgDurationMs: 0,
};

export const traderClosedStats = endpoint({
  id: 'pulse.trader-closed-positions-stats',
  path: '/api/public/v1/pulse/trader/{address}/closed-positions/stats',
  summary: "One trader's closed positions in sums",
  description: `Sums over the wallet's closed lifecycles within the history window of the tier; lifecycles without a stored opening are left out. ${lifecycleMeaning}`,
  tags: ['Pulse'],
  tier: 'free',
  vary: 'tier',
  params: { address: address() },
  response: statsBody,
  errors: [404],
  example: {
    totalPositions: 31,
    winningPositions: 18,
    losingPositions: 13,
    winRate: 58.064_516,
    totalPnl: 40_120.5,
    avgPnl: 1_294.209_677,
    avgDurationMs: 8_120_455,
    minDurationMs: 1_204,
    maxDurationMs: 93_600_000,
    firstClose: '2025-12-18T01:10:05.001Z',
    lastClose: '2026-01-15T13:02:40.119Z',
  },
  async run({ params, sources, caller, clock, signal }) {
    const window = lookBack(caller.limits.windowDays * dayMs, wholeSecond(clock.nowMs()));
    const request = { wallet: params.address, from: window.fromMs, to: window.toMs };
    const [body] = await statsOfWallet.read(sources.analytics, request, { signal });
    if (body === undefined) await requireTrader(sources.boards, params.address);
    return { body: body ?? none, window };
  },
});
