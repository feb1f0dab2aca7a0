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
  /** Forgets the books of other coins than those listed; of those that are streamed one comes in every minute. */
  follow(listed: ReadonlySet<string>, streamed: ReadonlySet<string>): void;
  /** Hands over what has not been stored yet. */
  flush(): void;
}

/** Books that wait for the streams to come back, at most. */
const waitingLimit = 10_000;

const minuteOf = ({ time }: WireBook) => Math.floor(time / minuteMs);

/**
 * Minutes are the exchange's, which books carry. A stored minute says that those before it were seen: while the streams are
 * away, books that come by REST wait for them.
 */
export function createBookSampler({ minutes }: { minutes: MinuteStore<BookSnapshotRow> }): BookSampler {
  const latest = createLatestBooks();
  let streamed: ReadonlySet<string> = new Set();
  /** The last books of coins in minutes that are over. */
  let ended: WireBook[] = [];
  /** The newest books of coins, where they are not stored. */
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
      // Of those that go, the last books are stored with the others.
      for (const [coin, book] of changed) {
        if (listed.has(coin)) continue;
        ended.push(book);
        changed.delete(coin);
      }
    },
    flush,
  };
}
