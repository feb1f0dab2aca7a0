import { dayMs, hourMs, minuteMs } from '../../kernel/clock.ts';
import type { Lane } from '../sources/hyperliquid/weight-shares.ts';

/** How often the connector looks. Targets, not timers: the weight budget decides what is reached. Milliseconds. */
export interface Pace {
  /** Rows wait this long at most before they are stored. */
  flushMs: number;
  /** Markets and outcomes are read again. */
  marketsMs: number;
  outcomesMs: number;
  spotContextsMs: number;
  /** After a market's hour, or a candle, has ended. */
  marketFundingMs: number;
  candlesMs: number;
  /** Books that there is no room to stream. */
  booksMs: number;
  /** Fills of a wallet that was seen to trade, at importance 1. */
  fillsMs: number;
  /** The same where a feed was interrupted since, so that it may have traded unseen. */
  suspectMs: number;
  /** And where nothing was seen: liquidations and settlements are in no feed of trades. */
  quietMs: number;
  /** State of an account that was seen to trade: a reading weighs a fifteenth of one of fills. */
  changedMs: number;
  /** State of an account with an open position, at importance 1. */
  statesMs: number;
  /** After the turn of an hour. */
  walletFundingMs: number;
  rolesMs: number;
  /** A trade's fills are in answers that were asked for so long after it was heard of. */
  settleMs: number;
  /** While half of the weight is unused, what has reached this share of its target age is read already. */
  spareShare: number;
  /** Two looks for work where nothing is due, and two through all work. */
  idleMs: number;
  lookMs: number;
  /** A reading that failed rests, longer after each failure. */
  restMs: number;
  /** A snapshot comes this soon after a subscription; without one the hole is read by REST. */
  snapshotMs: number;
}

export const defaultPace: Pace = {
  flushMs: 500,
  marketsMs: 5 * minuteMs,
  outcomesMs: 5 * minuteMs,
  spotContextsMs: minuteMs,
  marketFundingMs: hourMs,
  candlesMs: 2 * hourMs,
  booksMs: 30 * minuteMs,
  fillsMs: minuteMs,
  suspectMs: 15 * minuteMs,
  quietMs: 6 * hourMs,
  changedMs: 4_000,
  statesMs: 10 * minuteMs,
  walletFundingMs: 10 * minuteMs,
  rolesMs: 30 * dayMs,
  settleMs: 5_000,
  spareShare: 0.05,
  idleMs: 250,
  lookMs: 1_000,
  restMs: 2_000,
  snapshotMs: 10_000,
};

/** Bounds on what the connector keeps and opens. */
export interface ConnectorLimits {
  /** The exchange's, of one address (exchange notes §4); of its 2000 messages and 30 new connections some are left. */
  weightPerMinute: number;
  subscriptions: number;
  messagesPerMinute: number;
  dialsPerMinute: number;
  /** Readings, and their requests, under way at once. */
  concurrency: number;
  /** Connections the subscriptions are spread over. */
  connections: number;
  /** Wallets whose fills are streamed; the exchange allows 10. */
  streamedWallets: number;
  /** Fills of a wallet that the exchange still tells. */
  reachableFills: number;
  /** Wallets whose fills are read. */
  trackedWallets: number;
  /** Trades of tracked wallets remembered until their fills are stored. */
  expectedFills: number;
}

export const defaultLimits: ConnectorLimits = {
  weightPerMinute: 1_200,
  subscriptions: 1_000,
  messagesPerMinute: 1_900,
  dialsPerMinute: 28,
  concurrency: 8,
  connections: 4,
  streamedWallets: 10,
  reachableFills: 10_000,
  trackedWallets: 50_000,
  expectedFills: 500_000,
};

/**
 * Of the weight, while there is not enough of it. Markets need about 450 of the real exchange's 1,200: what many ask
 * for waits for nobody. Their histories, read once, take a day beside wallets; what one lane leaves goes to the others.
 */
export const weightShares: Record<Lane, number> = { markets: 35, histories: 10, wallets: 50, roles: 5 };
