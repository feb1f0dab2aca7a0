import type { AnalyticsStore } from '../analytics/store.ts';

/** The tables that a fold of all wallets fills, range by range. */
const tables = ['lifecycles', 'lifecycle_ids', 'lifecycles_by_close'];
/** Inserts that leave at most the parts that the engine takes without waiting. */
const rangesLimit = 256;

/** Keeps the engine from merging what will be merged again a moment later. */
export interface PausedMerges {
  /**
   * Holds merges where a store is folded for the first time: the tables have no readers, and at its end all parts are merged at once. Only
   * in an embedded engine, which forgets it when its process ends: a server would remember it after a kill.
   */
  pause(fold: { ready: boolean; ranges: number }): Promise<void>;
  /** Lets them run again. Does nothing where they do. */
  resume(): Promise<void>;
}

export function createPausedMerges(store: AnalyticsStore): PausedMerges {
  let isPaused = false;
  const tell = async (what: 'STOP' | 'START') => {
    for (const table of tables) await store.command(`SYSTEM ${what} MERGES ${table}`);
  };
  return {
    async pause({ ready, ranges }) {
      if (isPaused || ready || ranges > rangesLimit || store.kind !== 'chdb') return;
      isPaused = true;
      await tell('STOP');
    },
    async resume() {
      if (!isPaused) return;
      await tell('START');
      isPaused = false;
    },
  };
}
