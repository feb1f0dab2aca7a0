import type { StoredBatch } from './batches.ts';
import type { ChangeFeed, Look } from './change-feed.ts';

/** Name of the view that folds lifecycles. */
export const foldName = 'lifecycle fold';

/**
 * The change feed for followers of lifecycles. Batch numbers are fold versions: changed rows of the fold's tables have a higher version.
 * During a full fold there are no newer polls.
 */
export function createFoldFeed(feed: ChangeFeed): ChangeFeed {
  let newest: Look | undefined;
  /** Cached result of `cleanFrom`: batch number of the newest removal, and a fold version that includes it. */
  let clean = { seq: 0, version: 0 };

  function folded(look: Look | undefined): Look | undefined {
    if (look?.foldVersion === undefined) return undefined;
    newest = { ...look, seq: look.foldVersion };
    return newest;
  }
  async function lookedAt(looking: Promise<Look>): Promise<Look> {
    const look = await looking;
    return folded(look) ?? newest ?? { ...look, seq: 0 };
  }
  function last(): Look | undefined {
    return folded(feed.last()) ?? newest;
  }

  return {
    snapshots: feed.snapshots,
    last,
    look: () => lookedAt(feed.look()),
    lookAtFills: () => lookedAt(feed.lookAtFills()),
    async newer(than) {
      let look = await feed.newer(than);
      while (look !== undefined && look.foldVersion === undefined) look = await feed.newer(look);
      return folded(look);
    },
    async after(seq) {
      const upTo = last()?.seq ?? seq;
      return { after: seq, upTo, batches: upTo > seq ? [turnsUpTo(upTo)] : [] };
    },
    cleanFrom() {
      const seq = feed.cleanFrom();
      const look = feed.last();
      if (seq === clean.seq) return clean.version;
      if (look?.foldVersion === undefined || look.foldSeq < seq) return Number.POSITIVE_INFINITY;
      clean = { seq, version: look.foldVersion };
      return clean.version;
    },
    join: (follower) => feed.join({ ...follower, behind: foldName }),
    followers: feed.followers,
    close: async () => undefined,
  };
}

/** Everything the fold wrote up to a version, as one batch. The rows name their wallets and days. */
function turnsUpTo(seq: number): StoredBatch {
  const days = { firstDay: '1970-01-01', lastDay: '9999-12-31' };
  const times = { firstMs: 0, lastMs: Number.MAX_SAFE_INTEGER, namedForMs: Number.POSITIVE_INFINITY };
  return {
    seq,
    number: 0,
    token: '',
    fills: 0,
    isMarks: false,
    isRemoval: false,
    isNamed: true,
    ...days,
    ...times,
  };
}
