import { clearDust } from './clearing.ts';
import { mulDiv, powersOfTen } from './decimal.ts';
import { zeroHash } from './hex.ts';
import { type Market, sizeFactor } from './market.ts';
import { placeOrder } from './matching.ts';
import type { Venue } from './venue.ts';

/** Balances worth less are converted. */
const dustLimit = powersOfTen[8]!;

/**
 * Converts every wallet's spot dust to USDC, as the exchange does in the first block after midnight: what
 * came together is sold in the book first, then each wallet's part follows under the same order id
 * (docs/exchange.md#dust; order of the records as in a real midnight block).
 */
export function convertDust(venue: Venue): void {
  for (const market of venue.markets) {
    if (market.kind === 'spot') convertMarket(venue, market);
  }
}

function convertMarket(venue: Venue, market: Market): void {
  const { positions, population, books } = venue;
  const bid = books.best(market.book, true);
  if (bid < 0) return;
  const px = books.px[bid]!;
  const factor = sizeFactor(market);
  const dusty: number[] = [];
  let total = 0;
  for (let slot = positions.firstOfMarket(market.index); slot >= 0; slot = positions.nextOfMarket[slot]!) {
    const balance = positions.szi[slot]!;
    const wallet = positions.wallet[slot]!;
    if (balance === 0 || population.wallets[wallet]!.character === 'system') continue;
    if (mulDiv(px, balance, factor) >= dustLimit) continue;
    dusty.push(wallet);
    total += balance;
  }
  if (dusty.length === 0) return;
  // The sellers may not buy here: their balances would exceed dust.
  const sellers = new Set(dusty);
  books.cancel(market.book, (order) => sellers.has(books.wallet[order]!));
  const oid = venue.nextOid();
  sellDust(venue, market, { oid, px, total });
  for (const wallet of dusty.reverse()) clearDust(venue, { wallet, market, px, hash: zeroHash, oid });
}

function sellDust(venue: Venue, market: Market, dust: { oid: number; px: number; total: number }): void {
  const { positions, population } = venue;
  const wallet = population.dustSeller;
  const factor = sizeFactor(market);
  const slot = positions.ensure(wallet, market.index);
  positions.increase(slot, dust.total, mulDiv(dust.px, dust.total, factor));
  const sz = Math.floor(positions.szi[slot]! / factor);
  if (sz === 0) return;
  placeOrder(venue, { wallet, market, isBuy: false, px: dust.px, sz, rests: false, protocolOid: dust.oid });
}
