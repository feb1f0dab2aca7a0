import type { BillingState } from '../control/billing-state.ts';
import type { Tier, TierLimits } from '../domain/tier.ts';

/** Who sends a request, as far as the pipeline needs to know. Never holds the key itself. */
export interface Caller {
  accountId: string;
  keyId: string;
  /** SHA-256 of the key, hex: the only form of a key that is logged. */
  keyHash: string;
  /** Effective tier of the account: decides what it may call. */
  tier: Tier;
  /**
   * What the account may do: its tier's limits, with its own numbers in their place where it has some. One object for
   * all callers of a tier, and for all with the same numbers of their own, so that work can be kept by it.
   */
  limits: Readonly<TierLimits>;
  billing: BillingState;
  /** Set for a visitor, whose requests are counted by address; absent for every caller with an account. */
  guest?: GuestVisit;
}

/** Whose visit a visitor's key is for. */
export interface GuestVisit {
  /** Stand for the address that asked for the key, and for the networks around it, the smallest first. */
  scopes: readonly string[];
  /** The same visitor on a page of this service; absent where it is that already. */
  onPage?: Caller;
  /** Endpoints that are answered whatever their tier, by id; none where absent. */
  grants?: ReadonlySet<string>;
}

/** Turns the X-API-Key header into a caller. */
export interface Authenticator {
  /** The caller of a key seen lately, without waiting; undefined where the store must be asked. Never throws. */
  known(key: string): Caller | undefined;
  /** True for a key that was accepted at its last look-up, however long ago, as far as that is remembered. */
  seen(key: string): boolean;
  /**
   * The caller of a key.
   * @throws Problem 401 (docs/contract.md#legacy-body): missing, mistyped, unknown, revoked or inactive key.
   */
  authenticate(key: string | undefined): Promise<Caller>;
}

/** The account that a caller may have things of its own in; undefined for a visitor. */
export const ownAccount = ({ accountId, guest }: Pick<Caller, 'accountId' | 'guest'>): string | undefined =>
  guest === undefined ? accountId : undefined;
