import { Type } from 'typebox';
import { query } from '../analytics/query.ts';
import type { AnalyticsStore } from '../analytics/store.ts';
import { hourMs } from '../kernel/clock.ts';
import type { SnapshotCoin } from './position-snapshot.ts';

/** Far more open positions than the exchange has had. */
const positionsLimit = 3_000_000;

/** Last state of every position read in an hour, without closed ones; valued by the exchange. */
const storedPositions = query({
  name: 'stored_position_hours',
  params: { from: 'TimeMs', to: 'TimeMs' },
  row: Type.Object({
    coin: Type.String(),
    address: Type.String(),
    size: Type.Number(),
    notional: Type.Union([Type.Number(), Type.Null()]),
    pnl: Type.Union([Type.Number(), Type.Null()]),
    leverage: Type.Integer(),
    mark_px: Type.Number(),
  }),
  crossShard: 'one line a coin beside the states of an hour',
  sql: `
    SELECT coin, concat('0x', lower(hex(wallet))) AS address, size, notional, pnl, leverage,
      toFloat64(last_mark) AS mark_px
    FROM (
      SELECT coin, wallet, toFloat64(argMax(szi, time)) AS size,
        toFloat64(argMax(tuple(position_value), time).1) AS notional,
        toFloat64(argMax(tuple(unrealized_pnl), time).1) AS pnl, argMax(position_hours.leverage, time) AS leverage
      FROM position_hours
      WHERE hour >= {from:TimeMs} AND hour < {to:TimeMs}
      GROUP BY coin, wallet
      HAVING size != 0) AS states
    LEFT JOIN (
      SELECT coin, argMax(mark_px, time) AS last_mark
      FROM asset_context_hours
      WHERE hour >= {from:TimeMs} AND hour < {to:TimeMs}
      GROUP BY coin) AS marks USING coin
    ORDER BY coin
    LIMIT ${positionsLimit}`,
  limits: { deadlineMs: 120_000, maxRows: positionsLimit },
});

/** Positions at an hour from the states of the hour before, by coin. @param atMs start of the hour, unix milliseconds */
export async function storedCoins(
  analytics: Pick<AnalyticsStore, 'rows'>,
  atMs: number,
  signal: AbortSignal,
): Promise<SnapshotCoin[]> {
  const rows = await analytics.rows(storedPositions, { from: atMs - hourMs, to: atMs }, { signal });
  return [...Map.groupBy(rows, ({ coin }) => coin)].map(([coin, positions]) => ({
    coin,
    markPx: positions[0]!.mark_px > 0 ? positions[0]!.mark_px : undefined,
    each(take) {
      for (const { address, size, notional, pnl, leverage } of positions) {
        take({
          address,
          coin,
          size,
          notional: notional ?? undefined,
          unrealizedPnl: pnl ?? undefined,
          leverage: leverage || undefined,
        });
      }
    },
  }));
}
