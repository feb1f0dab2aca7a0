import type { Static } from 'typebox';
import { type TradersBoard, traders } from '../../boards/traders.ts';
import { dataStartsMs, lookBack } from '../../domain/window.ts';
import { autoDeleveragingOf, type LiquidationVictim } from '../../views/liquidations/liquidation-events.ts';
import { amountOf } from '../../views/liquidations/liquidation-sums.ts';
import {
  type liquidationCohortRow,
  liquidationSummary,
  liquidationSummaryBody,
} from '../bodies/liquidation-summary.ts';
import { riskSources, riskSourcesExample } from '../bodies/risk-sources.ts';
import { endpoint } from '../endpoint.ts';
import { knownCoin } from '../known-names.ts';
import { coin } from '../params/names.ts';
import { optional } from '../params/param.ts';
import { since } from '../params/windows.ts';
import { pnlTierOf } from '../pnl-tier.ts';

const unclassified = 'unclassified';

export const liquidationSummaryExample = {
  since: '2026-01-08T09:30:00.000Z',
  count: 2,
  totalPenaltyFees: 41.5,
  totalClosedPnl: -1_204.25,
  totalNotional: 96_250,
  wallets: 2,
  longNotional: 96_000,
  shortNotional: 250,
  longEvents: 1,
  shortEvents: 1,
  avgPenaltyFee: 20.75,
  avgClosedPnl: -602.125,
  bucketSizeMs: 3_600_000,
  byCoin: [
    { coin: 'BTC', count: 2, totalPenaltyFees: 41.5, totalClosedPnl: -1_204.25, totalNotional: 96_250 },
  ],
  timeline: [
    {
      bucketStart: 1768467600000,
      count: 2,
      totalPenaltyFees: 41.5,
      totalClosedPnl: -1_204.25,
      totalNotional: 96_250,
    },
  ],
  ...riskSourcesExample,
  generatedAt: '2026-01-15T09:30:12.486Z',
};

export const liquidationsSummary = endpoint({
  id: 'live.liquidations-summary',
  path: '/api/public/v1/live/risk/liquidations/summary',
  summary: 'Liquidations of a window, by time, coin and cohort',
  description:
    'A liquidation is one victim, coin and order, added up over its fills, victims’ side only; market and backstop. Where a victim’s own ' +
    'fills are not stored its counterparties’ fills give the notional, and it is in no sum of PnL or fees. timeline, byCoin and byCohort (the ' +
    'victims’ all-time PnL tier) each add up to the totals; wallets counts each victim once. Buckets of 1 h up to 7 days, 6 h up to 42 days, ' +
    'else 24 h. Starts at 2026-01-01. Auto-deleveraging is no liquidation: autoDeleveraging has its closed positions.',
  tags: ['Live'],
  tier: 'free',
  age: 'live',
  params: { coin: optional(coin()), since: since('7d') },
  response: liquidationSummaryBody,
  errors: [404],
  example: {
    ...liquidationSummaryExample,
    byCohort: [
      { tier: 'exit_liquidity', totalNotional: 96_250, totalClosedPnl: -1_204.25, count: 2, wallets: 2 },
    ],
    autoDeleveraging: { count: 1, totalNotional: 660, wallets: 1 },
  },
  async run({ params, sources, clock, signal }) {
    const nowMs = clock.nowMs();
    const only = params.coin === undefined ? undefined : knownCoin(sources, params.coin);
    const window = lookBack(params.since.windowMs, nowMs, dataStartsMs.risk);
    const request = { coin: only ?? '', window };
    const { analytics, liquidations, boards, tallies, live } = sources;
    const [sums, victims, autoDeleveraging, board, seen] = await Promise.all([
      liquidations.sums(request, signal),
      liquidations.victims(request, signal),
      autoDeleveragingOf(analytics, request, signal),
      boards.board(traders),
      only === undefined ? tallies.all(signal) : tallies.ofCoin(only),
    ]);
    const body = liquidationSummary({
      sums,
      window,
      coin: only,
      byCohort: cohortRows(victims, board),
      autoDeleveraging,
      sources: riskSources(live, seen, nowMs),
      nowMs,
    });
    return { body, window };
  },
});

type CohortRow = Static<typeof liquidationCohortRow>;

/** Victims by their tier, largest notional first, then by tier. */
function cohortRows(victims: readonly LiquidationVictim[], board: TradersBoard): CohortRow[] {
  const tierOf = pnlTierOf(board);
  const byTier = Map.groupBy(victims, ({ address }) => tierOf(address) ?? unclassified);
  const rows = [...byTier].map(([tier, all]) => ({
    tier,
    totalNotional: amountOf(all.reduce((sum, { usd }) => sum + usd, 0n)),
    totalClosedPnl: amountOf(all.reduce((sum, { pnl }) => sum + pnl, 0n)),
    count: all.reduce((sum, { events }) => sum + events, 0),
    wallets: all.length,
  }));
  return rows.sort((a, b) => b.totalNotional - a.totalNotional || (a.tier < b.tier ? -1 : 1));
}
