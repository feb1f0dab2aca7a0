import { BoundedMap } from '../kernel/bounded-map.ts';
import { withAbort } from '../kernel/with-abort.ts';
import type { AnyQuery, RowOf } from './query.ts';
import { AnalyticsError, type AnalyticsStore } from './store.ts';

/** Lists of rows that are kept, the least recently asked for going first. */
const keptLimit = 64;

interface Kept {
  version: unknown;
  rows: Promise<unknown[]>;
}

/**
 * A store that asks a query with `kept` once for each version of the stored fills; callers of the same meanwhile get the same
 * rows, which they must not change.
 *
 * @param version another value whenever stored fills changed; the same that answers rest on: rows older than that would stay in them
 */
export function keptReads(store: AnalyticsStore, version: () => unknown): AnalyticsStore {
  const kept = new BoundedMap<string, Kept>(keptLimit);

  function read(query: AnyQuery, params: object): Promise<unknown[]> {
    const key = `${query.name} ${JSON.stringify(params)}`;
    const now = version();
    const found = kept.get(key);
    if (found !== undefined && found.version === now) {
      kept.set(key, found);
      return found.rows;
    }
    // Without the caller's signal: others may wait for it, too. The query's own deadline bounds it.
    const made: Kept = { version: now, rows: store.rows(query, params as never) };
    made.rows.catch(() => {
      if (kept.get(key) === made) kept.delete(key);
    });
    kept.set(key, made);
    return made.rows;
  }

  return {
    get kind() {
      return store.kind;
    },
    rows<Q extends AnyQuery>(query: Q, params: never, options: { signal?: AbortSignal } = {}) {
      if (!query.kept) return store.rows(query, params, options);
      const left = () => new AnalyticsError('cancelled', query.name, 'cancelled by the caller');
      return withAbort(read(query, params) as Promise<RowOf<Q>[]>, options.signal, left);
    },
    bytes: store.bytes,
    command: store.command,
    insertArrow: store.insertArrow,
    close: store.close,
  };
}
