import { dayMs } from '../../kernel/clock.ts';
import type { DayNumber } from './past-days.ts';
import type { TraderNumbers } from './trader-numbers.ts';

export interface ActivitySums {
  /** Market trades, each side of a match. */
  fills: number;
  /** Price × size of matches, USDH × 10^12. */
  notional: bigint;
  /** Unix milliseconds of the first trade; infinite without one. */
  firstMs: number;
  /** Unix milliseconds of the last trade; 0 without one. */
  lastMs: number;
}

/** One outcome on one UTC day with a row. */
export interface OutcomeOfDay extends ActivitySums {
  day: DayNumber;
  outcome: number;
}

export function addSums(one: ActivitySums | undefined, other: ActivitySums): ActivitySums {
  if (one === undefined) return other;
  return {
    fills: one.fills + other.fills,
    notional: one.notional + other.notional,
    firstMs: Math.min(one.firstMs, other.firstMs),
    lastMs: Math.max(one.lastMs, other.lastMs),
  };
}

export interface DayOfOutcomes {
  rows: readonly OutcomeOfDay[];
  /** {@link TraderNumbers} of the wallets in the outcomes that they traded in on it. */
  traders: Uint32Array;
}

export interface WindowSums extends ActivitySums {
  /** Distinct wallets with a trade. */
  wallets: number;
}

/** Totals from a day on. */
export interface SumsSince {
  /** By outcome with a row since that day; the caller may change the map. */
  sums: Map<number, WindowSums>;
  /** @param trader a number of {@link TraderNumbers} */
  hasTraded(trader: number): boolean;
}

/** Totals by outcome from each day on, newest day first. */
type Suffixes = Map<number, { day: DayNumber; sums: WindowSums }[]>;

interface Made {
  of: unknown;
  suffixes: Suffixes;
  /** Newest day with a trade by trader number, or 0. */
  lastDays: Uint16Array;
}

/**
 * Sums every outcome from a day on. The sums from each day on are built once per map of days, so a window costs one look-up per
 * outcome, however many days it has. A wallet counts on its last day in an outcome: it has traded since a day if that last day is not
 * earlier.
 */
export function createDaySuffixes(numbers: Pick<TraderNumbers, 'size' | 'outcomeOf'>) {
  let made: Made | undefined;

  /** @param fromMs a UTC midnight */
  return (days: ReadonlyMap<DayNumber, DayOfOutcomes>, fromMs: number): SumsSince => {
    if (made?.of !== days) made = makeSuffixes(days, numbers);
    const { suffixes, lastDays } = made;
    const from = fromMs / dayMs;
    const sums = new Map<number, WindowSums>();
    for (const [outcome, newestFirst] of suffixes) {
      const found = oldestSince(newestFirst, from);
      if (found !== undefined) sums.set(outcome, found.sums);
    }
    return { sums, hasTraded: (trader) => (lastDays[trader] ?? 0) >= from };
  };
}

function makeSuffixes(
  days: ReadonlyMap<DayNumber, DayOfOutcomes>,
  numbers: Pick<TraderNumbers, 'size' | 'outcomeOf'>,
): Made {
  const suffixes: Suffixes = new Map();
  const lastDays = new Uint16Array(numbers.size);
  for (const day of [...days.keys()].sort((a, b) => b - a)) {
    const { rows, traders } = days.get(day)!;
    const lastHere = new Map<number, number>();
    for (const trader of traders) {
      if (lastDays[trader] !== 0) continue;
      lastDays[trader] = day;
      const outcome = numbers.outcomeOf(trader);
      lastHere.set(outcome, (lastHere.get(outcome) ?? 0) + 1);
    }
    for (const row of rows) {
      const newer = suffixes.get(row.outcome);
      const sums = addWindow(newer?.at(-1)?.sums, row, lastHere.get(row.outcome) ?? 0);
      if (newer === undefined) suffixes.set(row.outcome, [{ day, sums }]);
      else newer.push({ day, sums });
    }
  }
  return { of: days, suffixes, lastDays };
}

/** @param wallets those of `row` that `sums` does not count */
export function addWindow(sums: WindowSums | undefined, row: ActivitySums, wallets: number): WindowSums {
  return { ...addSums(sums, row), wallets: (sums?.wallets ?? 0) + wallets };
}

/** Binary search: some outcomes live for months, and a list looks up thousands of them. */
function oldestSince<T extends { day: DayNumber }>(
  newestFirst: readonly T[],
  from: DayNumber,
): T | undefined {
  let low = 0;
  let high = newestFirst.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (newestFirst[middle]!.day >= from) low = middle + 1;
    else high = middle;
  }
  return newestFirst[low - 1];
}
