/**
 * Billing status of an account (docs/contract.md#billing-states).
 * - `grace`: a payment failed; the paid tier stays until `graceExpiresAtMs`.
 * - `past_due`: the grace is over and the provider still tries to collect; Free until it succeeds.
 * - `lapsed`: the subscription is over; Free. Keys stay in every state.
 */
export type BillingState =
  | { readonly state: 'active' | 'past_due' | 'lapsed'; readonly graceExpiresAtMs?: undefined }
  | { readonly state: 'grace'; readonly graceExpiresAtMs: number };

/** Nothing to report; also for an account without a subscription. */
export const activeBilling: BillingState = Object.freeze({ state: 'active' });
