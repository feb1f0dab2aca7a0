import { type FeedName, type FeedStatus, feedNames } from '../connector-state.ts';

/** Counts arrivals for {@link FeedStatus}. Pure: the time is an argument. */
export interface FeedWatch {
  /**
   * Notes data, or an answer without new data.
   * @param newestMs exchange time of the newest datum, if it has one.
   */
  seen(
    name: FeedName,
    arrival: { atMs: number; received?: number; unknown?: number; newestMs?: number },
  ): void;
  /** Counts a closed hole; `lost` counts one that was given up. */
  filled(name: FeedName): void;
  lost(name: FeedName): void;
  status(nowMs: number): FeedStatus[];
}

/** @param staleMs age at which a feed is stale; feeds without an entry are never stale. */
export function createFeedWatch(staleMs: Partial<Record<FeedName, number>>): FeedWatch {
  const feeds = new Map(
    feedNames.map((name) => [
      name,
      {
        seenMs: Number.NEGATIVE_INFINITY,
        lagMs: undefined as number | undefined,
        newestMs: 0,
        received: 0,
        unknown: 0,
        gapsFilled: 0,
        gapsRecorded: 0,
      },
    ]),
  );

  return {
    seen(name, { atMs, received = 0, unknown = 0, newestMs }) {
      const feed = feeds.get(name)!;
      feed.seenMs = Math.max(feed.seenMs, atMs);
      feed.received += received;
      feed.unknown += unknown;
      // Repeated old data do not show the lag of new data.
      if (newestMs === undefined || newestMs <= feed.newestMs) return;
      feed.newestMs = newestMs;
      feed.lagMs = atMs - newestMs;
    },
    filled(name) {
      feeds.get(name)!.gapsFilled += 1;
    },
    lost(name) {
      feeds.get(name)!.gapsRecorded += 1;
    },
    status: (nowMs) =>
      [...feeds].map(([name, { seenMs, ...feed }]) => ({
        name,
        ageMs: nowMs - seenMs,
        staleMs: staleMs[name] ?? Number.POSITIVE_INFINITY,
        ...feed,
      })),
  };
}
