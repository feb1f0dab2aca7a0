import { type Cohort, type CohortKind, cohortsOf } from '../domain/cohort.ts';
import { cohortPlaces } from './trader-cohorts.ts';
import type { TradersBoard } from './traders.ts';

/** The wallets of one cohort in sums, of all time. */
export interface CohortTotals {
  cohort: Cohort;
  wallets: number;
  /** Those with a fill since a moment. */
  active: number;
  trades: number;
  /** USD, before fees. */
  pnl: number;
  /** USD. */
  volume: number;
  /** Of the wallets' winning fills / fills. */
  winRates: number;
}

/** All-time cohorts of a kind, best first, from memory: a pass over all wallets. @param activeSinceMs unix milliseconds */
export function cohortTotals(board: TradersBoard, kind: CohortKind, activeSinceMs: number): CohortTotals[] {
  const { columns } = board;
  const { allTimeTrades, allTimeWins, allTimePnl, allTimeVolume, lastTimeMs } = columns;
  const places = cohortPlaces(board, kind, 'alltime');
  const cohorts = cohortsOf[kind];
  const count = cohorts.length + 1;
  const [wallets, active, trades] = [
    new Float64Array(count),
    new Float64Array(count),
    new Float64Array(count),
  ];
  const [pnl, volume, winRates] = [createSums(count), createSums(count), createSums(count)];
  for (let row = 0; row < board.count; row++) {
    const place = places[row]!;
    if (place === 0) continue;
    const fills = allTimeTrades[row]!;
    wallets[place]! += 1;
    if (lastTimeMs[row]! >= activeSinceMs) active[place]! += 1;
    trades[place]! += fills;
    pnl.add(place, allTimePnl[row]!);
    volume.add(place, allTimeVolume[row]!);
    winRates.add(place, allTimeWins[row]! / fills);
  }
  return cohorts.map((cohort, i) => ({
    cohort,
    wallets: wallets[i + 1]!,
    active: active[i + 1]!,
    trades: trades[i + 1]!,
    pnl: pnl.of(i + 1),
    volume: volume.of(i + 1),
    winRates: winRates.of(i + 1),
  }));
}

/** Sums of many doubles whose rounding does not add up: Neumaier (1974), what each addition loses is kept beside. */
function createSums(count: number) {
  const [sums, lost] = [new Float64Array(count), new Float64Array(count)];
  return {
    add(at: number, value: number): void {
      const before = sums[at]!;
      const sum = before + value;
      lost[at]! += Math.abs(before) >= Math.abs(value) ? before - sum + value : value - sum + before;
      sums[at] = sum;
    },
    of: (at: number) => sums[at]! + lost[at]!,
  };
}
