import type { IncomingHttpHeaders } from 'node:http';
import type { Tier } from '../domain/tier.ts';
import { Problem, refused } from '../kernel/problem.ts';

/** What became of an event of the provider: kept and obeyed, known already, none of ours, or not to be understood. */
export type BillingOutcome = 'applied' | 'repeated' | 'ignored' | 'unusable';

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
 * The billing port: the source of entitlements besides the operator. The operator's grants count in addition to those of
 * every provider; without one (`manual`) they are all there is.
 */
export interface BillingProvider {
  readonly name: 'manual' | 'stripe';
  readonly webhook?: BillingWebhook;
  /** Absent where plans are bought elsewhere. */
  readonly sales?: PlanSales;
}

export const manualBilling: BillingProvider = { name: 'manual' };

export interface PlanPrice {
  tier: Tier;
  amount: number;
  /** ISO 4217 in lower case. */
  currency: string;
  interval: string;
}

export interface Invoice {
  id: string;
  number: string | null;
  status: string;
  amount: number;
  currency: string;
  createdAtMs: number;
  /** The provider's page of it. */
  url: string | null;
}

/** Where plans are bought on the provider's own pages. @throws BillingAway where it does not answer as it should */
export interface PlanSales {
  prices(): Promise<PlanPrice[]>;
  /** Makes an account known to the provider. @returns its id there, the same for the same account */
  customer(of: { accountId: string; accountName: string; email: string }): Promise<string>;
  /** @returns the address of the page where the plan is paid for */
  checkout(of: { customer: string; accountName: string; tier: Tier; returnUrl: string }): Promise<string>;
  /** @returns the address of the page where cards and subscriptions are changed */
  manage(of: { customer: string; returnUrl: string }): Promise<string>;
  /** The newest invoices, newest first. */
  invoices(customer: string): Promise<Invoice[]>;
}

/** 502: the provider fails. */
export class BillingAway extends Problem {
  constructor() {
    const detail = 'The billing provider does not answer at the moment. Try again shortly.';
    super(refused(502, 'BILLING_AWAY', detail).fields);
  }
}
