import type { Static } from 'typebox';
import { isPerpCoin } from '../../analytics/perp-coins.ts';
import type { HiddenValues } from '../../analytics/row-fields.ts';
import { rfc3339 } from '../../kernel/clock.ts';
import type { closedPosition } from '../bodies/closed-position.ts';

/** Selects the stored columns of closed lifecycles from `lifecycles_by_close FINAL`, see `lifecycleColumns`. */
export const closedColumns = `
  id, concat('0x', lower(hex(wallet))) AS address, coin, side, opened, closed, peak_size, entry_vwap, exit_vwap, notional, pnl, fees,
  builder_fees, liquidated_fills, mae_px, mfe_px`;

/** Columns for computed fields. */
export const closedHidden = { opened: 'moment', closed: 'moment' } as const;

type Closed = HiddenValues<typeof closedHidden>;

/** A key of the table never changes its month, so each month is merged separately. */
export const closedSettings = { do_not_merge_across_partitions_select_final: 1 };

/**
 * Lifecycles in answers over all wallets: without censored ones, spot pairs and outcomes
 * (docs/methodology.md#position-lifecycles).
 */
export const isShown = `NOT deleted AND NOT is_censored AND ${isPerpCoin}`;
/** Includes spot pairs and outcomes if the parameter is 1. */
export const ofKinds = `({spot:UInt64} = 1 OR ${isPerpCoin})`;

export const closedTimes = {
  openedAt: (_: unknown, { opened }: Closed) => rfc3339(opened),
  openedAtRaw: { column: 'opened', as: 'moment' },
  closedAt: (_: unknown, { closed }: Closed) => rfc3339(closed),
  closedAtRaw: { column: 'closed', as: 'moment' },
  durationMs: (_: unknown, { opened, closed }: Closed) => closed - opened,
} as const;

/** Fields of the legacy shape by column. */
export const closedPositionFields = {
  ...closedTimes,
  size: 'peak_size',
  entryPx: { column: 'entry_vwap', as: 'float' },
  exitPx: { column: 'exit_vwap', as: 'float' },
  realizedPnl: 'pnl',
  unrealizedPnl: () => 0,
  leverage: () => 0,
  leverageType: () => '',
} as const;

export const closedPositionExample: Static<typeof closedPosition> = {
  id: 5_120_455_881_204_417,
  address: '0x1f8a3f2d4b6c7e9012345678abcdef0123456789',
  coin: 'BTC',
  side: 'long',
  entryPx: 96_250,
  exitPx: 97_100,
  size: 12.5,
  notional: 1_203_125,
  realizedPnl: 10_625,
  fees: 842.5,
  unrealizedPnl: 0,
  leverage: 0,
  leverageType: '',
  openedAt: '2026-01-15T09:30:12.486Z',
  closedAt: '2026-01-15T13:02:40.119Z',
  openedAtRaw: 1_768_469_412_486,
  closedAtRaw: 1_768_482_160_119,
  durationMs: 12_747_633,
};

/** Conditions of the feeds' filters; -1 switches a filter off, and an empty coin selects every coin. */
export const feedParams = {
  from: 'TimeMs',
  to: 'TimeMs',
  coin: 'String',
  spot: 'UInt64',
  min_notional: 'Float64',
  min_duration: 'Int64',
  max_duration: 'Int64',
  limit: 'UInt64',
} as const;

/** The newest closes of a window. @param first ORDER BY expressions before the time of the close */
export const feedSql = (first = '') => `
  SELECT ${closedColumns}
  FROM lifecycles_by_close FINAL
  WHERE closed >= {from:TimeMs} AND closed <= {to:TimeMs} AND NOT deleted AND NOT is_censored AND ${ofKinds}
    AND ({coin:String} = '' OR coin = {coin:String})
    AND ({min_notional:Float64} < 0 OR notional >= {min_notional:Float64})
    AND ({min_duration:Int64} < 0 OR toUnixTimestamp64Milli(closed) - toUnixTimestamp64Milli(opened) >= {min_duration:Int64})
    AND ({max_duration:Int64} < 0 OR toUnixTimestamp64Milli(closed) - toUnixTimestamp64Milli(opened) <= {max_duration:Int64})
  ORDER BY ${first} closed DESC, wallet, id
  LIMIT {limit:UInt64}`;

export function feedQuery(params: {
  includeSpot?: boolean;
  minNotional: number | undefined;
  minDuration: number | undefined;
  maxDuration: number | undefined;
  limit: number;
}) {
  const { minNotional = -1, minDuration = -1, maxDuration = -1, limit, includeSpot = false } = params;
  const bounds = { min_notional: minNotional, min_duration: minDuration, max_duration: maxDuration };
  return { ...bounds, limit, spot: includeSpot ? 1 : 0 };
}
