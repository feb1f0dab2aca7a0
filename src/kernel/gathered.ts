/**
 * Asks for many in one go: what is asked for while `atOnce` answers are under way waits, and shares the next one. A call that finds one free
 * begins at once, so that none waits for company.
 *
 * @param ask values by their keys; one that is left out is undefined for its caller. Rejects for the callers of these keys alone
 * @param bounds.most keys of one answer
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
