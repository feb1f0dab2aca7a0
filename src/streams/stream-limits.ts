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
  /** Of all callers; half of them may be streams. */
  maxConnections: number;
}

export function streamLimitsOf(given: GivenStreamLimits): StreamLimits {
  const connections = numbersByTier(given.streamConnections)!;
  const subscriptions = numbersByTier(given.streamSubscriptions)!;
  const maxConnections = Math.ceil(given.maxConnections / 2);
  return {
    of: (tier) => ({ connections: connections[tier], subscriptions: subscriptions[tier] }),
    maxConnections,
    maxSubscriptions: 20 * maxConnections,
    unsentBytes: 256 * 1_024,
    messagesPerSecond: 20,
  };
}
