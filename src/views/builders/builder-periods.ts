import { Type } from 'typebox';
import { query } from '../../analytics/query.ts';
import { rowFields } from '../../analytics/row-fields.ts';
import type { AnalyticsStore } from '../../analytics/store.ts';
import { ascending, descending, totalOrder } from '../../analytics/total-order.ts';
import { addressOf, distinctWallets } from '../../analytics/wallet-sql.ts';
import { wholeDayParams, wholeDays } from '../../analytics/whole-days.ts';
import type { ValueView } from '../../changes/value-view.ts';
import { type Period, periodMs } from '../../domain/intervals.ts';
import type { Window } from '../../domain/window.ts';
import { type Clock, dayMs, minuteMs } from '../../kernel/clock.ts';
import { attributedRows, periodBefore, periodWindow } from './builder-sql.ts';

export interface BuilderTotals {
  revenueUsd: number;
  volumeUsd: number;
  users: number;
  fills: number;
}

export interface BuilderRank {
  builder: string;
  now: BuilderTotals;
  /** Totals of the period before; undefined without a fill in it. */
  previous: BuilderTotals | undefined;
  /** Most common fee rate of the last 7 days; 0 without a fill. */
  feeTenthsBp: number;
}

export interface BuilderPeriod {
  window: Window;
  /** By revenue, largest first; ties by address. */
  ranked: readonly BuilderRank[];
}

/**
 * A rolling period up to the newest fill with a builder fee; its window ended at most a minute ago. Archives name the builder of a
 * fill; live reads without builders leave the figures unchanged.
 * @throws AnalyticsError
 */
export type ReadBuilderPeriod = (period: Period, signal?: AbortSignal) => Promise<BuilderPeriod>;

const limits = { maxRows: 100_000, deadlineMs: 30_000 };

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

const rateMs = 7 * dayMs;

/**
 * Each builder's most common fee as a share of the notional, over fills with a builder fee, in tenths of a basis point; the lowest on a
 * tie.
 */
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

/** Builder fills change by whole rows; a replacement of equal count is noticed by age. */
const paidFills = query({
  name: 'builder_paid_fills',
  params: {},
  row: Type.Object({ fills: Type.String() }),
  sql: 'SELECT toString(count()) AS fills FROM builder_fills',
});

interface BuilderPeriods {
  paid: string;
  byPeriod: ReadonlyMap<Period, BuilderPeriod>;
}

export function builderPeriodsView(parts: {
  analytics: Pick<AnalyticsStore, 'rows'>;
  clock: Clock;
}): ValueView<BuilderPeriods> {
  const { analytics, clock } = parts;
  const totals = async (window: Window) =>
    (await analytics.rows(totalsOfBuilders, wholeDays(window))).map(totalsOf);
  const readPaid = async () => (await analytics.rows(paidFills, {}))[0]!.fills;

  async function read(
    period: Period,
    rateOf: ReadonlyMap<string, number>,
    nowMs: number,
  ): Promise<BuilderPeriod> {
    const window = periodWindow(period, nowMs);
    const [now, earlier] = await Promise.all([totals(window), totals(periodBefore(period, nowMs))]);
    const before = new Map(earlier.map(({ builder, ...sums }) => [builder, sums]));
    const ranked = now
      .map(({ builder, ...sums }) => ({
        builder,
        now: sums,
        previous: before.get(builder),
        feeTenthsBp: rateOf.get(builder) ?? 0,
      }))
      .sort(
        totalOrder(
          descending((one) => one.now.revenueUsd),
          ascending((one) => one.builder),
        ),
      );
    return { window, ranked };
  }

  return {
    name: 'periods of builders',
    async read() {
      const nowMs = clock.nowMs();
      const paid = await readPaid();
      const rates = await analytics.rows(commonRates, { rateFrom: nowMs - rateMs, rateTo: nowMs });
      const rateOf = new Map(rates.map((row) => [row.address, row.fee_tenths_bp]));
      const byPeriod = new Map<Period, BuilderPeriod>();
      for (const period of Object.keys(periodMs) as Period[])
        byPeriod.set(period, await read(period, rateOf, nowMs));
      return { paid, byPeriod };
    },
    isChanged: async (_, { paid }) => (await readPaid()) !== paid,
    maxAgeMs: minuteMs,
    rereadMs: 40_000,
    // A followed node adds paid fills each second, and each read covers six windows.
    readShare: 0.05,
  };
}
