import type { LifecycleTruth } from './lifecycle-ledger.ts';
import { spotPairs } from './listing.ts';
import { dexes } from './market.ts';

/** Tokens in which fees and PnL are booked. */
const ledgerTokens: readonly string[] = [
  ...new Set([...dexes.map(({ collateral }) => collateral), ...spotPairs.map(({ token }) => token)]),
];

/** The truth about one wallet since the start; amounts of 10^-8 by token, those of zero left out. */
export interface WalletTruth {
  fills: number;
  /** Sum of `closedPnl`. */
  closedPnl: Record<string, number>;
  /** Builder fees included; negative where rebates were more. */
  fees: Record<string, number>;
  builderFees: Record<string, number>;
  /** Funding received; negative is paid. */
  funding: Record<string, number>;
  /** Fills of its own liquidations, and their notional in 10^-6 of the collateral. */
  liquidationFills: number;
  liquidatedNotional: number;
  /** Cost of these fills for the wallet, in 10^-6 of the collateral. */
  penalties: number;
  /** Perp positions that it closed, and those of them that a liquidation closed a part of. */
  closedLifecycles: number;
  liquidatedLifecycles: number;
}

/** The exchange's own books of every wallet, kept apart from the records it emits. */
export interface Ledger {
  addFill(wallet: number, amounts: FillAmounts): void;
  addFunding(wallet: number, token: string, received: number): void;
  addLiquidation(wallet: number, fill: { notional: number; penalty: number }): void;
  addLifecycle(lifecycle: Pick<LifecycleTruth, 'wallet' | 'liquidationFills'>): void;
  of(wallet: number): WalletTruth;
  /** Fills of all wallets. */
  readonly fills: number;
  save(): LedgerState;
}

export interface LedgerState {
  columns: Record<'closedPnl' | 'fees' | 'builderFees' | 'funding', Float64Array>;
  fillCounts: Uint32Array;
  liquidationFills: Uint32Array;
  liquidatedNotional: Float64Array;
  penalties: Float64Array;
  closedLifecycles: Uint32Array;
  liquidatedLifecycles: Uint32Array;
  fills: number;
}

/** Amounts booked for a fill, in 10^-`moneyDecimals` of their token. */
export interface FillAmounts {
  quote: string;
  feeToken: string;
  moneyDecimals: 6 | 8;
  closedPnl: number;
  fee: number;
  builderFee: number;
}

export function createLedger(walletCount: number, saved?: LedgerState): Ledger {
  const tokenCount = ledgerTokens.length;
  const tokenIndex = new Map(ledgerTokens.map((token, index) => [token, index]));
  const column = () => new Float64Array(walletCount * tokenCount);
  const columns = saved?.columns ?? {
    closedPnl: column(),
    fees: column(),
    builderFees: column(),
    funding: column(),
  };
  const fillCounts = saved?.fillCounts ?? new Uint32Array(walletCount);
  const liquidationFills = saved?.liquidationFills ?? new Uint32Array(walletCount);
  const liquidatedNotional = saved?.liquidatedNotional ?? new Float64Array(walletCount);
  const penalties = saved?.penalties ?? new Float64Array(walletCount);
  const closedLifecycles = saved?.closedLifecycles ?? new Uint32Array(walletCount);
  const liquidatedLifecycles = saved?.liquidatedLifecycles ?? new Uint32Array(walletCount);
  let fills = saved?.fills ?? 0;

  function add(to: Float64Array, at: { wallet: number; token: string }, amount: number): void {
    const index = at.wallet * tokenCount + tokenIndex.get(at.token)!;
    to[index] = to[index]! + amount;
  }
  function byToken(from: Float64Array, wallet: number): Record<string, number> {
    const amounts: Record<string, number> = {};
    for (let token = 0; token < tokenCount; token++) {
      const amount = from[wallet * tokenCount + token]!;
      if (amount !== 0) amounts[ledgerTokens[token]!] = amount;
    }
    return amounts;
  }

  return {
    get fills() {
      return fills;
    },
    addFill(wallet, { quote, feeToken, moneyDecimals, closedPnl, fee, builderFee }) {
      const factor = moneyDecimals === 6 ? 100 : 1;
      fills += 1;
      fillCounts[wallet] = fillCounts[wallet]! + 1;
      if (closedPnl !== 0) add(columns.closedPnl, { wallet, token: quote }, closedPnl * factor);
      if (fee !== 0) add(columns.fees, { wallet, token: feeToken }, fee * factor);
      if (builderFee !== 0) add(columns.builderFees, { wallet, token: feeToken }, builderFee * factor);
    },
    addFunding: (wallet, token, received) => add(columns.funding, { wallet, token }, received * 100),
    addLiquidation(wallet, { notional, penalty }) {
      penalties[wallet] = penalties[wallet]! + penalty;
      liquidationFills[wallet] = liquidationFills[wallet]! + 1;
      liquidatedNotional[wallet] = liquidatedNotional[wallet]! + notional;
    },
    addLifecycle({ wallet, liquidationFills: liquidating }) {
      closedLifecycles[wallet] = closedLifecycles[wallet]! + 1;
      if (liquidating > 0) liquidatedLifecycles[wallet] = liquidatedLifecycles[wallet]! + 1;
    },
    of: (wallet) => ({
      fills: fillCounts[wallet]!,
      closedPnl: byToken(columns.closedPnl, wallet),
      fees: byToken(columns.fees, wallet),
      builderFees: byToken(columns.builderFees, wallet),
      funding: byToken(columns.funding, wallet),
      liquidationFills: liquidationFills[wallet]!,
      liquidatedNotional: liquidatedNotional[wallet]!,
      penalties: penalties[wallet]!,
      closedLifecycles: closedLifecycles[wallet]!,
      liquidatedLifecycles: liquidatedLifecycles[wallet]!,
    }),
    save: () => ({
      columns,
      fillCounts,
      liquidationFills,
      liquidatedNotional,
      penalties,
      closedLifecycles,
      liquidatedLifecycles,
      fills,
    }),
  };
}
