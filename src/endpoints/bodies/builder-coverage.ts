import { Type } from 'typebox';
import { query } from '../../analytics/query.ts';
import type { AnalyticsStore } from '../../analytics/store.ts';
import { type Clock, dayMs, rfc3339 } from '../../kernel/clock.ts';
import { shareReads } from '../../market/shared-reads.ts';

/** What attributed fees come to beside the exchange's own total. */
export interface CoverageFigures {
  window_start: string;
  window_end: string;
  ledger_fees_usd: number;
  attributed_fees_usd: number;
  ratio: number;
  computed_at: string;
}

/** Readings that are compared go back so far. */
const windowMs = 30 * dayMs;
const buildersLimit = 1_000;

/** Where a total fell, its builder has claimed it: only what it grew by counts. */
const readings = query({
  name: 'builder_reward_readings',
  params: { since: 'TimeMs', builder: 'String' },
  row: Type.Object({
    address: Type.String(),
    from_ms: Type.String(),
    to_ms: Type.String(),
    grown: Type.Number(),
  }),
  limits: { maxRows: buildersLimit },
  sql: `
    SELECT concat('0x', lower(hex(of))) AS address, toString(toUnixTimestamp64Milli(times[1])) AS from_ms,
      toString(toUnixTimestamp64Milli(times[-1])) AS to_ms,
      toFloat64(arraySum(step -> greatest(step, 0), arraySlice(arrayDifference(arrayMap(one -> toFloat64(one.2), told)), 2))) AS grown
    FROM (
      SELECT builder AS of, arraySort(groupUniqArray((time, rewards))) AS told, arrayMap(one -> one.1, told) AS times
      FROM builder_rewards
      WHERE time >= {since:TimeMs} AND ({builder:String} = '' OR builder = unhex({builder:String}))
      GROUP BY builder)
    WHERE length(told) > 1
    ORDER BY grown DESC, address LIMIT ${buildersLimit}`,
});

const attributed = query({
  name: 'builder_reward_attributed',
  params: {
    builders: 'Array(Wallet)',
    from_ms: 'Array(Int64)',
    to_ms: 'Array(Int64)',
    least: 'TimeMs',
    most: 'TimeMs',
  },
  row: Type.Object({ fees: Type.Number() }),
  sql: `
    SELECT toFloat64(sum(builder_fee * fee_px)) AS fees
    FROM builder_fills
    INNER JOIN (
      SELECT builder, from_ms, to_ms
      FROM (SELECT {builders:Array(Wallet)} AS b, {from_ms:Array(Int64)} AS f, {to_ms:Array(Int64)} AS t)
      ARRAY JOIN b AS builder, f AS from_ms, t AS to_ms) AS windows USING builder
    WHERE builder IN (SELECT arrayJoin({builders:Array(Wallet)})) AND time >= {least:TimeMs} AND time <= {most:TimeMs}
      AND toUnixTimestamp64Milli(time) > from_ms AND toUnixTimestamp64Milli(time) <= to_ms`,
});

/**
 * Tells how far attributed fees cover what the exchange's totals grew by, of one builder or, under the empty text, of all that were
 * read; null where there are no two readings, or nothing was paid between them. Each at most a minute old: totals are read by the hour.
 * @throws AnalyticsError
 */
export type ReadBuilderCoverage = (builder: string, signal?: AbortSignal) => Promise<CoverageFigures | null>;

const keepMs = 60_000;

export function createBuilderCoverage(parts: {
  analytics: Pick<AnalyticsStore, 'rows'>;
  clock: Clock;
}): ReadBuilderCoverage {
  const { analytics, clock } = parts;
  const read = (builder: string) => builderCoverage(analytics, builder, clock.nowMs());
  return shareReads({ read, keepMs, keptLimit: buildersLimit });
}

/** Compares the two, each builder between its first and its last reading of 30 days. */
async function builderCoverage(
  analytics: Pick<AnalyticsStore, 'rows'>,
  builder: string,
  nowMs: number,
): Promise<CoverageFigures | null> {
  const asked = { since: Math.max(0, nowMs - windowMs), builder: builder.slice(2) };
  const read = await analytics.rows(readings, asked);
  const ledger = read.reduce((sum, { grown }) => sum + grown, 0);
  if (ledger <= 0) return null;
  const from_ms = read.map((one) => Number(one.from_ms));
  const to_ms = read.map((one) => Number(one.to_ms));
  const span = { least: Math.min(...from_ms), most: Math.max(...to_ms) };
  const windows = { builders: read.map(({ address }) => address), from_ms, to_ms, ...span };
  const [row] = await analytics.rows(attributed, windows);
  return {
    window_start: rfc3339(span.least),
    window_end: rfc3339(span.most),
    ledger_fees_usd: ledger,
    attributed_fees_usd: row!.fees,
    ratio: row!.fees / ledger,
    computed_at: rfc3339(nowMs),
  };
}
