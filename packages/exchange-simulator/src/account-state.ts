import { crossLiquidationPrice, isolatedLiquidationPrice } from '../../../src/domain/liquidation-price.ts';
import { maintenanceMargin, tierOf } from '../../../src/domain/margin-tiers.ts';
import type { Market } from './market.ts';
import type { Venue } from './venue.ts';

/** An open position; money in 10^-6 of the collateral, prices and sizes in the market's units. */
export interface PositionState {
  market: Market;
  szi: number;
  leverage: number;
  isolated: boolean;
  /** Cash of an isolated position. */
  rawUsd: number;
  /** Cost of the position, truncated to a unit: the entry price is cost / |szi|. */
  cost: number;
  markPx: number;
  positionValue: number;
  unrealizedPnl: number;
  marginUsed: number;
  /** Maximum leverage of the position's tier. */
  maxLeverage: number;
  /** May be fractional; undefined if no price above 0 liquidates. */
  liquidationPx: number | undefined;
  /** Positive is paid. */
  fundingAllTime: number;
  fundingSinceOpen: number;
}

export interface MarginSummary {
  accountValue: number;
  totalNtlPos: number;
  totalRawUsd: number;
  totalMarginUsed: number;
}

/**
 * A wallet's perp account on a dex, as returned by `clearinghouseState`
 * (docs/exchange.md#account-states), in 10^-6 of the collateral.
 */
export interface AccountState {
  marginSummary: MarginSummary;
  crossMarginSummary: MarginSummary;
  crossMaintenanceMarginUsed: number;
  withdrawable: number;
  positions: PositionState[];
  timeMs: number;
}

export function accountState(venue: Venue, wallet: number, dex: number): AccountState {
  const { positions, markets, accounts } = venue;
  const cash = accounts.cash(wallet, dex);
  const { value, maintenance } = accounts.cross(wallet, dex);
  const open: PositionState[] = [];
  for (let slot = positions.firstOfWallet(wallet); slot >= 0; slot = positions.nextOfWallet[slot]!) {
    const market = markets[positions.market[slot]!]!;
    if (market.kind !== 'perp' || market.dex !== dex || positions.szi[slot] === 0) continue;
    open.push(positionState(venue, slot, { value, maintenance }));
  }
  open.sort((left, right) => left.market.index - right.market.index);
  const cross = summary(
    cash,
    open.filter(({ isolated }) => !isolated),
  );
  return {
    marginSummary: summary(cash, open),
    crossMarginSummary: cross,
    crossMaintenanceMarginUsed: Math.floor(maintenance),
    withdrawable: Math.max(0, cross.accountValue - cross.totalMarginUsed),
    positions: open,
    timeMs: venue.timeMs,
  };
}

function summary(cash: number, open: readonly PositionState[]): MarginSummary {
  const totals: MarginSummary = { accountValue: cash, totalNtlPos: 0, totalRawUsd: cash, totalMarginUsed: 0 };
  for (const { szi, markPx, positionValue, rawUsd, marginUsed } of open) {
    totals.accountValue += rawUsd + szi * markPx;
    totals.totalNtlPos += positionValue;
    totals.totalRawUsd += rawUsd;
    totals.totalMarginUsed += marginUsed;
  }
  return totals;
}

function positionState(
  { positions, markets, prices }: Venue,
  slot: number,
  cross: { value: number; maintenance: number },
): PositionState {
  const market = markets[positions.market[slot]!]!;
  const { table } = market;
  const szi = positions.szi[slot]!;
  const markPx = prices.mark[market.index]!;
  const positionValue = Math.abs(szi) * markPx;
  const isolated = positions.isolated[slot] === 1;
  const rawUsd = isolated ? positions.isolatedRaw[slot]! : 0;
  const leverage = positions.leverage[slot]!;
  const cost = positions.cost[slot]!;
  const otherMaintenance = cross.maintenance - maintenanceMargin(table, positionValue);
  return {
    market,
    szi,
    leverage,
    isolated,
    rawUsd,
    cost,
    markPx,
    positionValue,
    unrealizedPnl: szi > 0 ? positionValue - cost : cost - positionValue,
    marginUsed: isolated ? rawUsd + szi * markPx : Math.ceil(positionValue / leverage),
    maxLeverage: tierOf(table, positionValue).maxLeverage,
    liquidationPx: isolated
      ? isolatedLiquidationPrice({ szi, rawUsd, table })
      : crossLiquidationPrice({ szi, markPx, accountValue: cross.value, otherMaintenance, table }),
    fundingAllTime: positions.fundingAllTime[slot]!,
    fundingSinceOpen: positions.fundingSinceOpen[slot]!,
  };
}
