/** One tier of the exchange's `meta.marginTables`, in any one unit of money. */
export interface MarginTier {
  /** Notional from which the tier applies. */
  lowerBound: number;
  /** Highest leverage inside the tier. */
  maxLeverage: number;
}

/** A tier with what its maintenance margin needs: `notional × rate − deduction`. */
export interface MaintenanceTier extends MarginTier {
  /** Notional at which the next tier begins; infinite on the last. */
  upperBound: number;
  rate: number;
  deduction: number;
}

/** The tiers of a coin, the smallest notional first; never empty. */
export type MarginTable = readonly MaintenanceTier[];

/**
 * Works out rates and deductions, so that maintenance margin is continuous over the bounds
 * (docs/exchange.md#maintenance-margin). Plain numbers: a margin table only decides and estimates, it
 * never books money.
 *
 * @param tiers ascending, the first from 0.
 * @throws RangeError where the tiers are empty, do not start at 0 or do not ascend.
 */
export function createMarginTable(tiers: readonly MarginTier[]): MarginTable {
  if (tiers[0]?.lowerBound !== 0) throw new RangeError('margin tiers should begin with lowerBound 0');
  const table: MaintenanceTier[] = [];
  let deduction = 0;
  for (const [index, { lowerBound, maxLeverage }] of tiers.entries()) {
    const rate = 1 / (2 * maxLeverage);
    const below = table[index - 1];
    if (below !== undefined) {
      if (lowerBound <= below.lowerBound) throw new RangeError('margin tiers should ascend by lowerBound');
      deduction += lowerBound * (rate - below.rate);
      below.upperBound = lowerBound;
    }
    table.push({ lowerBound, upperBound: Number.POSITIVE_INFINITY, maxLeverage, rate, deduction });
  }
  return table;
}

/** The tier that applies to a notional, in the unit of the table. */
export function tierOf(table: MarginTable, notional: number): MaintenanceTier {
  let index = table.length - 1;
  while (index > 0 && notional < table[index]!.lowerBound) index -= 1;
  return table[index]!;
}

/** In the unit of the table (docs/exchange.md#maintenance-margin). */
export function maintenanceMargin(table: MarginTable, notional: number): number {
  const tier = tierOf(table, notional);
  return notional * tier.rate - tier.deduction;
}
