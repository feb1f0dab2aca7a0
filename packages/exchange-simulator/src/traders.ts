import { powersOfTen } from './decimal.ts';
import { dexes, type Market, sizeFactor } from './market.ts';
import { type MarketMaking, validPx } from './market-making.ts';
import { affordable, placeOrder } from './matching.ts';
import { createOutcomeTrading } from './outcomes/outcome-trading.ts';
import type { Outcomes } from './outcomes/outcomes.ts';
import type { Character } from './population.ts';
import type { Twaps } from './twaps.ts';
import type { Venue } from './venue.ts';

/** Actions of the wallets that are no market makers. */
export interface Traders {
  /** A wallet, drawn by its activity, performs an action. */
  act(): void;
  /** A wallet takes from the book of a perp. @returns false if no wallet could */
  take(market: Market): boolean;
  save(): TradersState;
}

export interface TradersState {
  /** By wallet: the dexes that it has funded, as bits. */
  funded: Uint8Array;
}

interface Order {
  wallet: number;
  market: Market;
  isBuy: boolean;
  sz: number;
  /** Waits in the book. */
  rests: boolean;
}

/** Trading habits of a character; all but `coins` are shares from 0 to 1. */
interface Habit {
  /** Perps it trades. */
  coins: number;
  /** Closes a position rather than adding to it. */
  closes: number;
  /** Reverses a position in one order; conditional on a close. */
  flips: number;
  /** Goes long; `trend` characters follow the price instead. */
  longs: number;
  follows: boolean;
  /** Share of its buying power in an order. */
  size: number;
  /** Sends resting limit orders. */
  rests: number;
}

const habits: Record<Exclude<Character, 'system' | 'maker'>, Habit> = {
  trend: { coins: 12, closes: 0.3, flips: 0.3, longs: 0.5, follows: true, size: 0.25, rests: 0.15 },
  holder: { coins: 3, closes: 0.06, flips: 0, longs: 0.85, follows: false, size: 0.3, rests: 0.3 },
  scalper: { coins: 6, closes: 0.6, flips: 0.25, longs: 0.5, follows: false, size: 0.2, rests: 0.45 },
  whale: { coins: 8, closes: 0.25, flips: 0.08, longs: 0.55, follows: false, size: 0.12, rests: 0.35 },
  gambler: { coins: 5, closes: 0.3, flips: 0.1, longs: 0.6, follows: false, size: 0.7, rests: 0.05 },
  retail: { coins: 4, closes: 0.35, flips: 0.06, longs: 0.6, follows: true, size: 0.2, rests: 0.2 },
  subAccount: { coins: 6, closes: 0.4, flips: 0.15, longs: 0.5, follows: true, size: 0.2, rests: 0.3 },
  vault: { coins: 10, closes: 0.35, flips: 0.15, longs: 0.5, follows: true, size: 0.1, rests: 0.4 },
};

/** The smallest order, in USD, and the largest that is sent at once. */
const minOrderUsd = 12;
const maxOrderUsd = 2_000_000;
const micro = 1_000_000;
/** Maximum wallets tried for a trade in a coin: some have no margin left, or do not trade with the trend. */
const takersLimit = 50;
/** Maximum distance from the mark of an immediate order. */
const slippage = 0.01;
/** In units of 10^-8. */
const cent = 1_000_000;

export function createTraders(
  venue: Venue,
  parts: { making: MarketMaking; twaps: Twaps; outcomes: Outcomes },
  saved?: TradersState,
): Traders {
  const { population, positions, accounts, prices, books, rng } = venue;
  const funded = saved?.funded ?? new Uint8Array(population.wallets.length);
  const perps = byPopularity(venue.markets);
  const spots = venue.markets.filter(({ kind }) => kind === 'spot');

  /** The wallet's nth coin: the same each time, the popular ones with more wallets. */
  function favourite(wallet: number, nth: number): Market {
    const share = (Math.imul(wallet * 31 + nth + 1, 0x9e3779b1) >>> 0) / 4294967296;
    return perps[Math.floor(perps.length * share * share * share)]!;
  }

  /** Deposits the first margin, and sometimes new margin after a loss of the old. */
  function bringMargin(wallet: number, dex: number): void {
    const bit = 1 << dex;
    const known = (funded[wallet]! & bit) !== 0;
    if (known) {
      const poor = accounts.cross(wallet, dex).value < population.wallets[wallet]!.equityUsd * micro * 0.05;
      if (!poor || rng.unit() > 0.3) return;
    }
    funded[wallet] = funded[wallet]! | bit;
    accounts.fund(wallet, dex);
  }

  /** A resting order waits below (or above) the mark; the other may pay up to the slippage. */
  function orderPx({ market, isBuy, rests }: Order, mark: number): number {
    const away = rests ? -(0.0004 + rng.unit() * 0.008) : slippage;
    return validPx(market, mark * (isBuy ? 1 + away : 1 - away));
  }

  /** Traders of outcomes think in cents. */
  function outcomePx({ market, isBuy, rests }: Order, mark: number): number {
    const cents = Math.round(mark / cent) + (rests ? -rng.below(4) : 3) * (isBuy ? 1 : -1);
    return validPx(market, cents * cent);
  }

  function send(order: Order): void {
    const { wallet, market, rests } = order;
    const mark = prices.mark[market.index]!;
    const px = market.kind === 'outcome' ? outcomePx(order, mark) : orderPx(order, mark);
    const sz = affordable(venue, { ...order, px });
    if (sz <= 0) return;
    if (rests) books.cancel(market.book, (slot) => books.wallet[slot] === wallet);
    placeOrder(venue, { ...order, px, sz });
    parts.making.refresh(venue.markets[market.book]!);
  }

  function tradePerp(wallet: number, market: Market, habit: Habit): void {
    if (!market.open) return;
    bringMargin(wallet, market.dex);
    const slot = positions.find(wallet, market.index);
    const held = slot < 0 ? 0 : positions.szi[slot]!;
    const rests = rng.unit() < habit.rests;
    const trend = prices.trend[market.index]!;
    const against = habit.follows && held !== 0 && held > 0 !== trend > 0;
    const size = openingSize(wallet, market, habit);
    if (held !== 0 && rng.unit() < (against ? 0.7 : habit.closes)) {
      const part = rng.unit() < 0.35 ? 0.2 + 0.6 * rng.unit() : 1;
      const closing = Math.max(1, Math.round(Math.abs(held) * part));
      const sz = part === 1 && rng.unit() < habit.flips ? closing + size : closing;
      send({ wallet, market, isBuy: held < 0, sz, rests });
      return;
    }
    const isBuy = habit.follows && rng.unit() < 0.7 ? trend >= 0 : rng.unit() < habit.longs;
    if (size === 0 || (held !== 0 && held > 0 !== isBuy)) return;
    if (!rests && population.wallets[wallet]!.equityUsd > 50_000 && rng.unit() < 0.08) {
      parts.twaps.start({ wallet, market, isBuy, sz: size, slices: 10 + rng.below(20) });
    } else {
      send({ wallet, market, isBuy, sz: size, rests });
    }
  }

  function openingSize(wallet: number, market: Market, habit: Habit): number {
    const { leverage } = population.wallets[wallet]!;
    const account = accounts.cross(wallet, market.dex);
    const power = (account.value - account.initial) * Math.min(leverage, market.maxLeverage);
    const notional = Math.min(power * habit.size * (0.2 + 1.3 * rng.unit()), maxOrderUsd * micro);
    if (notional < minOrderUsd * micro) return 0;
    return Math.floor(notional / prices.mark[market.index]!);
  }

  function tradeSpot(wallet: number): void {
    const market = spots[rng.below(spots.length)]!;
    const slot = positions.find(wallet, market.index);
    const held = slot < 0 ? 0 : Math.floor(positions.szi[slot]! / sizeFactor(market));
    if (held > 0 && rng.unit() < 0.5) {
      send({ wallet, market, isBuy: false, sz: held, rests: rng.unit() < 0.2 });
      return;
    }
    const usd = Math.min(population.wallets[wallet]!.equityUsd * 0.3, 20_000) * (0.1 + rng.unit());
    const sz = Math.floor((usd * powersOfTen[8]!) / prices.mark[market.index]!);
    if (sz > 0 && usd > minOrderUsd) send({ wallet, market, isBuy: true, sz, rests: rng.unit() < 0.2 });
  }

  const tradeOutcome = createOutcomeTrading(venue, { outcomes: parts.outcomes, send });

  const habitOf = (wallet: number) => habits[population.wallets[wallet]!.character as keyof typeof habits];

  return {
    act() {
      const wallet = population.pickActive(rng);
      const habit = habitOf(wallet);
      const draw = rng.unit();
      if (draw < 0.07) tradeSpot(wallet);
      else if (draw < 0.12) tradeOutcome(wallet);
      else tradePerp(wallet, favourite(wallet, rng.below(habit.coins)), habit);
    },
    take(market) {
      const before = venue.fills.length;
      for (let takers = 0; takers < takersLimit && venue.fills.length === before; takers++) {
        const wallet = population.pickActive(rng);
        tradePerp(wallet, market, { ...habitOf(wallet), rests: 0 });
      }
      return venue.fills.length > before;
    },
    save: () => ({ funded }),
  };
}

/** Native perps as listed, those of the other dexes spread among the first. */
function byPopularity(markets: readonly Market[]): Market[] {
  const all = markets.filter(({ kind }) => kind === 'perp');
  const ordered = all.filter(({ dex }) => dex === 0);
  for (const [order, market] of all.filter(({ dex }) => dex > 0 && dex < dexes.length).entries()) {
    ordered.splice(Math.min(ordered.length, 3 + order * 3), 0, market);
  }
  return ordered;
}
