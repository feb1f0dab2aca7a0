import type { Static } from 'typebox';
import type { HiddenValues } from '../../analytics/row-fields.ts';
import { rfc3339 } from '../../kernel/clock.ts';
import { lifecycleRow } from '../bodies/lifecycle-row.ts';

/**
 * Selects the stored columns of a lifecycle from `lifecycles FINAL`. Expressions would be slower: each takes the engine a quarter of a
 * millisecond to plan, which is more than most answers take to read.
 */
export const lifecycleColumns = `
  id, coin, num, side, opened, last, peak_size, opened_size, entry_cost, closed_size, exit_cost, pnl, fees, builder_fees, fills,
  is_closed, is_censored, liquidated_fills, liquidation_method, liquidation_pnl, penalty, deleveraged_fills, closed_by,
  names_liquidator, lower(hex(liquidator)) AS liquidator_hex`;

export const vwapHidden = {
  opened_size: 'decimal',
  entry_cost: 'decimal',
  closed_size: 'decimal',
  exit_cost: 'decimal',
} as const;

/** Columns for computed fields. */
export const lifecycleHidden = {
  opened: 'moment',
  last: 'moment',
  is_closed: 'flag',
  ...vwapHidden,
  liquidated_fills: 'integer',
  liquidation_method: 'text',
  liquidation_pnl: 'decimal',
  penalty: 'decimal',
  deleveraged_fills: 'integer',
  closed_by: 'text',
  names_liquidator: 'flag',
  liquidator_hex: 'text',
} as const;

type Costs = HiddenValues<typeof vwapHidden>;
type Stored = HiddenValues<typeof lifecycleHidden>;

/** A value of liquidated lifecycles; undefined for others. */
const whereLiquidated =
  <V>(value: (stored: Stored) => V) =>
  (_: unknown, stored: Stored): V | undefined =>
    stored.liquidated_fills > 0 ? value(stored) : undefined;

export const closedLifecycleFields = {
  openedAt: (_: unknown, { opened }: Stored) => rfc3339(opened),
  closedAt: (_: unknown, { last }: Stored) => rfc3339(last),
  durationMs: (_: unknown, { opened, last }: Stored) => last - opened,
  entryVwap: (_: unknown, { entry_cost, opened_size }: Costs) => vwap(entry_cost, opened_size) ?? 0,
  exitVwap: (_: unknown, { exit_cost, closed_size }: Costs) => vwap(exit_cost, closed_size) ?? 0,
  realizedPnl: 'pnl',
  builderFee: 'builder_fees',
  wasLiquidated: (_: unknown, { liquidated_fills }: Pick<Stored, 'liquidated_fills'>) => liquidated_fills > 0,
} as const;

export const lifecycleFields = {
  ...closedLifecycleFields,
  lifecycleNum: 'num',
  openedAtRaw: { column: 'opened', as: 'moment' },
  closedAt: (_: unknown, { is_closed, last }: Stored) => (is_closed ? rfc3339(last) : undefined),
  closedAtRaw: (_: unknown, { is_closed, last }: Stored) => (is_closed ? last : undefined),
  durationMs: (_: unknown, { is_closed, opened, last }: Stored) => (is_closed ? last - opened : undefined),
  exitVwap: (_: unknown, { exit_cost, closed_size }: Stored) => vwap(exit_cost, closed_size),
  fillCount: 'fills',
  status: (_: unknown, { is_closed }: Stored) => (is_closed ? 'closed' : 'open'),
  openedBeforeWindow: 'is_censored',
  liquidationMethod: whereLiquidated(({ liquidation_method }) => liquidation_method),
  liquidationClosedPnl: whereLiquidated(({ liquidation_pnl }) => liquidation_pnl),
  penaltyFeePaid: whereLiquidated(({ penalty }) => penalty),
  liquidatorAddress: (_: unknown, { names_liquidator, liquidator_hex }: Stored) =>
    names_liquidator ? `0x${liquidator_hex}` : undefined,
  wasAutoDeleveraged: (_: unknown, { deleveraged_fills }: Stored) => deleveraged_fills > 0,
  closedBy: (_: unknown, { closed_by }: Stored) => (closed_by === '' ? undefined : closed_by),
} as const;

/** Cost per unit of size; undefined if the size is 0. Exact if all fills have the same price. */
function vwap(cost: number, size: number): number | undefined {
  return size === 0 ? undefined : cost / size;
}

/** Definition of a lifecycle, for the description of every endpoint that lists some. */
export const lifecycleMeaning =
  'A lifecycle is one position of one wallet in one coin from flat to flat, reconstructed from its fills: a fill that crosses ' +
  'zero closes one and opens the next, split by size. Lifecycles of spot tokens and outcomes, which are balances, are included only if requested alone; ' +
  'a token’s lifecycles have its oldest pair in dollars as coin, whichever pairs it was traded on. realizedPnl is before fees. Complete at most 60 s after new fills.';

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
  wasAutoDeleveraged: false,
  closedBy: 'trade',
};

export { lifecycleRow };
