import { Decimal } from 'decimal.js';
import type { Totals, WalletTotals } from './fill-totals.ts';

// Computed by the definitions of docs/methodology.md#cohorts alone; compared with cohorts.
const dayMs = 86_400_000;

const pnlFloors: [string, string][] = [
  ['money_printer', '1000000'],
  ['smart_money', '100000'],
  ['grinder', '10000'],
  ['humble_earner', '0'],
  ['exit_liquidity', '-10000'],
  ['semi_rekt', '-100000'],
  ['full_rekt', '-1000000'],
  ['giga_rekt', '-Infinity'],
];
const sizeFloors: [string, string][] = [
  ['leviathan', '1000000000'],
  ['tidal_whale', '250000000'],
  ['whale', '50000000'],
  ['small_whale', '10000000'],
  ['apex_predator', '2000000'],
  ['dolphin', '250000'],
  ['fish', '10000'],
  ['shrimp', '-Infinity'],
];

/** The slugs of both kinds, best first. */
export const recountedSlugs = {
  pnl: pnlFloors.map(([slug]) => slug),
  size: sizeFloors.map(([slug]) => slug),
};

export interface RecountedCohorts {
  pnl: string | undefined;
  size: string | undefined;
}

const reaches = (floors: [string, string][], sum: Decimal, divisor: number) =>
  floors.find(([, floor]) => sum.gte(new Decimal(floor).div(divisor)))![0];

function cohorts(days: readonly Totals[], divisor: number): RecountedCohorts {
  if (days.length === 0) return { pnl: undefined, size: undefined };
  const net = Decimal.sum(...days.map(({ pnl, fees }) => pnl.minus(fees)));
  const volume = Decimal.sum(...days.map((one) => one.volume));
  return { pnl: reaches(pnlFloors, net, divisor), size: reaches(sizeFloors, volume, divisor) };
}

const daysOf = ({ days }: WalletTotals, fits: (dayMs: number) => boolean) =>
  [...days].filter(([date]) => fits(Date.parse(date))).map(([, totals]) => totals);

/** A wallet's cohorts by all of its fills up to the end of a day. */
export function alltimeCohorts(wallet: WalletTotals, lastDayMs = Number.POSITIVE_INFINITY): RecountedCohorts {
  return cohorts(
    daysOf(wallet, (day) => day <= lastDayMs),
    1,
  );
}

/** Its cohorts by the 30 days that end with a day. */
export function recentCohorts(wallet: WalletTotals, lastDayMs: number): RecountedCohorts {
  return cohorts(
    daysOf(wallet, (day) => day <= lastDayMs && day > lastDayMs - 30 * dayMs),
    10,
  );
}
