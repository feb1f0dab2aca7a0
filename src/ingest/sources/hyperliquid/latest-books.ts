import type { WireBook } from '../../../wire/book.ts';

export interface LatestBooks {
  /** @returns false where a newer one was there already: messages may come late, and twice. */
  put(book: WireBook): boolean;
  get(coin: string): WireBook | undefined;
  all(): IterableIterator<WireBook>;
  /** Forgets the books of other coins: they are no longer traded. */
  retain(coins: ReadonlySet<string>): void;
}

export function createLatestBooks(): LatestBooks {
  const books = new Map<string, WireBook>();
  return {
    put(book) {
      const known = books.get(book.coin);
      if (known !== undefined && known.time >= book.time) return false;
      books.set(book.coin, book);
      return true;
    },
    get: (coin) => books.get(coin),
    all: () => books.values(),
    retain(coins) {
      for (const coin of books.keys()) if (!coins.has(coin)) books.delete(coin);
    },
  };
}
