import { createExposure, type Exposure } from '../../domain/exposure.ts';
import { roundedUsd, shareOf } from '../../kernel/rounded.ts';
import type { Mark } from '../../market/market.ts';
import type { CoinSums } from '../../positions/coin-sums.ts';
import type { PositionsBasis } from '../../positions/positions.ts';

/** Open positions added up: those of one coin, or of all. */
export interface PositionTally {
  exposure: Exposure;
  /** Positions with a liquidation price within 5 % of the mark. */
  nearLiquidation: { positions: number; notional: number };
  /** Mean of |liquidation price − mark| / mark × 100, weighted by notional; undefined if no liquidation price is known. */
  avgLiquidationDistancePct: number | undefined;
  /** Unix milliseconds of the newest fill or state, and of the newest state; 0 if none. */
  newestMs: number;
  newestStateMs: number;
  /** Share of the notional whose states are younger than half an hour. */
  freshStateShare: number;
  basis: PositionsBasis | undefined;
  /** One side, USD: the exchange's figure if fresh, else the known longs. */
  openInterest: number;
  /** Known longs / the exchange's open interest; undefined if the exchange publishes none. */
  coverage: number | undefined;
  valuation: ValuationShares;
}

/** How the notional of positions is valued, the same everywhere (`docs/methodology.md`). */
export interface ValuationShares {
  /** Shares of the notional, 0 to 1: of coins valued at a mark of the last five minutes, and at their newest trade. */
  byMark: number;
  byTrade: number;
  /** Positions without a price, excluded from every USD sum. */
  unvalued: number;
}

export interface PositionSums {
  /** @param basis source of the coin's price; undefined if the coin has none */
  add(sums: CoinSums, basis: Mark['basis'] | undefined): void;
  /** @param official open interest from the exchange, USD; undefined if not published */
  tally(basis: PositionsBasis | undefined, official: number | undefined): PositionTally;
}

export function createPositionSums(): PositionSums {
  const exposure = createExposure();
  const nearLiquidation = { positions: 0, notional: 0 };
  const seen = { newestMs: 0, newestStateMs: 0, notional: 0, freshNotional: 0 };
  const distant = { notional: 0, weighted: 0 };
  let markNotional = 0;

  return {
    add(coin, basis) {
      if (basis === 'context') markNotional += coin.seen.notional;
      exposure.merge(coin.exposure);
      nearLiquidation.positions += coin.nearLiquidation.positions;
      nearLiquidation.notional += coin.nearLiquidation.notional;
      seen.newestMs = Math.max(seen.newestMs, coin.seen.newestMs);
      seen.newestStateMs = Math.max(seen.newestStateMs, coin.seen.newestStateMs);
      seen.notional += coin.seen.notional;
      seen.freshNotional += coin.seen.freshNotional;
      distant.notional += coin.distant.notional;
      distant.weighted += coin.distant.weighted;
    },
    tally: (basis, official) =>
      tallyOf({ exposure, nearLiquidation, seen, distant }, { basis, official, markNotional }),
  };
}

/** Tally of summed positions. @param of `official`: see {@link PositionSums.tally}; `markNotional`: valued at a mark, USD */
export function tallyOf(
  { exposure, nearLiquidation, seen, distant }: CoinSums,
  of: { basis: PositionsBasis | undefined; official: number | undefined; markNotional: number },
): PositionTally {
  const { basis, official, markNotional } = of;
  const [{ notional: derived, unvalued: longs }, { unvalued: shorts }] = [exposure.long(), exposure.short()];
  return {
    exposure,
    nearLiquidation: { ...nearLiquidation, notional: roundedUsd(nearLiquidation.notional) },
    avgLiquidationDistancePct: distant.notional === 0 ? undefined : distant.weighted / distant.notional,
    newestMs: seen.newestMs,
    newestStateMs: seen.newestStateMs,
    freshStateShare: seen.notional === 0 ? 0 : seen.freshNotional / seen.notional,
    basis,
    openInterest: official ?? derived,
    coverage: official === undefined || official === 0 ? undefined : derived / official,
    valuation: valuationShares({ mark: markNotional, all: seen.notional, unvalued: longs + shorts }),
  };
}

/** @param notional USD: valued at marks, and at marks or trades */
export function valuationShares(notional: { mark: number; all: number; unvalued: number }): ValuationShares {
  const { mark, all, unvalued } = notional;
  return { byMark: shareOf(mark, all), byTrade: shareOf(all - mark, all), unvalued };
}

/** Valuation of several coins together. */
export function joinedValuation(tallies: readonly PositionTally[]): ValuationShares {
  const notional = { mark: 0, all: 0, unvalued: 0 };
  for (const { exposure, valuation } of tallies) {
    const usd = exposure.long().notional + exposure.short().notional;
    notional.mark += usd * valuation.byMark;
    notional.all += usd;
    notional.unvalued += valuation.unvalued;
  }
  return valuationShares(notional);
}
