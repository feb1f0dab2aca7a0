import { type CohortKind, cohortKinds, cohortsOf } from './cohort.ts';

/**
 * From which amounts on a wallet is in a cohort (docs/methodology.md#cohorts). Best cohort first; the
 * last one of a kind has none: it takes every wallet below all others.
 */
export interface CohortCutOffs {
  /** USD realized, net of fees. */
  pnl: readonly number[];
  /** USD traded. */
  size: readonly number[];
  /** Recent cohorts have the same cut-offs divided by this, over the recent window. */
  recentDivisor: number;
}

/** Whole UTC days of the recent window, the last of which is yesterday (docs/methodology.md#cohorts). */
export const recentDays = 30;

export const defaultCutOffs: CohortCutOffs = {
  pnl: [1_000_000, 100_000, 10_000, 0, -10_000, -100_000, -1_000_000],
  size: [1_000_000_000, 250_000_000, 50_000_000, 10_000_000, 2_000_000, 250_000, 10_000],
  recentDivisor: 10,
};

/** Beyond this the engine's exact decimals end. */
const amountLimit = 1e14;
const divisorLimit = 1_000;

type Fault = { location: string; message: string; value?: unknown };

/**
 * Cut-offs by the slugs of their cohorts, as the configuration's file has them: `{"pnl": {"money_printer": 1000000, …}, "size":
 * {…}, "recentDivisor": 10}`. Omitted values keep their defaults; the last cohort of a kind has no cut-off.
 *
 * @returns the cut-offs, or every fault at once
 */
export function readCutOffs(given: unknown): { cutOffs: CohortCutOffs } | { faults: Fault[] } {
  if (!isObject(given)) return { faults: [{ location: '', message: 'must be an object', value: given }] };
  const faults: Fault[] = [];
  const known = [...cohortKinds, 'recentDivisor'];
  faults.push(...strangers('', given, known));
  const { recentDivisor = defaultCutOffs.recentDivisor } = given;
  const divisor = Number(recentDivisor);
  if (
    typeof recentDivisor !== 'number' ||
    !Number.isInteger(divisor) ||
    divisor < 1 ||
    divisor > divisorLimit
  ) {
    const message = `must be an integer from 1 to ${divisorLimit}`;
    faults.push({ location: 'recentDivisor', message, value: recentDivisor });
  }
  const [pnl, size] = cohortKinds.map((kind) => amountsOf(kind, given[kind] ?? {}, faults));
  if (faults.length > 0) return { faults };
  return { cutOffs: { pnl: pnl!, size: size!, recentDivisor: divisor } };
}

function amountsOf(kind: CohortKind, given: unknown, faults: Fault[]): number[] {
  const slugs = cohortsOf[kind].slice(0, -1);
  if (!isObject(given)) {
    faults.push({ location: kind, message: 'must be an object', value: given });
    return [];
  }
  faults.push(...strangers(`${kind}.`, given, slugs));
  const amounts = slugs.map((slug, i) => given[slug] ?? defaultCutOffs[kind][i]);
  const least = kind === 'size' ? 0 : -amountLimit;
  for (const [i, amount] of amounts.entries()) {
    const location = `${kind}.${slugs[i]}`;
    const fault = (message: string) => faults.push({ location, message, value: amount });
    if (typeof amount !== 'number' || !(amount >= least && amount <= amountLimit) || !isCents(amount)) {
      fault(`must be a number of USD from ${least} to ${amountLimit}, to the cent`);
    } else if (i > 0 && amount >= Number(amounts[i - 1])) {
      fault(`must be below that of ${slugs[i - 1]}`);
    }
  }
  return amounts as number[];
}

function strangers(prefix: string, given: Record<string, unknown>, known: readonly string[]): Fault[] {
  const unknown = Object.keys(given).filter((name) => !known.includes(name));
  return unknown.map((name) => ({
    location: `${prefix}${name}`,
    message: `is unknown; known are ${known.join(', ')}`,
    value: given[name],
  }));
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isCents(amount: number): boolean {
  return /^-?\d+(\.\d{1,2})?$/.test(String(amount));
}
