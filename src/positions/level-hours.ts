import { Type } from 'typebox';
import { query } from '../analytics/query.ts';
import type { AnalyticsStore } from '../analytics/store.ts';
import { allCoins } from '../domain/coin-name.ts';
import type { Window } from '../domain/window.ts';

/** Rows of the coin and of all coins (one per recorded hour); exceeds the hours of a response. */
const rowsLimit = 400;

const levelsByHour = query({
  name: 'liquidation_levels_by_hour',
  params: { coin: 'String', from: 'TimeMs', to: 'TimeMs', stepHours: 'UInt64' },
  row: Type.Object({
    coin: Type.String(),
    at: Type.Integer(),
    mark: Type.String(),
    levels: Type.Array(Type.Integer()),
    long_usd: Type.Array(Type.String()),
    short_usd: Type.Array(Type.String()),
    rest_usd: Type.Array(Type.String()),
  }),
  sql: `
    SELECT coin, toUnixTimestamp(hour) AS at, toString(mark_px) AS mark, levels,
      arrayMap(usd -> toString(usd), longs) AS long_usd, arrayMap(usd -> toString(usd), shorts) AS short_usd,
      arrayMap(usd -> toString(usd), [longs_outside, shorts_outside, longs_unpriced, shorts_unpriced]) AS rest_usd
    FROM liquidation_level_hours FINAL
    WHERE coin IN ({coin:String}, '${allCoins}') AND hour >= {from:TimeMs} AND hour <= {to:TimeMs}
      AND intDiv(toUnixTimestamp(hour), 3600) % {stepHours:UInt64} = 0
    ORDER BY hour, coin
    LIMIT ${rowsLimit}`,
  limits: { maxRows: rowsLimit },
});

/** Notional that would be liquidated by price level, at the start of an hour; USD at mark. */
export interface LevelHour {
  /** Unix milliseconds. */
  hourMs: number;
  markPx: number;
  /** Levels of `domain/price-levels.ts`, lowest first; omits empty levels. */
  levels: { level: number; longUsd: number; shortUsd: number }[];
  longOutsideUsd: number;
  shortOutsideUsd: number;
  longUnpricedUsd: number;
  shortUnpricedUsd: number;
}

/** Why a recorded hour has no levels of a coin: no mark price, or no known open position. */
export type LevelsWithout = 'no-mark' | 'no-positions';

export interface LevelHours {
  /** Oldest first. */
  hours: LevelHour[];
  /** Recorded hours without levels, by start in unix milliseconds. */
  without: ReadonlyMap<number, LevelsWithout>;
}

/**
 * @param coin in the exchange's own spelling
 * @param stepHours returns every nth hour, counted from 1970
 * @throws AnalyticsError
 */
export async function readLevelHours(
  store: Pick<AnalyticsStore, 'rows'>,
  coin: string,
  { fromMs, toMs, stepHours }: Window & { stepHours: number },
  signal: AbortSignal,
): Promise<LevelHours> {
  const rows = await store.rows(levelsByHour, { coin, from: fromMs, to: toMs, stepHours }, { signal });
  const hours: LevelHour[] = [];
  const without = new Map<number, LevelsWithout>();
  for (const { coin: of, at, mark, levels, long_usd, short_usd, rest_usd } of rows) {
    const [hourMs, markPx] = [at * 1_000, Number(mark)];
    // The row of all coins may precede or follow the coin's own row, which takes precedence.
    if (of !== coin) without.set(hourMs, without.get(hourMs) ?? 'no-positions');
    else if (markPx === 0) without.set(hourMs, 'no-mark');
    else {
      const [longOutsideUsd, shortOutsideUsd, longUnpricedUsd, shortUnpricedUsd] = rest_usd.map(Number);
      hours.push({
        hourMs,
        markPx,
        levels: levels.map((level, n) => ({
          level,
          longUsd: Number(long_usd[n]),
          shortUsd: Number(short_usd[n]),
        })),
        longOutsideUsd: longOutsideUsd!,
        shortOutsideUsd: shortOutsideUsd!,
        longUnpricedUsd: longUnpricedUsd!,
        shortUnpricedUsd: shortUnpricedUsd!,
      });
    }
  }
  for (const { hourMs } of hours) without.delete(hourMs);
  return { hours, without };
}
