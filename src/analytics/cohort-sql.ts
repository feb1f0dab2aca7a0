import type { CohortCutOffs } from '../domain/cohort-cut-offs.ts';
import type { ParamTypes } from './query.ts';

/** Parameters of a query with {@link cohortPlaces}. */
export const cutOffParams = {
  pnlCutOffs: 'Array(String)',
  sizeCutOffs: 'Array(String)',
  recentDivisor: 'UInt64',
} as const satisfies ParamTypes;

export function cutOffValues({ pnl, size, recentDivisor }: CohortCutOffs) {
  return { pnlCutOffs: pnl.map(String), sizeCutOffs: size.map(String), recentDivisor };
}

/** Sums over fills, as SQL: exact decimals. */
interface Sums {
  pnl: string;
  fees: string;
  volume: string;
}

/**
 * The places of a wallet's cohorts among those of their kind, from 1, the best, by its sums: the rule
 * of docs/methodology.md#cohorts, in exact decimals. A sum is at its cut-off or above it.
 */
export function cohortPlaces({ pnl, fees, volume }: Sums): { pnl: string; size: string } {
  return {
    pnl: placeSql(`(${pnl} - ${fees})`, 'pnlCutOffs'),
    size: placeSql(volume, 'sizeCutOffs'),
  };
}

/** The same by sums over the recent window; 0 where the wallet had no fill in it. */
export function recentCohortPlaces(
  { pnl, fees, volume }: Sums,
  fills: string,
): { pnl: string; size: string } {
  const times = (sum: string) => `(${sum}) * {recentDivisor:UInt64}`;
  const places = cohortPlaces({ pnl: times(pnl), fees: times(fees), volume: times(volume) });
  const active = (place: string) => `if(${fills} = 0, 0, ${place})`;
  return { pnl: active(places.pnl), size: active(places.size) };
}

const cutOffsOfKind = 7;
const decimals = 22;

function placeSql(sum: string, cutOffs: keyof typeof cutOffParams): string {
  const cases = Array.from({ length: cutOffsOfKind }, (_, i) => {
    return `${sum} >= toDecimal128({${cutOffs}:Array(String)}[${i + 1}], ${decimals}), ${i + 1}`;
  });
  return `multiIf(${cases.join(', ')}, ${cutOffsOfKind + 1})`;
}
