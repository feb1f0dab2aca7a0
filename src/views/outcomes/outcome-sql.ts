import { isTrade } from '../../analytics/trade-sql.ts';
import { dayMs } from '../../kernel/clock.ts';
import type { DayNumber } from './past-days.ts';

/*
 * Parts of queries over fills of outcomes. A side's coin is `#` and 10 × outcome + side
 * (docs/methodology.md#outcomes-hip-4). Rows that are no market trade (settlement, split, merge,
 * negate) have `market` 0: they count no trade and no volume, and realize PnL.
 */

const encoding = 'toUInt64OrZero(substring(coin, 2))';

export const outcomeOfCoin = `intDiv(${encoding}, 10)`;

export const sideOfCoin = `${encoding} % 10`;

export const inWindow = 'time >= {from:TimeMs} AND time <= {to:TimeMs}';

/** Values of an empty filter: '' and -1. The deployer is that of the venue. */
export const filterParams = { venue: 'String', deployer: 'String', feeScale: 'Float64' } as const;

/** Listed outcomes that pass filters by venue, deployer and fee scale (`src/endpoints/params/outcome-filters.ts`). */
export const filteredOutcomes = `
  SELECT outcome FROM outcomes FINAL
  WHERE ({venue:String} = '' OR venue = {venue:String})
    AND ({deployer:String} = '' OR venue IN (
      SELECT venue FROM outcomes FINAL WHERE concat('0x', lower(hex(deployer))) = {deployer:String}))
    AND ({feeScale:Float64} < 0 OR toFloat64(deployer_fee_scale) = {feeScale:Float64})`;

/** Fills in a window of outcomes that pass the filters, over a table by coin. */
export const filteredInWindow = `
  coin IN (SELECT concat('#', toString(outcome), arrayJoin(['0', '1'])) FROM (${filteredOutcomes})) AND ${inWindow}`;

/** Milliseconds of the first and the last trade; null if there is none. */
export const firstAndLastTrade = `
  toUnixTimestamp64Milli(minOrNullIf(time, ${isTrade})) AS first_traded,
  toUnixTimestamp64Milli(maxOrNullIf(time, ${isTrade})) AS last_traded`;

/**
 * One row per match: the taker's fill, else the only stored fill. Its sides may be of both coins of the outcome, since
 * buying Yes is selling No (docs/exchange.md#outcomes).
 *
 * @param where condition of the fills, over the columns of the table
 * @param table their order: by coin, or by time for all outcomes at once
 */
export function matchesSql(
  where: string,
  table: 'outcome_fills' | 'outcome_fills_by_time' = 'outcome_fills',
): string {
  return `
    SELECT
      ${outcomeOfCoin} AS outcome, time, tid, argMax(coin, crossed) AS match_coin, argMax(sz, crossed) AS match_size,
      argMax(px * sz, crossed) AS match_notional
    FROM ${table}
    WHERE ${isTrade} AND ${where}
    GROUP BY outcome, time, tid`;
}

/** Fills of some UTC days, days since 1970-01-01, none before `from` or after `to`. */
export const onDays = `
  time >= {from:TimeMs} AND time <= {to:TimeMs}
  AND toInt64(intDiv(toUnixTimestamp64Milli(time), 86400000)) IN (SELECT arrayJoin({days:Array(Int64)}))`;

export const dayParams = { from: 'TimeMs', to: 'TimeMs', days: 'Array(Int64)' } as const;

export function spanOfDays(days: readonly DayNumber[]) {
  return { from: Math.min(...days) * dayMs, to: (Math.max(...days) + 1) * dayMs - 1, days };
}
