import { type Market, marketsLimit } from '../market.ts';

/** Ground truth of a wallet's side of an outcome; money in 10^-8 of the quote token. */
export interface OutcomeSideTruth {
  wallet: number;
  /** Index of the side's market. */
  market: number;
  /** Market trades only: no split, merge, negation or settlement. */
  trades: number;
  bought: number;
  sold: number;
  boughtNotional: number;
  soldNotional: number;
  /** PnL realized by all decreases, including settlements. */
  realized: number;
  /** Payout of the settlement, and the PnL it realized. */
  payout: number;
  settledPnl: number;
}

/** Matches in an outcome; each counts once, from its taker's side. */
export interface OutcomeMatches {
  matches: number;
  /** Contracts and money by the taker's side, Yes first. */
  contracts: [number, number];
  notional: [number, number];
}

/** The exchange's own books of outcomes, kept apart from the records it emits. */
export interface OutcomeBooks {
  addTrade(trade: { wallet: number; market: Market; isBuy: boolean; sz: number; px: number }): void;
  /** @param realized by a trade, a settlement or any other change */
  addRealized(wallet: number, market: Market, realized: number): void;
  addPayout(wallet: number, market: Market, paid: { amount: number; realized: number }): void;
  /** @param taken the taker's side, at its price */
  addMatch(taken: { market: Market; sz: number; px: number }): void;
  /** Every side that a wallet ever had a record of. */
  readonly sides: ReadonlyMap<number, OutcomeSideTruth>;
  /** By the market index of the Yes side. */
  readonly matches: ReadonlyMap<number, OutcomeMatches>;
  save(): OutcomeBooksState;
}

export interface OutcomeBooksState {
  sides: Map<number, OutcomeSideTruth>;
  matches: Map<number, OutcomeMatches>;
}

export function createOutcomeBooks(saved?: OutcomeBooksState): OutcomeBooks {
  const sides = saved?.sides ?? new Map<number, OutcomeSideTruth>();
  const matches = saved?.matches ?? new Map<number, OutcomeMatches>();

  function sideOf(wallet: number, { index: market }: Market): OutcomeSideTruth {
    const key = wallet * marketsLimit + market;
    const found = sides.get(key);
    if (found !== undefined) return found;
    const amounts = { bought: 0, sold: 0, boughtNotional: 0, soldNotional: 0, realized: 0 };
    const side = { wallet, market, trades: 0, ...amounts, payout: 0, settledPnl: 0 };
    sides.set(key, side);
    return side;
  }

  return {
    addTrade({ wallet, market, isBuy, sz, px }) {
      const side = sideOf(wallet, market);
      side.trades += 1;
      side[isBuy ? 'bought' : 'sold'] += sz;
      side[isBuy ? 'boughtNotional' : 'soldNotional'] += sz * px;
    },
    addRealized(wallet, market, realized) {
      sideOf(wallet, market).realized += realized;
    },
    addPayout(wallet, market, { amount, realized }) {
      const side = sideOf(wallet, market);
      side.payout += amount;
      side.settledPnl += realized;
    },
    addMatch({ market, sz, px }) {
      const found = matches.get(market.book);
      const sums: OutcomeMatches = found ?? { matches: 0, contracts: [0, 0], notional: [0, 0] };
      if (found === undefined) matches.set(market.book, sums);
      const side = market.index === market.book ? 0 : 1;
      sums.matches += 1;
      sums.contracts[side] += sz;
      sums.notional[side] += sz * px;
    },
    sides,
    matches,
    save: () => ({ sides, matches }),
  };
}
