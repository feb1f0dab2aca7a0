import type { WireDelegatorSummary, WireVaultEquity } from '../../../../src/wire/account-balances.ts';
import type { WireClearinghouseState, WirePosition } from '../../../../src/wire/clearinghouse-state.ts';
import type { AccountState, MarginSummary, PositionState } from '../account-state.ts';
import { decimalText, powersOfTen } from '../decimal.ts';
import { dexes } from '../market.ts';
import type { ExchangeQueries } from '../queries.ts';
import { tokenIndex } from './listing.ts';
import { ratioText } from './ratio-text.ts';

const usd = (amount: number) => decimalText(amount, 6);
const noMoney = { accountValue: '0.0', totalNtlPos: '0.0', totalRawUsd: '0.0', totalMarginUsed: '0.0' };

/** A wallet's account on a dex (`clearinghouseState`). For a pooled account the sums are 0; its positions are real. */
export function wireAccount(state: AccountState, isPooled = false): WireClearinghouseState {
  const sums = isPooled
    ? { marginSummary: noMoney, crossMarginSummary: noMoney, crossMaintenanceMarginUsed: '0.0' }
    : {
        marginSummary: wireSummary(state.marginSummary),
        crossMarginSummary: wireSummary(state.crossMarginSummary),
        crossMaintenanceMarginUsed: usd(state.crossMaintenanceMarginUsed),
      };
  return {
    ...sums,
    withdrawable: isPooled ? '0.0' : usd(state.withdrawable),
    assetPositions: state.positions.map((position) => ({ type: 'oneWay', position: wirePosition(position) })),
    time: state.timeMs,
  };
}

/** Answer of the exchange for an agent's address, or an unknown address. */
export function emptyAccount(timeMs: number): WireClearinghouseState {
  return {
    marginSummary: noMoney,
    crossMarginSummary: noMoney,
    crossMaintenanceMarginUsed: '0.0',
    withdrawable: '0.0',
    assetPositions: [],
    time: timeMs,
  };
}

/** Dollars, tokens and outcome contracts of a wallet (`spotClearinghouseState`). For a pooled account they include its perp equity. */
export function wireBalances(exchange: ExchangeQueries, wallet: number) {
  const held = exchange.balances(wallet).map(({ market, size, decimals, cost }) => ({
    coin: market.kind === 'outcome' ? market.coin.replace('#', '+') : market.base,
    token: market.kind === 'outcome' ? market.assetId : tokenIndex(market.base),
    total: decimalText(size, decimals),
    hold: '0.0',
    entryNtl: decimalText(cost, 8),
  }));
  return { balances: [...dollarsOf(exchange, wallet), ...held] };
}

function dollarsOf(exchange: ExchangeQueries, wallet: number) {
  const totals = new Map([['USDC', exchange.spotCash(wallet)]]);
  for (const [dex, { collateral }] of exchange.isPooled(wallet) ? dexes.entries() : []) {
    const { accountValue } = exchange.account(wallet, dex).marginSummary;
    totals.set(collateral, (totals.get(collateral) ?? 0) + accountValue * 100);
  }
  return [...totals].map(([coin, total]) => ({
    coin,
    token: tokenIndex(coin),
    total: decimalText(total, 8),
    hold: '0.0',
    entryNtl: '0.0',
  }));
}

/** Equity of a wallet in the vaults that it leads (`userVaultEquities`). */
export function wireVaultEquities(exchange: ExchangeQueries, wallet: number): WireVaultEquity[] {
  return exchange
    .owned(wallet)
    .filter(({ relation }) => relation === 'vault')
    .map(({ wallet: vault }) => ({
      vaultAddress: exchange.wallets[vault]!.address,
      equity: usd(exchange.vaultEquity(vault)),
    }))
    .filter(({ equity }) => equity !== '0.0');
}

/** A wallet's staking account (`delegatorSummary`); unstaking is immediate. */
export function wireStaking(staked: number): WireDelegatorSummary & { nPendingWithdrawals: number } {
  return {
    delegated: decimalText(staked, 8),
    undelegated: '0.0',
    totalPendingWithdrawal: '0.0',
    nPendingWithdrawals: 0,
  };
}

function wireSummary(summary: MarginSummary): WireClearinghouseState['marginSummary'] {
  return {
    accountValue: usd(summary.accountValue),
    totalNtlPos: usd(summary.totalNtlPos),
    totalRawUsd: usd(summary.totalRawUsd),
    totalMarginUsed: usd(summary.totalMarginUsed),
  };
}

function wirePosition(position: PositionState): WirePosition {
  const { market, szi, leverage, isolated, cost, unrealizedPnl, liquidationPx } = position;
  const { pxDecimals } = market;
  const sinceOpen = usd(position.fundingSinceOpen);
  return {
    coin: market.coin,
    szi: decimalText(szi, market.szDecimals),
    leverage: isolated
      ? { type: 'isolated', value: leverage, rawUsd: usd(position.rawUsd) }
      : { type: 'cross', value: leverage },
    entryPx: decimalText(Math.round(cost / Math.abs(szi)), pxDecimals),
    positionValue: usd(position.positionValue),
    unrealizedPnl: usd(unrealizedPnl),
    returnOnEquity: ratioText((unrealizedPnl * leverage) / cost),
    liquidationPx: liquidationPx === undefined ? null : ratioText(liquidationPx / powersOfTen[pxDecimals]!),
    marginUsed: usd(position.marginUsed),
    maxLeverage: position.maxLeverage,
    cumFunding: { allTime: usd(position.fundingAllTime), sinceOpen, sinceChange: sinceOpen },
  };
}
