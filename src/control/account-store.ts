import type { LimitOverrides, OverrideChanges } from '../domain/limit-overrides.ts';
import type { Tier, TierLimits } from '../domain/tier.ts';
import type { BillingState } from './billing-state.ts';
import type { InvitationLink, InvitationRequest } from './members.ts';

export interface AccountSummary {
  id: string;
  name: string;
  tier: Tier;
  billing: BillingState;
  activeKeys: number;
  createdAtMs: number;
}

export interface AccountEntitlement {
  id: string;
  tier: Tier;
  /** `manual`: granted by an operator; `stripe`: by the billing provider. */
  source: 'manual' | 'stripe';
  validFromMs: number;
  validUntilMs?: number;
  /** Subscription id at the provider. */
  subscription?: string;
}

export interface AccountDetail extends AccountSummary {
  /** Effective limits, including overrides that apply. */
  limits: Readonly<TierLimits>;
  /** Overrides as set; without effect unless the tier is Enterprise. */
  overrides?: LimitOverrides;
  /** The newest 1,000, newest first, including ended entitlements. */
  entitlements: AccountEntitlement[];
}

export interface ListAccountsOptions {
  /** Substring of the name, case-insensitive. */
  nameContains?: string;
  /** 1 to 10,000; default 1,000. */
  limit?: number;
}

export interface GrantRequest {
  /** Created if it does not exist. */
  accountName: string;
  tier: Tier;
  /** Unix milliseconds; default now. */
  validFromMs?: number;
  /** Unix milliseconds, after `validFromMs` and now; default: no end. */
  validUntilMs?: number;
}

export interface AccountStore {
  /** Ordered by name. */
  listAccounts(options?: ListAccountsOptions): Promise<AccountSummary[]>;
  /** @throws ControlError `unknown_account`, naming the nearest. */
  findAccount(name: string): Promise<AccountDetail>;
  /** Creates an account on Free, without keys; no-op if it exists. */
  createAccount(name: string): Promise<AccountDetail>;
  /** Issues a single-use sign-up link, valid even while sign-up is closed. @throws ControlError `unknown_account` */
  invite(request: InvitationRequest): Promise<InvitationLink>;
  /**
   * Entitles an account to a tier. The best current entitlement counts, so a grant never lowers the tier.
   * @throws ControlError `invalid_input`
   */
  grantTier(request: GrantRequest): Promise<AccountDetail>;
  /**
   * Ends a grant of {@link grantTier} immediately; no-op if it has ended.
   * @throws ControlError `unknown_entitlement`; `invalid_input` for an entitlement of a subscription, which ends at its provider.
   */
  endEntitlement(id: string): Promise<AccountDetail>;
  /**
   * Replaces all limit overrides of an Enterprise account; undefined removes them.
   * @throws ControlError `unknown_account`; `invalid_input` for a number out of bounds or an account of another tier.
   */
  setOverrides(accountName: string, overrides: LimitOverrides | undefined): Promise<AccountDetail>;
  /**
   * Changes the given overrides and keeps the others, also under concurrent changes.
   * @throws ControlError as {@link setOverrides}
   */
  changeOverrides(accountName: string, changes: OverrideChanges): Promise<AccountDetail>;
}
