import { Type } from 'typebox';
import { query } from '../analytics/query.ts';
import type { AnalyticsStore, CallOptions } from '../analytics/store.ts';
import { minuteMs } from '../kernel/clock.ts';
import type { HalfOpenSpan, Span } from '../kernel/span.ts';
import { without } from '../kernel/spans.ts';
import { intervalColumns, intervalOf, intervalRow } from './coverage-rows.ts';
import { type CoverageInterval, type CoverageKey, type CoverageState, coverageStates } from './interval.ts';
import { isQuarantinedSql } from './quarantined.ts';

export interface CoverageQuery extends CoverageKey, Span {
  /** Default: all. */
  states?: readonly CoverageState[];
  /** Maximum rows; default 1,000, at most {@link openLimit}. */
  limit?: number;
  offset?: number;
}

/** From 0 ("since ever") to the last storable moment. */
export const allTime = { fromMs: 0, toMs: Date.UTC(2299, 0) };
/** Open gaps of a feed that a start reads; more than one for each coin that will ever exist. */
export const openLimit = 100_000;

const keyParams = { feed: 'String', wallet: 'String', coin: 'String', from: 'TimeMs', to: 'TimeMs' } as const;

/** Filters by key columns only: PREWHERE runs before FINAL, and the end of a covered interval changes. */
const ofKey = `
  feed = {feed:String} AND from_time <= {to:TimeMs} AND (NOT is_gap OR to_time >= {from:TimeMs})
  AND ({wallet:String} = '' OR wallet IN ('', unhex({wallet:String}))) AND ({coin:String} = '' OR coin IN ('', {coin:String}))`;

/** Adds, for a named wallet, the span that its cursors have read. */
const concerned = (isCoveredOnly = false) => `
  SELECT feed, wallet, CAST(coin, 'String') AS coin, from_time, to_time, from_block, to_block, CAST(state, 'String') AS state,
    CAST(reason, 'String') AS reason, seen, changed
  FROM coverage FINAL PREWHERE ${ofKey}${isCoveredOnly ? ' AND NOT is_gap' : ''}
  WHERE state != 'replaced' AND to_time >= {from:TimeMs}
  UNION ALL
  SELECT {feed:String}, unhex(hex(wallet)), '', toDateTime64(0, 3, 'UTC') AS from_time,
    multiIf({feed:String} = 'fills', fills_to, {feed:String} = 'walletFunding', funding_to, ledger_to) AS to_time, 0, 0, 'covered' AS state, '', discovered, time
  FROM tracked_wallets FINAL
  WHERE {feed:String} IN ('fills', 'walletFunding', 'walletLedger') AND {wallet:String} != '' AND wallet = unhex({wallet:String})
    AND to_time > from_time AND to_time >= {from:TimeMs}`;

const intervals = query({
  name: 'coverage_intervals',
  params: { ...keyParams, states: 'Array(String)', limit: 'UInt64', offset: 'UInt64' },
  row: intervalRow,
  limits: { maxRows: openLimit },
  sql: `
    SELECT ${intervalColumns} FROM (${concerned()})
    WHERE has({states:Array(String)}, state)
    ORDER BY from_time, from_block, to_time, to_block, wallet, coin, state
    LIMIT {limit:UInt64} OFFSET {offset:UInt64}`,
});

/**
 * Intervals of a feed that overlap a span, oldest first. With a wallet or coin: its own and those of all; without either: every
 * interval of the feed. @throws AnalyticsError
 */
export async function readCoverage(
  analytics: Pick<AnalyticsStore, 'rows'>,
  params: CoverageQuery,
  options?: CallOptions,
): Promise<CoverageInterval[]> {
  const { states = coverageStates, limit = 1_000, offset = 0 } = params;
  return (await analytics.rows(intervals, { ...keyOf(params), states, limit, offset }, options)).map(
    intervalOf,
  );
}

export const daysLimit = 400;

export interface CoverageDay {
  /** `YYYY-MM-DD`. */
  day: string;
  /** Milliseconds of the day that were read. */
  coveredMs: number;
  /** Gaps that overlap the day, by state. */
  open: number;
  lost: number;
  healed: number;
  /** Time of the last change of its intervals, unix milliseconds. */
  changedMs: number;
}

const days = query({
  name: 'coverage_days',
  params: keyParams,
  row: Type.Object({
    day: Type.String(),
    covered_ms: Type.Integer(),
    open: Type.Integer(),
    lost: Type.Integer(),
    healed: Type.Integer(),
    changed_ms: Type.String(),
  }),
  limits: { maxRows: daysLimit + 1 },
  sql: `
    SELECT toString(toDate(number)) AS day,
      toUInt32(least(86400000, sumIf(
        1 + least(to_ms, number * 86400000 + 86399999) - greatest(from_ms, number * 86400000), state = 'covered'))) AS covered_ms,
      toUInt32(countIf(state = 'open')) AS open, toUInt32(countIf(state = 'lost')) AS lost,
      toUInt32(countIf(state = 'healed')) AS healed, toString(toUnixTimestamp64Milli(max(changed))) AS changed_ms
    FROM (
      SELECT state, changed, toUnixTimestamp64Milli(from_time) AS from_ms, toUnixTimestamp64Milli(to_time) AS to_ms,
        arrayJoin(range(
          toUInt32(intDiv(greatest(from_ms, toUnixTimestamp64Milli({from:TimeMs})), 86400000)),
          toUInt32(intDiv(least(to_ms, toUnixTimestamp64Milli({to:TimeMs})), 86400000)) + 1)) AS number
      FROM (${concerned()}))
    GROUP BY number ORDER BY number`,
});

/** The UTC days of a span that have intervals, oldest first; the span has at most {@link daysLimit} days. @throws AnalyticsError */
export async function readCoverageDays(
  analytics: Pick<AnalyticsStore, 'rows'>,
  params: Omit<CoverageQuery, 'states' | 'limit' | 'offset'>,
  options?: CallOptions,
): Promise<CoverageDay[]> {
  const rows = await analytics.rows(days, keyOf(params), options);
  return rows.map(({ covered_ms, changed_ms, ...row }) => ({
    ...row,
    coveredMs: covered_ms,
    changedMs: Number(changed_ms),
  }));
}

const coveredTo = query({
  name: 'coverage_covered_to',
  params: keyParams,
  row: Type.Object({ to_ms: Type.String() }),
  sql: `SELECT toString(toUnixTimestamp64Milli(max(to_time))) AS to_ms FROM (${concerned(true)}) WHERE state = 'covered'`,
});

/** The last covered moment, unix milliseconds; undefined if none. @throws AnalyticsError */
export async function readCoveredTo(
  analytics: Pick<AnalyticsStore, 'rows'>,
  params: Omit<CoverageQuery, 'states' | 'limit' | 'offset'>,
  options?: CallOptions,
): Promise<number | undefined> {
  const [row] = await analytics.rows(coveredTo, keyOf(params), options);
  return Number(row!.to_ms) || undefined;
}

function keyOf({ feed, wallet = '', coin = '', fromMs, toMs }: CoverageQuery) {
  return { feed, wallet: wallet.slice(2), coin, from: fromMs, to: toMs };
}

const ms = (time: string) => `toString(toUnixTimestamp64Milli(${time}))`;

/** A covered span or a gap of the feed `name`. */
export interface CoverageSpan {
  /** `covered` or `gap`; other kinds are ignored. */
  kind: string;
  name: string;
  from_ms: string;
  to_ms: string;
}

/** Spans of a feed. @param lastingMs duration of a span's last moment; default 1 */
export function spansOf(
  rows: readonly CoverageSpan[],
  kind: 'covered' | 'gap',
  feed: string,
  lastingMs = 1,
): HalfOpenSpan[] {
  return rows
    .filter((row) => row.kind === kind && row.name === feed)
    .map(({ from_ms, to_ms }) => ({ fromMs: Number(from_ms), untilMs: Number(to_ms) + lastingMs }));
}

/** Covered spans of a feed without its gaps. */
export function knownOf(rows: readonly CoverageSpan[], feed: string, lastingMs?: number): HalfOpenSpan[] {
  return without(spansOf(rows, 'covered', feed, lastingMs), spansOf(rows, 'gap', feed));
}

/** Maximum delay between the starts of a node's record of fills and its record of payments and transfers. */
export const lateRecordMs = 5 * minuteMs;

/** Covered spans and gaps of the fills, payments and updates of all wallets, as rows `covered` and `gap` with the feed's name. */
export const nodeCoverage = query({
  name: 'node_coverage',
  params: {},
  row: Type.Object({
    kind: Type.String(),
    name: Type.String(),
    from_ms: Type.String(),
    to_ms: Type.String(),
  }),
  limits: { maxRows: openLimit },
  sql: `
    SELECT if(is_gap, 'gap', 'covered') AS kind, CAST(feed, 'String') AS name, ${ms('from_time')} AS from_ms, ${ms('to_time')} AS to_ms
    FROM coverage FINAL PREWHERE feed IN ('node_fills', 'node_misc_events') AND wallet = ''
    WHERE state IN ('covered', 'open', 'lost')`,
});

/**
 * Wallets and UTC days of fills that an import of one wallet's answer brought: other wallets are not known on these days. A subquery,
 * for `(wallet, day) IN`.
 */
export const ownFillDays = `(
  SELECT toFixedString(wallet, 20), arrayJoin(arrayMap(day -> toDate(day), range(toUInt32(toDate(from_time)), toUInt32(toDate(to_time)) + 1)))
  FROM coverage FINAL PREWHERE feed = 'fills' AND length(wallet) = 20 AND NOT is_gap
  WHERE state = 'covered')`;

/**
 * Wallets that are read from the exchange one by one, in a store that also has answers about single wallets; empty in others. A
 * subquery.
 */
const singlyRead = `(SELECT wallet FROM tracked_wallets WHERE (SELECT count() FROM ${ownFillDays}) > 0)`;

/** When the first wallet was found in the exchange's trades: from then on, every wallet that trades is found. A subquery; 1970 without any. */
const firstFound = '(SELECT min(discovered) FROM tracked_wallets)';

/** Whether a fill shows that the fills of all wallets are stored around its `time`: a wallet's own answer or past does not. */
export const isCommonFill = `(wallet, toDate(time)) NOT IN ${ownFillDays} AND (time >= ${firstFound} OR wallet NOT IN ${singlyRead})`;

/** Whether the fills of a wallet's `day` are its own answer or past, see {@link isCommonFill}. */
export const isOwnDay = `((wallet, day) IN ${ownFillDays} OR (day < toDate(${firstFound}) AND wallet IN ${singlyRead}))`;

/** Covered spans and gaps of the fills of single wallets. */
export const ownFills = query({
  name: 'own_fills',
  params: {},
  row: Type.Object({
    address: Type.String(),
    kind: Type.String(),
    name: Type.String(),
    from_ms: Type.String(),
    to_ms: Type.String(),
  }),
  limits: { maxRows: openLimit },
  sql: `
    SELECT concat('0x', lower(hex(wallet))) AS address, if(is_gap, 'gap', 'covered') AS kind, 'fills' AS name, ${ms('from_time')} AS from_ms,
      ${ms('to_time')} AS to_ms
    FROM coverage FINAL PREWHERE feed = 'fills' AND length(wallet) = 20
    WHERE state IN ('covered', 'open', 'lost')
      AND wallet IN (SELECT wallet FROM coverage PREWHERE feed = 'fills' AND length(wallet) = 20 AND NOT is_gap)`,
});

export const quarantinedOfWallets = query({
  name: 'quarantined_of_wallets',
  params: {},
  row: Type.Object({
    address: Type.String(),
    coin: Type.String(),
    feed: Type.String(),
    reason: Type.String(),
    from_ms: Type.String(),
    to_ms: Type.String(),
  }),
  limits: { maxRows: openLimit },
  sql: `
    SELECT concat('0x', lower(hex(wallet))) AS address, CAST(coin, 'String') AS coin, CAST(feed, 'String') AS feed,
      CAST(reason, 'String') AS reason, ${ms('from_time')} AS from_ms, ${ms('to_time')} AS to_ms
    FROM coverage FINAL PREWHERE feed IN ('fills', 'node_fills', 'walletFunding', 'walletLedger', 'node_misc_events') AND wallet != ''
    WHERE state = 'lost' AND ${isQuarantinedSql}`,
});
