import type { Static } from 'typebox';
import { vwapOf } from '../../analytics/nearest-sql.ts';
import { lifecycleRow } from './lifecycle-row.ts';

/** Selects a lifecycle's row from `lifecycles FINAL`. */
export const lifecycleColumns = `
  id, CAST(coin, 'String') AS coin_name, num, CAST(side, 'String') AS side_name, toUnixTimestamp64Milli(opened) AS opened_ms,
  if(is_closed, toUnixTimestamp64Milli(last), NULL) AS closed_ms, closed_ms - opened_ms AS duration_ms, peak_size,
  ${vwapOf('entry_cost', 'opened_size')} AS entry_vwap,
  ${vwapOf('exit_cost', 'closed_size', 'NULL')} AS exit_vwap,
  pnl, fees, builder_fees, fills, if(is_closed, 'closed', 'open') AS status, is_closed, is_censored,
  CAST(liquidated_fills > 0, 'Bool') AS was_liquidated,
  if(was_liquidated, CAST(liquidation_method, 'String'), NULL) AS method, if(was_liquidated, liquidation_pnl, NULL) AS liquidated_pnl,
  if(was_liquidated, penalty, NULL) AS penalty_paid,
  if(liquidator = toFixedString('', 20), NULL, concat('0x', lower(hex(liquidator)))) AS liquidator_address`;

/** Where those columns go. */
export const lifecycleFields = {
  coin: 'coin_name',
  side: 'side_name',
  lifecycleNum: 'num',
  openedAt: 'opened_ms',
  openedAtRaw: 'opened_ms',
  closedAt: 'closed_ms',
  closedAtRaw: 'closed_ms',
  durationMs: 'duration_ms',
  entryVwap: { column: 'entry_vwap', as: 'float' },
  exitVwap: { column: 'exit_vwap', as: 'float' },
  realizedPnl: 'pnl',
  builderFee: 'builder_fees',
  fillCount: 'fills',
  openedBeforeWindow: 'is_censored',
  liquidationMethod: 'method',
  liquidationClosedPnl: 'liquidated_pnl',
  penaltyFeePaid: 'penalty_paid',
  liquidatorAddress: 'liquidator_address',
} as const;

/** What a lifecycle is, for the description of every endpoint that lists some. */
export const lifecycleMeaning =
  'A lifecycle is one position of one wallet in one coin from flat to flat, reconstructed from its fills: a fill that crosses ' +
  'zero closes one and opens the next, split by size. Those of spot pairs and outcomes, which are balances, come where they are asked for alone. realizedPnl is before fees. Complete at most 60 s after new fills.';

/** A closed long, for the reference. */
export const lifecycleExample: Static<typeof lifecycleRow> = {
  id: 5_120_455_881_204_417,
  coin: 'BTC',
  lifecycleNum: 12,
  side: 'long',
  openedAt: '2026-01-15T09:30:12.486Z',
  openedAtRaw: 1_768_469_412_486,
  closedAt: '2026-01-15T13:02:40.119Z',
  closedAtRaw: 1_768_482_160_119,
  durationMs: 12_747_633,
  peakSize: 12.5,
  entryVwap: 96_250,
  exitVwap: 97_100,
  realizedPnl: 10_625,
  fees: 842.5,
  builderFee: 0,
  fillCount: 31,
  status: 'closed',
  isClosed: true,
  openedBeforeWindow: false,
  wasLiquidated: false,
};

export { lifecycleRow };
