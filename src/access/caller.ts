import type { BillingState } from '../control/billing-state.ts';
import type { Tier, TierLimits } from '../domain/tier.ts';

/** The sender of a request, as the pipeline sees it. Never holds the key itself. */
export interface Caller {
  accountId: string;
  keyId: string;
  /** SHA-256 of the key, hex: the only form of a key that is logged. */
  keyHash: string;
  /** Effective tier of the account: decides which endpoints are open. */
  tier: Tier;
  /**
   * Limits of the account: its tier's, with overrides if any. The same object for all callers of a tier,
   * and for all with equal overrides, so that results can be cached by it.
   */
  limits: Readonly<TierLimits>;
  billing: BillingState;
  /** Set for a visitor, whose requests are counted by address; undefined for callers with an account. */
  guest?: GuestVisit;
}

export interface GuestVisit {
  /** Identify the address that requested the key and its networks, smallest first. */
  scopes: readonly string[];
  /** The same visitor with page limits; undefined if this caller already has them. */
  onPage?: Caller;
  /** Endpoint ids open to every tier; default none. */
  grants?: ReadonlySet<string>;
}

/** Turns the X-API-Key header into a caller. */
export interface Authenticator {
  /** The caller of a recently seen key, without waiting; undefined if the store must be asked. Never throws. */
  known(key: string): Caller | undefined;
  /** True for a key that was accepted at its last look-up, as far as that is cached. */
  seen(key: string): boolean;
  /** @throws Problem 401 (docs/contract.md#legacy-body): missing, mistyped, unknown, revoked or inactive */
  authenticate(key: string | undefined): Promise<Caller>;
}

/** Account for a caller's own resources; undefined for a visitor. */
export const ownAccount = ({ accountId, guest }: Pick<Caller, 'accountId' | 'guest'>): string | undefined =>
  guest === undefined ? accountId : undefined;
