import { createExposure, type Exposure } from '../domain/exposure.ts';
import type { CoinSums } from '../positions/coin-sums.ts';
import type { PositionsBasis } from '../positions/positions.ts';

/** Open positions added up: those of one coin, or of all. */
export interface PositionTally {
  exposure: Exposure;
  /** Those whose liquidation price is within 5 % of the mark. */
  nearLiquidation: { positions: number; notional: number };
  /** Mean of |liquidation price − mark| / mark × 100, weighted by notional; undefined where no price is known. */
  avgLiquidationDistancePct: number | undefined;
  /** Unix milliseconds of the newest fill or state, and of the newest state; 0 where there is none. */
  newestMs: number;
  newestStateMs: number;
  /** Share of the notional whose states are younger than half an hour. */
  freshStateShare: number;
  basis: PositionsBasis | undefined;
  /** One side, USD: as the exchange tells it where that is fresh, else the longs that are known. */
  openInterest: number;
  /** Longs that are known / open interest as the exchange tells it; undefined where it does not. */
  coverage: number | undefined;
}

/** Open positions being added up, a coin at a time. */
export interface PositionSums {
  add(sums: CoinSums): void;
  /** @param official open interest as the exchange tells it, USD; undefined where it does not */
  tally(basis: PositionsBasis | undefined, official: number | undefined): PositionTally;
}

export function createPositionSums(): PositionSums {
  const exposure = createExposure();
  const nearLiquidation = { positions: 0, notional: 0 };
  const seen = { newestMs: 0, newestStateMs: 0, notional: 0, freshNotional: 0 };
  const distant = { notional: 0, weighted: 0 };

  return {
    add(coin) {
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
    tally: (basis, official) => tallyOf({ exposure, nearLiquidation, seen, distant }, basis, official),
  };
}

/** What sums tell. @param official see {@link PositionSums.tally} */
export function tallyOf(
  { exposure, nearLiquidation, seen, distant }: CoinSums,
  basis: PositionsBasis | undefined,
  official: number | undefined,
): PositionTally {
  const derived = exposure.long().notional;
  return {
    exposure,
    nearLiquidation,
    avgLiquidationDistancePct: distant.notional === 0 ? undefined : distant.weighted / distant.notional,
    newestMs: seen.newestMs,
    newestStateMs: seen.newestStateMs,
    freshStateShare: seen.notional === 0 ? 0 : seen.freshNotional / seen.notional,
    basis,
    openInterest: official ?? derived,
    coverage: official === undefined || official === 0 ? undefined : derived / official,
  };
}
