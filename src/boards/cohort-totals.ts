import { setImmediate as turn } from 'node:timers/promises';
import { type Cohort, type CohortKind, cohortKinds, cohortsOf } from '../domain/cohort.ts';
import { cohortPlaces } from './trader-cohorts.ts';
import type { TradersBoard } from './traders.ts';

export interface CohortTotals {
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
export async function cohortTotals(
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
