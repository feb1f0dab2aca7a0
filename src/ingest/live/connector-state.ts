import type { WeightGroup } from '../sources/hyperliquid/weight-shares.ts';
import type { UnusableCounts } from './coverage/quarantine.ts';

/** What the connector reads, each with an age of its own. */
export const feedNames = [
  'markets',
  'trades',
  'books',
  'contexts',
  'spotContexts',
  'candles',
  'fills',
  'positions',
  'balances',
  'walletFunding',
  'walletLedger',
  'marketFunding',
  'outcomes',
  'roles',
  'builderRewards',
] as const;
export type FeedName = (typeof feedNames)[number];

/** One kind of data, over all coins and wallets. */
export interface FeedStatus {
  name: FeedName;
  /** Milliseconds since it was last seen, also where that was "nothing new"; Infinity before the first time. */
  ageMs: number;
  /** Older than this is stale; Infinity where silence means nothing. */
  staleMs: number;
  /** Arrival of the newest datum minus the exchange's time of it, milliseconds; undefined where it has none. */
  lagMs: number | undefined;
  /** The exchange's time of the newest datum, unix milliseconds; 0 before the first. */
  newestMs: number;
  /** Data that arrived since the start, repeats included. */
  received: number;
  /** Those of a type that there is no rule for, which are stored as they came. */
  unknown: number;
  /** Holes that were found and closed, and found and recorded because nothing can close them. */
  gapsFilled: number;
  gapsRecorded: number;
}

/** The live connector as plain data: for metrics, readiness and the blocks that say how fresh an answer is. */
export interface ConnectorState {
  /** Unix milliseconds. */
  startedMs: number;
  /** True once the markets are known and every planned subscription was answered for the first time. */
  ready: boolean;
  /** True while every connection is open. */
  connected: boolean;
  /** Why the lists of markets could not be read the last time. */
  marketsFault?: string | undefined;
  feeds: FeedStatus[];
  /** Weight of the exchange's REST budget. */
  weight: { used: number; limit: number; spent: Readonly<Record<WeightGroup, number>> };
  requests: { waiting: number; inFlight: number; answered: number; throttled: number; failed: number };
  connections: {
    open: number;
    total: number;
    /** Why one that is not open is not. */
    lossReason?: string | undefined;
    /** How long one has not been open, at most, milliseconds. */
    awayMs: number;
    disconnects: number;
  };
  subscriptions: {
    planned: number;
    unacknowledged: number;
    /** Which the exchange does not want, such as of a market that has gone since. */
    refused: number;
    /** Beyond the exchange's 1000, by type: these are not followed, and their data come by REST or not at all. */
    unplanned: Record<string, number>;
  };
  /** Counted over all wallets when it is read. */
  readonly wallets: {
    tracked: number;
    /** Whose fills were complete when they were last asked for. */
    complete: number;
    /** Wallets with trades whose fills are not stored yet. */
    behind: number;
    /** Seen, and not tracked because the limit is reached. */
    untracked: number;
    /** Trades of tracked wallets whose fills the exchange did not return. */
    missingFills: number;
  };
  /** What of frames and answers could not be used, by channel and type of request. */
  unusable: UnusableCounts[];
}
