import { Type } from 'typebox';
import { query } from '../../analytics/query.ts';
import { rowFields } from '../../analytics/row-fields.ts';
import type { AnalyticsStore } from '../../analytics/store.ts';
import { ascending, descending, totalOrder } from '../../analytics/total-order.ts';
import { addressOf, distinctWallets } from '../../analytics/wallet-sql.ts';
import { wholeDayParams, wholeDays } from '../../analytics/whole-days.ts';
import type { Period } from '../../domain/intervals.ts';
import type { Window } from '../../domain/window.ts';
import { type Clock, dayMs } from '../../kernel/clock.ts';
import { followReads } from '../../market/followed-reads.ts';
import { attributedRows, periodBefore, periodWindow } from './builder-sql.ts';

/** What a builder's fills of one period come to. */
export interface BuilderTotals {
  revenueUsd: number;
  volumeUsd: number;
  users: number;
  fills: number;
}

/** One builder in a period. */
export interface BuilderStanding {
  builder: string;
  now: BuilderTotals;
  /** Of the period before; undefined without a fill in it. */
  previous: BuilderTotals | undefined;
  /** Of the last 7 days; 0 without a fill. */
  feeTenthsBp: number;
}

/** Every builder of a period. */
export interface BuilderPeriod {
  window: Window;
  /** By revenue, the largest first; ties by address. */
  ranked: readonly BuilderStanding[];
}

/**
 * Tells a rolling period: as of the newest fill that paid a builder, with a window that ended at most a minute ago. Which fill paid one,
 * archives tell: what is read live changes nothing of it.
 * @throws AnalyticsError
 */
export type ReadBuilderPeriod = (period: Period, signal?: AbortSignal) => Promise<BuilderPeriod>;

const limits = { maxRows: 100_000, deadlineMs: 30_000 };
/** Whoever asks gets what there is up to these ages; past the first it is made anew behind the answer, unless what reads ahead came sooner. */
const freshMs = 35_000;
const oldMs = 60_000;

const { row: totalsRow, bodyOf: totalsOf } = rowFields(
  Type.Object({
    builder: Type.String(),
    revenueUsd: Type.Number(),
    volumeUsd: Type.Number(),
    users: Type.Integer(),
    fills: Type.Integer(),
  }),
);

const totalsOfBuilders = query({
  name: 'builder_totals',
  params: wholeDayParams,
  row: totalsRow,
  limits,
  sql: `
    SELECT
      ${addressOf('builder')} AS builder, sum(rows.builder_fees) AS revenue_usd, sum(rows.volume) AS volume_usd,
      ${distinctWallets} AS users, sum(rows.fills) AS fills
    FROM (${attributedRows()}) AS rows
    GROUP BY rows.builder`,
});

/** What builders took lately is told of so many days. */
const rateMs = 7 * dayMs;

/** The most frequent share of the notional that each builder took, of the fills of which it took one, in tenths of a basis point; the least of those that are as frequent. */
const commonRates = query({
  name: 'builder_common_rates',
  params: { rateFrom: 'TimeMs', rateTo: 'TimeMs' },
  row: Type.Object({ address: Type.String(), fee_tenths_bp: Type.Integer() }),
  limits,
  sql: `
    SELECT ${addressOf('builder')} AS address, argMax(rate, (fills, -rate)) AS fee_tenths_bp
    FROM (
      SELECT
        builder, toInt32(round(toFloat64(builder_fee * fee_px) / toFloat64(px * sz) * 100000)) AS rate, count() AS fills
      FROM builder_fills
      WHERE time >= {rateFrom:TimeMs} AND time <= {rateTo:TimeMs} AND px * sz > 0 AND builder_fee != 0
      GROUP BY builder, rate)
    GROUP BY builder`,
});

/** Fills of builders come and go by whole rows; what replaces as many of them is seen when the period is read anew. */
const paidFills = query({
  name: 'builder_paid_fills',
  params: {},
  row: Type.Object({ fills: Type.String() }),
  sql: 'SELECT toString(count()) AS fills FROM builder_fills',
});

/** @param parts.requests the store on the lane of requests, for what each of them waits for */
export function createBuilderPeriods(parts: {
  analytics: Pick<AnalyticsStore, 'rows'>;
  requests: Pick<AnalyticsStore, 'rows'>;
  clock: Clock;
}): ReadBuilderPeriod {
  const { analytics, requests, clock } = parts;
  const totals = async (window: Window) =>
    (await analytics.rows(totalsOfBuilders, wholeDays(window))).map(totalsOf);

  async function read(period: string): Promise<BuilderPeriod> {
    const nowMs = clock.nowMs();
    const window = periodWindow(period as Period, nowMs);
    const [now, earlier, rates] = await Promise.all([
      totals(window),
      totals(periodBefore(period as Period, nowMs)),
      analytics.rows(commonRates, { rateFrom: nowMs - rateMs, rateTo: nowMs }),
    ]);
    const before = new Map(earlier.map(({ builder, ...sums }) => [builder, sums]));
    const rateOf = new Map(rates.map((row) => [row.address, row.fee_tenths_bp]));
    const ranked = now
      .map(({ builder, ...sums }) => ({
        ...{ builder, now: sums, previous: before.get(builder), feeTenthsBp: rateOf.get(builder) ?? 0 },
      }))
      .sort(
        totalOrder(
          descending((one) => one.now.revenueUsd),
          ascending((one) => one.builder),
        ),
      );
    return { window, ranked };
  }

  const version = async () => (await requests.rows(paidFills, {}))[0]!.fills;
  return followReads({ read, version, freshMs, oldMs, keptLimit: 3 });
}
