/** What is read of each item, in their order: asked for while what came of the item before is worked on. */
export async function* readAhead<Item, Read>(
  items: readonly Item[],
  read: (item: Item) => Promise<Read>,
): AsyncGenerator<[item: Item, read: Read]> {
  let coming = items.length > 0 ? read(items[0]!) : undefined;
  for (const [i, item] of items.entries()) {
    const found = await coming!;
    coming = i + 1 < items.length ? read(items[i + 1]!) : undefined;
    // Where the work on this item fails it is not asked for.
    coming?.catch(() => undefined);
    yield [item, found];
  }
}
