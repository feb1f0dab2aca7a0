import type { Tier } from '../domain/tier.ts';

/** What a tier may have open at once. */
export interface StreamAllowance {
  /** Connections of one account. */
  connections: number;
  /** Subscriptions of one connection. */
  subscriptions: number;
}

export interface StreamLimits {
  of(tier: Tier): StreamAllowance;
}

/** docs/guides/streams.md#limits */
const usual: Readonly<Record<Tier, StreamAllowance>> = {
  free: { connections: 1, subscriptions: 2 },
  starter: { connections: 1, subscriptions: 25 },
  pro: { connections: 5, subscriptions: 100 },
  enterprise: { connections: 50, subscriptions: 1_000 },
};

export const usualStreamLimits: StreamLimits = { of: (tier) => usual[tier] };
