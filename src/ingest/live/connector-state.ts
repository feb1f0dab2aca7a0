import type { WeightGroup } from '../sources/hyperliquid/weight-shares.ts';
import type { UnusableCounts } from './coverage/quarantine.ts';

/** Kinds of data that the connector reads; each has its own age. */
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
  'twaps',
  'marketFunding',
  'outcomes',
  'roles',
  'builderRewards',
] as const;
export type FeedName = (typeof feedNames)[number];

/** One kind of data, over all coins and wallets. */
export interface FeedStatus {
  name: FeedName;
  /** Milliseconds since data, or an answer without new data, last came; Infinity before the first. */
  ageMs: number;
  /** Age above which the feed is stale; Infinity if silence is normal. */
  staleMs: number;
  /** Arrival of the newest datum minus its exchange time, milliseconds; undefined if it has none. */
  lagMs: number | undefined;
  /** The exchange's time of the newest datum, unix milliseconds; 0 before the first. */
  newestMs: number;
  /** Data that arrived since the start, repeats included. */
  received: number;
  /** Data of an unknown type, stored as received. */
  unknown: number;
  /** Holes that were closed, and holes recorded because nothing can close them. */
  gapsFilled: number;
  gapsRecorded: number;
}

/** State of the live connector as plain data, for metrics, readiness and the freshness blocks of answers. */
export interface ConnectorState {
  /** Unix milliseconds. */
  startedMs: number;
  /** True once the markets are known and every planned subscription was answered for the first time. */
  ready: boolean;
  /** True while every connection is open. */
  connected: boolean;
  marketsFault?: string | undefined;
  feeds: FeedStatus[];
  /** Weight of the exchange's REST budget. */
  weight: { used: number; limit: number; spent: Readonly<Record<WeightGroup, number>> };
  requests: { waiting: number; inFlight: number; answered: number; throttled: number; failed: number };
  connections: {
    open: number;
    total: number;
    lossReason?: string | undefined;
    /** Longest time that a connection has not been open, milliseconds. */
    awayMs: number;
    disconnects: number;
  };
  subscriptions: {
    planned: number;
    unacknowledged: number;
    /** Refused by the exchange, for example because the market has gone. */
    refused: number;
    /** Subscriptions beyond the exchange's 1000, by type; their data come by REST or not at all. */
    unplanned: Record<string, number>;
  };
  /** Counted over all wallets on each access. */
  readonly wallets: {
    tracked: number;
    /** Wallets whose fills were complete at the last read. */
    complete: number;
    /** Wallets with trades whose fills are not stored yet. */
    behind: number;
    /** Wallets seen but not tracked, because the limit is reached. */
    untracked: number;
    /** Trades of tracked wallets whose fills the exchange did not return. */
    missingFills: number;
  };
  /** Unusable frames and answers, by channel and type of request. */
  unusable: UnusableCounts[];
}
