import { minuteMs, rfc3339 } from '../../kernel/clock.ts';
import type { Log } from '../../kernel/log.ts';
import type { WireAllDexsAssetCtxs, WireSpotContext } from '../../wire/asset-context.ts';
import type { WireBook } from '../../wire/book.ts';
import { type AssetContextRow, assetContexts, bookSnapshots } from '../facts/fact-tables.ts';
import type { FactWriter } from '../facts/fact-writer.ts';
import { bookRow, perpContextRow, spotContextRow } from '../facts/market-rows.ts';
import { createLatestBooks, type LatestBooks } from '../sources/hyperliquid/latest-books.ts';
import type { FeedWatch } from './feed-watch.ts';
import type { Markets } from './market-directory.ts';

/** Keeps the newest state of every market, and stores the last of every minute. */
export interface MarketSampler {
  readonly books: LatestBooks;
  takeContexts(message: WireAllDexsAssetCtxs, receivedMs: number): void;
  takeSpotContexts(contexts: readonly WireSpotContext[], receivedMs: number): void;
  takeBook(book: WireBook, receivedMs: number): void;
  /** USD of a coin traded in a day, as the newest contexts tell it; 0 where they tell nothing of it. */
  dayVolume(coin: string): number;
  /** Forgets the books of other coins. */
  retain(coins: ReadonlySet<string>): void;
  /** Stores what has not been stored yet. */
  flush(): void;
}

export interface MarketSamplerOptions {
  facts: FactWriter;
  watch: FeedWatch;
  log: Log;
  /** Contexts stand in the order of their dex's coins. */
  markets(): Markets;
  /** A minute has turned. */
  onTurn(): void;
}

/** A store that is away for longer loses minutes of states, not this process its memory. */
const storingLimit = 10;

/** Minutes turn with what arrives, by this machine's clock: the first message of a minute closes the one before. */
export function createMarketSampler(options: MarketSamplerOptions): MarketSampler {
  const { facts, watch, log, markets, onTurn } = options;
  const books = createLatestBooks();
  const changedBooks = new Set<string>();
  let perps: { message: WireAllDexsAssetCtxs; receivedMs: number } | undefined;
  let spot: { contexts: readonly WireSpotContext[]; receivedMs: number } | undefined;
  let perpVolumes = new Map<string, number>();
  let spotVolumes = new Map<string, number>();
  let minute = 0;
  /** Minutes on their way to the store. */
  let storing = 0;

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

  function flush(): void {
    const rows = perpRows();
    if (spot !== undefined) {
      for (const context of spot.contexts) rows.push(spotContextRow(spot.receivedMs, context));
    }
    perps = undefined;
    spot = undefined;
    const bookRows = [...changedBooks].map((coin) => bookRow(books.get(coin)!));
    changedBooks.clear();
    if (storing >= storingLimit) {
      log.error(
        { minute: rfc3339(minute * minuteMs) },
        "the store is behind: the markets' states of a minute are left out",
      );
      return;
    }
    storing += 1;
    Promise.all([facts.write(assetContexts, rows), facts.write(bookSnapshots, bookRows)])
      .catch((err: unknown) => log.error({ err }, "a minute of the markets' states could not be stored"))
      .finally(() => {
        storing -= 1;
      });
  }

  return {
    books,
    takeContexts(message, receivedMs) {
      turn(receivedMs);
      perps = { message, receivedMs };
      perpVolumes = volumesOf(message);
      const received = message.ctxs.reduce((sum, [, { length }]) => sum + length, 0);
      watch.heard('contexts', { atMs: receivedMs, received });
    },
    takeSpotContexts(contexts, receivedMs) {
      turn(receivedMs);
      spot = { contexts, receivedMs };
      spotVolumes = new Map(contexts.map(({ coin, dayNtlVlm }) => [coin, Number(dayNtlVlm)]));
      watch.heard('spotContexts', { atMs: receivedMs, received: contexts.length });
    },
    takeBook(book, receivedMs) {
      turn(receivedMs);
      if (books.put(book)) changedBooks.add(book.coin);
      watch.heard('books', { atMs: receivedMs, received: 1, newestMs: book.time });
    },
    dayVolume: (coin) => perpVolumes.get(coin) ?? spotVolumes.get(coin) ?? 0,
    retain(coins) {
      // Of those that go, the last books are stored first.
      if ([...changedBooks].some((coin) => !coins.has(coin))) flush();
      books.retain(coins);
    },
    flush,
  };
}
