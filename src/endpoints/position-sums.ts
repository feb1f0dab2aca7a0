import { createExposure, type Exposure, type ValuedPosition } from '../domain/exposure.ts';
import { minuteMs } from '../kernel/clock.ts';
import type { PositionColumns } from '../positions/position-columns.ts';
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

/** A position is near its liquidation within so many percent of the mark. */
const nearPct = 5;
/** A state is fresh for so long. */
const freshStateMs = 30 * minuteMs;

/** Positions being added up. */
export interface PositionSums {
  /** @param row of the position in the columns of its coin */
  add(position: ValuedPosition, markPx: number | undefined, columns: PositionColumns, row: number): void;
  /** Adds all that another one has. */
  merge(other: PositionSums): void;
  /** What it has by now, to be merged. */
  readonly parts: SumParts;
  /** @param official open interest as the exchange tells it, USD; undefined where it does not */
  tally(basis: PositionsBasis | undefined, official: number | undefined): PositionTally;
}

interface SumParts {
  exposure: Exposure;
  nearLiquidation: PositionTally['nearLiquidation'];
  seen: { newestMs: number; newestStateMs: number; notional: number; freshNotional: number };
  /** Of positions whose distance to their liquidation is known. */
  distant: { notional: number; weighted: number };
}

/** Adds positions up. @param nowMs unix milliseconds */
export function createPositionSums(nowMs: number): PositionSums {
  const exposure = createExposure();
  const nearLiquidation = { positions: 0, notional: 0 };
  const seen = { newestMs: 0, newestStateMs: 0, notional: 0, freshNotional: 0 };
  const distant = { notional: 0, weighted: 0 };

  return {
    parts: { exposure, nearLiquidation, seen, distant },
    merge({ parts }) {
      exposure.merge(parts.exposure);
      nearLiquidation.positions += parts.nearLiquidation.positions;
      nearLiquidation.notional += parts.nearLiquidation.notional;
      seen.newestMs = Math.max(seen.newestMs, parts.seen.newestMs);
      seen.newestStateMs = Math.max(seen.newestStateMs, parts.seen.newestStateMs);
      seen.notional += parts.seen.notional;
      seen.freshNotional += parts.seen.freshNotional;
      distant.notional += parts.distant.notional;
      distant.weighted += parts.distant.weighted;
    },
    add(position, markPx, { liquidationPx, updatedMs, stateMs }, row) {
      exposure.add(position);
      const { notional } = position;
      seen.notional += notional;
      seen.newestMs = Math.max(seen.newestMs, updatedMs[row]!);
      seen.newestStateMs = Math.max(seen.newestStateMs, stateMs[row]!);
      if (nowMs - stateMs[row]! < freshStateMs) seen.freshNotional += notional;
      const price = liquidationPx[row]!;
      if (markPx === undefined || Number.isNaN(price)) return;
      const distancePct = (Math.abs(price - markPx) / markPx) * 100;
      distant.notional += notional;
      distant.weighted += distancePct * notional;
      if (distancePct > nearPct) return;
      nearLiquidation.positions += 1;
      nearLiquidation.notional += notional;
    },
    tally(basis, official) {
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
    },
  };
}
