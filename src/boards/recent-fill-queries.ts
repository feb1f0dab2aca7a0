import { Type } from 'typebox';
import { nearestOf } from '../analytics/nearest-sql.ts';
import { query } from '../analytics/query.ts';
import { tradedUsd } from '../analytics/trade-sql.ts';
import { batchParams, changedByBatches } from '../changes/batches.ts';
import { firstStandInTid } from '../wire/fill-tid.ts';

const limits = { deadlineMs: 60_000 };
const settings = { max_threads: 1 };
const anyRow = Type.Object({});
const ms = (time: string) => `toUnixTimestamp64Milli(${time})`;

/**
 * Time, number inside the millisecond, wallet, coin, side, direction; then doubles: price, size, volume and closed PnL, fee in USD,
 * trade id, position before it.
 */
const fillColumns = `
  ${ms('time')}, seq, wallet, CAST(coin, 'String'), toUInt8(side = 'B'), CAST(dir, 'String'), ${nearestOf('px')}, ${nearestOf('sz')},
  ${nearestOf(tradedUsd)}, ${nearestOf('closed_pnl')}, ${nearestOf('fee * fee_px')},
  toFloat64(if(tid < ${firstStandInTid}, tid, 0)), ${nearestOf('start_position')}`;

/** A page of all fills up to a time, the newest first. */
export const fillsBackFrom = query({
  name: 'recent_fills_back_from',
  params: { to: 'TimeMs', most: 'UInt64' },
  row: anyRow,
  limits: { ...limits, maxRows: 10_000_000 },
  settings,
  sql: `
    SELECT ${fillColumns} FROM fills_by_time
    WHERE time <= {to:TimeMs}
    ORDER BY time DESC, seq DESC, wallet
    LIMIT {most:UInt64}`,
});

const changedParams = { ...batchParams, from: 'TimeMs' } as const;
/** Changes of the batches since a time. */
const changed = `${changedByBatches} AND to_time >= {from:TimeMs}`;

/** Row: wallet, unix milliseconds of its first and last fill in the batches. */
export const changedWallets = query({
  name: 'recent_fills_changed_wallets',
  params: changedParams,
  row: anyRow,
  limits: { ...limits, maxRows: 5_000_000 },
  settings,
  sql: `SELECT wallet, ${ms('min(from_time)')}, ${ms('max(to_time)')} FROM ${changed} GROUP BY wallet`,
});

/** Oldest first. */
export const fillsOfChanged = query({
  name: 'recent_fills_of_changed',
  params: { ...changedParams, to: 'TimeMs', most: 'UInt64' },
  row: anyRow,
  limits: { ...limits, maxRows: 10_000_000 },
  settings,
  sql: `
    SELECT ${fillColumns} FROM fills_by_time
    WHERE time >= {from:TimeMs} AND time <= {to:TimeMs} AND wallet IN (SELECT wallet FROM ${changed})
    ORDER BY time, seq, wallet DESC
    LIMIT {most:UInt64}`,
});
