import { setImmediate as turn } from 'node:timers/promises';
import type { Static } from 'typebox';
import { cohortPlaces } from '../../boards/trader-cohorts.ts';
import { type TradersBoard, traders } from '../../boards/traders.ts';
import { type Cohort, type CohortKind, cohortKinds, cohortsOf } from '../../domain/cohort.ts';
import { ratioOf } from '../../domain/exposure.ts';
import { dayMs } from '../../kernel/clock.ts';
import { double, int64, list, text } from '../bodies/fields.ts';
import { endpoint } from '../endpoint.ts';
import { bodySchema } from '../schema.ts';

interface CohortTotals {
  cohort: Cohort;
  wallets: number;
  /** Wallets with a fill since a moment. */
  active: number;
  trades: number;
  /** USD, before fees. */
  pnl: number;
  /** USD. */
  volume: number;
  /** Sum of the wallets' win rates (winning fills / fills). */
  winRates: number;
}

/** Rows per turn of the event loop; takes some milliseconds. */
const sliceRows = 65_536;

const figures = ['wallets', 'active', 'trades', 'pnl', 'volume', 'winRates'] as const;

/** All-time cohorts of both kinds, best first; one pass over all wallets in memory. @param activeSinceMs unix milliseconds */
async function cohortTotals(
  board: TradersBoard,
  activeSinceMs: number,
): Promise<Record<CohortKind, CohortTotals[]>> {
  const totals = cohortKinds.map((kind) => longSums((cohortsOf[kind].length + 1) * figures.length));
  for (let from = 0; from < board.count; from += sliceRows) {
    if (from > 0) await turn();
    const to = Math.min(board.count, from + sliceRows);
    for (const [i, kind] of cohortKinds.entries()) {
      addRows(totals[i]!, board, { kind, from, to, activeSinceMs });
    }
  }
  const shown = cohortKinds.map((kind, i) => [
    kind,
    cohortsOf[kind].map((cohort, place) => {
      const of = figures.map((name, j) => [name, totals[i]!.valueAt((place + 1) * figures.length + j)]);
      return { cohort, ...Object.fromEntries(of) };
    }),
  ]);
  return Object.fromEntries(shown) as Record<CohortKind, CohortTotals[]>;
}

interface Slice {
  kind: CohortKind;
  from: number;
  to: number;
  activeSinceMs: number;
}

/** Compensated sums: the result does not depend on the order of wallets, which differs between stores. */
function longSums(count: number) {
  const sums = new Float64Array(count);
  const rounded = new Float64Array(count);
  return {
    add(at: number, value: number): void {
      const before = sums[at]!;
      const sum = before + value;
      const added = sum - before;
      rounded[at]! += before - (sum - added) + (value - added);
      sums[at] = sum;
    },
    valueAt: (at: number) => sums[at]! + rounded[at]!,
  };
}

function addRows(
  sums: ReturnType<typeof longSums>,
  board: TradersBoard,
  { kind, from, to, activeSinceMs }: Slice,
): void {
  const { allTimeTrades, allTimeWins, allTimePnl, allTimeVolume, lastTimeMs } = board.columns;
  const places = cohortPlaces(board, kind, 'alltime');
  for (let row = from; row < to; row++) {
    const place = places[row]!;
    if (place === 0) continue;
    const at = place * figures.length;
    const fills = allTimeTrades[row]!;
    sums.add(at, 1);
    if (lastTimeMs[row]! >= activeSinceMs) sums.add(at + 1, 1);
    sums.add(at + 2, fills);
    sums.add(at + 3, allTimePnl[row]!);
    sums.add(at + 4, allTimeVolume[row]!);
    sums.add(at + 5, allTimeWins[row]! / fills);
  }
}

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
  tradersActive: int64('Members with a fill in the last 24 hours.'),
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
