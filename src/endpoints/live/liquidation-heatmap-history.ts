import { Type } from 'typebox';
import { query } from '../../analytics/query.ts';
import type { AnalyticsStore } from '../../analytics/store.ts';
import { allCoins } from '../../domain/coin-name.ts';
import { levelPx, levelRangePct, levelStepPct } from '../../domain/price-levels.ts';
import type { Window } from '../../domain/window.ts';
import { hourMs, minuteMs } from '../../kernel/clock.ts';
import { coinName, double, int32, list, oneOf, timeMs } from '../bodies/fields.ts';
import { endpoint } from '../endpoint.ts';
import { knownCoin } from '../known-names.ts';
import { coin } from '../params/names.ts';
import { checkFromTo, fromTo, spanOf } from '../params/time-range.ts';
import { bodySchema } from '../schema.ts';

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
interface LevelHour {
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
type LevelsWithout = 'no-mark' | 'no-positions';

interface LevelHours {
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
async function readLevelHours(
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

const levelPart = bodySchema('LiquidationLevel', {
  fromPx: double('Lower end of the level, USD; the same in every hour and for every coin.'),
  toPx: double('Upper end of the level, USD; it belongs to the next one.'),
  longUsd: double('Notional at mark of longs with their liquidation price in the level, USD.'),
  shortUsd: double('Notional at mark of shorts with their liquidation price in the level, USD.'),
});

const levelHour = bodySchema('LiquidationLevelHour', {
  timestamp: timeMs('Start of the hour'),
  markPx: double('Mark price then, USD.'),
  levels: list(levelPart),
  longOutsideUsd: double('Notional of longs whose liquidation price lies further from the mark, USD.'),
  shortOutsideUsd: double('Notional of shorts whose liquidation price lies further from the mark, USD.'),
  longUnpricedUsd: double('Notional of longs without a liquidation price, USD.'),
  shortUnpricedUsd: double('Notional of shorts without a liquidation price, USD.'),
});

const reasons = ['not-recorded', 'no-mark', 'no-positions'] as const;

const missingHours = bodySchema('LiquidationLevelsMissing', {
  from: timeMs('Start of the first hour that is not in history'),
  to: timeMs('End of the step of the last missing hour'),
  hours: int32('Number of missing hours among the steps.'),
  reason: oneOf(
    reasons,
    'not-recorded: no process ran in that hour; no-mark: the coin had no price; no-positions: no open position of the coin is known.',
  ),
});

const historyBody = bodySchema('LiquidationHeatmapHistoryBody', {
  coin: coinName(),
  stepHours: int32('Every how many hours one is served: 1 up to a week, more of a longer window.'),
  stepPct: double('Width of a level, percent of its lower end.'),
  rangePct: double('Levels are kept that reach into this distance from the mark, percent.'),
  history: list(levelHour),
  missing: list(missingHours),
});

/** A week of hours: about a megabyte, at some 60 levels each. */
const hoursLimit = 168;
const usualMs = hoursLimit * hourMs;
/** An hour is recorded within this time, or never (`jobs/position-snapshot.ts`). */
const keptWithinMs = 5 * minuteMs;
const stepsOfDay = [1, 2, 3, 4, 6, 8, 12] as const;

/** Step between the served hours of a window: a divisor of a day, or whole days. */
function stepHoursOf({ fromMs, toMs }: Window): number {
  const least = Math.max(1, Math.ceil((toMs - fromMs) / hourMs / hoursLimit));
  return stepsOfDay.find((step) => step >= least) ?? Math.ceil(least / 24) * 24;
}

export const liquidationHeatmapHistory = endpoint({
  id: 'live.liquidation-heatmap-history',
  path: '/api/public/v1/live/liquidation-heatmap/{coin}/history',
  summary: "A coin's liquidation levels by the hour",
  description:
    'The open positions that were known at the start of each hour, oldest first, by the price that would have liquidated them: levels of ' +
    '1 % on one grid for all hours and coins, within 30 % of the mark of the hour; empty ones are left out. Of a window of more than ' +
    'a week every second hour is served, or fewer: stepHours. An hour that was not ' +
    'recorded is in missing, never an empty one; the newest hour is in neither list until it is recorded, up to five minutes after its start.',
  tags: ['Live'],
  tier: 'free',
  age: 'live',
  vary: 'tier',
  params: { coin: coin(), ...fromTo('7 days') },
  response: historyBody,
  errors: [404],
  example: {
    coin: 'BTC',
    stepHours: 1,
    stepPct: 1,
    rangePct: 30,
    history: [
      {
        timestamp: 1768467600000,
        markPx: 96_250,
        levels: [{ fromPx: 92_891.13, toPx: 93_820.05, longUsd: 1_204_500, shortUsd: 0 }],
        longOutsideUsd: 250_000,
        shortOutsideUsd: 0,
        longUnpricedUsd: 0,
        shortUnpricedUsd: 96_250,
      },
    ],
    missing: [{ from: 1768471200000, to: 1768478400000, hours: 2, reason: 'not-recorded' }],
  },
  check(params, context) {
    checkFromTo(params, { ...context, usualMs });
  },
  async run({ params, sources, caller, clock, signal }) {
    const nowMs = clock.nowMs();
    const name = knownCoin(sources, params.coin);
    const { windowDays } = caller.limits;
    const window = spanOf(params, { nowMs, windowDays, usualMs });
    const stepHours = stepHoursOf(window);
    const kept = await readLevelHours(sources.analytics, name, { ...window, stepHours }, signal);
    const body = {
      coin: name,
      stepHours,
      stepPct: levelStepPct,
      rangePct: levelRangePct,
      history: kept.hours.map(hourBody),
      missing: missingOf(kept, { ...window, stepMs: stepHours * hourMs }, nowMs),
    };
    return { body, window };
  },
});

function hourBody({ hourMs: timestamp, levels, ...rest }: LevelHour) {
  return {
    timestamp,
    ...rest,
    levels: levels.map(({ level, ...sides }) => ({
      fromPx: levelPx(level),
      toPx: levelPx(level + 1),
      ...sides,
    })),
  };
}

type Missing = { from: number; to: number; hours: number; reason: (typeof reasons)[number] };

/** The missing hours among the steps in a window; consecutive ones with the same reason are merged. */
function missingOf(
  { hours, without }: LevelHours,
  { fromMs, toMs, stepMs }: Window & { stepMs: number },
  nowMs: number,
): Missing[] {
  const served = new Set(hours.map((hour) => hour.hourMs));
  const missing: Missing[] = [];
  for (let from = Math.ceil(fromMs / stepMs) * stepMs; from <= toMs; from += stepMs) {
    const found = without.get(from);
    if (served.has(from) || (found === undefined && nowMs - from < keptWithinMs)) continue;
    const reason = found ?? 'not-recorded';
    const last = missing.at(-1);
    if (last?.to === from && last.reason === reason) {
      last.to += stepMs;
      last.hours += 1;
    } else missing.push({ from, to: from + stepMs, hours: 1, reason });
  }
  return missing;
}
