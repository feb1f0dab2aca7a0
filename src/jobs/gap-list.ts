import { Type } from 'typebox';
import { query } from '../analytics/query.ts';
import type { AnalyticsStore } from '../analytics/store.ts';

/** The feeds that gaps are recorded of. */
export const gapFeeds = ['fills', 'trades', 'walletFunding', 'candles', 'contexts', 'books'] as const;

export type GapFeed = (typeof gapFeeds)[number];

/**
 * Data that a live source had and nothing can bring back, in an inclusive range of the exchange's time. Instants:
 * unix ms.
 */
export interface Gap {
  /** One of {@link gapFeeds}. */
  feed: string;
  /** Absent where no one wallet, or coin, is concerned. */
  wallet?: string;
  coin?: string;
  /** Absent for "since ever". */
  lostFromMs?: number;
  lostUntilMs: number;
  reason: string;
  foundAtMs: number;
}

export interface GapListOptions {
  /** Those of one feed, or of one wallet, alone. */
  feed?: GapFeed | undefined;
  wallet?: string | undefined;
  /** At most so many; 100 where absent. */
  limit?: number | undefined;
}

/** Feeds whose gaps are always of one wallet; all others have zeros there. */
const ofWallets = "'fills', 'walletFunding'";

const gaps = query({
  name: 'recorded_gaps',
  params: { feed: 'String', wallet: 'String', limit: 'UInt64' },
  row: Type.Object({
    feed: Type.String(),
    user: Type.String(),
    coin: Type.String(),
    from_ms: Type.String(),
    to_ms: Type.String(),
    reason: Type.String(),
    found_ms: Type.String(),
  }),
  sql: `
    SELECT
      feed, if(feed IN (${ofWallets}), concat('0x', lower(hex(wallet))), '') AS user, coin,
      toString(toUnixTimestamp64Milli(from_time)) AS from_ms, toString(toUnixTimestamp64Milli(to_time)) AS to_ms,
      reason, toString(toUnixTimestamp64Milli(time)) AS found_ms
    FROM feed_gaps FINAL
    WHERE NOT filled AND ({feed:String} = '' OR feed = {feed:String}) AND ({wallet:String} = '' OR user = {wallet:String})
    ORDER BY reason = 'open', time DESC, feed, wallet, coin, from_time, to_time
    LIMIT {limit:UInt64}`,
});

/** The recorded gaps, those found last first; holes that are still being read, `open`, come behind all others. */
export async function listGaps(analytics: AnalyticsStore, options: GapListOptions = {}): Promise<Gap[]> {
  const { feed = '', wallet = '', limit = 100 } = options;
  const rows = await analytics.rows(gaps, { feed, wallet: wallet.toLowerCase(), limit });
  return rows.map(({ user, coin, from_ms, to_ms, found_ms, ...row }) => ({
    ...row,
    ...(user !== '' && { wallet: user }),
    ...(coin !== '' && { coin }),
    ...(from_ms !== '0' && { lostFromMs: Number(from_ms) }),
    lostUntilMs: Number(to_ms),
    foundAtMs: Number(found_ms),
  }));
}
