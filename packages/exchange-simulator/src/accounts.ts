import { maintenanceMargin } from '../../../src/domain/margin-tiers.ts';
import type { LedgerUpdate } from './events.ts';
import { dexes, type Market } from './market.ts';
import type { Population } from './population.ts';
import type { Positions } from './positions.ts';
import type { Prices } from './prices.ts';

/** The cross account of a wallet on a dex; money in 10^-6 of its collateral. */
export interface CrossAccount {
  /** Cash and positions at mark. */
  value: number;
  notional: number;
  /** Margin its positions hold at their chosen leverage. */
  initial: number;
  maintenance: number;
  positions: number;
}

/** Cash of all wallets: margin by dex, and spot. */
export interface Accounts {
  cash(wallet: number, dex: number): number;
  /** The same of all wallets, at `wallet × dexes + dex`. */
  readonly cashColumn: Float64Array;
  addCash(wallet: number, dex: number, amount: number): void;
  /** Spot USDC in 10^-8. */
  spotCash(wallet: number): number;
  addSpotCash(wallet: number, amount: number): void;
  /** Deposits the initial equity if the wallet has nothing on the dex. */
  fund(wallet: number, dex: number): void;
  /** Brings enough spot USDC for `amount` (10^-8), as far as the wallet's means go; false where not. */
  fundSpot(wallet: number, amount: number): boolean;
  /** The account now. The object is reused by the next call. */
  cross(wallet: number, dex: number): CrossAccount;
  save(): AccountsState;
}

export interface AccountsState {
  cash: Float64Array;
  spotCash: Float64Array;
}

const micro = 1_000_000;
/** Spot cash stays far below 2^53 units of 10^-8. */
const spotFundsLimitUsd = 5_000_000;

export function createAccounts(options: {
  population: Population;
  positions: Positions;
  markets: readonly Market[];
  prices: Prices;
  tell: (update: LedgerUpdate) => void;
  nowMs: () => number;
  saved?: AccountsState | undefined;
}): Accounts {
  const { population, positions, markets, prices, tell: report, nowMs, saved } = options;
  const walletCount = population.wallets.length;
  const cash = saved?.cash ?? new Float64Array(walletCount * dexes.length);
  const spotCash = saved?.spotCash ?? new Float64Array(walletCount);
  const scratch: CrossAccount = { value: 0, notional: 0, initial: 0, maintenance: 0, positions: 0 };
  const addCash = (wallet: number, dex: number, amount: number) => {
    const at = wallet * dexes.length + dex;
    cash[at] = cash[at]! + amount;
  };

  /** Its leader brings the money to the exchange, and puts all of it into the vault. */
  function bringToVault(vault: number, amount: number): void {
    const { owner } = population.wallets[vault]!;
    const timeMs = nowMs();
    report({ timeMs, wallet: owner, type: 'deposit', dex: 0, amount });
    report({ timeMs, wallet: owner, type: 'vaultDeposit', vault, amount });
  }

  function cross(wallet: number, dex: number): CrossAccount {
    scratch.value = cash[wallet * dexes.length + dex]!;
    scratch.notional = scratch.initial = scratch.maintenance = scratch.positions = 0;
    const { szi, market, isolated, leverage, nextOfWallet } = positions;
    for (let slot = positions.firstOfWallet(wallet); slot >= 0; slot = nextOfWallet[slot]!) {
      const size = szi[slot]!;
      const coin = markets[market[slot]!]!;
      if (size === 0 || isolated[slot] === 1 || coin.kind !== 'perp' || coin.dex !== dex) continue;
      const value = size * prices.mark[coin.index]!;
      const notional = Math.abs(value);
      scratch.value += value;
      scratch.notional += notional;
      scratch.initial += Math.ceil(notional / leverage[slot]!);
      scratch.maintenance += maintenanceMargin(coin.table, notional);
      scratch.positions += 1;
    }
    return scratch;
  }

  return {
    cash: (wallet, dex) => cash[wallet * dexes.length + dex]!,
    cashColumn: cash,
    addCash,
    spotCash: (wallet) => spotCash[wallet]!,
    addSpotCash(wallet, amount) {
      spotCash[wallet] = spotCash[wallet]! + amount;
    },
    fund(wallet, dex) {
      const { equityUsd, owner, character } = population.wallets[wallet]!;
      const amount = equityUsd * micro;
      addCash(wallet, dex, amount);
      const timeMs = nowMs();
      if (character === 'subAccount' && dex === 0) {
        report({ timeMs, wallet: owner, type: 'deposit', dex, amount });
        report({ timeMs, wallet, type: 'subAccountTransfer', from: owner, amount });
      } else if (character === 'vault') {
        bringToVault(wallet, amount);
        if (dex !== 0) report({ timeMs, wallet, type: 'send', dex, amount });
      } else {
        report({ timeMs, wallet, type: 'deposit', dex, amount });
      }
    },
    fundSpot(wallet, amount) {
      if (spotCash[wallet]! >= amount) return true;
      const means = Math.min(population.wallets[wallet]!.equityUsd, spotFundsLimitUsd) * 100 * micro;
      if (means < amount) return false;
      spotCash[wallet] = spotCash[wallet]! + means;
      const moved = { timeMs: nowMs(), wallet, amount: means / 100 };
      if (population.wallets[wallet]!.character === 'vault') {
        bringToVault(wallet, moved.amount);
        report({ ...moved, type: 'accountClassTransfer', toPerp: false });
      } else {
        report({ ...moved, type: 'spotDeposit' });
      }
      return true;
    },
    cross,
    save: () => ({ cash, spotCash }),
  };
}
