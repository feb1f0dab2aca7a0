import { Type } from 'typebox';
import { query } from '../analytics/query.ts';
import type { AnalyticsStore, ServerWatch } from '../analytics/store.ts';
import type { RunningSnapshots } from '../boards/refresher.ts';
import type { ChangeFeed } from '../changes/change-feed.ts';
import { countGaps } from '../coverage/gap-list.ts';
import type { StoreFigures } from '../http/metrics/store-metrics.ts';
import { type Clock, monotonicMs, systemClock } from '../kernel/clock.ts';
import type { StorageCheck } from './storage-check.ts';
import type { Wholeness } from './wholeness.ts';

/** Scrapes come every few seconds, and from several places. */
const keptMs = 10_000;

const counts = query({
  name: 'store_figures',
  params: {},
  row: Type.Object({ fills: Type.String(), quarantined: Type.String() }),
  sql: `
    SELECT toString((SELECT count() FROM fills)) AS fills, toString((SELECT count() FROM quarantine FINAL)) AS quarantined`,
});

type Counted = Pick<StoreFigures, 'fills' | 'quarantined' | 'gaps'>;

/** Reads what `/metrics` shows of the stores. Where the store does not answer, what it would count is left out. */
export function createStoreFigures(parts: {
  analytics: AnalyticsStore;
  running: Pick<RunningSnapshots, 'snapshots' | 'checkedMs'>;
  feed: Pick<ChangeFeed, 'followers' | 'snapshots'>;
  storage: StorageCheck | undefined;
  clock: Clock;
  servers?: ServerWatch | undefined;
  wholeness?: Wholeness | undefined;
}): () => Promise<StoreFigures> {
  const { analytics, running, feed, storage, clock, servers, wholeness } = parts;
  let kept: { atMs: number; found: Promise<Counted> } | undefined;

  async function count(): Promise<Counted> {
    try {
      const [row] = await analytics.rows(counts, {}, { lane: 'job' });
      const gaps = await countGaps(analytics);
      return { fills: Number(row!.fills), quarantined: Number(row!.quarantined), gaps };
    } catch {
      return {};
    }
  }

  return async () => {
    const nowMs = monotonicMs();
    if (kept === undefined || nowMs - kept.atMs > keptMs) kept = { atMs: nowMs, found: count() };
    const newestMs = running.snapshots.newestBlock()?.timeMs;
    const ageOf = (checkedMs: number | undefined) =>
      checkedMs === undefined ? undefined : nowMs - checkedMs;
    return {
      ...(await kept.found),
      freeDiskBytes: storage?.freeBytes(),
      servers: servers?.states(),
      storeFaults: wholeness?.faults().length,
      auditDifferences: wholeness?.auditDifferences(),
      // 0 where nothing is stored.
      newestFillAgeMs: newestMs ? Math.max(0, clock.nowMs() - newestMs) : undefined,
      views: feed.followers().map(({ name, maxAgeMs, checkedMs }) => {
        const snapshot = feed.snapshots?.states().find(({ view }) => view === name);
        return { name, maxAgeMs, ageMs: ageOf(checkedMs()), ...(snapshot && { snapshot: onDisk(snapshot) }) };
      }),
      boardsAgeMs: ageOf(running.checkedMs()),
    };
  };
}

/** Its age is by the clock of the machine. */
function onDisk({ bytes, savedMs }: { bytes: number; savedMs: number }) {
  return { bytes, ageMs: Math.max(0, systemClock.nowMs() - savedMs) };
}
