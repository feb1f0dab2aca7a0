import { Type } from 'typebox';
import { lifecycleRules } from '../../domain/lifecycle.ts';
import { pause } from '../../kernel/pause.ts';
import { singleFlight } from '../../kernel/single-flight.ts';
import type { Derived } from '../derived/derived.ts';
import { derivedTables } from '../derived/derived-tables.ts';
import { query } from '../query.ts';
import { AnalyticsError, type AnalyticsStore } from '../store.ts';
import { stateOf, storedComments } from './state.ts';

/** Which derived tables hold everything already. */
export interface DerivedReadiness {
  /** True, too, for tables that are not derived. Of folded ones in a store that had no fills so far, looks first. */
  isReady(table: string): Promise<boolean>;
  unready(): string[];
  close(): Promise<void>;
}

/** Tables that follow from fills by a fold of their own (src/lifecycles). */
export const foldedTables = [
  'lifecycles',
  'lifecycle_ids',
  'lifecycles_by_close',
  'lifecycle_days',
  'lifecycle_coin_days',
];

/** Batches are folded up to `seq` once all ranges of wallets are; the last one that is stored is 0 where there is none. */
const foldState = query({
  name: 'fold_state',
  params: {},
  row: Type.Object({ is_whole: Type.Boolean(), seq: Type.String(), last_seq: Type.String() }),
  sql: `
    SELECT CAST(count() > 0, 'Bool') AS is_whole, max(seq) AS seq, (SELECT max(seq) FROM ingest_batches) AS last_seq
    FROM (SELECT * FROM lifecycle_progress FINAL) WHERE ready AND ranges_done = ranges AND rules = ${lifecycleRules}`,
});

/**
 * Polls the derived tables of a store until all are complete; another process may fill them. Folded tables are complete once the
 * fold reaches the batch that was newest when the watch began, or the first batch seen. From then on the fold follows fills
 * within seconds, and reads of older fills find them folded.
 *
 * @param options.history for a store about to import its past: nothing is folded before this promise resolves
 * @throws AnalyticsError if the engine fails at the first poll
 */
export async function watchReadiness(
  store: AnalyticsStore,
  options: { tables?: readonly Derived[]; history?: Promise<void> | undefined; pollMs?: number } = {},
): Promise<DerivedReadiness> {
  const { tables = derivedTables, history, pollMs = 2_000 } = options;
  const stop = new AbortController();
  const missing = new Set<string>();
  let hasHistory = history === undefined;
  /** Sequence number of the batch that must be folded; 0 while the store has no batch. */
  let awaitedSeq = 0;

  async function isFolded(): Promise<boolean> {
    if (!hasHistory) return false;
    const [state] = await store.rows(foldState, {}, { lane: 'read', signal: stop.signal });
    if (awaitedSeq === 0) awaitedSeq = Number(state!.last_seq);
    return state!.is_whole && Number(state!.seq) >= awaitedSeq;
  }
  async function look(): Promise<void> {
    const comments = await storedComments(store, { lane: 'read', signal: stop.signal });
    const folded = await isFolded();
    missing.clear();
    if (!folded) for (const table of foldedTables) missing.add(table);
    for (const table of tables) {
      if (stateOf(table, comments).state !== 'complete') missing.add(table.table);
    }
  }
  const looking = singleFlight(look);
  const keeping = singleFlight(lookUntilComplete);
  async function lookUntilComplete(): Promise<void> {
    while (missing.size > 0 && !stop.signal.aborted) {
      await pause(pollMs, stop.signal, { ref: false });
      // A failed poll is retried at the next interval.
      if (!stop.signal.aborted) await looking.run().catch(() => undefined);
    }
  }
  await look();
  void keeping.run();
  const hasCome = async () => {
    hasHistory = true;
    await looking.run();
    void keeping.run();
  };
  // Where there never is one, or the engine fails, the next look finds out.
  history?.then(hasCome).catch(() => undefined);
  return {
    async isReady(table) {
      if (awaitedSeq === 0 && hasHistory && foldedTables.includes(table)) {
        // An empty store has nothing to fold: the watch waits for its first batch.
        await looking.run();
        void keeping.run();
      }
      return !missing.has(table);
    },
    unready: () => [...missing],
    async close() {
      stop.abort();
      await keeping.ended();
    },
  };
}

/**
 * A store that answers no query over a table that is still being filled: half of a table looks like a whole one.
 * @returns what rejects such queries with an AnalyticsError `unready`
 */
export function readyOnly(
  store: AnalyticsStore,
  { isReady }: Pick<DerivedReadiness, 'isReady'>,
): AnalyticsStore {
  async function check({ name, tables }: { name: string; tables: readonly string[] }): Promise<void> {
    for (const table of tables) {
      if (await isReady(table)) continue;
      throw new AnalyticsError('unready', name, `${table} is still being filled`);
    }
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
