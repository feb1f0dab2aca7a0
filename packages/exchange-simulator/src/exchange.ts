import { dayMs, hourMs } from '../../../src/kernel/clock.ts';
import { blockNumberAt, blockTimeMs, firstBlockMs } from './block-time.ts';
import { powersOfTen } from './decimal.ts';
import { createDelistings, type DelistingsState } from './delistings.ts';
import { convertDust } from './dust.ts';
import type { ExchangeEvents } from './events.ts';
import { payFunding } from './funding.ts';
import { createLiquidations, type LiquidationsState } from './liquidations.ts';
import { sizeFactor } from './market.ts';
import { createMarketMaking, type MarketMaking, type MarketMakingState, validPx } from './market-making.ts';
import { placeOrder } from './matching.ts';
import { createMinuteTrades, type MinuteTradesState } from './minute-trades.ts';
import { createMovements, type MovementsState } from './movements.ts';
import { createOutcomes, type Outcomes, type OutcomesState } from './outcomes/outcomes.ts';
import { createQueries, type ExchangeQueries } from './queries.ts';
import { createTraders, type TradersState } from './traders.ts';
import { createTwaps, type TwapsState } from './twaps.ts';
import { createVenue, type Venue, type VenueState } from './venue.ts';

/** Activity of an exchange, and the tick of its prices. */
export interface Pace {
  /** Fills a second on average over a day, above 0. */
  fillsPerSecond: number;
  /** Time between two updates of all marks, 1,000 to 3,600,000 ms; the real exchange's is 3 s. */
  tickMs: number;
  /** Mean time between blocks at low activity, 1,000 to 60,000 ms; default 2,000. */
  restMs?: number;
  /** Number of perps, from the first on, that are traded in every minute, 0 to 100; default: 0. */
  minuteCoins?: number;
  /** They are traded once in each period of this length instead, whole minutes. */
  minutePeriodMs?: number;
}

export interface ExchangeOptions extends Pace {
  /** Any text; equal options give equal records on every machine. */
  seed: string;
  /** Wallets in addition to the exchange's own, 20 to 2,000,000. */
  wallets: number;
  /** Native perps, 2 to 300. */
  coins: number;
  /** Unix milliseconds of the start; block numbers begin in 2023. */
  startMs: number;
  /**
   * Other paces for some times, unix milliseconds: a long past that is generated quickly, then a lively present. The first that holds
   * applies. `holds` must return the same value for a moment at every call.
   */
  paces?: readonly (Pace & { holds(timeMs: number): boolean })[];
  /** Mean time between movements of money without trades; default none, since movements change the history of a seed. */
  movements?: { everyMs: number };
  events?: ExchangeEvents;
}

/** A deterministic exchange, advanced by its caller. Equal options always produce the same history. */
export interface Exchange extends ExchangeQueries {
  /** Produces the next block at its own time; reports its events. */
  step(): void;
  /** Produces every block up to a time, unix milliseconds; a past time has no effect. */
  advance(untilMs: number): void;
  /** Its state between two blocks. Shares memory with it: to be written, or cloned, before the next step. */
  save(): ExchangeState;
}

/** Complete state of an exchange as plain data; a market that is referenced twice is stored once. */
export interface ExchangeState {
  venue: VenueState;
  making: MarketMakingState;
  twaps: TwapsState;
  outcomes: OutcomesState;
  delistings: DelistingsState;
  liquidations: LiquidationsState;
  traders: TradersState;
  minuteTrades: MinuteTradesState;
  movements?: MovementsState;
  allowance: number;
  nextBlockMs: number;
  nextTickMs: number;
}

/** Fills that an active block should hold, as far as blocks come often enough. */
const fillsPerBlock = 8;
const actionsPerBlockLimit = 20_000;

/** @param saved state of an exchange with the same options; the new exchange continues from it identically */
export function createExchange(options: ExchangeOptions, saved?: ExchangeState): Exchange {
  check(options);
  const { startMs, paces = [], events = {} } = options;
  const venue = createVenue({ ...options, events, saved: saved?.venue });
  const making = createMarketMaking(venue, saved?.making);
  const twaps = createTwaps(venue, saved?.twaps);
  const outcomes = createOutcomes(venue, saved?.outcomes);
  const delistings = createDelistings(venue, twaps, saved?.delistings);
  const liquidations = createLiquidations(venue, saved?.liquidations);
  const traders = createTraders(venue, { making, twaps, outcomes }, saved?.traders);
  const minuteTrades = createMinuteTrades(venue, traders, saved?.minuteTrades);
  const movements = options.movements && createMovements(venue, options.movements, saved?.movements);
  let pace = paceAt(venue.timeMs);
  let allowance = saved?.allowance ?? 0;
  let nextBlockMs = saved?.nextBlockMs ?? startMs;
  let nextTickMs = saved?.nextTickMs ?? startMs + pace.tickMs;

  function paceAt(timeMs: number): Pace {
    return paces.find(({ holds }) => holds(timeMs)) ?? options;
  }

  /** A lively pace does not wait for the next tick of a slow pace. */
  function onPace(next: Pace): void {
    if (next !== pace) nextTickMs = Math.min(nextTickMs, venue.timeMs + next.tickMs);
    pace = next;
  }

  function onTick(): void {
    venue.prices.advance(pace.tickMs);
    nextTickMs += pace.tickMs;
    outcomes.run();
    delistings.run();
    liquidations.sweep();
    unwind(venue);
    quoteAll(venue, making);
    events.marks?.(venue.timeMs);
  }

  /** Runs the events due since the previous block. The turn of the hour comes first: it pays funding on the old positions. */
  function onSchedule(beforeMs: number): void {
    if (hourOf(venue.timeMs) !== hourOf(beforeMs)) {
      payFunding(venue);
      venue.stats.turnHour(venue.prices.mark, venue.markets.length);
    }
    if (Math.floor(venue.timeMs / dayMs) !== Math.floor(beforeMs / dayMs)) convertDust(venue);
    while (nextTickMs <= venue.timeMs) onTick();
    movements?.run();
    twaps.run();
  }

  function trade(elapsedMs: number): void {
    allowance += (pace.fillsPerSecond * elapsedMs * intensity(venue.timeMs)) / 1000 - venue.fills.length;
    for (let actions = 0; allowance > 0 && actions < actionsPerBlockLimit; actions++) {
      const before = venue.fills.length;
      traders.act();
      allowance -= venue.fills.length - before;
    }
    const before = venue.fills.length;
    minuteTrades.run(pace.minuteCoins ?? 0, nextBlockMs, pace.minutePeriodMs);
    allowance -= venue.fills.length - before;
  }

  function step(): void {
    const beforeMs = venue.timeMs;
    const hour = hourOf(nextBlockMs);
    if (hour !== hourOf(beforeMs)) events.hour?.(hour * hourMs);
    venue.timeMs = nextBlockMs;
    venue.blockNumber = blockNumberAt(nextBlockMs);
    nextBlockMs += Math.ceil(spacingMs(pace) * (0.5 + venue.rng.unit()));
    onPace(paceAt(venue.timeMs));
    onSchedule(beforeMs);
    trade(venue.timeMs - beforeMs);
    emit(venue);
  }

  if (saved === undefined) open(venue, { outcomes, making });
  // Assigned, not spread: `timeMs` and `fills` are read each time.
  return Object.assign(createQueries(venue, outcomes, movements), {
    step,
    advance(untilMs: number) {
      while (nextBlockMs <= untilMs) step();
    },
    save: (): ExchangeState => ({
      venue: venue.save(),
      making: making.save(),
      twaps: twaps.save(),
      outcomes: outcomes.save(),
      delistings: delistings.save(),
      liquidations: liquidations.save(),
      traders: traders.save(),
      minuteTrades: minuteTrades.save(),
      ...(movements !== undefined && { movements: movements.save() }),
      allowance,
      nextBlockMs,
      nextTickMs,
    }),
  });
}

/** Mean time between two blocks. */
function spacingMs({ fillsPerSecond, restMs = 2_000 }: Pace): number {
  return Math.max(blockTimeMs * 2, Math.min(restMs, (fillsPerBlock * 1000) / fillsPerSecond));
}

function check({ startMs, paces = [], ...pace }: ExchangeOptions): void {
  if (!(startMs > firstBlockMs + dayMs && startMs < Date.UTC(2099, 0))) {
    throw new RangeError('the start should be between 2023-02-03 and 2099');
  }
  checkPace(pace);
  for (const other of paces) checkPace(other);
}

function checkPace({ fillsPerSecond, tickMs, restMs = 2_000, minuteCoins = 0 }: Pace): void {
  if (!(fillsPerSecond > 0 && fillsPerSecond <= 20_000)) {
    throw new RangeError(`fillsPerSecond is ${fillsPerSecond}, should be above 0 and at most 20000`);
  }
  if (!(tickMs >= 1_000 && tickMs <= hourMs)) {
    throw new RangeError(`tickMs is ${tickMs}, should be from 1000 to ${hourMs}`);
  }
  if (!(restMs >= 1_000 && restMs <= 60_000)) {
    throw new RangeError(`restMs is ${restMs}, should be from 1000 to 60000`);
  }
  if (!(Number.isInteger(minuteCoins) && minuteCoins >= 0 && minuteCoins <= 100)) {
    throw new RangeError(`minuteCoins is ${minuteCoins}, should be an integer from 0 to 100`);
  }
}

/** Makers bring their margin and their stock of spot tokens, outcomes are listed, books are quoted. */
function open(venue: Venue, parts: { outcomes: Outcomes; making: MarketMaking }): void {
  const { population, accounts, positions, markets } = venue;
  for (const wallet of population.makers) {
    accounts.fund(wallet, 0);
    for (const market of markets) {
      if (market.kind !== 'spot') continue;
      const stockUsd = 200_000;
      const notional = stockUsd * powersOfTen[8]!;
      const slot = positions.ensure(wallet, market.index);
      const lots = Math.floor(notional / market.startPx);
      positions.increase(slot, lots * sizeFactor(market), lots * market.startPx);
    }
  }
  parts.outcomes.run();
  quoteAll(venue, parts.making);
}

function quoteAll(venue: Venue, making: MarketMaking): void {
  for (const market of venue.markets) {
    if (market.open && market.book === market.index) making.quote(market);
  }
}

/** The liquidators sell a part of the positions they took over. */
function unwind(venue: Venue): void {
  const { population, positions, markets, prices } = venue;
  for (let wallet = 0; wallet < population.wallets.length; wallet++) {
    if (population.wallets[wallet]!.character !== 'system') return;
    for (let slot = positions.firstOfWallet(wallet); slot >= 0; slot = positions.nextOfWallet[slot]!) {
      const szi = positions.szi[slot]!;
      const market = markets[positions.market[slot]!]!;
      if (szi === 0 || market.kind !== 'perp' || !market.open) continue;
      const mark = prices.mark[market.index]!;
      const sz = Math.ceil(Math.abs(szi) / 3);
      const px = validPx(market, mark * (szi < 0 ? 1.01 : 0.99));
      placeOrder(venue, { wallet, market, isBuy: szi < 0, px, sz, rests: false });
    }
  }
}

function emit(venue: Venue): void {
  const { fills, rng, timeMs } = venue;
  // A node writes blocks without fills, too; a tenth of them suffices here.
  const isReported = fills.length > 0 || rng.unit() < 0.1;
  const timeNs = rng.below(1_000_000);
  const writeDelayMs = 150 + rng.below(100); // less than blocks lie apart: lines stay in order of writing
  if (isReported) venue.events.block?.({ number: venue.blockNumber, timeMs, timeNs, writeDelayMs, fills });
  venue.fills = [];
}

function hourOf(timeMs: number): number {
  return Math.floor(timeMs / hourMs);
}

/** Share of the mean rate by the hour of the day: a third less at 04:00 than at 16:00 UTC; 1 over a day. */
function intensity(timeMs: number): number {
  const hour = (timeMs % dayMs) / hourMs;
  const distance = Math.abs(((hour - 16 + 36) % 24) - 12);
  return 0.7 + 0.05 * distance;
}
