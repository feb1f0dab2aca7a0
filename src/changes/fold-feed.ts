import type { StoredBatch } from './batches.ts';
import type { ChangeFeed, Look } from './change-feed.ts';

/** Name of the view that folds lifecycles. */
export const foldName = 'lifecycle fold';

/**
 * The feed of those who follow lifecycles: a look's number is the version of what is folded, and rows of the fold's tables that changed
 * since have a higher one. While all is folded again there is no newer look.
 */
export function createFoldFeed(feed: ChangeFeed): ChangeFeed {
  let newest: Look | undefined;
  /** What is folded without what was taken out last: the number of that batch, and a version that is behind it. */
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

/** What the fold wrote up to a version, as one step. Its rows say which wallets and days. */
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
