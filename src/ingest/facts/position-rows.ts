import type { AccountPosition, AccountState } from '../../wire/clearinghouse-state.ts';
import type { AccountRow, PositionRow } from './fact-tables.ts';

export interface StateOwner {
  wallet: string;
  /** Empty for the validator-run dex. */
  dex: string;
}

/** Rows of a state, including closings that the state implies by omission. */
export interface StateRows {
  positions: PositionRow[];
  account: AccountRow;
}

/**
 * Rows of one clearinghouse state. Missing values are null; a missing `leverage` and `max_leverage` are 0, with an empty type.
 *
 * @param openBefore Coins of this dex with a last known open position of the wallet; those missing now are closed, which the exchange
 *   reports in no other way.
 */
export function stateRows(owner: StateOwner, state: AccountState, openBefore: Iterable<string>): StateRows {
  const { time } = state;
  const open = state.assetPositions.map(({ position }) => position);
  const openCoins = new Set(open.map(({ coin }) => coin));
  const closed = state.isPartial ? [] : [...openBefore].filter((coin) => !openCoins.has(coin));
  return {
    positions: [
      ...open.map((position) => openRow(owner, time, position)),
      ...closed.map((coin) => closedRow(owner, time, coin)),
    ],
    account: accountRow(owner, state),
  };
}

function accountRow(owner: StateOwner, state: AccountState): AccountRow {
  const { time, marginSummary: all, crossMarginSummary: cross } = state;
  return {
    ...owner,
    time,
    account_value: all?.accountValue ?? null,
    total_ntl_pos: all?.totalNtlPos ?? null,
    total_raw_usd: all?.totalRawUsd ?? null,
    total_margin_used: all?.totalMarginUsed ?? null,
    cross_account_value: cross?.accountValue ?? null,
    cross_maintenance_margin: state.crossMaintenanceMarginUsed ?? null,
    withdrawable: state.withdrawable ?? null,
  };
}

function openRow(owner: StateOwner, time: number, position: AccountPosition): PositionRow {
  const { leverage, cumFunding } = position;
  return {
    ...owner,
    coin: position.coin,
    time,
    szi: position.szi,
    entry_px: position.entryPx ?? null,
    position_value: position.positionValue ?? null,
    unrealized_pnl: position.unrealizedPnl ?? null,
    return_on_equity: position.returnOnEquity ?? null,
    liquidation_px: position.liquidationPx ?? null,
    margin_used: position.marginUsed ?? null,
    leverage_type: leverage?.type ?? '',
    leverage: leverage?.value ?? 0,
    max_leverage: position.maxLeverage ?? 0,
    raw_usd: leverage?.rawUsd ?? null,
    funding_all_time: cumFunding?.allTime ?? null,
    funding_since_open: cumFunding?.sinceOpen ?? null,
    funding_since_change: cumFunding?.sinceChange ?? null,
  };
}

function closedRow(owner: StateOwner, time: number, coin: string): PositionRow {
  return {
    ...owner,
    coin,
    time,
    szi: '0',
    entry_px: null,
    position_value: '0',
    unrealized_pnl: '0',
    return_on_equity: '0',
    liquidation_px: null,
    margin_used: '0',
    leverage_type: '',
    leverage: 0,
    max_leverage: 0,
    raw_usd: '0',
    funding_all_time: '0',
    funding_since_open: '0',
    funding_since_change: '0',
  };
}
