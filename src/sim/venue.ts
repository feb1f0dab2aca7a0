import type { SeededRng } from '../kernel/rng.ts';
import { seededRng } from '../kernel/rng.ts';
import { type Accounts, createAccounts } from './accounts.ts';
import type { ExchangeEvents, Fill } from './events.ts';
import { createLedger, type Ledger } from './ledger.ts';
import { createMarkets, type Market, marketsLimit } from './market.ts';
import { createMarketStats, type MarketStats } from './market-stats.ts';
import { createOrderBooks, type OrderBooks } from './order-books.ts';
import { createPopulation, type Population } from './population.ts';
import { createPositions, type Positions } from './positions.ts';
import { createPrices, type Prices } from './prices.ts';

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
  stats: MarketStats;
  events: ExchangeEvents;
  /** Of hashes and of what traders do. */
  rng: SeededRng;
  /** The block that is being made. */
  timeMs: number;
  blockNumber: number;
  fills: Fill[];
  nextOid(): number;
}

/** Order ids pass 2^32 and fit 2^53, as real ones do (exchange notes §7). */
const firstOid = 349_162_667_230;

export function createVenue(options: {
  seed: string;
  wallets: number;
  coins: number;
  startMs: number;
  events: ExchangeEvents;
}): Venue {
  const { seed, startMs, events } = options;
  const markets = createMarkets(options.coins);
  const population = createPopulation(seed, options.wallets);
  const prices = createPrices(markets, seededRng(`${seed}/prices`));
  const positions = createPositions(population.wallets.length);
  let oid = firstOid;
  const accounts = createAccounts({
    population,
    positions,
    markets,
    prices,
    tell: (update) => events.ledger?.(update),
    nowMs: () => venue.timeMs,
  });
  const venue: Venue = {
    seed,
    markets,
    population,
    prices,
    positions,
    accounts,
    books: createOrderBooks(),
    ledger: createLedger(population.wallets.length),
    stats: createMarketStats(marketsLimit),
    events,
    rng: seededRng(`${seed}/flow`),
    timeMs: startMs,
    blockNumber: 0,
    fills: [],
    nextOid: () => oid++,
  };
  for (const market of markets) prices.open(market);
  return venue;
}
