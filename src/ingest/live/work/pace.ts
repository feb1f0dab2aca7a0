import { dayMs, hourMs, minuteMs } from '../../../kernel/clock.ts';

/** How often the connector looks. Targets, not timers: the weight budget decides what is reached. Milliseconds. */
export interface Pace {
  /** Rows wait this long at most before they are stored. */
  flushMs: number;
  /** Newest states of markets are stored for other processes, and for the next start. */
  handOverMs: number;
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
  /** Tokens of a wallet that was seen to trade them; those of others that have some are as old as states may be. */
  spotMs: number;
  /** After the turn of an hour. */
  walletFundingMs: number;
  rolesMs: number;
  /** An account's mode, its vaults and what it has staked, at importance 1. */
  holdingsMs: number;
  /** What moved a wallet's balances without a fill. */
  ledgerMs: number;
  /** A trade's fills are in answers that were asked for this long after it was seen. */
  settleMs: number;
  /**
   * While markets and wallets take less than half of the weight, what has reached this share of its target age is read
   * already: what is read only once, histories and roles, takes what is left.
   */
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
  handOverMs: minuteMs,
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
  spotMs: 2 * minuteMs,
  walletFundingMs: 10 * minuteMs,
  rolesMs: 30 * dayMs,
  holdingsMs: 7 * dayMs,
  ledgerMs: dayMs,
  settleMs: 5_000,
  spareShare: 0.05,
  idleMs: 250,
  lookMs: 1_000,
  restMs: 2_000,
  snapshotMs: 10_000,
};
