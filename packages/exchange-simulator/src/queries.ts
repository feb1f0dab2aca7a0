import { type AccountState, accountState } from './account-state.ts';
import { type BookLevels, bookLevels } from './book-levels.ts';
import { fundingPremium, fundingRate } from './funding.ts';
import type { WalletTruth } from './ledger.ts';
import type { LifecycleTruth } from './lifecycle-ledger.ts';
import { dexes, type Market, sziDecimals } from './market.ts';
import type { Movements } from './movements.ts';
import type { Outcome, Question } from './outcomes/outcome.ts';
import type { OutcomeBooks } from './outcomes/outcome-books.ts';
import type { Outcomes } from './outcomes/outcomes.ts';
import type { Wallet } from './population.ts';
import type { ServiceLedger } from './service-ledger.ts';
import type { Venue } from './venue.ts';

/** A market's context; prices in its price units, sizes in its size units, money in its money units. */
export interface MarketContext {
  /** Rate that the next hour would pay at, 10^-10 per hour. */
  funding: number;
  premium: number;
  /** Sum of long sizes. */
  openInterest: number;
  oraclePx: number;
  markPx: number;
  /** Middle of the best orders, or the last trade if a side is empty; 0 before the first trade. May be half a unit. */
  midPx: number;
  /** 0 if the price of a day ago is unknown. */
  prevDayPx: number;
  dayNotional: number;
  dayBase: number;
}

/** A wallet's holding on spot or in an outcome; never 0. */
export interface Balance {
  market: Market;
  /** In 10^-`decimals`. */
  size: number;
  decimals: number;
  /** Cost basis, 10^-8 USDC, rounded down. */
  cost: number;
}

/** A wallet owned by another wallet. */
export interface OwnedWallet {
  wallet: number;
  relation: 'subAccount' | 'vault';
  /** Name chosen by its owner. */
  name: string;
}

/** Read-only queries of an exchange's present state. */
export interface ExchangeQueries {
  /** Unix milliseconds of the newest block. */
  readonly timeMs: number;
  /** Fills made so far. */
  readonly fills: number;
  /** Grows as outcomes are listed; positions in it never change. */
  readonly markets: readonly Market[];
  readonly wallets: readonly Wallet[];
  walletIndex(address: string): number | undefined;
  market(coin: string): Market | undefined;
  context(market: Market): MarketContext;
  /** @param depth levels per side. */
  book(market: Market, depth: number): BookLevels;
  /** Perp account on a dex, in the terms of `clearinghouseState`. */
  account(wallet: number, dex: number): AccountState;
  balances(wallet: number): Balance[];
  /** Spot USDC, 10^-8. */
  spotCash(wallet: number): number;
  /** True for a unified account: all its money is in spot, for every dex. Always false if wallets move no money. */
  isPooled(wallet: number): boolean;
  /** HYPE in the staking account, 10^-8. */
  staked(wallet: number): number;
  /** All that a vault has, 10^-6 USD, cut to a unit: its leader's alone, as no other wallet deposits here. Never below 0. */
  vaultEquity(vault: number): number;
  /** Sub-accounts, and vaults that it leads. */
  owned(wallet: number): OwnedWallet[];
  openOutcomes(): readonly Outcome[];
  outcome(outcome: number): Outcome | undefined;
  questions(): readonly Question[];
  /** Realized PnL, fees, funding and liquidations since the start: the truth that other records are measured by. */
  truth(wallet: number): WalletTruth;
  /** Perp positions that are open; closed ones are reported as events. */
  openLifecycles(wallet: number): LifecycleTruth[];
  /** Earnings of builders and liquidators from other wallets since the start. */
  readonly services: Pick<ServiceLedger, 'builders' | 'liquidators'>;
  /** Positions of wallets in outcomes, and matches of outcomes, since the start. */
  readonly outcomeBooks: Pick<OutcomeBooks, 'sides' | 'matches'>;
}

const pooledCharacters: ReadonlySet<string> = new Set(['trend', 'holder', 'scalper', 'retail']);

export function createQueries(
  venue: Venue,
  outcomes: Outcomes,
  movements: Pick<Movements, 'staked'> | undefined,
): ExchangeQueries {
  const { markets, positions, prices, stats, population } = venue;
  const byCoin = new Map<string, Market>();

  function market(coin: string): Market | undefined {
    for (let index = byCoin.size; index < markets.length; index++) {
      byCoin.set(markets[index]!.coin, markets[index]!);
    }
    return byCoin.get(coin);
  }

  function context(params: Market): MarketContext {
    const { index, kind } = params;
    const premium = kind === 'perp' ? fundingPremium(venue, params) : 0;
    const { bids, asks } = bookLevels(venue, params, 1);
    const [bid, ask] = [bids[0]?.px, asks[0]?.px];
    return {
      funding: kind === 'perp' ? fundingRate(premium) : 0,
      premium,
      openInterest: stats.openInterest[index]!,
      oraclePx: prices.oracle[index]!,
      markPx: prices.mark[index]!,
      midPx: bid !== undefined && ask !== undefined ? (bid + ask) / 2 : stats.lastPx[index]!,
      prevDayPx: stats.previousDayPx(index),
      dayNotional: stats.dayNotional(index),
      dayBase: stats.dayBase(index),
    };
  }

  function balances(wallet: number): Balance[] {
    const held: Balance[] = [];
    for (let slot = positions.firstOfWallet(wallet); slot >= 0; slot = positions.nextOfWallet[slot]!) {
      const coin = markets[positions.market[slot]!]!;
      const size = positions.szi[slot]!;
      if (coin.kind === 'perp' || size === 0) continue;
      held.push({ market: coin, size, decimals: sziDecimals(coin), cost: positions.cost[slot]! });
    }
    return held;
  }

  function vaultEquity(vault: number): number {
    const perps = dexes.reduce(
      (sum, _, dex) => sum + accountState(venue, vault, dex).marginSummary.accountValue,
      0,
    );
    const spot = balances(vault).reduce(
      (sum, { market: { index, pxDecimals }, size, decimals }) =>
        sum +
        (BigInt(size) * BigInt(prices.mark[index]!) * 1_000_000n) / 10n ** BigInt(decimals + pxDecimals),
      BigInt(venue.accounts.spotCash(vault)) / 100n,
    );
    return Math.max(0, perps + Number(spot));
  }

  return {
    get timeMs() {
      return venue.timeMs;
    },
    get fills() {
      return venue.ledger.fills;
    },
    markets,
    wallets: population.wallets,
    walletIndex: (address) => population.indexOf(address),
    market,
    context,
    book: (params, depth) => bookLevels(venue, params, depth),
    account: (wallet, dex) => accountState(venue, wallet, dex),
    balances,
    spotCash: (wallet) => venue.accounts.spotCash(wallet),
    isPooled: (wallet) =>
      movements !== undefined &&
      wallet % 5 === 2 &&
      pooledCharacters.has(population.wallets[wallet]!.character),
    staked: (wallet) => movements?.staked(wallet) ?? 0,
    vaultEquity,
    owned: (wallet) => ownedBy(population.wallets, wallet),
    openOutcomes: () => outcomes.open(),
    outcome: (outcome) => outcomes.find(outcome),
    questions: () => outcomes.questions(),
    truth: (wallet) => venue.ledger.of(wallet),
    openLifecycles(wallet) {
      const held: LifecycleTruth[] = [];
      for (let slot = positions.firstOfWallet(wallet); slot >= 0; slot = positions.nextOfWallet[slot]!) {
        const lifecycle = venue.lifecycles.open(slot);
        if (lifecycle !== undefined) held.push(lifecycle);
      }
      return held;
    },
    services: venue.services,
    outcomeBooks: venue.outcomeBooks,
  };
}

/** Sub-accounts are numbered by their master, vaults among all wallets. */
function ownedBy(wallets: readonly Wallet[], owner: number): OwnedWallet[] {
  const owned: OwnedWallet[] = [];
  let subAccounts = 0;
  for (const [wallet, { owner: of, character }] of wallets.entries()) {
    if (of !== owner) continue;
    if (character === 'vault') owned.push({ wallet, relation: 'vault', name: `Vault ${wallet}` });
    else owned.push({ wallet, relation: 'subAccount', name: `Sub ${++subAccounts}` });
  }
  return owned;
}
