import { marketsLimit } from './market.ts';

/** A resting order to add. */
export interface RestingOrder {
  book: number;
  isBuy: boolean;
  px: number;
  sz: number;
  wallet: number;
  oid: number;
  /** Sent on the No side of an outcome, so px and side are those of the Yes book. */
  inverted: boolean;
}

/**
 * The order books of all markets in price-time priority: one linked list per side over columns shared by
 * all, without an object per order. Lists are short (`ordersLimit`), so walking from the best beats a tree.
 */
export interface OrderBooks {
  px: Float64Array;
  sz: Float64Array;
  wallet: Int32Array;
  oid: Float64Array;
  inverted: Uint8Array;
  next: Int32Array;
  /** The best order of a side, or −1. */
  best(book: number, isBuy: boolean): number;
  /** Adds behind the orders of the same price; beyond `ordersLimit` the worst of the side goes. */
  add(order: RestingOrder): void;
  /** Takes the best order of a side off: filled or cancelled. */
  removeBest(book: number, isBuy: boolean): void;
  /** Cancels every order that the predicate names. */
  cancel(book: number, where: (slot: number) => boolean): void;
  save(): OrderBooksState;
}

export interface OrderBooksState {
  columns: Pick<OrderBooks, keyof ReturnType<typeof emptyColumns>>;
  /** Slots that have ever been taken, and the first of those given back. */
  used: number;
  free: number;
  heads: Int32Array;
  counts: Uint16Array;
}

/** Orders on one side of one book. */
export const ordersLimit = 400;

export function createOrderBooks(saved?: OrderBooksState): OrderBooks {
  let capacity = saved?.columns.px.length ?? 1 << 14;
  let used = saved?.used ?? 0;
  let free = saved?.free ?? -1;
  const heads = saved?.heads ?? new Int32Array(marketsLimit * 2).fill(-1);
  const counts = saved?.counts ?? new Uint16Array(marketsLimit * 2);
  const sideOf = (book: number, isBuy: boolean) => book * 2 + (isBuy ? 1 : 0);

  function take(): number {
    if (free >= 0) {
      const slot = free;
      free = books.next[slot]!;
      return slot;
    }
    if (used === capacity) {
      capacity *= 2;
      const larger = emptyColumns(capacity);
      for (const name of Object.keys(larger) as (keyof typeof larger)[])
        larger[name].set(books[name] as never);
      Object.assign(books, larger);
    }
    return used++;
  }
  function release(side: number, slot: number): void {
    books.next[slot] = free;
    free = slot;
    counts[side] = counts[side]! - 1;
  }
  function dropWorst(side: number): void {
    const { next } = books;
    let before = heads[side]!;
    while (next[next[before]!]! >= 0) before = next[before]!;
    const worst = next[before]!;
    next[before] = -1;
    release(side, worst);
  }

  const books: OrderBooks = {
    ...(saved?.columns ?? emptyColumns(capacity)),
    best: (book, isBuy) => heads[sideOf(book, isBuy)]!,
    add({ book, isBuy, px, sz, wallet, oid, inverted }) {
      const side = sideOf(book, isBuy);
      const slot = take();
      books.px[slot] = px;
      books.sz[slot] = sz;
      books.wallet[slot] = wallet;
      books.oid[slot] = oid;
      books.inverted[slot] = inverted ? 1 : 0;
      let before = -1;
      let at = heads[side]!;
      while (at >= 0 && (isBuy ? books.px[at]! >= px : books.px[at]! <= px)) {
        before = at;
        at = books.next[at]!;
      }
      books.next[slot] = at;
      if (before < 0) heads[side] = slot;
      else books.next[before] = slot;
      counts[side] = counts[side]! + 1;
      if (counts[side]! > ordersLimit) dropWorst(side);
    },
    removeBest(book, isBuy) {
      const side = sideOf(book, isBuy);
      const slot = heads[side]!;
      heads[side] = books.next[slot]!;
      release(side, slot);
    },
    cancel(book, where) {
      for (let side = book * 2; side <= book * 2 + 1; side++) {
        let before = -1;
        let slot = heads[side]!;
        while (slot >= 0) {
          const following = books.next[slot]!;
          if (where(slot)) {
            if (before < 0) heads[side] = following;
            else books.next[before] = following;
            release(side, slot);
          } else {
            before = slot;
          }
          slot = following;
        }
      }
    },
    save() {
      const { px, sz, wallet, oid, inverted, next } = books;
      return { columns: { px, sz, wallet, oid, inverted, next }, used, free, heads, counts };
    },
  };
  return books;
}

function emptyColumns(capacity: number) {
  return {
    px: new Float64Array(capacity),
    sz: new Float64Array(capacity),
    wallet: new Int32Array(capacity),
    oid: new Float64Array(capacity),
    inverted: new Uint8Array(capacity),
    next: new Int32Array(capacity),
  };
}
