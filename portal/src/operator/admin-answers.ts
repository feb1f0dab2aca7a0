/** Answers of the admin surface that the operator's page shows; src/operate/operations defines them. Instants are RFC 3339. */

export const tiers = ['free', 'starter', 'pro', 'enterprise'] as const;

export const roles = ['owner', 'member'] as const;

export interface AccountSummary {
  id: string;
  name: string;
  tier: string;
  billing: { state: string };
  activeKeys: number;
  createdAt: string;
}

export interface Entitlement {
  id: string;
  tier: string;
  source: string;
  validFrom: string;
  validUntil?: string;
}

export interface AccountDetail extends AccountSummary {
  entitlements: Entitlement[];
}

export interface KeySummary {
  id: string;
  account: string;
  tier: string;
  name?: string;
  prefix: string;
  status: 'active' | 'revoked' | 'expired';
  createdAt: string;
  expiresAt?: string;
  lastUsedAt?: string;
}

export interface Gap {
  feed: string;
  wallet?: string;
  coin?: string;
  state: 'open' | 'lost';
  lostFrom?: string;
  lostUntil: string;
  reason: string;
  foundAt: string;
}

export interface Quarantined {
  source: string;
  line: string;
  event: number;
  reason: string;
  raw: string;
  metAt?: string;
}

export interface Job {
  job: string;
  holder?: string;
  doneUntil?: string;
}
