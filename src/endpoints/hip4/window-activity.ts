import { Type } from 'typebox';
import { query } from '../../analytics/query.ts';
import { readRowBinary } from '../../analytics/row-binary.ts';
import type { AnalyticsStore, CallOptions } from '../../analytics/store.ts';
import { rfc3339 } from '../../kernel/clock.ts';
import { scaledNumber } from '../../kernel/scaled.ts';
import { type DayNumber, keepDays } from '../kept-days.ts';
import { ascending, descending, totalOrder } from '../total-order.ts';
import { distinctWallets } from '../wallet-sql.ts';
import { atItsEnds, hasWholeDay, type WholeDays, wholeDayParams, wholeDays } from '../whole-days.ts';
import type { Window } from '../window.ts';
import { type ActivitySums, addSums, createDaySuffixes, type OutcomeOfDay } from './activity-sums.ts';
import type { OutcomeActivity } from './outcome-body.ts';
import { dayParams, inWindow, onDays, outcomeOfCoin, spanOfDays } from './outcome-sql.ts';
import { readOutcomeVersions } from './outcome-versions.ts';

/**
 * Tells what the trades of every outcome with a row in a window come to: those with the most trades first, ties by number.
 * @param limit outcomes, at most
 * @param window ends now
 * @throws AnalyticsError
 */
export type ReadWindowActivity = (
  window: Window,
  limit: number,
  signal?: AbortSignal,
) => Promise<OutcomeActivity[]>;

const anyRow = Type.Object({});
const daysAtATime = 7;

/** Rows: day, outcome, trades, notional of matches × 10^12, unix milliseconds of the first and the last trade or 0. @param where condition of the fills */
const activitySql = (where: string) => `
  SELECT
    toUInt32(intDiv(toUnixTimestamp64Milli(time), 86400000)) AS day, outcome, toInt64(sumIf(sides, market = 1)) AS trades,
    toDecimal128(sumIf(notional, market = 1), 12) AS match_notional,
    minIf(toUnixTimestamp64Milli(time), market = 1) AS first_traded, maxIf(toUnixTimestamp64Milli(time), market = 1) AS last_traded
  FROM (
    SELECT ${outcomeOfCoin} AS outcome, time, tid, market, count() AS sides, argMax(px * sz, crossed) AS notional
    FROM outcome_fills
    WHERE ${where}
    GROUP BY outcome, time, tid, market)
  GROUP BY day, outcome`;

const pastActivity = query({
  name: 'hip4_past_activity',
  params: dayParams,
  row: anyRow,
  limits: { maxRows: 5_000_000, deadlineMs: 30_000 },
  sql: activitySql(onDays),
});

const activityAtItsEnds = query({
  name: 'hip4_activity_at_ends',
  params: wholeDayParams,
  row: anyRow,
  limits: { maxRows: 100_000 },
  sql: activitySql(atItsEnds),
});

const walletsRow = Type.Object({ of_outcome: Type.String(), wallets: Type.Integer() });
const walletsLimits = { maxRows: 1_000_000 };

/** A wallet has traded in a window that ends now where its last trade is not before it. */
const windowWallets = query({
  name: 'hip4_window_wallets',
  params: { from: 'TimeMs' },
  row: walletsRow,
  limits: walletsLimits,
  // Wallets of all outcomes: with two threads sooner, for the same processor time.
  settings: { max_threads: 2 },
  sql: `
    SELECT toString(outcome) AS of_outcome, toUInt32(${distinctWallets}) AS wallets
    FROM outcome_wallets
    WHERE last_trade >= {from:TimeMs}
    GROUP BY outcome`,
});

/** Of a window that holds no whole day: its fills are fewer than the wallets of all time. */
const hourWallets = query({
  name: 'hip4_hour_wallets',
  params: { from: 'TimeMs', to: 'TimeMs' },
  row: walletsRow,
  limits: walletsLimits,
  sql: `
    SELECT toString(${outcomeOfCoin}) AS of_outcome, toUInt32(${distinctWallets}) AS wallets
    FROM outcome_fills
    WHERE market = 1 AND ${inWindow}
    GROUP BY of_outcome`,
});

/**
 * What days that are over come to is kept; those that a window cuts are read for it, and the wallets of its outcomes.
 * @param parts.requests the store on the lane of requests, for what each of them waits for
 */
export function createWindowActivity(parts: {
  analytics: AnalyticsStore;
  requests: AnalyticsStore;
}): ReadWindowActivity {
  const { analytics, requests } = parts;
  const past = keepDays({
    versions: readOutcomeVersions(requests),
    async read(days) {
      const byDay = new Map<DayNumber, OutcomeOfDay[]>();
      // Some at a time: rows of all days at once would keep the thread of requests busy.
      const left = days.toSorted((a, b) => a - b);
      while (left.length > 0) {
        const some = left.splice(0, daysAtATime);
        const rows = readActivity(await analytics.bytes(pastActivity, spanOfDays(some)));
        for (const [day, own] of Map.groupBy(rows, ({ day }) => day)) byDay.set(day, own);
      }
      return byDay;
    },
  });
  const suffixes = createDaySuffixes();

  async function sumsOf(whole: WholeDays, options: CallOptions): Promise<Map<number, ActivitySums>> {
    const [days, ends] = await Promise.all([
      hasWholeDay(whole) ? past(whole.wholeTo, options.signal) : undefined,
      requests.bytes(activityAtItsEnds, whole, options),
    ]);
    const sums = days === undefined ? new Map() : suffixes(days, whole.wholeFrom);
    for (const row of readActivity(ends)) sums.set(row.outcome, addSums(sums.get(row.outcome), row));
    return sums;
  }

  return async (window, limit, signal) => {
    const whole = wholeDays(window);
    const { from, to } = whole;
    const options = signal === undefined ? {} : { signal };
    const [sums, rows] = await Promise.all([
      sumsOf(whole, options),
      hasWholeDay(whole)
        ? requests.rows(windowWallets, { from }, options)
        : requests.rows(hourWallets, { from, to }, options),
    ]);
    const wallets = new Map(rows.map((row) => [Number(row.of_outcome), row.wallets]));
    const ranked = [...sums]
      .sort(
        totalOrder<[number, ActivitySums]>(
          descending(([, { fills }]) => fills),
          ascending(([outcome]) => outcome),
        ),
      )
      .slice(0, limit);
    return ranked.map(([outcomeId, { fills, notional, firstMs, lastMs }]) => ({
      outcomeId,
      fills,
      uniqueWallets: wallets.get(outcomeId) ?? 0,
      notionalUsdh: scaledNumber(notional, 12),
      ...(fills > 0 && { firstTraded: rfc3339(firstMs), lastTraded: rfc3339(lastMs) }),
    }));
  };
}

function readActivity(bytes: Uint8Array): OutcomeOfDay[] {
  const reader = readRowBinary(bytes);
  const rows: OutcomeOfDay[] = [];
  while (!reader.done) {
    const row = { day: reader.uint32(), outcome: reader.int64(), fills: reader.int64() };
    rows.push({
      ...row,
      notional: reader.decimal128(),
      firstMs: reader.int64() || Number.POSITIVE_INFINITY,
      lastMs: reader.int64(),
    });
  }
  return rows;
}
