import type { WireBook } from '../../../wire/book.ts';

/** Levels per side of a fast book, and of a joined one. */
const fastDepth = 5;
const depth = 20;
/** Maximum age of the deeper levels relative to the fast book: two default books, one every 5 s, are missing after this. */
const behindMs = 15_000;
/** Default books to keep; beyond, those too old to be joined are dropped. */
const coinsLimit = 2_000;

type Level = WireBook['levels'][0][number];

/**
 * Joins the fast and the default books of a coin: five fast levels, then the deeper ones of the newest default book, up to 15 s older.
 * Messages do not name their stream. A side of fewer than five levels is whole.
 */
export function createDeepBooks(): (book: WireBook) => WireBook {
  const deep = new Map<string, WireBook>();
  return (book) => {
    const behind = deep.get(book.coin);
    if (book.levels.some(({ length }) => length > fastDepth)) {
      if (behind !== undefined && behind.time > book.time) return book;
      deep.set(book.coin, book);
      if (deep.size > coinsLimit)
        for (const [coin, { time }] of deep) if (book.time - time > behindMs) deep.delete(coin);
      return book;
    }
    if (behind === undefined || book.time - behind.time > behindMs) return book;
    const [bids, asks] = book.levels;
    return { ...book, levels: [joined(bids, behind.levels[0], -1), joined(asks, behind.levels[1], 1)] };
  };
}

/** @param away direction in which prices get worse */
function joined(fast: Level[], behind: readonly Level[], away: 1 | -1): Level[] {
  if (fast.length !== fastDepth) return fast;
  const lastPx = Number(fast.at(-1)!.px);
  return [...fast, ...behind.filter(({ px }) => (Number(px) - lastPx) * away > 0)].slice(0, depth);
}
