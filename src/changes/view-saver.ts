import { monotonicMs } from '../kernel/clock.ts';
import type { ChangeFeed, Look } from './change-feed.ts';
import type { ViewSnapshot } from './view-snapshots.ts';

/** Decides when to save a view, and whether to restore it at start. */
export interface ViewSaver {
  /**
   * Restores the view on the first call only.
   *
   * @param canFollow whether the changes after a number can be replayed
   * @param version version of the view after the restore
   * @returns number of the newest change in the snapshot; undefined if nothing was restored
   */
  restore(
    look: Look,
    canFollow: (seq: number) => Promise<boolean>,
    version: number,
  ): Promise<number | undefined>;
  isDue(): boolean;
  /** Saves a changed view, unless it still holds removed data. The view must not change meanwhile. @param seq see {@link restore} */
  save(seq: number, version: number): Promise<void>;
}

/** Maximum share of time spent on saving. */
const share = 0.02;

export function createViewSaver(
  feed: Pick<ChangeFeed, 'snapshots' | 'cleanFrom'>,
  { name, snapshot }: { name: string; snapshot?: ViewSnapshot },
): ViewSaver {
  const { snapshots } = feed;
  let wasSought = false;
  /** The newest snapshot: its view version, and when the next one is due: at `dueMs`, or when `cleanFrom` changes after a removal. */
  let saved = { version: 0, cleanFrom: 0, dueMs: Number.NEGATIVE_INFINITY };
  if (snapshots === undefined || snapshot === undefined) {
    return { restore: async () => undefined, isDue: () => false, save: async () => undefined };
  }
  const view = { name, snapshot };
  return {
    async restore({ seq }, canFollow, version) {
      if (wasSought) return undefined;
      wasSought = true;
      const found = await snapshots.restore(view, { seq, canFollow });
      if (found !== undefined) saved = { ...saved, version, dueMs: monotonicMs() + snapshots.everyMs };
      return found;
    },
    isDue() {
      const isOther = saved.cleanFrom !== feed.cleanFrom();
      return (isOther || monotonicMs() >= saved.dueMs) && !snapshots.isBusy();
    },
    async save(seq, version) {
      if (version === saved.version && snapshots.isSaved(name)) return;
      const cleanFrom = feed.cleanFrom();
      if (seq < cleanFrom) return;
      const startMs = monotonicMs();
      // Also after a failure, so that the next attempt waits as long.
      saved = { ...saved, cleanFrom, dueMs: startMs + snapshots.everyMs };
      await snapshots.save(view, seq);
      const dueMs = startMs + Math.max(snapshots.everyMs, (monotonicMs() - startMs) / share);
      saved = { version, cleanFrom, dueMs };
    },
  };
}
