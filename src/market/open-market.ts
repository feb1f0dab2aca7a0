import type { Clock } from '../kernel/clock.ts';
import { swrCache } from '../kernel/swr-cache.ts';
import { type ExchangeReads, type Market, MarketReadError } from './market.ts';
import type { MarketMemory } from './market-memory.ts';

export interface MarketOptions {
  memory: MarketMemory;
  clock: Clock;
  /** Reads from the exchange; undefined if no part of this process has a connection. */
  reads(): ExchangeReads | undefined;
  /** See {@link Market.hasSource}. */
  hasSource: boolean;
}

/** How long a book or an account is served from cache (`docs/methodology.md`). */
const freshMs = 1_000;
/** Cache entries: more than the exchange's weight limit allows to read in a second. */
const limit = 1_000;

/** The market port over its memory. */
export function createMarket({ memory, clock, reads, hasSource }: MarketOptions): Market {
  function exchange(): ExchangeReads {
    const found = reads();
    if (found !== undefined) return found;
    if (hasSource) throw new MarketReadError('unconnected', 'the exchange is not connected yet');
    throw new MarketReadError('unavailable', 'this process reads no exchange: it has only what is stored');
  }
  const bounds = { freshMs, limit };
  const wallets = swrCache({ read: async (wallet) => exchange().wallet(wallet), ...bounds });
  const books = swrCache({ read: async (coin) => exchange().book(coin), ...bounds });

  const { listing, context, contexts, mark, book, candle, observed } = memory;
  return {
    hasSource,
    listing,
    context,
    contexts,
    mark,
    book,
    candle,
    observed,
    readWallet: (wallet, { signal } = {}) => wallets(wallet, signal),
    async readBook(coin, { signal } = {}) {
      const known = memory.book(coin);
      if (known !== undefined && clock.nowMs() - known.observedAtMs <= freshMs) return known;
      const read = await books(coin, signal);
      memory.take([{ kind: 'book', state: read }]);
      return read;
    },
  };
}
