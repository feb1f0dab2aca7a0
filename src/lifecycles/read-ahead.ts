/** Yields the read of each item in order; starts the next read while the caller works on the current one. */
export async function* readAhead<Item, Read>(
  items: readonly Item[],
  read: (item: Item) => Promise<Read>,
): AsyncGenerator<[item: Item, read: Read]> {
  let coming = items.length > 0 ? read(items[0]!) : undefined;
  for (const [i, item] of items.entries()) {
    const found = await coming!;
    coming = i + 1 < items.length ? read(items[i + 1]!) : undefined;
    // The read is never awaited if the work on this item fails.
    coming?.catch(() => undefined);
    yield [item, found];
  }
}
