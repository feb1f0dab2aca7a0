import type { Lane } from '../sources/hyperliquid/weight-shares.ts';

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
