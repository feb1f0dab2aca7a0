import type { LimitOverrides, OverrideChanges } from '../domain/limit-overrides.ts';
import type { Tier, TierLimits } from '../domain/tier.ts';
import type { BillingState } from './billing-state.ts';
import type { InvitationLink, OperatorInvitation } from './people.ts';

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
  /** `manual`: granted by an operator; else the billing provider. */
  source: 'manual' | 'stripe';
  validFromMs: number;
  validUntilMs?: number;
  /** The provider's id of the subscription. */
  subscription?: string;
}

export interface AccountDetail extends AccountSummary {
  /** What the account may do, its own numbers included where they hold. */
  limits: Readonly<TierLimits>;
  /** As they were set; without effect unless the tier is Enterprise. */
  overrides?: LimitOverrides;
  /** The newest 1,000, newest first; ended ones too. */
  entitlements: AccountEntitlement[];
}

export interface ListAccountsOptions {
  /** Part of the name, in any case. */
  nameContains?: string;
  /** 1 to 10,000; default 1,000. */
  limit?: number;
}

export interface GrantRequest {
  /** Created where it does not exist. */
  accountName: string;
  tier: Tier;
  /** Unix milliseconds; default now. */
  validFromMs?: number;
  /** Unix milliseconds, after `validFromMs` and now; default without end. */
  validUntilMs?: number;
}

/** Accounts: their tiers, and limits of their own. */
export interface AccountStore {
  /** Accounts by name. */
  listAccounts(options?: ListAccountsOptions): Promise<AccountSummary[]>;
  /** @throws ControlError `unknown_account`, naming the nearest. */
  findAccount(name: string): Promise<AccountDetail>;
  /** Makes an account, on Free and without keys; one that exists stays as it is. */
  createAccount(name: string): Promise<AccountDetail>;
  /** Lets somebody sign up, once, also where sign-up is closed. @throws ControlError `unknown_account` */
  invite(request: OperatorInvitation): Promise<InvitationLink>;
  /**
   * Entitles an account to a tier. The best of its entitlements that hold at a moment counts, so this never takes anything away.
   * @throws ControlError `invalid_input`
   */
  grantTier(request: GrantRequest): Promise<AccountDetail>;
  /**
   * Ends what {@link grantTier} gave, at once; what has ended already stays as it is.
   * @throws ControlError `unknown_entitlement`; `invalid_input` for that of a subscription, which ends at its provider.
   */
  endEntitlement(id: string): Promise<AccountDetail>;
  /**
   * Gives an Enterprise account numbers of its own in the place of all it had; undefined takes them away.
   * @throws ControlError `unknown_account`; `invalid_input` for a number out of bounds or an account of another tier.
   */
  setOverrides(accountName: string, overrides: LimitOverrides | undefined): Promise<AccountDetail>;
  /**
   * Changes some of these numbers and leaves the others, also where several do so at once.
   * @throws ControlError as {@link setOverrides}
   */
  changeOverrides(accountName: string, changes: OverrideChanges): Promise<AccountDetail>;
}
