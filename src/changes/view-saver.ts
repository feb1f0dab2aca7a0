import { monotonicMs } from '../kernel/clock.ts';
import type { ChangeFeed, Look } from './change-feed.ts';
import type { ViewSnapshot } from './view-snapshots.ts';

/** Decides when one view is written to disk, and whether it begins with what was. */
export interface ViewSaver {
  /**
   * Restores it, the first time that it is asked.
   *
   * @param canFollow whether what changed behind a number can be followed
   * @param version of the view once it is restored
   * @returns number of the newest change in it; undefined where nothing was restored
   */
  restore(
    look: Look,
    canFollow: (seq: number) => Promise<boolean>,
    version: number,
  ): Promise<number | undefined>;
  /** Whether the time for another snapshot has come. */
  isDue(): boolean;
  /** Writes it where it changed since, and holds nothing of what was taken out of the store. It must not change meanwhile. @param seq see {@link restore} */
  save(seq: number, version: number): Promise<void>;
}

/** Of the time, for writing. */
const share = 0.02;

export function createViewSaver(
  feed: Pick<ChangeFeed, 'snapshots' | 'cleanFrom'>,
  { name, snapshot }: { name: string; snapshot?: ViewSnapshot },
): ViewSaver {
  const { snapshots } = feed;
  let wasSought = false;
  /** The newest snapshot: what of the view is in it, and when the next one is due, or once other fills are taken out than before. */
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
      // Also where it fails: the next attempt waits as long.
      saved = { ...saved, cleanFrom, dueMs: startMs + snapshots.everyMs };
      await snapshots.save(view, seq);
      const dueMs = startMs + Math.max(snapshots.everyMs, (monotonicMs() - startMs) / share);
      saved = { version, cleanFrom, dueMs };
    },
  };
}
