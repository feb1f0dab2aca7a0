import { type CoinSpellings, createCoinSpellings, type SpeltCoin } from '../domain/coin-spelling.ts';
import { createMarginTable, type MarginTable } from '../domain/margin-tiers.ts';
import type { ListedMarket, MarketKind } from './listed-market.ts';

/** Listed and delisted markets, without settled outcomes, whose number grows daily. */
export interface Listing extends CoinSpellings {
  /** In no order. */
  all(): Iterable<ListedMarket>;
  /** @param coin in the exchange's own spelling */
  get(coin: string): ListedMarket | undefined;
  /** Dexes with markets, the validator-run one, '', first. */
  dexes(): readonly string[];
}

export interface ListingMemory extends Listing {
  /** Increases with every changed market. */
  version(): number;
  /** Applies currently listed markets. @returns markets that changed */
  take(markets: Iterable<ListedMarket>): ListedMarket[];
  /** Applies the complete list of these kinds; missing markets become delisted. @returns markets that changed */
  takeAll(kinds: readonly MarketKind[], markets: readonly ListedMarket[]): ListedMarket[];
}

/** @param weightOf 24-hour volume of a coin, USD: ranks coins with the same ticker */
export function createListing(weightOf: (coin: string) => number): ListingMemory {
  const markets = new Map<string, ListedMarket>();
  const texts = new Map<string, string>();
  let dexes: readonly string[] = [];
  let version = 0;
  /** Built on first use after a change. */
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

/** A token `+90` is the side `#90`; `hl` is the endpoints' name of the validator-run dex. */
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

/** Margin tables of listed coins, each computed once per listing change. */
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
