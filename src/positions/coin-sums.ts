import { type Exposure, largestLimit, sideExposure } from '../domain/exposure.ts';
import { minuteMs } from '../kernel/clock.ts';
import type { PositionColumns } from './position-columns.ts';
import type { Positions } from './positions.ts';
import { hasFreshState, positionAt, type Valuation } from './valued-positions.ts';

export interface CoinSums {
  exposure: Exposure;
  /** Positions with a liquidation price within 5 % of the mark. */
  nearLiquidation: { positions: number; notional: number };
  seen: {
    /** Unix milliseconds of the newest fill or state, and of the newest state; 0 = none. */
    newestMs: number;
    newestStateMs: number;
    notional: number;
    /** Notional of positions whose state is less than 30 minutes old. */
    freshNotional: number;
  };
  /** Positions with a known liquidation price: their notional, and the sum of distance (percent of mark) × notional. */
  distant: { notional: number; weighted: number };
}

/** A position is near its liquidation within this many percent of the mark. */
const nearPct = 5;
/** A state is fresh for this long. */
const freshStateMs = 30 * minuteMs;

/**
 * Sums the positions of a coin synchronously. A position takes some nanoseconds, since only the largest become objects.
 */
export function sumCoin(
  columns: PositionColumns,
  positions: Pick<Positions, 'address' | 'compare'>,
  valuation: Valuation,
): CoinSums {
  const { markPx, nowMs } = valuation;
  const { size: sizes, entryPx: entries, leverage: leverages, liquidationPx, updatedMs, stateMs } = columns;
  const [long, short] = [createSide(columns, positions), createSide(columns, positions)];
  const nearLiquidation = { positions: 0, notional: 0 };
  const seen = { newestMs: 0, newestStateMs: 0, notional: 0, freshNotional: 0 };
  const distant = { notional: 0, weighted: 0 };
  let maxLeverage = -1;
  for (let row = 0; row < columns.count; row++) {
    const size = sizes[row]!;
    const side = size > 0 ? long : short;
    side.positions += 1;
    if (updatedMs[row]! > seen.newestMs) seen.newestMs = updatedMs[row]!;
    if (stateMs[row]! > seen.newestStateMs) seen.newestStateMs = stateMs[row]!;
    const leverage = hasFreshState(columns, row, nowMs) ? leverages[row]! : -1;
    if (leverage > maxLeverage) maxLeverage = leverage;
    if (markPx === undefined) {
      side.unvalued += 1;
      continue;
    }
    const notional = Math.abs(size) * markPx;
    side.notional += notional;
    const entryPx = entries[row]!;
    if (!Number.isNaN(entryPx)) side.unrealizedPnl += size * (markPx - entryPx);
    if (leverage > 0) {
      side.leveredNotional += notional;
      side.leverageSum += leverage * notional;
    }
    side.largest.offer(row, notional);
    seen.notional += notional;
    if (nowMs - stateMs[row]! < freshStateMs) seen.freshNotional += notional;
    const price = liquidationPx[row]!;
    if (Number.isNaN(price)) continue;
    const distancePct = (Math.abs(price - markPx) * 100) / markPx;
    distant.notional += notional;
    distant.weighted += distancePct * notional;
    if (distancePct > nearPct) continue;
    nearLiquidation.positions += 1;
    nearLiquidation.notional += notional;
  }
  const [longs, shorts] = [long, short].map(({ largest, ...sums }) => {
    const found = largest.rows().map((row) => positionAt(positions, columns, row, valuation));
    return sideExposure(sums, found);
  });
  const exposure = {
    long: () => longs!,
    short: () => shorts!,
    maxLeverage: () => (maxLeverage < 0 ? undefined : maxLeverage),
  };
  return { exposure, nearLiquidation, seen, distant };
}

function createSide(columns: PositionColumns, positions: Pick<Positions, 'compare'>) {
  return {
    positions: 0,
    unvalued: 0,
    notional: 0,
    unrealizedPnl: 0,
    leveredNotional: 0,
    leverageSum: 0,
    largest: createLargestRows(columns, positions, largestLimit),
  };
}

/** The rows of one side with the largest notional, found without an object per row. */
interface LargestRows {
  offer(row: number, notional: number): void;
  /** Largest first; ties by address. */
  rows(): number[];
}

function createLargestRows(
  { wallet }: PositionColumns,
  { compare }: Pick<Positions, 'compare'>,
  limit: number,
): LargestRows {
  const rows = new Int32Array(limit);
  const notionals = new Float64Array(limit);
  let count = 0;

  function standsBefore(row: number, notional: number, place: number): boolean {
    if (notional !== notionals[place]!) return notional > notionals[place]!;
    return compare(wallet[row]!, wallet[rows[place]!]!) < 0;
  }

  return {
    offer(row, notional) {
      if (count === limit && !standsBefore(row, notional, limit - 1)) return;
      if (count < limit) count += 1;
      let place = count - 1;
      for (; place > 0 && standsBefore(row, notional, place - 1); place--) {
        rows[place] = rows[place - 1]!;
        notionals[place] = notionals[place - 1]!;
      }
      rows[place] = row;
      notionals[place] = notional;
    },
    rows: () => [...rows.subarray(0, count)],
  };
}
