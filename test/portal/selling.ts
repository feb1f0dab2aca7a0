import assert from 'node:assert/strict';
import Stripe from 'stripe';
import { priceList } from '../../src/billing/price-list.ts';
import { createStripeBilling } from '../../src/billing/stripe.ts';
import { createLog } from '../../src/kernel/log.ts';
import { openPortalHarness, type PortalHarness, type PortalHarnessOptions } from '../portal-harness.ts';
import { type StripeStandIn, startStripeStandIn } from './stripe-stand-in.ts';

const webhookSecret = 'whsec_for_these_tests';

/** A portal that sells plans through a simulated Stripe. */
export interface Selling {
  readonly stripe: StripeStandIn;
  readonly portal: PortalHarness;
  /** Sends an event signed as by Stripe; then a second passes. */
  tell(type: string, object: object): Promise<void>;
  /** Delivers the text of an event, signed as Stripe signs. */
  deliver(body: string): Promise<Response>;
  close(): Promise<void>;
}

/** The subscription of an account to the pro tier, as events have it. */
export const proSubscription = (account: string) => ({
  id: 'sub_1',
  customer: 'cus_1',
  status: 'active',
  metadata: { account },
  items: { data: [{ price: { id: 'price_pro' } }] },
});

export async function openSelling(options: PortalHarnessOptions): Promise<Selling> {
  const stripe = await startStripeStandIn();
  const log = createLog({ level: 'silent' });
  const portal = await openPortalHarness({
    billing: (control, clock) =>
      createStripeBilling({
        control,
        clock,
        log,
        webhookSecret,
        graceDays: 7,
        tierOfPrice: priceList('price_starter=starter,price_pro=pro')!,
        secretKey: 'sk_test_of_these_tests',
        apiUrl: stripe.url,
      }),
    ...options,
  });
  function deliver(body: string): Promise<Response> {
    const timestamp = Math.floor(portal.nowMs() / 1_000);
    const header = { payload: body, secret: webhookSecret, timestamp };
    const headers = { 'Stripe-Signature': Stripe.webhooks.generateTestHeaderString(header) };
    return fetch(`${portal.toy.url}/webhooks/stripe`, { method: 'POST', body, headers });
  }
  return {
    stripe,
    portal,
    deliver,
    async tell(type, object) {
      const created = Math.floor(portal.nowMs() / 1_000);
      const event = { id: `evt_${type}_${created}`, object: 'event', type, created, data: { object } };
      assert.equal((await deliver(JSON.stringify(event))).status, 200);
      portal.pass(1_000);
    },
    async close() {
      await portal.close();
      await stripe.close();
    },
  };
}
