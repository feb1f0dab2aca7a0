import Stripe from 'stripe';
import { ControlError } from '../control/control-error.ts';
import type { ControlStore } from '../control/store.ts';
import type { Tier } from '../domain/tier.ts';
import { type Clock, dayMs, monotonicMs } from '../kernel/clock.ts';
import type { Log } from '../kernel/log.ts';
import { type Problem, unacceptable } from '../kernel/problem.ts';
import type { BillingOutcome, BillingProvider } from './billing.ts';
import { readStripeEvent } from './stripe-event.ts';
import { createStripeSales } from './stripe-sales.ts';

export interface StripeBillingOptions {
  control: Pick<ControlStore, 'applyBilling'>;
  /** The real time: signatures older than five minutes are refused. */
  clock: Clock;
  log: Log;
  /** Signing secret of the webhook endpoint, `whsec_…`. */
  webhookSecret: string;
  /** What each price entitles to. */
  tierOfPrice: ReadonlyMap<string, Tier>;
  /** How long a tier stays after a payment failed. */
  graceDays: number;
  /** Key of its API; without one the pages sell nothing. */
  secretKey?: string | undefined;
  /** Another address than Stripe's own. */
  apiUrl?: string;
}

const toleranceSeconds = 300;
const maxBodyBytes = 256 * 1_024;

/**
 * Billing by Stripe. Tiers follow from its webhooks alone (docs/adr/billing.md#billing-by-webhooks); the API client only sells plans and
 * needs a key.
 */
export function createStripeBilling(options: StripeBillingOptions): BillingProvider {
  const { control, clock, log, webhookSecret, tierOfPrice } = options;
  const graceMs = options.graceDays * dayMs;

  /** The event, where its signature says that Stripe sent it just now. */
  function verified(body: Buffer, signature: string): unknown {
    // The library looks for old stamps alone: one of the future could be sent again and again until it is old.
    const stampedSeconds = Number(/(?:^|,)\s*t=(\d+)/.exec(signature)?.[1] ?? 0);
    if (stampedSeconds * 1_000 > clock.nowMs() + toleranceSeconds * 1_000) throw forged();
    try {
      return Stripe.webhooks.constructEvent(
        body,
        signature,
        webhookSecret,
        toleranceSeconds,
        undefined,
        clock.nowMs(),
      );
    } catch {
      // Why it fits no secret is not for callers; the library's error holds the whole payload.
      throw forged();
    }
  }

  async function receive(body: Buffer, signature: string): Promise<BillingOutcome> {
    const reading = readStripeEvent(verified(body, signature), tierOfPrice, clock.nowMs());
    if ('ignored' in reading) return 'ignored';
    const { eventId } = reading;
    if ('unusable' in reading) {
      log.error(
        { eventId, why: reading.unusable },
        'a billing event cannot be used; mend it and send it again',
      );
      return 'unusable';
    }
    try {
      const { isNew, account } = await control.applyBilling(reading.fact, graceMs);
      const { kind, subscriptionId } = reading.fact;
      const shown = account && { account: account.name, tier: account.tier, billing: account.billing.state };
      log.info({ eventId, kind, subscriptionId, isNew, ...shown }, 'billing event');
      return isNew ? 'applied' : 'repeated';
    } catch (error) {
      if (!(error instanceof ControlError) || error.fault !== 'invalid_input') throw error;
      log.error({ eventId, why: error.message }, 'a billing event cannot be used; mend it and send it again');
      return 'unusable';
    }
  }

  return {
    name: 'stripe',
    ...(options.secretKey !== undefined && {
      sales: createStripeSales({ ...options, secretKey: options.secretKey, elapsedMs: monotonicMs }),
    }),
    webhook: {
      path: '/webhooks/stripe',
      maxBodyBytes,
      receive: async (body, headers) => receive(body, String(headers['stripe-signature'] ?? '')),
    },
  };
}

function forged(): Problem {
  const message = 'must be the signature of this body, made by Stripe within the last five minutes';
  return unacceptable([{ location: 'header.Stripe-Signature', message }]);
}
