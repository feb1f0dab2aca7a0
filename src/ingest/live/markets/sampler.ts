import type { CoverageLedger } from '../../../coverage/ledger.ts';
import { minuteMs } from '../../../kernel/clock.ts';
import type { Log } from '../../../kernel/log.ts';
import type { WireAllDexsAssetCtxs, WireSpotContext } from '../../../wire/asset-context.ts';
import type { WireBook } from '../../../wire/book.ts';
import type { FactTable } from '../../facts/fact-table.ts';
import {
  type AssetContextRow,
  assetContexts,
  type BookSnapshotRow,
  bookSnapshots,
} from '../../facts/fact-tables.ts';
import type { FactWriter } from '../../facts/fact-writer.ts';
import { bookRow, perpContextRow, spotContextRow } from '../../facts/market-rows.ts';
import { createLatestBooks, type LatestBooks } from '../../sources/hyperliquid/latest-books.ts';
import type { FeedWatch } from '../coverage/feed-watch.ts';
import type { Markets } from './directory.ts';
import type { MinuteFeed } from './last-minutes.ts';
import { createMinuteStore, type MinuteStore } from './minute-store.ts';

/** Keeps the newest book of every coin, and stores the last of every minute. */
interface BookSampler {
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

/** Keeps the newest state of every market, and stores the last of every minute. */
export interface MarketSampler {
  readonly books: LatestBooks;
  takeContexts(message: WireAllDexsAssetCtxs, receivedMs: number): void;
  takeSpotContexts(contexts: readonly WireSpotContext[], receivedMs: number): void;
  takeBook(book: WireBook, receivedMs: number): void;
  /** USD volume of a coin in a day, by the newest contexts; 0 if unknown. */
  dayVolume(coin: string): number;
  /** Follows the books of the listed coins only; some of them are streamed. */
  follow: BookSampler['follow'];
  /** Passes the states that are not stored yet to the minute store. */
  flush(): void;
  /** Resolves once no write is pending. */
  settled(): Promise<void>;
}

export interface MarketSamplerOptions {
  facts: Pick<FactWriter, 'write'>;
  ledger: Pick<CoverageLedger, 'lose' | 'cover'>;
  watch: FeedWatch;
  log: Log;
  lastMinutes: Partial<Record<MinuteFeed, number>>;
  /** Markets whose universes list each dex's coins in the order of the contexts. */
  markets(): Markets;
  /** Called when a new minute begins. */
  onTurn(): void;
}

/** Minutes follow this machine's clock: the first message of a minute flushes the previous one. */
export function createMarketSampler(options: MarketSamplerOptions): MarketSampler {
  const { watch, lastMinutes, markets, onTurn } = options;
  const storeOf = <R>(feed: MinuteFeed, table: FactTable<R>) =>
    createMinuteStore({ ...options, feed, table, storedTo: lastMinutes[feed] });
  const contextMinutes = storeOf('contexts', assetContexts);
  const bookMinutes = storeOf('books', bookSnapshots);
  const books = createBookSampler({ minutes: bookMinutes });
  let perps: { message: WireAllDexsAssetCtxs; receivedMs: number } | undefined;
  let spot: { contexts: readonly WireSpotContext[]; receivedMs: number } | undefined;
  let perpVolumes = new Map<string, number>();
  let spotVolumes = new Map<string, number>();
  let minute = 0;

  function turn(receivedMs: number): void {
    const now = Math.floor(receivedMs / minuteMs);
    if (now <= minute) return;
    flush();
    onTurn();
    minute = now;
  }

  function volumesOf({ ctxs }: WireAllDexsAssetCtxs): Map<string, number> {
    const { universes } = markets();
    return new Map(
      ctxs.flatMap(([dex, contexts]) =>
        (universes.get(dex) ?? []).map((coin, i) => [coin, Number(contexts[i]?.dayNtlVlm ?? 0)] as const),
      ),
    );
  }

  function perpRows(): AssetContextRow[] {
    if (perps === undefined) return [];
    const { message, receivedMs } = perps;
    const { universes } = markets();
    return message.ctxs.flatMap(([dex, contexts]) => {
      const coins = universes.get(dex) ?? [];
      return contexts
        .slice(0, coins.length)
        .flatMap((context, i) =>
          context === undefined
            ? []
            : [perpContextRow({ coin: coins[i]!, dex, timeMs: receivedMs }, context)],
        );
    });
  }

  /** Contexts carry no time, so their minute is that of arrival. Spot contexts come by REST and do not count as seen. */
  function flushContexts(): void {
    const rows = perpRows();
    const seen = rows.length === 0 ? [] : [Math.floor(perps!.receivedMs / minuteMs)];
    for (const context of spot?.contexts ?? []) rows.push(spotContextRow(spot!.receivedMs, context));
    perps = undefined;
    spot = undefined;
    contextMinutes.put({ seen, rows });
  }

  function flush(): void {
    flushContexts();
    books.flush();
  }

  return {
    books: books.latest,
    takeContexts(message, receivedMs) {
      turn(receivedMs);
      perps = { message, receivedMs };
      perpVolumes = volumesOf(message);
      const received = message.ctxs.reduce((sum, [, { length }]) => sum + length, 0);
      watch.seen('contexts', { atMs: receivedMs, received });
      // An empty store gets the first contexts at once; the last ones of the minute replace them.
      if (contextMinutes.seenTo === undefined && perpRows().length > 0) flushContexts();
    },
    takeSpotContexts(contexts, receivedMs) {
      turn(receivedMs);
      spot = { contexts, receivedMs };
      spotVolumes = new Map(contexts.map(({ coin, dayNtlVlm }) => [coin, Number(dayNtlVlm)]));
      watch.seen('spotContexts', { atMs: receivedMs, received: contexts.length });
    },
    takeBook(book, receivedMs) {
      turn(receivedMs);
      books.take(book);
      watch.seen('books', { atMs: receivedMs, received: 1, newestMs: book.time });
    },
    dayVolume: (coin) => perpVolumes.get(coin) ?? spotVolumes.get(coin) ?? 0,
    follow: books.follow,
    flush,
    settled: () => Promise.all([contextMinutes.settled(), bookMinutes.settled()]).then(() => undefined),
  };
}
