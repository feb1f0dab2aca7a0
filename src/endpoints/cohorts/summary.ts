import type { Static } from 'typebox';
import { type CohortTotals, cohortTotals } from '../../boards/cohort-totals.ts';
import { traders } from '../../boards/traders.ts';
import { cohortsOf } from '../../domain/cohort.ts';
import { ratioOf } from '../../domain/exposure.ts';
import { dayMs } from '../../kernel/clock.ts';
import { double, int64, list, text } from '../bodies/fields.ts';
import { endpoint } from '../endpoint.ts';
import { bodySchema } from '../schema.ts';

const cohortTier = bodySchema('CohortTierBody', {
  tier: text('Legacy slug of the cohort.'),
  walletCount: int64('Wallets in it now.'),
  totalPnl: double('Their closed PnL of all time as the exchange reports it, before fees, USD.'),
  avgPnl: double('totalPnl / walletCount, USD; 0 without wallets.'),
  totalVolume: double('Their volume of all time, USD.'),
  avgVolume: double('totalVolume / walletCount, USD.'),
  avgWinRate: double("Mean of the wallets' winning fills / fills × 100."),
  totalTrades: int64('Their fills of all time.'),
  avgTrades: double('totalTrades / walletCount.'),
  tradersActive: int64('Those of them with a fill in the last 24 hours.'),
});

const cohortSummaryBody = bodySchema('CohortSummaryBody', {
  pnlTiers: list(cohortTier),
  sizeTiers: list(cohortTier),
});

function tiersOf(totals: readonly CohortTotals[]): Static<typeof cohortTier>[] {
  return totals.map(({ cohort, wallets, active, trades, pnl, volume, winRates }) => ({
    tier: cohort,
    walletCount: wallets,
    totalPnl: pnl,
    avgPnl: ratioOf(pnl, wallets),
    totalVolume: volume,
    avgVolume: ratioOf(volume, wallets),
    avgWinRate: ratioOf(winRates * 100, wallets),
    totalTrades: trades,
    avgTrades: ratioOf(trades, wallets),
    tradersActive: active,
  }));
}

const exampleTier = (tier: string): Static<typeof cohortTier> => ({
  tier,
  walletCount: 1204,
  totalPnl: 4120300.5,
  avgPnl: 3422.1765,
  totalVolume: 912034000.25,
  avgVolume: 757503.32,
  avgWinRate: 41.25,
  totalTrades: 182030,
  avgTrades: 151.187,
  tradersActive: 310,
});

export const cohortSummary = endpoint({
  id: 'pulse.cohorts.summary',
  path: '/api/public/v1/pulse/cohorts/summary',
  summary: 'All cohorts of traders in sums',
  description:
    'The eight cohorts by realized PnL, net of fees, and the eight by traded notional, of all time, best first; each wallet ' +
    'with a fill is in one of each kind. Averages are over wallets.',
  tags: ['Cohorts'],
  tier: 'free',
  age: 'totals',
  params: {},
  response: cohortSummaryBody,
  example: {
    pnlTiers: cohortsOf.pnl.map(exampleTier),
    sizeTiers: cohortsOf.size.map(exampleTier),
  },
  async run({ sources, clock }) {
    const board = await sources.boards.board(traders);
    const { pnl, size } = await cohortTotals(board, clock.nowMs() - dayMs);
    return { body: { pnlTiers: tiersOf(pnl), sizeTiers: tiersOf(size) } };
  },
});
