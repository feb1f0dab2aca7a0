import Stripe from 'stripe';
import { isTier, type Tier } from '../domain/tier.ts';
import { BillingAway, type Invoice, type PlanPrice, type PlanSales } from './billing.ts';

export interface StripeSalesOptions {
  /** `sk_…`, or a restricted key that may write customers, checkout sessions and portal sessions. */
  secretKey: string;
  tierOfPrice: ReadonlyMap<string, Tier>;
  /** Another address than Stripe's own. */
  apiUrl?: string;
  elapsedMs: () => number;
}

const timeoutMs = 10_000;
const pricesLifeMs = 600_000;
const invoicesLimit = 24;

/** Plans sold by Stripe's own pages: no card number ever comes here. */
export function createStripeSales(options: StripeSalesOptions): PlanSales {
  const { secretKey, tierOfPrice, apiUrl, elapsedMs } = options;
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
      if (url === null) throw new BillingAway('Stripe made a checkout without an address');
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

/** @throws BillingAway instead of the library's errors, which contain the request */
async function requested<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    const { type, code, statusCode } = error as { type?: string; code?: string; statusCode?: number };
    throw new BillingAway(
      `Stripe answered ${statusCode ?? 'nothing'} (${type ?? 'unknown'}, ${code ?? 'no code'})`,
    );
  }
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
