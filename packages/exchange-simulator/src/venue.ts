import { type RngState, type SeededRng, savedRng, seededRng } from '../../../src/kernel/rng.ts';
import { type Accounts, type AccountsState, createAccounts } from './accounts.ts';
import type { ExchangeEvents, Fill } from './events.ts';
import { createLedger, type Ledger, type LedgerState } from './ledger.ts';
import {
  createLifecycleLedger,
  type LifecycleLedger,
  type LifecycleLedgerState,
} from './lifecycle-ledger.ts';
import { createMarkets, type Market, marketsLimit } from './market.ts';
import { createMarketStats, type MarketStats, type MarketStatsState } from './market-stats.ts';
import { createOrderBooks, type OrderBooks, type OrderBooksState } from './order-books.ts';
import { createOutcomeBooks, type OutcomeBooks, type OutcomeBooksState } from './outcomes/outcome-books.ts';
import { createPopulation, type Population } from './population.ts';
import { createPositions, type Positions, type PositionsState } from './positions.ts';
import { createPrices, type Prices, type PricesState } from './prices.ts';
import { createServiceLedger, type ServiceLedger, type ServiceLedgerState } from './service-ledger.ts';

/** All state of one exchange; the parts that act on it (matching, funding, liquidations …) take it whole. */
export interface Venue {
  seed: string;
  markets: Market[];
  population: Population;
  prices: Prices;
  positions: Positions;
  accounts: Accounts;
  books: OrderBooks;
  ledger: Ledger;
  lifecycles: LifecycleLedger;
  services: ServiceLedger;
  outcomeBooks: OutcomeBooks;
  stats: MarketStats;
  events: ExchangeEvents;
  /** Random numbers of hashes and of traders' actions. */
  rng: SeededRng;
  /** The block that is being made. */
  timeMs: number;
  blockNumber: number;
  fills: Fill[];
  nextOid(): number;
  save(): VenueState;
}

/** All of a venue but its wallets, which follow from the seed. */
export interface VenueState {
  markets: Market[];
  prices: PricesState;
  positions: PositionsState;
  accounts: AccountsState;
  books: OrderBooksState;
  ledger: LedgerState;
  lifecycles: LifecycleLedgerState;
  services: ServiceLedgerState;
  outcomeBooks: OutcomeBooksState;
  stats: MarketStatsState;
  rng: RngState;
  timeMs: number;
  blockNumber: number;
  oid: number;
}

/** Order ids pass 2^32 and fit 2^53, as real ones do (docs/exchange.md#fill-fields). */
const firstOid = 349_162_667_230;

export function createVenue(options: {
  seed: string;
  wallets: number;
  coins: number;
  startMs: number;
  events: ExchangeEvents;
  saved?: VenueState | undefined;
}): Venue {
  const { seed, startMs, events, saved } = options;
  const markets = saved?.markets ?? createMarkets(options.coins);
  const population = createPopulation(seed, options.wallets);
  const prices = createPrices(markets, seededRng(`${seed}/prices`), saved?.prices);
  const positions = createPositions(population.wallets.length, saved?.positions);
  let oid = saved?.oid ?? firstOid;
  const accounts = createAccounts({
    population,
    positions,
    markets,
    prices,
    tell: (update) => events.ledger?.(update),
    nowMs: () => venue.timeMs,
    saved: saved?.accounts,
  });
  const venue: Venue = {
    seed,
    markets,
    population,
    prices,
    positions,
    accounts,
    books: createOrderBooks(saved?.books),
    ledger: createLedger(population.wallets.length, saved?.ledger),
    lifecycles: createLifecycleLedger({
      positions,
      onClosed(lifecycle) {
        venue.ledger.addLifecycle(lifecycle);
        events.lifecycle?.(lifecycle);
      },
      addressOf: (wallet) => population.wallets[wallet]!.address,
      saved: saved?.lifecycles,
    }),
    services: createServiceLedger(saved?.services),
    outcomeBooks: createOutcomeBooks(saved?.outcomeBooks),
    stats: createMarketStats(marketsLimit, saved?.stats),
    events,
    rng: saved === undefined ? seededRng(`${seed}/flow`) : savedRng(saved.rng),
    timeMs: saved?.timeMs ?? startMs,
    blockNumber: saved?.blockNumber ?? 0,
    fills: [],
    nextOid: () => oid++,
    save: () => ({
      markets,
      prices: prices.save(),
      positions: positions.save(),
      accounts: accounts.save(),
      books: venue.books.save(),
      ledger: venue.ledger.save(),
      lifecycles: venue.lifecycles.save(),
      services: venue.services.save(),
      outcomeBooks: venue.outcomeBooks.save(),
      stats: venue.stats.save(),
      rng: venue.rng.save(),
      timeMs: venue.timeMs,
      blockNumber: venue.blockNumber,
      oid,
    }),
  };
  if (saved === undefined) for (const market of markets) prices.open(market);
  return venue;
}
