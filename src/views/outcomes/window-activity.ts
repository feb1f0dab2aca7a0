import { Type } from 'typebox';
import { query } from '../../analytics/query.ts';
import { readRowBinary } from '../../analytics/row-binary.ts';
import type { AnalyticsStore, CallOptions } from '../../analytics/store.ts';
import { ascending, descending, totalOrder } from '../../analytics/total-order.ts';
import { isTrade } from '../../analytics/trade-sql.ts';
import { walletKey } from '../../analytics/wallet-sql.ts';
import { atItsEnds, hasWholeDay, wholeDayParams } from '../../analytics/whole-days.ts';
import type { RunningValue } from '../../changes/value-view.ts';
import type { Window } from '../../domain/window.ts';
import { rfc3339 } from '../../kernel/clock.ts';
import { scaledNumber } from '../../kernel/scaled.ts';
import { createYielder } from '../../kernel/yielder.ts';
import {
  addWindow,
  createDaySuffixes,
  type DayOfOutcomes,
  type OutcomeOfDay,
  type WindowSums,
} from './activity-sums.ts';
import { dayParams, onDays, outcomeOfCoin, spanOfDays } from './outcome-sql.ts';
import { type DayNumber, type PastDays, windowParts } from './past-days.ts';
import { type TraderNumbers, traderBytes } from './trader-numbers.ts';

/** Rows: day, outcome, wallet, each once. @param where condition of the fills */
const tradersSql = (day: string, where: string) => `
  SELECT toUInt32(${day}) AS day, ${outcomeOfCoin} AS outcome, ${walletKey} AS trader
  FROM outcome_fills_by_time
  WHERE ${isTrade} AND ${where}
  GROUP BY day, outcome, trader`;

/** Traders of each outcome on some days, for {@link numberTraders}. */
const pastTraders = query({
  name: 'hip4_past_traders',
  params: dayParams,
  row: Type.Object({}),
  limits: { maxRows: 20_000_000, deadlineMs: 30_000 },
  sql: tradersSql('intDiv(toUnixTimestamp64Milli(time), 86400000)', onDays),
});

/** Traders of each outcome at the ends of a window, for {@link countWallets}. */
const tradersAtItsEnds = query({
  name: 'hip4_traders_at_ends',
  params: wholeDayParams,
  row: Type.Object({}),
  limits: { maxRows: 5_000_000 },
  sql: tradersSql('0', atItsEnds),
});

interface TraderRow {
  day: DayNumber;
  outcome: number;
  /** Offset of the wallet in the bytes. */
  at: number;
}

function* tradersIn(bytes: Uint8Array): Generator<TraderRow> {
  const reader = readRowBinary(bytes);
  while (!reader.done) {
    const row = { day: reader.uint32(), outcome: reader.int64(), at: reader.at };
    reader.at += traderBytes;
    yield row;
  }
}

/** @returns the numbers of each day's traders; yields to the event loop meanwhile */
async function numberTraders(
  bytes: Uint8Array,
  numbers: TraderNumbers,
): Promise<Map<DayNumber, Uint32Array>> {
  const byDay = new Map<DayNumber, number[]>();
  const yieldToEventLoop = createYielder();
  for (const { day, outcome, at } of tradersIn(bytes)) {
    const own = byDay.get(day) ?? [];
    byDay.set(day, own);
    own.push(numbers.add(outcome, bytes, at));
    if (own.length % 1_024 === 0) await yieldToEventLoop();
  }
  return new Map([...byDay].map(([day, own]) => [day, Uint32Array.from(own)]));
}

/** Counts the wallets of each outcome that are not counted yet. @param isCounted whether a trader's number is counted already */
function countWallets(
  bytes: Uint8Array,
  numbers: TraderNumbers,
  isCounted: (trader: number) => boolean,
): Map<number, number> {
  const wallets = new Map<number, number>();
  for (const { outcome, at } of tradersIn(bytes)) {
    const trader = numbers.find(outcome, bytes, at);
    if (trader !== -1 && isCounted(trader)) continue;
    wallets.set(outcome, (wallets.get(outcome) ?? 0) + 1);
  }
  return wallets;
}

export interface OutcomeActivity {
  outcomeId: number;
  /** Market trades, each side of a match. */
  fills: number;
  uniqueWallets: number;
  /** Price × size of matches, USDH. */
  notionalUsdh?: number;
  /** RFC 3339. */
  firstTraded?: string;
  lastTraded?: string;
}

/**
 * Totals of the trades of every outcome with a row in a window: most trades first, ties by number.
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

/**
 * Rows: day, outcome, trades, notional of matches × 10^12, unix milliseconds of the first and last trade or 0.
 * @param where condition of the fills
 */
const activitySql = (where: string) => `
  SELECT
    toUInt32(intDiv(toUnixTimestamp64Milli(time), 86400000)) AS day, outcome, toInt64(sumIf(sides, ${isTrade})) AS trades,
    toDecimal128(sumIf(notional, ${isTrade}), 12) AS match_notional,
    minIf(toUnixTimestamp64Milli(time), ${isTrade}) AS first_traded, maxIf(toUnixTimestamp64Milli(time), ${isTrade}) AS last_traded
  FROM (
    SELECT ${outcomeOfCoin} AS outcome, time, tid, market, count() AS sides, argMax(px * sz, crossed) AS notional
    FROM outcome_fills_by_time
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

export const daySumQueries = [pastActivity, pastTraders] as const;

const activityAtItsEnds = query({
  name: 'hip4_activity_at_ends',
  params: wholeDayParams,
  row: anyRow,
  limits: { maxRows: 100_000 },
  sql: activitySql(atItsEnds),
});

/** @throws AnalyticsError */
export async function readDaySums(
  analytics: Pick<AnalyticsStore, 'bytes'>,
  days: readonly DayNumber[],
  numbers: TraderNumbers,
): Promise<Map<DayNumber, DayOfOutcomes>> {
  const byDay = new Map<DayNumber, DayOfOutcomes>();
  // Reads some days at a time: rows of all days at once would block the thread of requests.
  const left = days.toSorted((a, b) => a - b);
  while (left.length > 0) {
    const span = spanOfDays(left.splice(0, daysAtATime));
    const rows = readActivity(await analytics.bytes(pastActivity, span));
    const traders = await numberTraders(await analytics.bytes(pastTraders, span), numbers);
    for (const [day, own] of Map.groupBy(rows, ({ day }) => day))
      byDay.set(day, { rows: own, traders: traders.get(day) ?? new Uint32Array() });
  }
  return byDay;
}

/**
 * Keeps totals and traders of finished days in memory, and reads the partial days at a window's ends per request.
 * @param parts.requests the store on the lane of requests
 */
export function createWindowActivity(parts: {
  past: Pick<RunningValue<PastDays>, 'read'>;
  requests: Pick<AnalyticsStore, 'bytes'>;
  numbers: TraderNumbers;
}): ReadWindowActivity {
  const { past, requests, numbers } = parts;
  const suffixes = createDaySuffixes(numbers);

  async function sumsOf(window: Window, options: CallOptions): Promise<Map<number, WindowSums>> {
    const held = await past.read(options.signal);
    const { whole, kept } = windowParts(held, window);
    const [ends, traders] = await Promise.all([
      requests.bytes(activityAtItsEnds, whole, options),
      requests.bytes(tradersAtItsEnds, whole, options),
    ]);
    const { sums, hasTraded } = hasWholeDay(whole)
      ? // A day may have ended since the window was asked for.
        suffixes(held.endMs === whole.wholeTo ? held.days : kept, whole.wholeFrom)
      : { sums: new Map<number, WindowSums>(), hasTraded: () => false };
    const others = countWallets(traders, numbers, hasTraded);
    for (const row of readActivity(ends)) {
      sums.set(row.outcome, addWindow(sums.get(row.outcome), row, others.get(row.outcome) ?? 0));
      // An outcome may have a row at both ends.
      others.delete(row.outcome);
    }
    return sums;
  }

  return async (window, limit, signal) => {
    const sums = await sumsOf(window, signal === undefined ? {} : { signal });
    return mostTraded(sums, limit).map(([outcomeId, { fills, wallets, notional, firstMs, lastMs }]) => ({
      outcomeId,
      fills,
      uniqueWallets: wallets,
      notionalUsdh: scaledNumber(notional, 12),
      ...(fills > 0 && { firstTraded: rfc3339(firstMs), lastTraded: rfc3339(lastMs) }),
    }));
  };
}

function mostTraded(sums: ReadonlyMap<number, WindowSums>, limit: number): [number, WindowSums][] {
  return [...sums]
    .sort(
      totalOrder<[number, WindowSums]>(
        descending(([, { fills }]) => fills),
        ascending(([outcome]) => outcome),
      ),
    )
    .slice(0, limit);
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
