import { dayMs } from '../../kernel/clock.ts';
import { type Period, periodMs } from '../params/periods.ts';
import { atItsEnds, onWholeDays } from '../whole-days.ts';
import type { Window } from '../window.ts';

/*
 * Parts of queries over attributed fills. A rolling period is read from the days that lie in it whole, `builder_wallet_day`, and at
 * its ends from `builder_fills`; the parameters are those of `whole-days.ts`.
 */

/** Rows that sum to the figures of builders and their wallets. @param where condition of the rows, by builder or wallet */
export function attributedRows(where = '1'): string {
  return `
    SELECT builder, wallet, day, fills, pnl, volume, builder_fees
    FROM builder_wallet_day
    WHERE ${onWholeDays} AND ${where}
    UNION ALL
    SELECT
      builder, wallet, toDate(time) AS day, toUInt64(1) AS fills, closed_pnl AS pnl, px * sz * market AS volume,
      builder_fee * fee_px AS builder_fees
    FROM builder_fills
    WHERE ${atItsEnds} AND ${where}`;
}

export const ofBuilder = 'builder = {builder:Wallet}';

/** The rolling period that ends now. */
export function periodWindow(period: Period, nowMs: number): Window {
  return { fromMs: nowMs - periodMs[period], toMs: nowMs };
}

/** The period before it, of the same length. */
export function periodBefore(period: Period, nowMs: number): Window {
  const { fromMs } = periodWindow(period, nowMs);
  return { fromMs: fromMs - periodMs[period], toMs: fromMs - 1 };
}

/** What builders took lately is told of so many days. */
const rateMs = 7 * dayMs;

/** Values of {@link commonRateSql}'s window. */
export function rateWindow(nowMs: number) {
  return { rateFrom: nowMs - rateMs, rateTo: nowMs };
}

/**
 * The most frequent share of the notional that each builder took, in tenths of a basis point; the least of those that are as frequent.
 *
 * @param where condition of the fills
 */
export function commonRateSql(where: string): string {
  return `
    SELECT builder, argMax(rate, (fills, -rate)) AS fee_tenths_bp
    FROM (
      SELECT
        builder, toInt32(round(toFloat64(builder_fee * fee_px) / toFloat64(px * sz) * 100000)) AS rate, count() AS fills
      FROM builder_fills
      WHERE time >= {rateFrom:TimeMs} AND time <= {rateTo:TimeMs} AND px * sz > 0 AND ${where}
      GROUP BY builder, rate)
    GROUP BY builder`;
}
