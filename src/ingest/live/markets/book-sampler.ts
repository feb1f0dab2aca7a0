import { minuteMs } from '../../../kernel/clock.ts';
import type { WireBook } from '../../../wire/book.ts';
import type { BookSnapshotRow } from '../../facts/fact-tables.ts';
import { bookRow } from '../../facts/market-rows.ts';
import { createLatestBooks, type LatestBooks } from '../../sources/hyperliquid/latest-books.ts';
import type { MinuteStore } from './minute-store.ts';

/** Keeps the newest book of every coin, and stores the last of every minute. */
export interface BookSampler {
  readonly latest: LatestBooks;
  take(book: WireBook): void;
  /** Forgets the books of unlisted coins; every streamed coin gets a book each minute. */
  follow(listed: ReadonlySet<string>, streamed: ReadonlySet<string>): void;
  /** Passes the books that are not stored yet to the minute store. */
  flush(): void;
}

/** Maximum books that wait for the streams to return. */
const waitingLimit = 10_000;

const minuteOf = ({ time }: WireBook) => Math.floor(time / minuteMs);

/**
 * Minutes follow the exchange's time in the books. A stored minute implies that earlier minutes were seen, so books from REST
 * wait while the streams are down.
 */
export function createBookSampler({ minutes }: { minutes: MinuteStore<BookSnapshotRow> }): BookSampler {
  const latest = createLatestBooks();
  let streamed: ReadonlySet<string> = new Set();
  /** Last books of coins in past minutes. */
  let ended: WireBook[] = [];
  /** Newest books that are not stored yet, by coin. */
  const changed = new Map<string, WireBook>();
  /** Minutes of streamed books. */
  const seen = new Set<number>();

  function flush(): void {
    const seenMinutes = [...seen].sort((a, b) => a - b);
    seen.clear();
    const seenTo = Math.max(minutes.seenTo ?? 0, ...seenMinutes);
    const isDue = (book: WireBook) => streamed.size === 0 || minuteOf(book) <= seenTo;
    const rows = [...ended, ...changed.values()].filter(isDue).map(bookRow);
    ended = ended.filter((book) => !isDue(book)).slice(-waitingLimit);
    for (const [coin, book] of changed) if (isDue(book)) changed.delete(coin);
    minutes.put({ seen: seenMinutes, rows });
  }

  return {
    latest,
    take(book) {
      if (!latest.put(book)) return;
      const { coin } = book;
      const before = changed.get(coin);
      if (before !== undefined && minuteOf(before) < minuteOf(book)) ended.push(before);
      changed.set(coin, book);
      if (streamed.has(coin)) seen.add(minuteOf(book));
    },
    follow(listed, nowStreamed) {
      streamed = nowStreamed;
      latest.retain(listed);
      // The last books of unlisted coins are stored with the others.
      for (const [coin, book] of changed) {
        if (listed.has(coin)) continue;
        ended.push(book);
        changed.delete(coin);
      }
    },
    flush,
  };
}
