import type { IncomingHttpHeaders } from 'node:http';

/** What became of an event of the provider: kept and obeyed, known already, none of ours, or not to be understood. */
export type BillingOutcome = 'applied' | 'repeated' | 'ignored' | 'unusable';

/** Where a provider tells what has happened to a subscription. */
export interface BillingWebhook {
  readonly path: `/webhooks/${string}`;
  readonly maxBodyBytes: number;
  /**
   * Takes one delivery. What cannot be used is logged for the operator and not refused: it would be the same the next time.
   * @param body as it came: signatures are of its bytes
   * @throws Problem 400 where it is not the provider's, and nothing is kept; whatever the store throws, so that it is sent again
   */
  receive(body: Buffer, headers: IncomingHttpHeaders): Promise<BillingOutcome>;
}

/**
 * The billing port: who else than the operator says what an account is entitled to. Grants of the operator count beside
 * every provider; without one (`manual`) they are all there is.
 */
export interface BillingProvider {
  readonly name: 'manual' | 'stripe';
  readonly webhook?: BillingWebhook;
}

/** Entitlements come from the operator alone. */
export const manualBilling: BillingProvider = { name: 'manual' };
