import { maintenanceMargin } from '../../../src/domain/margin-tiers.ts';
import { deleverage } from './auto-deleveraging.ts';
import { clearTrade, liquidatedDir } from './clearing.ts';
import { mulDiv, roundToTick, tickStep } from './decimal.ts';
import type { Liquidation } from './events.ts';
import { transactionHash } from './hex.ts';
import { dexes, type Market } from './market.ts';
import { placeOrder } from './matching.ts';
import { createSolvencyScreen } from './solvency-screen.ts';
import type { Venue } from './venue.ts';

/**
 * Finds the accounts that no longer carry their positions and liquidates them
 * (docs/exchange.md#liquidations).
 */
export interface Liquidations {
  /** Looks at every account; called when marks have changed. */
  sweep(): void;
  save(): LiquidationsState;
}

export interface LiquidationsState {
  /** Wallets in the time after a partial liquidation, with its end. */
  cooldowns: Map<number, number>;
}

/** A failing account: the cross account of a dex, or an isolated position. */
interface Failing {
  wallet: number;
  dex: number;
  isolated: boolean;
  value: number;
  maintenance: number;
  notional: number;
  /** Largest notional first. */
  slots: number[];
}

/** Above this notional, only a fifth is sold at first; within the cooldown that follows, all of it. */
const partialNotional = 100_000_000_000;
const partialCooldownMs = 30_000;

export function createLiquidations(venue: Venue, saved?: LiquidationsState): Liquidations {
  const { positions, accounts, markets, prices, population } = venue;
  const screen = createSolvencyScreen(venue);
  const cooldowns = saved?.cooldowns ?? new Map<number, number>();
  const notionalOf = (slot: number) => Math.abs(positions.szi[slot]!) * prices.mark[positions.market[slot]!]!;

  function checkIsolated(slot: number): void {
    if (positions.szi[slot] === 0) return;
    const wallet = positions.wallet[slot]!;
    const market = markets[positions.market[slot]!]!;
    const notional = notionalOf(slot);
    const value = positions.isolatedRaw[slot]! + positions.szi[slot]! * prices.mark[market.index]!;
    const maintenance = maintenanceMargin(market.table, notional);
    if (value >= maintenance) return;
    liquidate({ wallet, dex: market.dex, isolated: true, value, maintenance, notional, slots: [slot] });
  }

  function checkCross(wallet: number, dex: number): void {
    const { value, maintenance, notional, positions: held } = accounts.cross(wallet, dex);
    if (held === 0 || value >= maintenance) return;
    const character = population.wallets[wallet]!.character;
    if (character === 'maker' || character === 'system') {
      accounts.fund(wallet, dex); // the exchange's own and its makers bring more before that
      return;
    }
    const slots: number[] = [];
    for (let slot = positions.firstOfWallet(wallet); slot >= 0; slot = positions.nextOfWallet[slot]!) {
      const market = markets[positions.market[slot]!]!;
      if (positions.szi[slot] === 0 || positions.isolated[slot] === 1) continue;
      if (market.kind === 'perp' && market.dex === dex) slots.push(slot);
    }
    slots.sort((left, right) => notionalOf(right) - notionalOf(left));
    liquidate({ wallet, dex, isolated: false, value, maintenance, notional, slots });
  }

  function liquidate(failing: Failing): void {
    report(failing);
    if (failing.value < 0) {
      for (const slot of failing.slots) deleverage(venue, { ...failing, slot });
    }
    // Below two thirds of maintenance, the book is skipped (docs/exchange.md#liquidations).
    if (failing.value * 3 < failing.maintenance * 2) takeOver(failing);
    else sellInBook(failing);
  }

  function report({ wallet, isolated, notional, value, slots }: Failing): void {
    venue.events.ledger?.({
      timeMs: venue.timeMs,
      wallet,
      type: 'liquidation',
      isolated,
      notional,
      accountValue: value,
      positions: slots.map((slot) => ({
        market: markets[positions.market[slot]!]!,
        szi: positions.szi[slot]!,
      })),
    });
  }

  /** The price at which a position uses up its share of the account's value. */
  function bankruptcyPx(failing: Failing, slot: number): number {
    const szi = positions.szi[slot]!;
    const share = mulDiv(Math.max(0, failing.value), notionalOf(slot), failing.notional);
    const cut = Math.floor(share / Math.abs(szi));
    return prices.mark[positions.market[slot]!]! + (szi > 0 ? -cut : cut);
  }

  function sellInBook(failing: Failing): void {
    const { wallet, dex } = failing;
    const cooling = (cooldowns.get(wallet) ?? 0) > venue.timeMs;
    const parts = !cooling && failing.notional > partialNotional;
    if (parts) cooldowns.set(wallet, venue.timeMs + partialCooldownMs);
    for (const slot of failing.slots) {
      const market = markets[positions.market[slot]!]!;
      const szi = positions.szi[slot]!;
      venue.books.cancel(market.book, (order) => venue.books.wallet[order] === wallet);
      const px = inTick(market, bankruptcyPx(failing, slot), szi > 0);
      const sz = Math.ceil(Math.abs(szi) / (parts ? 5 : 1));
      const liquidation = liquidationOf(wallet, market, 'market');
      placeOrder(venue, { wallet, market, isBuy: szi < 0, px, sz, rests: false, liquidation });
      if (failing.isolated) continue;
      const { value, maintenance } = accounts.cross(wallet, dex);
      if (value >= maintenance) return;
    }
  }

  /** Transfers all positions and the remaining margin to the backstop liquidator. */
  function takeOver(failing: Failing): void {
    const { wallet, dex, isolated } = failing;
    const liquidator = population.liquidatorOf(dex);
    const hash = transactionHash(venue.rng, venue.blockNumber);
    for (const slot of failing.slots) {
      const szi = positions.szi[slot]!;
      if (szi === 0) continue;
      const market = markets[positions.market[slot]!]!;
      const victim = { wallet, oid: venue.nextOid(), crossed: false, inverted: false, twapId: -1 };
      const taker = { ...victim, wallet: liquidator, oid: venue.nextOid(), crossed: true };
      venue.books.cancel(market.book, (order) => venue.books.wallet[order] === wallet);
      const px = bankruptcyPx(failing, slot);
      if (isolated) coverIsolated(slot, szi * px, liquidator);
      clearTrade(venue, {
        market,
        px,
        sz: Math.abs(szi),
        buyer: szi < 0 ? victim : taker,
        seller: szi < 0 ? taker : victim,
        hash,
        liquidation: liquidationOf(wallet, market, 'backstop'),
        dir: liquidatedDir(isolated, szi > 0),
        withoutPnl: liquidator,
      });
    }
    if (isolated) return;
    const left = accounts.cash(wallet, dex);
    accounts.addCash(wallet, dex, -left);
    accounts.addCash(liquidator, dex, left);
  }

  /** Transfers the value of an isolated position at its closing price to the liquidator; a loss the other way. */
  function coverIsolated(slot: number, proceeds: number, liquidator: number): void {
    const left = positions.isolatedRaw[slot]! + proceeds;
    positions.isolatedRaw[slot] = positions.isolatedRaw[slot]! - left;
    accounts.addCash(liquidator, markets[positions.market[slot]!]!.dex, left);
  }

  function liquidationOf(victim: number, market: Market, method: Liquidation['method']): Liquidation {
    return { victim, markPx: prices.mark[market.index]!, method };
  }

  return {
    sweep() {
      for (const [wallet, endMs] of cooldowns) if (endMs <= venue.timeMs) cooldowns.delete(wallet);
      const { isolated, cross } = screen();
      for (const slot of isolated) checkIsolated(slot);
      for (const account of cross) checkCross(Math.floor(account / dexes.length), account % dexes.length);
    },
    save: () => ({ cooldowns }),
  };
}

/** The nearest valid price on the side of the mark. */
function inTick(market: Market, px: number, roundsUp: boolean): number {
  const rounded = roundToTick(px, market.pxDecimals);
  const step = tickStep(rounded, market.pxDecimals);
  if (roundsUp) return rounded < px ? rounded + step : rounded;
  return rounded > px ? Math.max(step, rounded - step) : rounded;
}
