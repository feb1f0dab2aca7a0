import { autoDeleveraging } from '../../../src/domain/fill.ts';
import { type Booked, bookSide } from './booking.ts';
import { mulDiv, powersOfTen } from './decimal.ts';
import type { Fill, Liquidation } from './events.ts';
import { builderFeeOf, feeOf, feeRate, feeTiers } from './fees.ts';
import { tradeId } from './hex.ts';
import { type Market, sizeFactor } from './market.ts';
import type { Venue } from './venue.ts';

/** A side of a trade. */
export interface TradeSide {
  wallet: number;
  oid: number;
  crossed: boolean;
  /** The order was sent on the No side of the outcome whose Yes book it met. */
  inverted: boolean;
  /** −1 outside of TWAPs. */
  twapId: number;
}

/** A trade in terms of its book's market. */
export interface Trade {
  market: Market;
  px: number;
  sz: number;
  buyer: TradeSide;
  seller: TradeSide;
  hash: string;
  liquidation?: Liquidation;
  /** Replaces the text of both sides; such trades pay no fee (backstop, ADL). */
  dir?: string;
  /** `dir` of the liquidated side, if it differs from the other side's. */
  victimDir?: string;
  /** Wallet whose closedPnl stays 0: the liquidator of a backstop (docs/exchange.md#closed-pnl). */
  withoutPnl?: number;
}

/** A fill without another side. */
type AloneFill = Pick<Fill, 'wallet' | 'market' | 'px' | 'sz' | 'isBuy' | 'dir' | 'hash' | 'oid' | 'tid'> &
  Partial<Pick<Fill, 'fee'>>;

/** Text of a fill by which a wallet loses a position to the exchange: `Liquidated Cross Long`. */
export function liquidatedDir(isolated: boolean, isLong: boolean): string {
  return `Liquidated ${isolated ? 'Isolated' : 'Cross'} ${isLong ? 'Long' : 'Short'}`;
}

/**
 * Books both sides of a trade and adds their two fills to the block, the buyer first
 * (docs/exchange.md#blocks).
 */
export function clearTrade(venue: Venue, trade: Trade): void {
  const { buyer, seller, market, px, sz } = trade;
  const tid = tradeId(buyer.oid, seller.oid);
  venue.stats.addTrade(market.index, px, sz);
  const bought = clearSide(venue, trade, { side: buyer, isBuy: true, tid, other: seller.wallet });
  const sold = clearSide(venue, trade, { side: seller, isBuy: false, tid, other: buyer.wallet });
  if (market.kind === 'outcome') {
    const taken = buyer.crossed ? bought : sold;
    venue.outcomeBooks.addMatch(taken);
    for (const side of [bought, sold]) venue.outcomeBooks.addTrade(side);
  }
  // Two orders on the No side: who sells in terms of Yes is the buyer.
  const sellerFirst = buyer.inverted && seller.inverted;
  venue.fills.push(sellerFirst ? sold : bought, sellerFirst ? bought : sold);
}

function clearSide(
  venue: Venue,
  trade: Trade,
  { side, isBuy, tid, other }: { side: TradeSide; isBuy: boolean; tid: number; other: number },
): Fill {
  const market = side.inverted ? venue.markets[trade.market.index + 1]! : trade.market;
  const px = side.inverted ? powersOfTen[market.pxDecimals]! - trade.px : trade.px;
  const buys = isBuy !== side.inverted;
  const wallet = venue.population.wallets[side.wallet]!;
  const free = trade.dir !== undefined;
  const rate = free ? 0 : feeRate(market, feeTiers[wallet.feeTier]!, { crossed: side.crossed, isBuy: buys });
  const builder = free || trade.liquidation?.victim === side.wallet ? '' : wallet.builder;
  const notional = px * trade.sz;
  // On spot, a fee is taken from the received token; a rebate is paid in the token given (seen in real blocks).
  const feeInBase = market.kind === 'spot' && buys === rate >= 0;
  const builderFee =
    builder === '' ? 0 : builderFeeOf({ market, tenthsBp: wallet.builderFee, notional, isBuy: buys });
  const fee = feeInBase ? feeOf(trade.sz * sizeFactor(market), rate) : feeOf(notional, rate) + builderFee;
  const booked = bookSide(venue, {
    wallet: side.wallet,
    market,
    px,
    sz: trade.sz,
    isBuy: buys,
    fee,
    feeInBase,
  });
  const closedPnl = trade.withoutPnl === side.wallet ? 0 : booked.closedPnl;
  const fill: Fill = {
    wallet: side.wallet,
    market,
    px,
    sz: trade.sz,
    isBuy: buys,
    start: booked.start,
    dir: (trade.liquidation?.victim === side.wallet && trade.victimDir) || (trade.dir ?? booked.dir),
    closedPnl,
    hash: trade.hash,
    oid: side.oid,
    crossed: side.crossed,
    fee,
    feeToken: feeInBase ? market.base : market.quote,
    builderFee,
    tid,
    cloid: wallet.cloid && !free && side.twapId < 0 && trade.liquidation?.victim !== side.wallet,
    builder,
    twapId: side.twapId,
    liquidation: trade.liquidation,
  };
  const liquidator = trade.dir === autoDeleveraging ? undefined : other;
  keepBooks(venue, fill, { position: booked.position, liquidator });
  return fill;
}

/**
 * A fill without a counterparty: settlement, delisting, dust, split and merge (docs/exchange.md#blocks).
 * @returns the realized PnL, in the market's money
 */
export function clearAlone(venue: Venue, fill: AloneFill): number {
  const { wallet, market, px, sz, isBuy, fee = 0 } = fill;
  const booked = bookSide(venue, { wallet, market, px, sz, isBuy, fee, feeInBase: false });
  recordAlone(venue, fill, booked);
  return booked.closedPnl;
}

/** Takes a whole spot balance, smaller than one size step, at `px`: a dust conversion realizes no PnL. */
export function clearDust(venue: Venue, fill: Omit<AloneFill, 'sz' | 'isBuy' | 'dir' | 'tid'>): void {
  const { wallet, market, px } = fill;
  const slot = venue.positions.find(wallet, market.index);
  const dust = venue.positions.szi[slot]!;
  venue.positions.reduce(slot, dust);
  venue.accounts.addSpotCash(wallet, mulDiv(px, dust, sizeFactor(market)));
  const dir = 'Spot Dust Conversion';
  recordAlone(venue, { ...fill, sz: dust, isBuy: false, dir, tid: 0 }, { start: dust, dir, closedPnl: 0 });
}

function recordAlone(venue: Venue, fill: AloneFill, booked: Booked): void {
  const { wallet, market, px, sz, isBuy, dir, hash, oid, tid, fee = 0 } = fill;
  const alone: Fill = {
    wallet,
    market,
    px,
    sz,
    isBuy,
    start: booked.start,
    dir,
    closedPnl: booked.closedPnl,
    hash,
    oid,
    tid,
    crossed: true,
    fee,
    feeToken: market.quote,
    builderFee: 0,
    cloid: false,
    builder: '',
    twapId: -1,
    liquidation: undefined,
  };
  keepBooks(venue, alone, { position: booked.position });
  venue.fills.push(alone);
}

/** @param at `liquidator` is the wallet that took over the position; undefined in an auto-deleveraging */
function keepBooks(
  venue: Venue,
  fill: Fill,
  at: Pick<Booked, 'position'> & { liquidator?: number | undefined },
): void {
  const { ledger, services } = venue;
  const { market, wallet, feeToken, closedPnl, fee, builder, builderFee, liquidation } = fill;
  const { quote, moneyDecimals } = market;
  const notional = fill.px * fill.sz;
  ledger.addFill(wallet, { quote, feeToken, moneyDecimals, closedPnl, fee, builderFee });
  if (market.kind === 'outcome') venue.outcomeBooks.addRealized(wallet, market, closedPnl);
  const own = liquidation?.victim === wallet ? liquidation : undefined;
  if (own !== undefined) {
    ledger.addLiquidation(wallet, { notional, penalty: fee });
    const { oid } = fill;
    if (at.liquidator !== undefined)
      services.addTakeover({
        liquidator: at.liquidator,
        victim: wallet,
        market: market.index,
        oid,
        penalty: fee,
        closedPnl,
      });
  }
  if (builder !== '') {
    const factor = moneyDecimals === 6 ? 100 : 1;
    services.addBuilderFill({ builder, wallet, notional: notional * factor, fee: builderFee * factor });
  }
  if (at.position === undefined) return;
  venue.lifecycles.add({
    ...at.position,
    market,
    timeMs: venue.timeMs,
    isBuy: fill.isBuy,
    px: fill.px,
    closedPnl,
    fee,
    builderFee,
    liquidation: own && { method: own.method, counterparty: at.liquidator },
  });
}
