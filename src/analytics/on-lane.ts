import type { AnalyticsStore, Lane } from './store.ts';

/**
 * The store as one duty of the program gets it: whatever is asked of it runs on that duty's lane, also where the caller
 * names another or none. What writes, commands and inserts, stays on the writer's.
 */
export function onLane(store: AnalyticsStore, lane: Lane): AnalyticsStore {
  return {
    get kind() {
      return store.kind;
    },
    rows: (query, params, options) => store.rows(query, params, { ...options, lane }),
    bytes: (query, params, options) => store.bytes(query, params, { ...options, lane }),
    command: (sql, options) => store.command(sql, options),
    insertArrow: (insert) => store.insertArrow(insert),
    close: () => store.close(),
    // Asked of the store when they are wanted: a process may have none until then.
    get shards() {
      return store.shards?.map((shard) => onLane(shard, lane));
    },
    get slots() {
      return store.slots;
    },
    get span() {
      return store.span;
    },
  };
}
