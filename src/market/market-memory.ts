import type { Clock } from '../kernel/clock.ts';
import { contextForMs } from './freshness.ts';
import { createListing, type ListingMemory } from './listing.ts';
import type { Mark, Market, MarketObserved } from './market.ts';
import {
  isNewer,
  type MarketBook,
  type MarketCandle,
  type MarketContext,
  type MarketTrade,
  type Observation,
  type ObservationKind,
  type ObservationOf,
  observationKey,
} from './observation.ts';

/** The newest states, in memory: an adapter writes them, the port reads them. */
export interface MarketMemory
  extends Pick<Market, 'context' | 'contexts' | 'mark' | 'book' | 'candle' | 'observed'> {
  readonly listing: ListingMemory;
  /** Increases with every change. */
  version(): number;
  take(observations: Iterable<Observation>): void;
  forgetUnlisted(): void;
  /** Drains the changes since the last call; for a single consumer. */
  changes(): Observation[];
}

/** @param lastTrade the newest trade of a coin in stored fills */
export function createMarketMemory({
  clock,
  lastTrade = () => undefined,
}: {
  clock: Clock;
  lastTrade?: (coin: string) => Pick<MarketTrade, 'px' | 'timeMs'> | undefined;
}): MarketMemory {
  const contexts = new Map<string, MarketContext>();
  const books = new Map<string, MarketBook>();
  const candles = new Map<string, MarketCandle>();
  const trades = new Map<string, MarketTrade>();
  const states: { [K in ObservationKind]: Map<string, ObservationOf<K>> } = {
    context: contexts,
    book: books,
    candle: candles,
    trade: trades,
  };
  const changed = new Map<string, Observation>();
  const observed: MarketObserved = {};
  let version = 0;
  const listing = createListing((coin) => Number(contexts.get(coin)?.dayNotional ?? 0));

  function put(observation: Observation): void {
    const { kind, state } = observation;
    const key = observationKey(observation);
    const known = states[kind].get(key);
    if (known !== undefined && !isNewer(observation, known)) return;
    (states[kind] as Map<string, typeof state>).set(key, state);
    changed.set(`${kind} ${key}`, observation);
    version += 1;
    const part = partOf(observation);
    if (part !== undefined) observed[part] = Math.max(observed[part] ?? 0, state.observedAtMs);
  }

  return {
    listing,
    context: (coin) => contexts.get(coin),
    contexts: () => contexts.values(),
    book: (coin) => books.get(coin),
    candle: (coin, interval) => candles.get(`${coin} ${interval}`),
    observed: () => ({ ...observed }),
    mark(coin) {
      const nowMs = clock.nowMs();
      const markOf = (px: string, basis: Mark['basis'], observedAtMs: number): Mark => {
        return { px, basis, observedAtMs, ageMs: Math.max(0, nowMs - observedAtMs) };
      };
      const context = contexts.get(coin);
      // A market that was taken down has a mark of 0.
      if (
        context !== undefined &&
        nowMs - context.observedAtMs <= contextForMs &&
        Number(context.markPx) > 0
      ) {
        return markOf(context.markPx, 'context', context.observedAtMs);
      }
      const [reported, stored] = [trades.get(coin), lastTrade(coin)];
      const isStored = reported === undefined || (stored !== undefined && stored.timeMs > reported.timeMs);
      const trade = isStored ? stored : reported;
      return trade && markOf(trade.px, 'trade', trade.timeMs);
    },
    version: () => version + listing.version(),
    take(observations) {
      for (const observation of observations) put(observation);
    },
    forgetUnlisted() {
      for (const kind of Object.keys(states) as ObservationKind[]) {
        for (const [key, { coin }] of states[kind]) {
          if (listing.get(coin) !== undefined) continue;
          states[kind].delete(key);
          version += 1;
          changed.delete(`${kind} ${key}`);
        }
      }
    },
    changes() {
      const all = [...changed.values()];
      changed.clear();
      return all;
    },
  };
}

function partOf({ kind, state }: Observation): keyof MarketObserved | undefined {
  switch (kind) {
    case 'context':
      return state.oraclePx === undefined ? 'spot' : 'marks';
    case 'book':
      return 'books';
    case 'trade':
      return 'trades';
    case 'candle':
      return state.interval === '1m' ? 'candles' : undefined;
  }
}
