import { tradedUsd } from '../../analytics/trade-sql.ts';
import { atItsEnds, onWholeDays } from '../../analytics/whole-days.ts';
import { type Period, periodMs } from '../../domain/intervals.ts';
import type { Window } from '../../domain/window.ts';

/*
 * Parts of queries over attributed fills. A rolling period is read from `builder_wallet_day` for its whole days, and from
 * `builder_fills` at its ends; the parameters are those of `whole-days.ts`.
 */

/** Rows that sum to the figures of builders and their wallets. @param where condition of the rows, by builder or wallet */
export function attributedRows(where = '1'): string {
  return `
    SELECT builder, wallet, day, fills, pnl, volume, builder_fees
    FROM builder_wallet_day
    WHERE ${onWholeDays} AND ${where}
    UNION ALL
    SELECT
      builder, wallet, toDate(time) AS day, toUInt64(1) AS fills, closed_pnl AS pnl, ${tradedUsd} AS volume,
      builder_fee * fee_px AS builder_fees
    FROM builder_fills
    WHERE ${atItsEnds} AND ${where}`;
}

export const ofBuilder = 'builder = {builder:Wallet}';

export function periodWindow(period: Period, nowMs: number): Window {
  return { fromMs: nowMs - periodMs[period], toMs: nowMs };
}

/** The period before it, of the same length. */
export function periodBefore(period: Period, nowMs: number): Window {
  const { fromMs } = periodWindow(period, nowMs);
  return { fromMs: fromMs - periodMs[period], toMs: fromMs - 1 };
}
