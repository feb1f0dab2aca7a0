import { numbersByTier, type Tier } from '../domain/tier.ts';

/** What a tier may have open at once. */
export interface StreamAllowance {
  /** Connections of one account. */
  connections: number;
  /** Subscriptions of one connection. */
  subscriptions: number;
}

export interface StreamLimits {
  of(tier: Tier): StreamAllowance;
  /** Of all accounts. */
  maxConnections: number;
  /** Of all connections: twenty for each that may be open. */
  maxSubscriptions: number;
  /** Bytes that may wait for a client before events wait in the store. */
  unsentBytes: number;
  /** Of a client; ten times as many at once. */
  messagesPerSecond: number;
}

/** As the settings give them (`src/config/streams.ts`). */
export interface GivenStreamLimits {
  /** `tier=number` between commas; 0 for a tier that is left out. */
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
