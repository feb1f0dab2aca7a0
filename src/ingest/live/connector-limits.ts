import type { WeightGroup } from '../sources/hyperliquid/weight-shares.ts';

/** Bounds on what the connector keeps and opens. */
export interface ConnectorLimits {
  /**
   * The exchange's, of one address (docs/exchange.md#request-limits); of its 2000 messages and 30 new
   * connections some are left.
   */
  weightPerMinute: number;
  /** Of it, what single wallets and books may take because somebody asked for them: they go before everything else. */
  demandWeight: number;
  subscriptions: number;
  messagesPerMinute: number;
  dialsPerMinute: number;
  /** Readings of a group, and requests, under way at once. A reading also waits half a second for its rows to be stored. */
  concurrency: number;
  /** Connections the subscriptions are spread over. */
  connections: number;
  /** Wallets whose fills are streamed; the exchange allows 10. */
  streamedWallets: number;
  /** Fills of a wallet that the exchange still serves. */
  reachableFills: number;
  /** Wallets whose fills are read. */
  trackedWallets: number;
  /** Trades of tracked wallets remembered until their fills are stored. */
  expectedFills: number;
}

const defaultLimits: Omit<ConnectorLimits, 'concurrency' | 'demandWeight'> = {
  weightPerMinute: 1_200,
  subscriptions: 1_000,
  messagesPerMinute: 1_900,
  dialsPerMinute: 28,
  connections: 4,
  streamedWallets: 10,
  reachableFills: 10_000,
  trackedWallets: 50_000,
  expectedFills: 500_000,
};

/** A fifth: twelve wallets a minute on ten dexes, or 120 books. */
const demandShare = 0.2;

/** What each of this many readings at once may spend in a minute: more weight is not used where fewer are under way. */
const weightOfReading = 150;
const concurrencyMin = 8;
const concurrencyMax = 48;

/** The part of a weight a minute that requests for one wallet or one book may take. */
export const demandWeightOf = (weightPerMinute: number) => Math.floor(weightPerMinute * demandShare);

/** @returns the limits given, and for the others what the exchange allows and its weight takes */
export function limitsOf(given: Partial<ConnectorLimits> = {}): ConnectorLimits {
  const { weightPerMinute } = { ...defaultLimits, ...given };
  const needed = Math.ceil(weightPerMinute / weightOfReading);
  const concurrency = Math.min(concurrencyMax, Math.max(concurrencyMin, needed));
  return { ...defaultLimits, concurrency, demandWeight: demandWeightOf(weightPerMinute), ...given };
}

/**
 * Of the weight, while there is not enough of it. Markets need about 450 of the real exchange's 1,200: what many ask
 * for does not wait. Their histories, read once, take a day beside wallets; what one group leaves goes to the others.
 */
export const weightShares: Record<WeightGroup, number> = {
  markets: 35,
  histories: 10,
  wallets: 50,
  roles: 5,
};
