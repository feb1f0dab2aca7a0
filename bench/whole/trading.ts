import { roundToTick } from '../../packages/exchange-simulator/src/decimal.ts';
import { type RngState, type SeededRng, savedRng, seededRng } from '../../src/kernel/rng.ts';
import { walletAddress } from '../generate-fills.ts';
import { createCrossing, hexOf, type Order, zeroHash } from './crossing.ts';
import { createHoldings, type Holdings, type HoldingsState } from './holdings.ts';
import { type WorldCoin, type WorldSize, weighted, worldCoins } from './world.ts';

/** Trades of a synthetic exchange in order; the same seed produces the same trades. */
export interface Trading {
  readonly holdings: Holdings;
  readonly coins: readonly WorldCoin[];
  /** Fills so far, and positions that were closed by them. */
  readonly counts: { fills: number; closes: number };
  address(wallet: number): string;
  /** In units of the coin's price. */
  price(coin: number): number;
  /** Chooses the wallets that trade from now on. @param day from 0; on day 0 all wallets trade */
  beginDay(day: number): void;
  /** Appends the fills of an order as events of a block. */
  trade(timeMs: number, events: string[]): void;
  save(): TradingState;
}

export interface TradingState {
  rng: RngState;
  holdings: HoldingsState;
  prices: number[];
  counts: { fills: number; closes: number };
  oid: number;
}

/** Wallet on one side of every 25th trade: 2 % of all fills. Its positions are never transferred. */
export const largestMaker = 0;
/** Shares of trades; in the rest, one side closes its whole position. In total, 0.43 closes per fill. */
const shares = { largestMaker: 0.04, balancing: 0.15, partial: 0.09 };
const sweepShare = 0.12;
const liquidationShare = 0.004;
const twapShare = 0.01;

/** Place and time of an order. */
interface Moment {
  coin: number;
  px: number;
  timeMs: number;
  events: string[];
}

export function createTrading(size: WorldSize, saved?: TradingState): Trading {
  const { coins, shares: coinShares } = worldCoins(size);
  const rng: SeededRng = saved === undefined ? seededRng(`trades ${size.seed}`) : savedRng(saved.rng);
  const holdings = createHoldings(coins.length, saved?.holdings);
  const addresses = Array.from({ length: size.wallets }, (_, n) => walletAddress(n));
  const prices = saved?.prices.slice() ?? coins.map(({ px }) => px);
  const counts = { ...(saved?.counts ?? { fills: 0, closes: 0 }) };
  const { cross } = createCrossing({ rng, holdings, coins, addresses, counts });
  const pickCoin = weighted(coinShares);
  const crowd = createCrowd(size, rng);
  let oid = saved?.oid ?? 400_000_000_000;

  /** A wallet other than `than`, preferably flat in this coin. */
  function other(coin: number, than: number): number {
    let wallet = crowd.pick(than);
    for (let tries = 0; tries < 8 && holdings.sizeOf(wallet, coin) !== 0; tries++) wallet = crowd.pick(than);
    return wallet;
  }

  /** Mostly small; some are a thousand times the usual size. */
  function newSize(px: number): number {
    const usd = 20 * Math.exp(1.4 * (rng.normal() + 1.3));
    return Math.max(1, Math.round((usd * 1e6) / px));
  }

  const nextOid = (): number => {
    oid += 1 + rng.below(40);
    return oid;
  };

  function orderOf(coin: number, taker: number, takerBuys: boolean): Order {
    const isTwap = rng.unit() < twapShare;
    return {
      coin,
      taker,
      takerBuys,
      oid: nextOid(),
      isLiquidation: false,
      hash: isTwap ? zeroHash : hexOf(rng, 8),
      twapId: isTwap ? String(1_600_000 + (taker % 50_000)) : 'null',
    };
  }

  function meet(order: Order, maker: number, size: number, { px, timeMs, events }: Moment): void {
    cross(order, { maker, oid: nextOid(), size, px, timeMs }, events);
  }

  /** A wallet closes its position; another takes it over. */
  function hand(at: Moment, from: number): void {
    const held = holdings.sizeOf(from, at.coin);
    const to = other(at.coin, from);
    const fromTakes = rng.unit() < 0.5;
    const order = orderOf(at.coin, fromTakes ? from : to, fromTakes === held < 0);
    order.isLiquidation = fromTakes && order.hash !== zeroHash && rng.unit() < liquidationShare;
    meet(order, fromTakes ? to : from, Math.abs(held), at);
  }

  function withLargestMaker(at: Moment): void {
    const held = holdings.sizeOf(largestMaker, at.coin);
    // Takes over a position that brings its own closer to zero.
    const isLong = held === 0 ? rng.unit() < 0.5 : held < 0;
    const holder = holdings.anyHolder(at.coin, isLong, rng);
    const taker = holder < 0 ? crowd.pick(largestMaker) : holder;
    const size = holder < 0 ? newSize(at.px) : Math.abs(holdings.sizeOf(holder, at.coin));
    meet(orderOf(at.coin, taker, !isLong), largestMaker, size, at);
  }

  function openBoth(at: Moment): void {
    const taker = other(at.coin, -1);
    meet(orderOf(at.coin, taker, rng.unit() < 0.5), other(at.coin, taker), newSize(at.px), at);
  }

  /** A long and a short of the same coin close against each other, as far as the smaller goes. */
  function net(at: Moment): void {
    const long = holdings.anyHolder(at.coin, true, rng);
    const short = holdings.anyHolder(at.coin, false, rng);
    if (long < 0 || short < 0) openBoth(at);
    else {
      const size = Math.min(holdings.sizeOf(long, at.coin), -holdings.sizeOf(short, at.coin));
      meet(orderOf(at.coin, short, true), long, size, at);
    }
  }

  /** A wallet adds to a position, reduces or reverses it. */
  function partly(at: Moment, taker: number): void {
    const held = Math.abs(holdings.sizeOf(taker, at.coin));
    const size = Math.max(1, Math.round(held * (0.1 + 1.2 * rng.unit())));
    meet(orderOf(at.coin, taker, rng.unit() < 0.5), other(at.coin, taker), size, at);
  }

  /** An order takes over several positions. */
  function sweep(at: Moment, isLong: boolean): void {
    const order = orderOf(at.coin, other(at.coin, -1), isLong);
    for (let n = rng.below(2) + 2; n > 0; n--) {
      const from = holdings.anyHolder(at.coin, isLong, rng);
      if (from >= 0 && from !== order.taker) meet(order, from, Math.abs(holdings.sizeOf(from, at.coin)), at);
    }
  }

  function nextPrice(coin: number): number {
    const { px, pxDecimals } = coins[coin]!;
    // A walk that does not leave the decimals of its sizes.
    const next = prices[coin]! * (1 + rng.normal() / 4_000);
    prices[coin] = Math.max(px / 3, Math.min(px * 3, next));
    return roundToTick(Math.round(prices[coin]!), pxDecimals);
  }

  return {
    holdings,
    coins,
    counts,
    address: (wallet) => addresses[wallet]!,
    price: (coin) => Math.round(prices[coin]!),
    beginDay(day) {
      const isActive = crowd.beginDay(day);
      holdings.activate(isActive);
    },
    trade(timeMs, events) {
      let coin = pickCoin(rng);
      // With enough open positions, prefers a coin with a holder.
      for (let tries = 0; tries < 8 && holdings.open >= size.positions && !holdings.isHeld(coin); tries++)
        coin = pickCoin(rng);
      const at = { coin, px: nextPrice(coin), timeMs, events };
      const kind = rng.unit();
      if (kind < shares.largestMaker) return withLargestMaker(at);
      if (kind < shares.largestMaker + shares.balancing)
        return holdings.open < size.positions ? openBoth(at) : net(at);
      const isEither = rng.unit() < 0.5;
      const isLong = holdings.anyHolder(coin, isEither, rng) < 0 ? !isEither : isEither;
      const holder = holdings.anyHolder(coin, isLong, rng);
      if (holder < 0) return openBoth(at);
      if (kind < shares.largestMaker + shares.balancing + shares.partial) return partly(at, holder);
      return rng.unit() < sweepShare ? sweep(at, isLong) : hand(at, holder);
    },
    save: () => ({
      rng: rng.save(),
      holdings: holdings.save(),
      prices: prices.slice(),
      counts: { ...counts },
      oid,
    }),
  };
}

const shareOfRegulars = 0.6;
/** Trading weight of a day's occasional wallets, relative to that of the regulars. */
const shareOfOthers = 0.1;

/** Who trades on a day: the same regulars every day, by their rank, and others. */
function createCrowd(size: WorldSize, rng: SeededRng) {
  const regulars = Math.floor(size.activePerDay * shareOfRegulars);
  let list: number[] = [];
  let pickActive: (rng: SeededRng) => number = () => 0;
  /** On the first day: the next wallet without trades. */
  let newcomer = size.wallets;
  const newcomerShare = (3 * size.wallets * size.days) / size.fills;

  return {
    /** @returns whether a wallet's positions may be handed to others */
    beginDay(day: number): (wallet: number) => boolean {
      const chosen = new Set(Array.from({ length: regulars }, (_, n) => n));
      if (day === 0) for (let n = 0; n < size.wallets; n++) chosen.add(n);
      while (chosen.size < Math.min(size.activePerDay, size.wallets)) chosen.add(rng.below(size.wallets));
      chosen.delete(largestMaker);
      list = [...chosen];
      const ranks = list.map((wallet) => (wallet < regulars ? 1 / (wallet + 5) ** 0.85 : 0));
      const sum = ranks.reduce((all, one) => all + one, 0);
      const least = (sum * shareOfOthers) / Math.max(1, list.length - regulars);
      pickActive = weighted(ranks.map((rank) => rank || least));
      newcomer = day === 0 ? 1 : size.wallets;
      return (wallet) => chosen.has(wallet);
    },
    pick(than: number): number {
      if (newcomer < size.wallets && newcomer !== than && rng.unit() < newcomerShare) return newcomer++;
      let wallet = list[pickActive(rng)]!;
      while (wallet === than) wallet = list[rng.below(list.length)]!;
      return wallet;
    },
  };
}
