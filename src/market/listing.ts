import { type CoinSpellings, createCoinSpellings, type SpeltCoin } from '../domain/coin-spelling.ts';
import { createMarginTable, type MarginTable } from '../domain/margin-tiers.ts';
import type { ListedMarket, MarketKind } from './listed-market.ts';

/** The markets that are listed, and delisted ones but for settled outcomes, of which there are more every day. */
export interface Listing extends CoinSpellings {
  /** In no order. */
  all(): Iterable<ListedMarket>;
  /** @param coin in the exchange's own spelling */
  get(coin: string): ListedMarket | undefined;
  /** Dexes with markets, the validator-run one, '', first. */
  dexes(): readonly string[];
}

export interface ListingMemory extends Listing {
  /** Grows with every market that changed. */
  version(): number;
  /** Takes markets as they are listed now. @returns those that differ from what was known */
  take(markets: Iterable<ListedMarket>): ListedMarket[];
  /** These are all of these kinds: others of them are delisted. @returns as `take` */
  takeAll(kinds: readonly MarketKind[], markets: readonly ListedMarket[]): ListedMarket[];
}

/** @param weightOf a coin that is traded more than another of the same ticker: USD of a day */
export function createListing(weightOf: (coin: string) => number): ListingMemory {
  const markets = new Map<string, ListedMarket>();
  const texts = new Map<string, string>();
  let dexes: readonly string[] = [];
  let version = 0;
  /** Made at the first question after a change. */
  let spellings: CoinSpellings | undefined;

  function take(listed: Iterable<ListedMarket>): ListedMarket[] {
    const changed: ListedMarket[] = [];
    for (const market of listed) {
      const { coin } = market;
      const text = JSON.stringify(Object.entries(market).sort());
      if (texts.get(coin) === text) continue;
      changed.push(market);
      if (market.kind === 'outcome' && market.isDelisted) {
        markets.delete(coin);
        texts.delete(coin);
      } else {
        markets.set(coin, market);
        texts.set(coin, text);
      }
    }
    version += changed.length;
    if (changed.length > 0) {
      dexes = [...new Set([...markets.values()].filter(isPerpMarket).map(({ dex }) => dex))].sort();
      spellings = undefined;
    }
    return changed;
  }

  function current(): CoinSpellings {
    spellings ??= createCoinSpellings([...markets.values()].map(spelt), weightOf);
    return spellings;
  }

  return {
    all: () => markets.values(),
    get: (coin) => markets.get(coin),
    dexes: () => dexes,
    version: () => version,
    resolve: (text) => current().resolve(text),
    nearest: (text) => current().nearest(text),
    take,
    takeAll(kinds, listed) {
      const there = new Set(listed.map(({ coin }) => coin));
      const gone = [...markets.values()].filter(
        ({ coin, kind, isDelisted }) => kinds.includes(kind) && !isDelisted && !there.has(coin),
      );
      return take([...listed, ...gone.map((market) => ({ ...market, isDelisted: true }))]);
    },
  };
}

function isPerpMarket({ kind }: ListedMarket): boolean {
  return kind === 'perp' || kind === 'hip3';
}

/** A token `+90` is the side `#90`; `hl` is what endpoints call the validator-run dex. */
function spelt({ coin, kind, ticker, symbol }: ListedMarket): SpeltCoin {
  switch (kind) {
    case 'perp':
      return { coin, aliases: [`hl:${coin}`] };
    case 'hip3':
      return { coin, aliases: [ticker] };
    case 'spot':
      return { coin, aliases: symbol === coin ? [] : [symbol], tokens: [ticker] };
    case 'outcome':
      return { coin, aliases: [`+${coin.slice(1)}`] };
  }
}

/** Margin tables of listed coins, each worked out once while its listing stays what it is. */
export function marginTables(listing: Pick<Listing, 'get'>): (coin: string) => MarginTable | undefined {
  const tables = new WeakMap<object, MarginTable>();
  return (coin) => {
    const tiers = listing.get(coin)?.marginTiers;
    if (tiers === undefined || tiers.length === 0) return undefined;
    const known = tables.get(tiers);
    if (known !== undefined) return known;
    const table = createMarginTable(tiers);
    tables.set(tiers, table);
    return table;
  };
}
