import Stripe from 'stripe';
import { ControlError } from '../control/control-error.ts';
import type { ControlStore } from '../control/store.ts';
import { isTier, type Tier } from '../domain/tier.ts';
import { type Clock, dayMs, monotonicMs } from '../kernel/clock.ts';
import type { Log } from '../kernel/log.ts';
import { type Problem, unacceptable } from '../kernel/problem.ts';
import {
  BillingAway,
  type BillingOutcome,
  type BillingProvider,
  type Invoice,
  type PlanPrice,
  type PlanSales,
} from './billing.ts';
import { readStripeEvent } from './stripe-event.ts';

interface StripeSalesOptions {
  /** `sk_…`, or a restricted key that may write customers, checkout sessions and portal sessions. */
  secretKey: string;
  tierOfPrice: ReadonlyMap<string, Tier>;
  /** Another address than Stripe's own. */
  apiUrl?: string;
  log: Log;
  elapsedMs: () => number;
}

const timeoutMs = 10_000;
const pricesLifeMs = 600_000;
const invoicesLimit = 24;

/** Plans sold by Stripe's own pages: no card number ever comes here. */
function createStripeSales(options: StripeSalesOptions): PlanSales {
  const { secretKey, tierOfPrice, apiUrl, log, elapsedMs } = options;
  const stripe = new Stripe(secretKey, {
    timeout: timeoutMs,
    maxNetworkRetries: 1,
    telemetry: false,
    ...(apiUrl !== undefined && addressOf(apiUrl)),
  });
  /** The first price of each tier is the one that the pages sell. */
  const priceOf = new Map<Tier, string>();
  for (const [price, tier] of tierOfPrice) if (!priceOf.has(tier)) priceOf.set(tier, price);
  let known: { prices: PlanPrice[]; untilMs: number } | undefined;

  /** @throws BillingAway instead of the library's errors, which contain the request */
  async function requested<T>(ask: () => Promise<T>): Promise<T> {
    try {
      return await ask();
    } catch (error) {
      const {
        type,
        code,
        statusCode: status,
      } = error as { type?: string; code?: string; statusCode?: number };
      log.error({ status, type, code }, 'Stripe does not answer as it should');
      throw new BillingAway();
    }
  }

  return {
    async prices() {
      if (known !== undefined && elapsedMs() < known.untilMs) return known.prices;
      const prices = await requested(() =>
        Promise.all(
          [...priceOf].map(async ([tier, id]) => priceFrom(tier, await stripe.prices.retrieve(id))),
        ),
      );
      known = { prices, untilMs: elapsedMs() + pricesLifeMs };
      return prices;
    },
    async customer({ accountId, accountName, email }) {
      const metadata = { account: accountName };
      // Of two browsers that ask at once both get the same one.
      const idempotencyKey = `customer ${accountId}`;
      const { id } = await requested(() => stripe.customers.create({ email, metadata }, { idempotencyKey }));
      return id;
    },
    async checkout({ customer, accountName, tier, returnUrl }) {
      const price = priceOf.get(tier);
      if (price === undefined) throw new RangeError(`no price entitles to ${tier}`);
      const { url } = await requested(() =>
        stripe.checkout.sessions.create({
          mode: 'subscription',
          customer,
          line_items: [{ price, quantity: 1 }],
          // The subscription's events name the account by this field (docs/adr/billing.md#billing-by-webhooks).
          subscription_data: { metadata: { account: accountName } },
          success_url: `${returnUrl}?bought=${tier}`,
          cancel_url: returnUrl,
        }),
      );
      if (url === null) throw new BillingAway();
      return url;
    },
    async manage({ customer, returnUrl }) {
      const { url } = await requested(() =>
        stripe.billingPortal.sessions.create({ customer, return_url: returnUrl }),
      );
      return url;
    },
    async invoices(customer) {
      const { data } = await requested(() => stripe.invoices.list({ customer, limit: invoicesLimit }));
      return data.map(invoiceFrom);
    },
  };
}

function addressOf(apiUrl: string) {
  const { hostname, port, protocol } = new URL(apiUrl);
  return { host: hostname, port, protocol: protocol === 'http:' ? ('http' as const) : ('https' as const) };
}

function priceFrom(tier: Tier, { unit_amount: amount, currency, recurring }: Stripe.Price): PlanPrice {
  if (!isTier(tier)) throw new RangeError(`${tier} is no tier`);
  return { tier, amount: (amount ?? 0) / 100, currency, interval: recurring?.interval ?? 'month' };
}

function invoiceFrom(invoice: Stripe.Invoice): Invoice {
  const { id, number, status, total, currency, created, hosted_invoice_url: url } = invoice;
  return {
    id: id ?? '',
    number: number ?? null,
    status: status ?? 'draft',
    amount: total / 100,
    currency,
    createdAtMs: created * 1_000,
    url: url ?? null,
  };
}

export interface StripeBillingOptions {
  control: Pick<ControlStore, 'applyBilling'>;
  /** The real time: signatures older than five minutes are refused. */
  clock: Clock;
  log: Log;
  /** Signing secret of the webhook endpoint, `whsec_…`. */
  webhookSecret: string;
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
        'a billing event cannot be used; fix the cause and resend the event',
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
      log.error(
        { eventId, why: error.message },
        'a billing event cannot be used; fix the cause and resend the event',
      );
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
  const message = "must be Stripe's signature of this body, at most five minutes old";
  return unacceptable([{ location: 'header.Stripe-Signature', message }]);
}
