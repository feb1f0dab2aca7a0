import { Type } from 'typebox';
import { query } from '../../analytics/query.ts';
import type { AnalyticsStore } from '../../analytics/store.ts';
import { addressOf } from '../../analytics/wallet-sql.ts';
import type { ValueView } from '../../changes/value-view.ts';
import { type Clock, dayMs, minuteMs, rfc3339 } from '../../kernel/clock.ts';

/** Attributed fees compared with the exchange's own total. */
export interface CoverageFigures {
  window_start: string;
  window_end: string;
  ledger_fees_usd: number;
  attributed_fees_usd: number;
  ratio: number;
  computed_at: string;
}

/** By builder with at least two readings; the empty key holds all builders together. */
type Coverages = ReadonlyMap<string, CoverageFigures>;

const windowMs = 30 * dayMs;
const buildersLimit = 10_000;

/** A fall in a total means that the builder claimed it: only increases count. */
const readings = query({
  name: 'builder_reward_readings',
  params: { since: 'TimeMs' },
  row: Type.Object({
    address: Type.String(),
    from_ms: Type.String(),
    to_ms: Type.String(),
    grown: Type.Number(),
  }),
  limits: { maxRows: buildersLimit },
  sql: `
    SELECT ${addressOf('of')} AS address, toString(toUnixTimestamp64Milli(times[1])) AS from_ms,
      toString(toUnixTimestamp64Milli(times[-1])) AS to_ms,
      toFloat64(arraySum(step -> greatest(step, 0), arraySlice(arrayDifference(arrayMap(one -> toFloat64(one.2), readings)), 2))) AS grown
    FROM (
      SELECT builder AS of, arraySort(groupUniqArray((time, rewards))) AS readings, arrayMap(one -> one.1, readings) AS times
      FROM builder_rewards
      WHERE time >= {since:TimeMs}
      GROUP BY builder)
    WHERE length(readings) > 1
    ORDER BY grown DESC, address LIMIT ${buildersLimit}`,
});

/** One row per builder, and one for all under the empty text: decimals are summed before conversion to double. */
const attributed = query({
  name: 'builder_reward_attributed',
  params: {
    builders: 'Array(Wallet)',
    from_ms: 'Array(Int64)',
    to_ms: 'Array(Int64)',
    least: 'TimeMs',
    most: 'TimeMs',
  },
  row: Type.Object({ address: Type.String(), fees: Type.Number() }),
  limits: { maxRows: buildersLimit + 1 },
  sql: `
    SELECT if(grouping(builder) = 0, ${addressOf('builder')}, '') AS address, toFloat64(sum(builder_fee * fee_px)) AS fees
    FROM builder_fills
    INNER JOIN (
      SELECT builder, from_ms, to_ms
      FROM (SELECT {builders:Array(Wallet)} AS b, {from_ms:Array(Int64)} AS f, {to_ms:Array(Int64)} AS t)
      ARRAY JOIN b AS builder, f AS from_ms, t AS to_ms) AS windows USING builder
    WHERE builder IN (SELECT arrayJoin({builders:Array(Wallet)})) AND time >= {least:TimeMs} AND time <= {most:TimeMs}
      AND toUnixTimestamp64Milli(time) > from_ms AND toUnixTimestamp64Milli(time) <= to_ms
    GROUP BY GROUPING SETS ((builder), ())`,
});

/**
 * Ratio of attributed fees to the growth of the exchange's totals, for one builder or, under the empty text, for all builders read.
 * Null without two readings, or without growth between them. At most a minute old; the totals themselves are read hourly.
 * @throws AnalyticsError
 */
export type ReadBuilderCoverage = (builder: string, signal?: AbortSignal) => Promise<CoverageFigures | null>;

/** Refreshed by age alone: new readings come hourly, and their fills with archives. */
export function builderCoverageView(parts: {
  analytics: Pick<AnalyticsStore, 'rows'>;
  clock: Clock;
}): ValueView<Coverages> {
  const { analytics, clock } = parts;
  return {
    name: 'coverage of builders',
    read: () => readCoverages(analytics, clock.nowMs()),
    maxAgeMs: minuteMs,
    rereadMs: 40_000,
  };
}

/** Compares fees and totals of each builder between its first and last reading of 30 days. */
async function readCoverages(analytics: Pick<AnalyticsStore, 'rows'>, nowMs: number): Promise<Coverages> {
  const read = await analytics.rows(readings, { since: Math.max(0, nowMs - windowMs) });
  if (read.length === 0) return new Map();
  const from_ms = read.map((one) => Number(one.from_ms));
  const to_ms = read.map((one) => Number(one.to_ms));
  const span = { least: Math.min(...from_ms), most: Math.max(...to_ms) };
  const builders = read.map(({ address }) => address);
  const rows = await analytics.rows(attributed, { builders, from_ms, to_ms, ...span });
  const fees = new Map(rows.map((row) => [row.address, row.fees]));
  const all = { address: '', fromMs: span.least, toMs: span.most, grown: sumOf(read) };
  const each = read.map(({ address, grown }, i) => ({
    address,
    grown,
    fromMs: from_ms[i]!,
    toMs: to_ms[i]!,
  }));
  const figures = [all, ...each]
    .filter(({ grown }) => grown > 0)
    .map(({ address, grown, fromMs, toMs }): [string, CoverageFigures] => {
      const paid = fees.get(address) ?? 0;
      const window = { window_start: rfc3339(fromMs), window_end: rfc3339(toMs) };
      const sums = { ledger_fees_usd: grown, attributed_fees_usd: paid, ratio: paid / grown };
      return [address, { ...window, ...sums, computed_at: rfc3339(nowMs) }];
    });
  return new Map(figures);
}

function sumOf(read: readonly { grown: number }[]): number {
  return read.reduce((sum, { grown }) => sum + grown, 0);
}
