import type { WeightGroup } from '../sources/hyperliquid/weight-shares.ts';

export interface ConnectorLimits {
  /**
   * Weight limit of the exchange per address (docs/exchange.md#request-limits). The message and dial limits keep some of the
   * exchange's 2000 messages and 30 new connections in reserve.
   */
  weightPerMinute: number;
  /** Part of that weight for on-demand reads of single wallets and books; these go first. */
  demandWeight: number;
  subscriptions: number;
  messagesPerMinute: number;
  dialsPerMinute: number;
  /** Jobs of a group, and requests, in flight at once. A job also waits half a second for its rows to be stored. */
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

/** Weight that one concurrent job can spend in a minute; a larger budget needs more concurrent jobs. */
const weightOfReading = 150;
const concurrencyMin = 8;
const concurrencyMax = 48;

export const demandWeightOf = (weightPerMinute: number) => Math.floor(weightPerMinute * demandShare);

/** @returns `given`, completed with the exchange's limits and the concurrency that uses its weight */
export function limitsOf(given: Partial<ConnectorLimits> = {}): ConnectorLimits {
  const { weightPerMinute } = { ...defaultLimits, ...given };
  const needed = Math.ceil(weightPerMinute / weightOfReading);
  const concurrency = Math.min(concurrencyMax, Math.max(concurrencyMin, needed));
  return { ...defaultLimits, concurrency, demandWeight: demandWeightOf(weightPerMinute), ...given };
}

/**
 * Shares of the weight while it is scarce; a group's unused share goes to the others. Markets need about 450 of the real
 * exchange's 1,200, and do not wait because many callers need them. Histories are read once; next to wallets they take a day.
 */
export const weightShares: Record<WeightGroup, number> = {
  markets: 35,
  histories: 10,
  wallets: 50,
  roles: 5,
};
