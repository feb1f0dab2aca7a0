/**
 * Batches lookups: while `atOnce` requests are in flight, further keys queue up and share the next request. A call that finds a free slot
 * starts at once, without waiting for others.
 *
 * @param ask looks up values by key; a key missing from the result is undefined for its caller. A rejection reaches only the callers of
 * these keys
 * @param bounds.most maximum keys per request
 */
export function gathered<K, V>(
  ask: (keys: readonly K[]) => Promise<ReadonlyMap<K, V>>,
  { most, atOnce }: { most: number; atOnce: number },
): (key: K) => Promise<V | undefined> {
  const waiting = new Map<K, PromiseWithResolvers<V | undefined>>();
  let underWay = 0;

  async function answer(taken: readonly [K, PromiseWithResolvers<V | undefined>][]): Promise<void> {
    try {
      const found = await ask(taken.map(([key]) => key));
      for (const [key, { resolve }] of taken) resolve(found.get(key));
    } catch (error) {
      for (const [, { reject }] of taken) reject(error);
    }
  }

  function start(): void {
    while (underWay < atOnce && waiting.size > 0) {
      const taken = [...waiting].slice(0, most);
      for (const [key] of taken) waiting.delete(key);
      underWay += 1;
      void answer(taken).finally(() => {
        underWay -= 1;
        start();
      });
    }
  }

  return (key) => {
    const own = waiting.get(key) ?? Promise.withResolvers<V | undefined>();
    waiting.set(key, own);
    start();
    return own.promise;
  };
}
