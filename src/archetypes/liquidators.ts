import { Type } from 'typebox';
import { query } from '../analytics/query.ts';
import type { AnalyticsStore } from '../analytics/store.ts';
import type { ValueView } from '../changes/value-view.ts';
import { type Clock, dayMs, minuteMs, utcDate } from '../kernel/clock.ts';
import { closeLane, closeLimits, closeSettings } from './close-sql.ts';
import { windowDays, windowStart } from './closers.ts';
import { selectedColumns } from './ranked-list.ts';
import { type RankedRows, rankedRows } from './ranked-rows.ts';

export const liquidatorColumns = {
  wallet: 'wallet',
  liquidationsExecuted: 'number',
  distinctVictims: 'number',
  distinctCoins: 'number',
  totalPenaltyCollected: 'decimal',
  victimClosedPnl: 'decimal',
} as const;
export type LiquidatorRows = RankedRows<typeof liquidatorColumns>;

const spanParams = { since: 'TimeMs', until: 'TimeMs' } as const;

/**
 * Counterparties of liquidations. Penalty and loss come from the victim's own fill. If that fill is not stored, its millisecond replaces
 * the order id in the count, and nothing is added to the sums.
 */
const liquidators = query({
  name: 'liquidators',
  params: spanParams,
  row: Type.Object({}),
  limits: closeLimits,
  settings: closeSettings,
  sql: `
    SELECT ${selectedColumns(liquidatorColumns)} FROM (
    SELECT taker AS wallet, uniqExact((victim, coin, if(found, order_id, at_ms))) AS liquidations_executed,
      uniqExact(victim) AS distinct_victims, uniqExact(coin) AS distinct_coins, sum(paid) AS total_penalty_collected,
      sum(lost) AS victim_closed_pnl
    FROM (
      SELECT took.wallet AS taker, took.victim AS victim, took.coin AS coin, toUInt64(toUnixTimestamp64Milli(took.time)) AS at_ms,
        own.found AS found, own.oid AS order_id, own.closed_pnl AS lost, own.paid AS paid
      FROM (
        SELECT wallet, victim, CAST(coin, 'String') AS coin, time, tid FROM liquidation_counterparties
        WHERE time >= {since:TimeMs} AND time < {until:TimeMs}) AS took
      LEFT JOIN (
        SELECT wallet AS victim, CAST(coin, 'String') AS coin, time, tid, oid, closed_pnl, fee * fee_px AS paid, 1 AS found
        FROM liquidations
        WHERE time >= {since:TimeMs} AND time < {until:TimeMs}) AS own USING (victim, coin, time, tid))
    GROUP BY taker)
    ORDER BY total_penalty_collected DESC, wallet`,
});

const anyLiquidation = query({
  name: 'any_liquidation',
  params: spanParams,
  row: Type.Object({ found: Type.Integer() }),
  sql: `
    SELECT 1 AS found FROM (
      SELECT time FROM liquidation_counterparties WHERE time >= {since:TimeMs} AND time <= {until:TimeMs} LIMIT 1
      UNION ALL
      SELECT time FROM liquidations WHERE time >= {since:TimeMs} AND time <= {until:TimeMs} LIMIT 1)
    LIMIT 1`,
});

/** View of liquidators; reloads only if new fills may include liquidations, which are rare. */
export function liquidatorsView(parts: {
  store: Pick<AnalyticsStore, 'rows' | 'bytes'>;
  clock: Clock;
}): ValueView<LiquidatorRows> {
  const { store, clock } = parts;
  return {
    name: 'liquidators',
    maxAgeMs: minuteMs / 2,
    async read() {
      const nowMs = clock.nowMs();
      const since = windowStart(nowMs);
      const bytes = await store.bytes(liquidators, { since, until: since + windowDays * dayMs }, closeLane);
      return rankedRows(liquidatorColumns, bytes, { fromMs: since, toMs: nowMs });
    },
    async isChanged({ batches }) {
      const times = batches.filter(({ isMarks }) => !isMarks);
      if (times.length === 0) return false;
      if (times.some(({ isNamed }) => !isNamed)) return true;
      const since = Math.min(...times.map(({ firstMs }) => firstMs));
      const until = Math.max(...times.map(({ lastMs }) => lastMs));
      return (await store.rows(anyLiquidation, { since, until }, closeLane)).length > 0;
    },
    isOver: ({ window }) => utcDate(window.toMs) !== utcDate(clock.nowMs()),
  };
}
