import { mulDiv, mulMod } from './decimal.ts';
import { type Market, sizeFactor } from './market.ts';
import type { Venue } from './venue.ts';

/** Effect of a trade on the wallet of one side. */
export interface SideEffect {
  wallet: number;
  market: Market;
  px: number;
  sz: number;
  isBuy: boolean;
  /** Fee and builder fee, in the market's money unless `feeInBase`. */
  fee: number;
  feeInBase: boolean;
}

/** Position of the wallet before the trade, and the PnL it realized; money in the market's units. */
export interface Booked {
  start: number;
  dir: string;
  closedPnl: number;
  /** Perps only: the slot, and how much of the size closed and opened the position. */
  position?: { slot: number; closes: number; opens: number };
}

/** Books a side: the wallet's position and cash change, nothing is recorded. */
export function bookSide(venue: Venue, effect: SideEffect): Booked {
  return effect.market.kind === 'perp' ? bookPerp(venue, effect) : bookBalance(venue, effect);
}

function bookPerp(venue: Venue, effect: SideEffect): Booked {
  const { wallet, market, px, sz, isBuy, fee } = effect;
  const { positions, accounts, stats } = venue;
  const slot = positions.ensure(wallet, market.index);
  const start = positions.szi[slot]!;
  const signed = isBuy ? sz : -sz;
  if (start === 0) openSlot(venue, slot);
  const closes = start !== 0 && start > 0 !== isBuy ? Math.min(Math.abs(start), sz) : 0;
  let closedPnl = 0;
  if (closes > 0) {
    const entry = Math.floor(positions.cost[slot]! / Math.abs(start)); // the exchange cuts the entry (docs/exchange.md#closed-pnl)
    closedPnl = (start > 0 ? px - entry : entry - px) * closes;
    closePart(venue, slot, { px, size: closes, market });
  }
  const opens = sz - closes;
  if (opens > 0) {
    if (closes > 0) openSlot(venue, slot);
    openPart(venue, slot, { px, signed: isBuy ? opens : -opens, market });
  }
  accounts.addCash(wallet, market.dex, -fee);
  stats.openInterest[market.index] =
    stats.openInterest[market.index]! + Math.max(0, start + signed) - Math.max(0, start);
  return { start, dir: perpDir(start, signed), closedPnl, position: { slot, closes, opens } };
}

/** A position that opens takes the margin mode and leverage its wallet has chosen. */
function openSlot({ positions, population, markets }: Venue, slot: number): void {
  const { leverage, isolated } = population.wallets[positions.wallet[slot]!]!;
  const market = markets[positions.market[slot]!]!;
  positions.leverage[slot] = Math.max(1, Math.min(leverage, market.maxLeverage));
  positions.isolated[slot] = isolated || market.onlyIsolated ? 1 : 0;
  positions.fundingSinceOpen[slot] = 0;
}

interface Part {
  px: number;
  market: Market;
}

function closePart({ positions, accounts }: Venue, slot: number, part: Part & { size: number }): void {
  const { px, size, market } = part;
  const start = positions.szi[slot]!;
  const wallet = positions.wallet[slot]!;
  const cash = start > 0 ? px * size : -px * size;
  const before = positions.isolatedRaw[slot]! + start * px;
  positions.reduce(slot, size);
  if (positions.isolated[slot] === 0) {
    accounts.addCash(wallet, market.dex, cash);
    return;
  }
  // The closed share of the margin returns to the account; the last part returns all of it.
  const raw = positions.isolatedRaw[slot]! + cash;
  const released = positions.szi[slot] === 0 ? raw : mulDiv(Math.max(0, before), size, Math.abs(start));
  positions.isolatedRaw[slot] = raw - released;
  accounts.addCash(wallet, market.dex, released);
}

function openPart({ positions, accounts }: Venue, slot: number, part: Part & { signed: number }): void {
  const { px, signed, market } = part;
  const wallet = positions.wallet[slot]!;
  const paid = Math.abs(signed) * px;
  positions.increase(slot, signed, paid);
  if (positions.isolated[slot] === 0) {
    accounts.addCash(wallet, market.dex, -signed * px);
    return;
  }
  const margin = Math.ceil(paid / positions.leverage[slot]!);
  positions.isolatedRaw[slot] = positions.isolatedRaw[slot]! - signed * px + margin;
  accounts.addCash(wallet, market.dex, -margin);
}

function perpDir(start: number, signed: number): string {
  if (signed > 0) {
    if (start >= 0) return 'Open Long';
    return start + signed > 0 ? 'Short > Long' : 'Close Short';
  }
  if (start <= 0) return 'Open Short';
  return start + signed < 0 ? 'Long > Short' : 'Close Long';
}

/** Spot and outcomes: balances that are never below 0. */
function bookBalance(venue: Venue, effect: SideEffect): Booked {
  const { wallet, market, px, sz, isBuy, fee, feeInBase } = effect;
  const { positions, accounts } = venue;
  const slot = positions.ensure(wallet, market.index);
  const start = positions.szi[slot]!;
  const size = sz * sizeFactor(market);
  const notional = px * sz;
  accounts.addSpotCash(wallet, (isBuy ? -notional : notional) - (feeInBase ? 0 : fee));
  if (isBuy) {
    positions.increase(slot, size - (feeInBase ? fee : 0), notional);
    return { start, dir: 'Buy', closedPnl: 0 };
  }
  const closedPnl = soldPnl(notional, {
    cost: positions.cost[slot]!,
    fraction: positions.costFraction[slot]!,
    size,
    start,
  });
  positions.reduce(slot, size);
  if (feeInBase) positions.increase(slot, -fee, 0);
  return { start, dir: 'Sell', closedPnl };
}

/** `notional − cost × size / start`, cut toward zero. */
function soldPnl(
  notional: number,
  { cost, fraction, size, start }: { cost: number; fraction: number; size: number; start: number },
): number {
  const whole = mulDiv(cost, size, start);
  const rest = (mulMod(cost, size, start) + fraction * size) / start;
  const carried = rest >= 1 - 1e-9 ? 1 : 0;
  const difference = notional - whole - carried;
  return difference > 0 && carried === 0 && rest > 1e-9 ? difference - 1 : difference;
}
