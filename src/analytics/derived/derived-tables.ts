import type { Derived } from './derived.ts';
import { builderCoinHour, builderFills, builderWalletDay } from './tables/builders.ts';
import { coinMinutes } from './tables/coin-minutes.ts';
import { coinHour, outcomeFills, outcomeFillsByTime, walletCoinDay } from './tables/coins.ts';
import { largePnlFills } from './tables/large-pnl.ts';
import { autoDeleveragings, liquidationCounterparties, liquidations } from './tables/liquidations.ts';
import {
  outcomeDays,
  outcomePayouts,
  outcomeWalletDay,
  outcomeWallets,
  walletProducts,
} from './tables/products.ts';
import { releasedTables } from './tables/released.ts';
import { walletFlowDays } from './tables/wallet-flows.ts';
import { walletMarketDays } from './tables/wallet-markets.ts';

/** Every table that is derived from fills, in the order in which an old store is filled and a crash repairs them. */
export const derivedTables: readonly Derived[] = [
  ...releasedTables,
  liquidations,
  liquidationCounterparties,
  autoDeleveragings,
  coinHour,
  coinMinutes,
  outcomeFills,
  builderFills,
  builderCoinHour,
  builderWalletDay,
  walletCoinDay,
  largePnlFills,
  walletProducts,
  outcomePayouts,
  outcomeDays,
  outcomeWalletDay,
  outcomeWallets,
  outcomeFillsByTime,
  walletFlowDays,
  walletMarketDays,
];
