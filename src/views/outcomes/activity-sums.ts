import { dayMs } from '../../kernel/clock.ts';
import type { DayNumber } from './past-days.ts';
import type { TraderNumbers } from './trader-numbers.ts';

/** What trades of one outcome come to. */
export interface ActivitySums {
  /** Market trades, each side of a match. */
  fills: number;
  /** Price × size of matches, USDH × 10^12. */
  notional: bigint;
  /** Unix milliseconds of the first trade; infinite without one. */
  firstMs: number;
  /** Of the last one; 0 without one. */
  lastMs: number;
}

/** One outcome on one UTC day on which it has a row. */
export interface OutcomeOfDay extends ActivitySums {
  day: DayNumber;
  outcome: number;
}

/** Both together. */
export function addSums(one: ActivitySums | undefined, other: ActivitySums): ActivitySums {
  if (one === undefined) return other;
  return {
    fills: one.fills + other.fills,
    notional: one.notional + other.notional,
    firstMs: Math.min(one.firstMs, other.firstMs),
    lastMs: Math.max(one.lastMs, other.lastMs),
  };
}

/** One UTC day. */
export interface DayOfOutcomes {
  rows: readonly OutcomeOfDay[];
  /** {@link TraderNumbers} of the wallets in the outcomes that they traded in on it. */
  traders: Uint32Array;
}

/** What trades of one outcome come to over some time. */
export interface WindowSums extends ActivitySums {
  /** Distinct wallets with a trade. */
  wallets: number;
}

/** What the days from one on come to. */
export interface SumsSince {
  /** By outcome with a row since then; the caller's own map. */
  sums: Map<number, WindowSums>;
  /** @param trader a number of {@link TraderNumbers} */
  hasTraded(trader: number): boolean;
}

/** By outcome, the newest day first: what that day and all later ones come to. */
type Suffixes = Map<number, { day: DayNumber; sums: WindowSums }[]>;

interface Made {
  of: unknown;
  suffixes: Suffixes;
  /** By the trader's number the newest day with a trade, or 0. */
  lastDays: Uint16Array;
}

/**
 * Adds up every outcome from a day on. Sums from each day on are made once for the same days, so that a window costs a look for each
 * outcome, however many days it has. A wallet counts on the last of its days in an outcome: it has traded since a day where that one
 * is not before it.
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

/** By halves: some outcomes live for months, and a list looks up thousands of them. */
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
