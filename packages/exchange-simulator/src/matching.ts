import { clearTrade, type TradeSide } from './clearing.ts';
import { powersOfTen } from './decimal.ts';
import type { Liquidation } from './events.ts';
import { transactionHash, zeroHash } from './hex.ts';
import { type Market, sizeFactor } from './market.ts';
import type { Venue } from './venue.ts';

/** An order as its wallet sends it. */
export interface Order {
  wallet: number;
  /** For outcomes, the market of either side. */
  market: Market;
  isBuy: boolean;
  /** Limit, in the market's price units, on a valid tick. */
  px: number;
  sz: number;
  /** True: the remainder rests in the book; false: it is cancelled. */
  rests: boolean;
  /** −1 outside of TWAPs, whose slices have no transaction. */
  twapId?: number;
  liquidation?: Liquidation;
  /** Made by the exchange itself, with this id and no transaction. */
  protocolOid?: number;
}

/**
 * Matches an order against the book in price-time priority, and rests the remainder if `rests` is set.
 *
 * Cancels a maker's order if the maker can no longer carry it, or if it would trade with itself.
 *
 * @returns the filled size
 */
export function placeOrder(venue: Venue, order: Order): number {
  const { books } = venue;
  const { market, wallet } = order;
  const inverted = market.book !== market.index;
  const isBuy = order.isBuy !== inverted;
  const px = inverted ? powersOfTen[market.pxDecimals]! - order.px : order.px;
  const bookMarket = venue.markets[market.book]!;
  const oid = order.protocolOid ?? venue.nextOid();
  const taker: TradeSide = { wallet, oid, crossed: true, inverted, twapId: order.twapId ?? -1 };
  let hash = order.protocolOid !== undefined || taker.twapId >= 0 ? zeroHash : '';
  let left = order.sz;
  while (left > 0) {
    const slot = books.best(market.book, !isBuy);
    if (slot < 0) break;
    const makerPx = books.px[slot]!;
    if (isBuy ? makerPx > px : makerPx < px) break;
    const wanted = Math.min(left, books.sz[slot]!);
    const sz = carried(venue, { slot, bookMarket, isBuy: !isBuy, taker: wallet, sz: wanted });
    if (sz === 0) {
      books.removeBest(market.book, !isBuy);
      continue;
    }
    if (hash === '') hash = transactionHash(venue.rng, venue.blockNumber);
    const maker: TradeSide = {
      wallet: books.wallet[slot]!,
      oid: books.oid[slot]!,
      crossed: false,
      inverted: books.inverted[slot] === 1,
      twapId: -1,
    };
    books.sz[slot] = books.sz[slot]! - sz;
    left -= sz;
    if (books.sz[slot] === 0 || sz < wanted) books.removeBest(market.book, !isBuy);
    const [buyer, seller] = isBuy ? [taker, maker] : [maker, taker];
    clearTrade(venue, {
      market: bookMarket,
      px: makerPx,
      sz,
      buyer,
      seller,
      hash,
      ...(order.liquidation && { liquidation: order.liquidation }),
    });
  }
  if (left > 0 && order.rests) books.add({ book: market.book, isBuy, px, sz: left, wallet, oid, inverted });
  return order.sz - left;
}

interface MakerCheck {
  slot: number;
  bookMarket: Market;
  isBuy: boolean;
  taker: number;
  sz: number;
}

/** Size of its order that a maker may still fill: all, as much as its balance covers, or nothing. */
function carried(venue: Venue, { slot, bookMarket, isBuy, taker, sz }: MakerCheck): number {
  const { books, population } = venue;
  const wallet = books.wallet[slot]!;
  if (wallet === taker) return 0;
  const inverted = books.inverted[slot] === 1;
  const market = inverted ? venue.markets[bookMarket.index + 1]! : bookMarket;
  const px = inverted ? powersOfTen[market.pxDecimals]! - books.px[slot]! : books.px[slot]!;
  if (market.kind === 'perp' && population.wallets[wallet]!.character === 'maker') return sz;
  return affordable(venue, { wallet, market, isBuy: isBuy !== inverted, px, sz });
}

/**
 * The part of an order its wallet can pay for: opening perps within free margin, spot and outcomes within
 * its balance. Closing is always possible.
 */
export function affordable(
  venue: Venue,
  { wallet, market, isBuy, px, sz }: Pick<Order, 'wallet' | 'market' | 'isBuy' | 'px' | 'sz'>,
): number {
  const { positions, accounts, population } = venue;
  const slot = positions.find(wallet, market.index);
  const held = slot < 0 ? 0 : positions.szi[slot]!;
  if (market.kind !== 'perp') {
    if (isBuy) return accounts.fundSpot(wallet, px * sz) ? sz : 0;
    return Math.min(sz, Math.floor(held / sizeFactor(market)));
  }
  const closes = held !== 0 && held > 0 !== isBuy ? Math.min(Math.abs(held), sz) : 0;
  if (closes === sz) return sz;
  const account = accounts.cross(wallet, market.dex);
  const leverage = Math.min(population.wallets[wallet]!.leverage, market.maxLeverage);
  const free = account.value - account.initial;
  // A hundredth stays free for fees and the way from the mark to the price.
  const fits = free > 0 ? Math.floor((free * 0.99 * leverage) / px) : 0;
  return Math.min(sz, closes + fits);
}
