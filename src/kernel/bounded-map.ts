/**
 * A map of at most `limit` entries: the one set the longest ago goes first. Setting a known key again makes it the newest, so
 * what sets each entry it uses drops the one used the longest ago.
 */
export class BoundedMap<K, V> extends Map<K, V> {
  readonly #limit: number;
  // Kept: a new one would pass all places of deleted entries again, 35 µs for each entry that goes at 50,000.
  #oldest: MapIterator<K> | undefined;

  constructor(limit: number) {
    super();
    this.#limit = limit;
  }

  override set(key: K, value: V): this {
    if (!this.delete(key) && this.size >= this.#limit) this.#dropOldest();
    return super.set(key, value);
  }

  #dropOldest(): void {
    this.#oldest ??= this.keys();
    let next = this.#oldest.next();
    if (next.done) {
      // It ends for good where it has passed all there was.
      this.#oldest = this.keys();
      next = this.#oldest.next();
    }
    if (!next.done) this.delete(next.value);
  }
}
