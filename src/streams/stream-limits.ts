import { numbersByTier, type Tier } from '../domain/tier.ts';

export interface StreamAllowance {
  /** Per account. */
  connections: number;
  /** Per connection. */
  subscriptions: number;
}

export interface StreamLimits {
  of(tier: Tier): StreamAllowance;
  /** Process-wide. */
  maxConnections: number;
  /** Process-wide: twenty per allowed connection. */
  maxSubscriptions: number;
  /** Maximum unsent bytes per client; above it, events wait in the store. */
  unsentBytes: number;
  /** Per client; bursts of ten times as many. */
  messagesPerSecond: number;
}

/** Settings in text form (`src/config/streams.ts`). */
export interface GivenStreamLimits {
  /** Comma-separated `tier=number`; 0 for omitted tiers. */
  streamConnections: string;
  streamSubscriptions: string;
  streamMaxConnections: number;
}

export function streamLimitsOf(given: GivenStreamLimits): StreamLimits {
  const connections = numbersByTier(given.streamConnections)!;
  const subscriptions = numbersByTier(given.streamSubscriptions)!;
  return {
    of: (tier) => ({ connections: connections[tier], subscriptions: subscriptions[tier] }),
    maxConnections: given.streamMaxConnections,
    maxSubscriptions: 20 * given.streamMaxConnections,
    unsentBytes: 256 * 1_024,
    messagesPerSecond: 20,
  };
}
