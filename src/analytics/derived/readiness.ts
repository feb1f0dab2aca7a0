import { setTimeout as delay } from 'node:timers/promises';
import { Type } from 'typebox';
import { lifecycleRules } from '../../domain/lifecycle.ts';
import { query } from '../query.ts';
import { AnalyticsError, type AnalyticsStore } from '../store.ts';
import type { Derived } from './derived.ts';
import { derivedTables } from './derived-tables.ts';
import { stateOf, storedComments } from './state.ts';

/** Which derived tables hold everything already. */
export interface DerivedReadiness {
  /** True, too, for tables that are not derived. */
  isReady(table: string): boolean;
  /** Names of those that do not. */
  unready(): string[];
  close(): Promise<void>;
}

const pollMs = 2_000;

/** Tables that follow from fills by a fold of their own (src/lifecycles). */
export const foldedTables = ['lifecycles', 'lifecycle_ids', 'lifecycles_by_close', 'lifecycle_days'];

const foldedRules = query({
  name: 'folded_rules',
  params: {},
  row: Type.Object({ rules: Type.Integer() }),
  sql: 'SELECT rules FROM lifecycle_progress FINAL WHERE ready',
});

/**
 * Follows the derived tables of a store until all are complete: what fills them may be another process.
 * @throws AnalyticsError where the engine fails as it is asked for the first time
 */
export async function watchReadiness(
  store: AnalyticsStore,
  tables: readonly Derived[] = derivedTables,
): Promise<DerivedReadiness> {
  const stop = new AbortController();
  const missing = new Set<string>();
  async function look(): Promise<void> {
    const options = { lane: 'read', signal: stop.signal } as const;
    const comments = await storedComments(store, options);
    const [folded] = await store.rows(foldedRules, {}, options);
    missing.clear();
    if (folded?.rules !== lifecycleRules) for (const table of foldedTables) missing.add(table);
    for (const table of tables) {
      if (stateOf(table, comments).state !== 'complete') missing.add(table.table);
    }
  }
  async function keepLooking(): Promise<void> {
    while (missing.size > 0 && !stop.signal.aborted) {
      await delay(pollMs, undefined, { signal: stop.signal, ref: false }).catch(() => undefined);
      // What cannot be asked now is asked again.
      if (!stop.signal.aborted) await look().catch(() => undefined);
    }
  }
  await look();
  const looking = keepLooking();
  return {
    isReady: (table) => !missing.has(table),
    unready: () => [...missing],
    async close() {
      stop.abort();
      await looking;
    },
  };
}

/**
 * A store that answers no query over a table that is still being filled, whoever asks: half of a table looks like a whole one.
 * @returns what rejects such queries with an AnalyticsError `unready`
 */
export function readyOnly(
  store: AnalyticsStore,
  { isReady }: Pick<DerivedReadiness, 'isReady'>,
): AnalyticsStore {
  async function check({ name, tables }: { name: string; tables: readonly string[] }): Promise<void> {
    const table = tables.find((name) => !isReady(name));
    if (table !== undefined) throw new AnalyticsError('unready', name, `${table} is still being filled`);
  }
  return {
    ...store,
    async rows(query, params, options) {
      await check(query);
      return store.rows(query, params, options);
    },
    async bytes(query, params, options) {
      await check(query);
      return store.bytes(query, params, options);
    },
  };
}
