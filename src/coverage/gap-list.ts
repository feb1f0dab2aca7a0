import { Type } from 'typebox';
import { query } from '../analytics/query.ts';
import type { AnalyticsStore } from '../analytics/store.ts';
import type { Span } from '../kernel/span.ts';
import { intervalColumns, intervalOf, intervalRow } from './coverage-rows.ts';
import type { CoverageInterval, CoverageState } from './interval.ts';

export const coverageFeeds = {
  fills: 'fills of wallets that are read one by one',
  node_fills: 'fills of all wallets, from the files of a node or an archive',
  node_misc_events: 'funding and ledger updates of all wallets, from the files of a node or an archive',
  node_twap_statuses: 'statuses of TWAP orders of all wallets, from the files of a node or an archive',
  trades: 'public trades',
  walletFunding: 'funding payments of wallets that are read one by one',
  walletLedger: 'ledger updates of wallets that are read one by one',
  candles: 'candles',
  contexts: 'states of markets by the minute',
  books: 'order books by the minute',
} as const;

export type CoverageFeed = keyof typeof coverageFeeds;

export const feedsOfCoverage = Object.keys(coverageFeeds) as CoverageFeed[];

export interface GapListOptions {
  /** Limits the list to one feed or wallet; default: all. */
  feed?: CoverageFeed | undefined;
  wallet?: string | undefined;
  /** Maximum rows; default 100. */
  limit?: number | undefined;
}

const gaps = query({
  name: 'recorded_gaps',
  params: { feed: 'String', wallet: 'String', limit: 'UInt64' },
  row: intervalRow,
  sql: `
    SELECT ${intervalColumns}
    FROM coverage FINAL
    WHERE coverage.state IN ('open', 'lost') AND ({feed:String} = '' OR feed = {feed:String})
      AND ({wallet:String} = '' OR wallet = unhex({wallet:String}))
    ORDER BY coverage.state = 'open', changed DESC, feed, wallet, coin, from_time, to_time
    LIMIT {limit:UInt64}`,
});

export type Gap = CoverageInterval & { state: Extract<CoverageState, 'open' | 'lost'> };

/** Gaps that are not healed: lost gaps before open ones, newest change first. @throws AnalyticsError */
export async function listGaps(
  analytics: Pick<AnalyticsStore, 'rows'>,
  { feed, wallet = '', limit = 100 }: GapListOptions = {},
): Promise<Gap[]> {
  const params = { feed: feed ?? '', wallet: wallet.slice(2), limit };
  return (await analytics.rows(gaps, params)).map((row) => intervalOf(row) as Gap);
}

const counts = query({
  name: 'counted_gaps',
  params: {},
  row: Type.Object({
    feed: Type.String(),
    gap_state: Type.Enum(['open', 'lost']),
    gaps: Type.String(),
    blocks: Type.String(),
    since_ms: Type.String(),
    gap_reason: Type.String(),
  }),
  sql: `
    SELECT feed, coverage.state AS gap_state, toString(count()) AS gaps,
      toString(sum(if(from_block > 0, to_block - from_block + 1, 0))) AS blocks,
      toString(toUnixTimestamp64Milli(min(seen))) AS since_ms, CAST(arrayElement(topK(1)(reason), 1), 'String') AS gap_reason
    FROM coverage FINAL
    WHERE is_gap AND coverage.state IN ('open', 'lost')
    GROUP BY feed, gap_state
    ORDER BY feed, gap_state`,
});

export interface GapCount {
  feed: string;
  state: Gap['state'];
  gaps: number;
  /** Of the gaps that have blocks. */
  blocks: number;
  /** When the oldest of these gaps was found, unix milliseconds. */
  sinceMs: number;
  /** The most frequent one. */
  reason: string;
}

/** Counts the gaps that are not healed, by feed and state. @throws AnalyticsError */
export async function countGaps(analytics: Pick<AnalyticsStore, 'rows'>): Promise<GapCount[]> {
  const rows = await analytics.rows(counts, {}, { lane: 'job' });
  return rows.map(({ feed, gap_state: state, gaps, blocks, since_ms, gap_reason: reason }) => ({
    feed,
    state,
    reason,
    gaps: Number(gaps),
    blocks: Number(blocks),
    sinceMs: Number(since_ms),
  }));
}

const covered = query({
  name: 'covered_to',
  params: {},
  row: Type.Object({ feed: Type.String(), to_ms: Type.String() }),
  sql: `
    SELECT feed, toString(toUnixTimestamp64Milli(max(to_time))) AS to_ms
    FROM coverage WHERE NOT is_gap AND coverage.state = 'covered' GROUP BY feed ORDER BY feed`,
});

/** The newest time that the ledger covers, by feed, unix milliseconds. @throws AnalyticsError */
export async function coveredTo(
  analytics: Pick<AnalyticsStore, 'rows'>,
): Promise<{ feed: string; toMs: number }[]> {
  const rows = await analytics.rows(covered, {}, { lane: 'job' });
  return rows.map(({ feed, to_ms }) => ({ feed, toMs: Number(to_ms) }));
}

/** Feeds of the ledger whose gaps streams report, by the record that a feed of events reads. */
export const feedsOfEvents = {
  fills: ['fills', 'node_fills', 'trades'],
  twaps: ['node_twap_statuses'],
} as const satisfies Readonly<Record<string, readonly CoverageFeed[]>>;

const eventFeeds = `(${Object.values(feedsOfEvents)
  .flat()
  .map((feed) => `'${feed}'`)
  .join(', ')})`;
const newsLimit = 10_000;
const limits = { deadlineMs: 30_000, maxRows: newsLimit + 1 };

// Needs no FINAL: the newest row of a changed interval is later than `since`, too.
const changedSince = query({
  name: 'gaps_changed_since',
  params: { since: 'TimeMs' },
  row: intervalRow,
  limits,
  sql: `
    SELECT ${intervalColumns}
    FROM (
      SELECT * FROM coverage WHERE is_gap AND changed > {since:TimeMs} AND feed IN ${eventFeeds}
      ORDER BY changed DESC LIMIT 1 BY feed, wallet, coin, from_time, from_block, to_time, to_block) AS newest
    WHERE newest.state != 'replaced'
    ORDER BY changed, feed, wallet, coin, from_time, to_time
    LIMIT ${newsLimit}`,
});

const ofSpan = query({
  name: 'gaps_of_span',
  params: { from: 'TimeMs', to: 'TimeMs' },
  row: intervalRow,
  limits,
  sql: `
    SELECT ${intervalColumns}
    FROM coverage FINAL
    WHERE is_gap AND coverage.state IN ('open', 'lost') AND feed IN ${eventFeeds}
      AND from_time <= {to:TimeMs} AND to_time >= {from:TimeMs}
    ORDER BY from_time, feed, wallet, coin, to_time
    LIMIT ${newsLimit}`,
});

type Rows = Pick<AnalyticsStore, 'rows'>;
const onLane = { lane: 'heavy' } as const;

/** Gaps of events found, lost or healed after a moment, in their current state, in order of change. @throws AnalyticsError */
export async function gapsChangedSince(analytics: Rows, sinceMs: number): Promise<CoverageInterval[]> {
  return (await analytics.rows(changedSince, { since: sinceMs }, onLane)).map(intervalOf);
}

/** Gaps of events that overlap a span and are not healed, oldest first. @throws AnalyticsError */
export async function gapsOfSpan(analytics: Rows, { fromMs, toMs }: Span): Promise<CoverageInterval[]> {
  return (await analytics.rows(ofSpan, { from: fromMs, to: toMs }, onLane)).map(intervalOf);
}
