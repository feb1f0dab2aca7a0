import { Type } from 'typebox';
import { query } from '../analytics/query.ts';
import type { AnalyticsStore, ServerWatch } from '../analytics/store.ts';
import type { RunningSnapshots } from '../boards/refresher.ts';
import type { ChangeFeed } from '../changes/change-feed.ts';
import { countGaps, type GapCount } from '../coverage/gap-list.ts';
import type { Readiness } from '../http/calls/readiness.ts';
import type { StoreFigures } from '../http/metrics/store-metrics.ts';
import { type Clock, monotonicMs, rfc3339, systemClock } from '../kernel/clock.ts';
import type { StorageCheck } from './storage-check.ts';
import type { Wholeness } from './wholeness.ts';

/** Cache time: scrapes come every few seconds, from several places. */
const keptMs = 10_000;

const counts = query({
  name: 'store_figures',
  params: {},
  row: Type.Object({ fills: Type.String(), quarantined: Type.String() }),
  sql: `
    SELECT toString((SELECT count() FROM fills)) AS fills, toString((SELECT count() FROM quarantine FINAL)) AS quarantined`,
});

interface Counted extends Pick<StoreFigures, 'fills' | 'quarantined'> {
  gaps?: readonly GapCount[];
}

export interface ReadFigures {
  read(): Promise<StoreFigures>;
  /** Missing data by the last count; undefined before the first. Refreshed in the background, so that callers never wait for the store. */
  gaps(): Readiness['gaps'];
}

/** Reads the store figures of `/metrics`. Omits the counts of a store that does not answer. */
export function createStoreFigures(parts: {
  analytics: AnalyticsStore;
  running: Pick<RunningSnapshots, 'snapshots' | 'checkedMs'>;
  feed: Pick<ChangeFeed, 'followers' | 'snapshots'>;
  storage: StorageCheck | undefined;
  clock: Clock;
  servers?: ServerWatch | undefined;
  wholeness?: Wholeness | undefined;
}): ReadFigures {
  const { analytics, running, feed, storage, clock, servers, wholeness } = parts;
  let kept: { atMs: number; found: Promise<Counted> } | undefined;
  let gaps: Counted['gaps'];

  async function count(): Promise<Counted> {
    try {
      const [row] = await analytics.rows(counts, {}, { lane: 'job' });
      gaps = await countGaps(analytics);
      return { fills: Number(row!.fills), quarantined: Number(row!.quarantined), gaps };
    } catch {
      return {};
    }
  }

  function counted(nowMs: number): Promise<Counted> {
    if (kept === undefined || nowMs - kept.atMs > keptMs) kept = { atMs: nowMs, found: count() };
    return kept.found;
  }

  async function read(): Promise<StoreFigures> {
    const nowMs = monotonicMs();
    const newestMs = running.snapshots.newestBlock()?.timeMs;
    const ageOf = (checkedMs: number | undefined) =>
      checkedMs === undefined ? undefined : nowMs - checkedMs;
    return {
      ...(await counted(nowMs)),
      freeDiskBytes: storage?.freeBytes(),
      servers: servers?.states(),
      storeFaults: wholeness?.faults().length,
      auditDifferences: wholeness?.auditDifferences(),
      // 0 if the store is empty.
      newestFillAgeMs: newestMs ? Math.max(0, clock.nowMs() - newestMs) : undefined,
      views: feed.followers().map(({ name, maxAgeMs, checkedMs }) => {
        const snapshot = feed.snapshots?.states().find(({ view }) => view === name);
        return { name, maxAgeMs, ageMs: ageOf(checkedMs()), ...(snapshot && { snapshot: onDisk(snapshot) }) };
      }),
      boardsAgeMs: ageOf(running.checkedMs()),
    };
  }

  return {
    read,
    gaps() {
      void counted(monotonicMs());
      return gaps?.map(({ sinceMs, reason: _, ...gap }) => ({ ...gap, since: rfc3339(sinceMs) }));
    },
  };
}

/** The age follows the machine's clock. */
function onDisk({ bytes, savedMs }: { bytes: number; savedMs: number }) {
  return { bytes, ageMs: Math.max(0, systemClock.nowMs() - savedMs) };
}
