import { dayMs, hourMs, minuteMs } from '../../../kernel/clock.ts';

/** Target ages of the connector's data and other intervals, milliseconds. The weight budget decides which targets are met. */
export interface Pace {
  /** Maximum time before rows are stored. */
  flushMs: number;
  /** How often the newest market states are stored, for other processes and for the next start. */
  handOverMs: number;
  /** How often the market lists and the outcomes are read. */
  marketsMs: number;
  outcomesMs: number;
  spotContextsMs: number;
  /** Market funding, and one-minute candles; longer candles use multiples. */
  marketFundingMs: number;
  candlesMs: number;
  /** Books beyond the subscription limit. */
  booksMs: number;
  /** Fills of a wallet with a seen trade, at importance 1. */
  fillsMs: number;
  /** Fills of a wallet that may have traded unseen, because a feed was interrupted. */
  suspectMs: number;
  /** Fills of a wallet without seen trades: liquidations and settlements are in no trade feed. */
  quietMs: number;
  /** State of an account with a seen trade; a read weighs a fifteenth of a read of fills. */
  changedMs: number;
  /** State of an account with an open position, at importance 1. */
  statesMs: number;
  /** Tokens of a wallet with a seen trade of them; tokens of others use `statesMs`. */
  spotMs: number;
  /** Funding of a wallet, after the hour's payment. */
  walletFundingMs: number;
  rolesMs: number;
  /** Account mode, vaults, staking and other holdings, at importance 1. */
  holdingsMs: number;
  /** Ledger updates: balance changes without a fill. */
  ledgerMs: number;
  /** TWAP orders of a wallet after a slice and while an order is open, at importance 1. */
  twapsMs: number;
  /** Time after a seen trade until answers contain its fills. */
  settleMs: number;
  /**
   * While markets and wallets use less than half of the weight, jobs are due at this share of their target age. Histories and
   * roles, which are read only once, use the rest.
   */
  spareShare: number;
  /** Pause between scans while nothing is due (`idleMs`), and between scans of all jobs (`lookMs`). */
  idleMs: number;
  lookMs: number;
  /** First backoff of a failed read; longer after each failure. */
  restMs: number;
  /** How long to wait for a subscription's snapshot before the hole is read by REST. */
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
  twapsMs: 10 * minuteMs,
  settleMs: 5_000,
  spareShare: 0.05,
  idleMs: 250,
  lookMs: 1_000,
  restMs: 2_000,
  snapshotMs: 10_000,
};
