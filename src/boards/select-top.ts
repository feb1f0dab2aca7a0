/** How rows are ranked: by key, larger first; `tie` below zero puts `a` first. A NaN key leaves the row out. */
export interface Order {
  key(row: number): number;
  tie(a: number, b: number): number;
}

/**
 * The first `limit` of `count` rows in order, in one pass with a bounded heap: a million rows take some
 * milliseconds, where sorting them all takes hundreds.
 */
export function selectTop(
  count: number,
  limit: number,
  order: Order,
  accept?: (row: number) => boolean,
): Uint32Array {
  const rows = new Uint32Array(limit);
  const keys = new Float64Array(limit);
  let size = 0;

  /** True where slot `a` ranks behind slot `b`. The heap keeps the row that ranks last at slot 0. */
  const behind = (a: number, b: number): boolean =>
    keys[a]! !== keys[b]! ? keys[a]! < keys[b]! : order.tie(rows[a]!, rows[b]!) > 0;

  const swap = (a: number, b: number): void => {
    const row = rows[a]!;
    rows[a] = rows[b]!;
    rows[b] = row;
    const key = keys[a]!;
    keys[a] = keys[b]!;
    keys[b] = key;
  };

  const siftUp = (from: number): void => {
    for (let slot = from; slot > 0; ) {
      const parent = (slot - 1) >> 1;
      if (!behind(slot, parent)) return;
      swap(slot, parent);
      slot = parent;
    }
  };

  const siftDown = (end: number): void => {
    for (let slot = 0; ; ) {
      let last = slot;
      for (const child of [2 * slot + 1, 2 * slot + 2]) if (child < end && behind(child, last)) last = child;
      if (last === slot) return;
      swap(slot, last);
      slot = last;
    }
  };

  for (let row = 0; row < count; row++) {
    const key = order.key(row);
    if (size === limit && !(key >= keys[0]!)) continue;
    if (Number.isNaN(key) || (accept !== undefined && !accept(row))) continue;
    if (size < limit) {
      rows[size] = row;
      keys[size] = key;
      siftUp(size++);
    } else if (key > keys[0]! || order.tie(row, rows[0]!) < 0) {
      rows[0] = row;
      keys[0] = key;
      siftDown(size);
    }
  }
  // Heap sort: the last of the rest goes to the end, again and again.
  for (let end = size - 1; end > 0; end--) {
    swap(0, end);
    siftDown(end);
  }
  return rows.slice(0, size);
}
