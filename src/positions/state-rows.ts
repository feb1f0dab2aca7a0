import { readRowBinary } from '../analytics/row-binary.ts';
import { liquidationPriceOf } from '../domain/liquidation-price.ts';
import { type MarginTable, maintenanceMargin } from '../domain/margin-tiers.ts';
import type { WalletIndex } from '../domain/wallet-index.ts';
import type { PositionState } from './held-position.ts';

export interface StateRow {
  wallet: number;
  coin: string;
  state: PositionState;
}

export interface AccountMoment {
  wallet: number;
  dex: string;
  timeMs: number;
}

/**
 * Relative tolerance; the exchange's price matches its own numbers to 1e-9
 * (docs/exchange.md#liquidation-price).
 */
const samePrice = 1e-4;

/** Reads the states of `position-queries.ts`. @param tableOf margin tiers of a coin */
export function* readStates(
  bytes: Uint8Array,
  wallets: WalletIndex,
  tableOf: (coin: string, maxLeverage: number) => MarginTable,
): Generator<StateRow> {
  const rows = readRowBinary(bytes);
  while (!rows.done) {
    const wallet = wallets.rowOf(bytes, rows.wallet());
    const coin = rows.text();
    const timeMs = rows.int64();
    const [size, entryPx, positionValue] = [rows.double(), rows.double(), rows.double()];
    const [liquidationPx, marginUsed] = [rows.double(), rows.double()];
    const isIsolated = rows.uint8() === 1;
    const [leverage, maxLeverage] = [rows.uint32(), rows.uint32()];
    const [rawUsd, fundingSinceOpen] = [rows.double(), rows.double()];
    const hasAccount = rows.uint8() === 1;
    const [accountValue, maintenance] = [rows.double(), rows.double()];
    const state: PositionState = {
      timeMs,
      firstMs: timeMs,
      size,
      // Rows of an early version store 0 for an omitted value and for no liquidation price.
      entryPx: entryPx > 0 ? entryPx : Number.NaN,
      leverage,
      isIsolated,
      maxLeverage,
      marginUsed: marginUsed > 0 ? marginUsed : Number.NaN,
      fundingSinceOpen,
      liquidationPx: liquidationPx > 0 ? liquidationPx : Number.NaN,
      debt: Number.NaN,
    };
    if (size !== 0 && positionValue > 0 && leverage > 0 && maxLeverage > 0 && (isIsolated || hasAccount)) {
      const table = tableOf(coin, maxLeverage);
      const own = maintenanceMargin(table, positionValue);
      const debt = isIsolated ? -rawUsd : maintenance - own - accountValue + Math.sign(size) * positionValue;
      if (isExplained(state, debt, table)) state.debt = debt;
    }
    yield { wallet, coin, state };
  }
}

/** Whether the published price follows from the account. A unified account is also backed by balances that it does not show. */
function isExplained({ size, liquidationPx }: PositionState, debt: number, table: MarginTable): boolean {
  const price = liquidationPriceOf(size, debt, table);
  if (price === undefined) return Number.isNaN(liquidationPx);
  return Math.abs(price - liquidationPx) <= samePrice * price;
}

export function* readAccounts(bytes: Uint8Array, wallets: WalletIndex): Generator<AccountMoment> {
  const rows = readRowBinary(bytes);
  while (!rows.done) {
    yield { wallet: wallets.rowOf(bytes, rows.wallet()), dex: rows.text(), timeMs: rows.int64() };
  }
}
