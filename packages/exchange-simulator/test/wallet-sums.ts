import type { WalletTruth } from '../src/ledger.ts';
import { exact, isAlone, kindOf, product, type RecordBlock, signedSize } from './record.ts';

/** Sums of a wallet's records; money of 10^-12 by token. */
export interface WalletSums {
  fills: number;
  closedPnl: Map<string, bigint>;
  fees: Map<string, bigint>;
  builderFees: Map<string, bigint>;
  liquidationFills: number;
  liquidatedNotional: bigint;
  /** Perp sizes by coin. */
  positions: Map<string, bigint>;
  /** Money that perp fills moved, fees included, by collateral and dex. */
  cash: Map<string, bigint>;
}

/** Adds records up by wallet, with nothing of the simulator: the other side of a comparison with its ledger. */
export function sumByWallet(blocks: readonly RecordBlock[], quoteOf: (coin: string) => string) {
  const wallets = new Map<string, WalletSums>();
  for (const { events } of blocks) {
    for (const [wallet, fill] of events) {
      const sums = wallets.get(wallet) ?? emptySums();
      wallets.set(wallet, sums);
      sums.fills += 1;
      add(sums.closedPnl, quoteOf(fill.coin), exact(fill.closedPnl));
      add(sums.fees, String(fill.feeToken), exact(fill.fee));
      add(sums.builderFees, String(fill.feeToken), exact(fill.builderFee ?? '0.0'));
      if (fill.liquidation?.liquidatedUser === wallet) {
        sums.liquidationFills += 1;
        sums.liquidatedNotional += product(exact(fill.px), exact(fill.sz));
      }
      if (kindOf(fill.coin) !== 'perp') continue;
      add(sums.positions, fill.coin, signedSize(fill));
      const dex = fill.coin.includes(':') ? fill.coin.split(':')[0]! : '';
      const paid = product(exact(fill.px), signedSize(fill));
      add(sums.cash, dex, -paid - (isAlone(fill) ? 0n : exact(fill.fee)));
    }
  }
  return wallets;
}

function emptySums(): WalletSums {
  return {
    fills: 0,
    closedPnl: new Map(),
    fees: new Map(),
    builderFees: new Map(),
    liquidationFills: 0,
    liquidatedNotional: 0n,
    positions: new Map(),
    cash: new Map(),
  };
}

export function add<Key>(sums: Map<Key, bigint>, key: Key, amount: bigint): void {
  const total = (sums.get(key) ?? 0n) + amount;
  if (total === 0n) sums.delete(key);
  else sums.set(key, total);
}

/** The ledger's amounts in the form of the sums. */
export function ledgerSums(truth: WalletTruth): Pick<WalletSums, 'closedPnl' | 'fees' | 'builderFees'> {
  const amounts = (byToken: Record<string, number>) =>
    new Map(Object.entries(byToken).map(([token, amount]) => [token, BigInt(amount) * 10n ** 4n]));
  return {
    closedPnl: amounts(truth.closedPnl),
    fees: amounts(truth.fees),
    builderFees: amounts(truth.builderFees),
  };
}
