import { powersOfTen, roundToTick, tickStep } from './decimal.ts';
import { type Market, sizeFactor } from './market.ts';
import { placeOrder } from './matching.ts';
import type { Venue } from './venue.ts';

/** Keeps the books of all markets quoted. */
export interface MarketMaking {
  /** Cancels and quotes again around the mark, all makers of a market. */
  quote(market: Market): void;
  /** The next maker in turn refreshes its quotes; called as trades consume the book. */
  refresh(market: Market): void;
  save(): MarketMakingState;
}

export interface MarketMakingState {
  /** Last refreshing maker by market. */
  turns: Map<number, number>;
}

const makersPerMarket = 4;
const levels = 7;
const outcomeLevels = 3;
/** Prices of outcomes: steps of 0.00001 keep p and 1 − p valid. */
const outcomeTick = 1_000;
/** Distance of an outcome's first quote from its probability, 10^-8. */
const outcomeSpread = 300_000;
const halfCent = 500_000;
/** From 0 or 1. */
const certainty = 2_000_000;
/** Contracts of a first-level quote. */
const outcomeContracts = 300;

export function createMarketMaking(venue: Venue, saved?: MarketMakingState): MarketMaking {
  const { books, population, positions, prices, rng } = venue;
  const turns = saved?.turns ?? new Map<number, number>();
  const isMaker = (wallet: number) => population.wallets[wallet]!.character === 'maker';

  function makerOf(market: Market, order: number): number {
    return population.makers[(market.index * 3 + order) % population.makers.length]!;
  }

  function quoteOne(market: Market, order: number): void {
    const wallet = makerOf(market, order);
    const fair = prices.mark[market.index]!;
    const size = levelSize(market, fair);
    const held = heldLevels(wallet, market, size);
    const spread =
      market.kind === 'outcome'
        ? outcomeSpread * (1 + 0.3 * order)
        : Math.max(tickStep(fair, market.pxDecimals), fair * (0.00012 + 0.00004 * order));
    // A maker that is long quotes lower, and stops buying beyond its limit.
    const centre = fair * (1 - Math.max(-1, Math.min(1, held / 40)) * 0.0015);
    const depth = market.kind === 'outcome' ? outcomeLevels : levels;
    for (let level = 0; level < depth; level++) {
      const distance = spread * (1 + level * (1 + rng.unit() * 0.5));
      const sz = Math.max(1, Math.round(size * (0.5 + level * 0.6) * (0.5 + rng.unit())));
      if (held < 40) quoteLevel({ wallet, market, isBuy: true, px: centre - distance, sz });
      if (held > -40) quoteLevel({ wallet, market, isBuy: false, px: centre + distance, sz });
    }
  }

  function quoteLevel(at: { wallet: number; market: Market; isBuy: boolean; px: number; sz: number }): void {
    const { market, isBuy } = at;
    const px = validPx(market, market.kind === 'outcome' ? onGrid(at.px, isBuy) : at.px);
    const resting = books.best(market.book, !isBuy);
    const crosses = resting >= 0 && (isBuy ? books.px[resting]! <= px : books.px[resting]! >= px);
    // Post only against other makers; a trader's order that the price has reached is taken.
    if (crosses && isMaker(books.wallet[resting]!)) return;
    if (market.kind === 'outcome') quoteOutcome({ ...at, px });
    else if (market.kind === 'perp' || isBuy || holds(at.wallet, market, at.sz))
      placeOrder(venue, { ...at, px, rests: true });
  }

  /** Sells the side that it holds; without holdings buys the other side, so that contracts are created by trades alone. */
  function quoteOutcome(at: {
    wallet: number;
    market: Market;
    isBuy: boolean;
    px: number;
    sz: number;
  }): void {
    const { wallet, market, isBuy, sz } = at;
    const no = venue.markets[market.index + 1]!;
    const onYes = isBuy ? !holds(wallet, no, sz) : holds(wallet, market, sz);
    const inverted = { ...at, market: no, isBuy: !isBuy, px: powersOfTen[no.pxDecimals]! - at.px };
    placeOrder(venue, { ...(onYes ? at : inverted), rests: true });
  }

  function holds(wallet: number, market: Market, sz: number): boolean {
    const slot = positions.find(wallet, market.index);
    return slot >= 0 && positions.szi[slot]! >= sz * sizeFactor(market);
  }

  /** Inventory in quotes of a level; on spot and outcomes every maker starts with stock, which counts as none. */
  function heldLevels(wallet: number, market: Market, size: number): number {
    if (market.kind !== 'perp') return 0;
    const slot = positions.find(wallet, market.index);
    return slot < 0 ? 0 : positions.szi[slot]! / size;
  }

  return {
    quote(market) {
      books.cancel(market.book, (slot) => isMaker(books.wallet[slot]!));
      for (let order = 0; order < makersPerMarket; order++) quoteOne(market, order);
    },
    refresh(market) {
      const order = ((turns.get(market.index) ?? 0) + 1) % makersPerMarket;
      turns.set(market.index, order);
      const wallet = makerOf(market, order);
      books.cancel(market.book, (slot) => books.wallet[slot] === wallet);
      quoteOne(market, order);
    },
    save: () => ({ turns }),
  };
}

/** Rounds quotes of outcomes to half a cent, except near certainty: bids down, asks up. */
function onGrid(px: number, isBuy: boolean): number {
  const isCertain = px < certainty || px > powersOfTen[8]! - certainty;
  const step = isCertain ? outcomeTick * 10 : halfCent;
  return (isBuy ? Math.floor(px / step) : Math.ceil(px / step)) * step;
}

/** Size of a first-level quote: markets further down the list are thinner. */
function levelSize(market: Market, fair: number): number {
  if (market.kind === 'outcome') return outcomeContracts;
  const usd = market.kind === 'perp' ? 400 + 400_000 / (1 + market.index) : 400;
  return Math.max(1, Math.round((usd * powersOfTen[market.moneyDecimals]!) / fair));
}

/** The valid price nearest to `px`; outcomes stay inside (0, 1). */
export function validPx(market: Market, px: number): number {
  if (market.kind !== 'outcome') return roundToTick(px, market.pxDecimals);
  const one = powersOfTen[market.pxDecimals]!;
  const rounded = Math.round(px / outcomeTick) * outcomeTick;
  return Math.max(outcomeTick, Math.min(one - outcomeTick, rounded));
}
