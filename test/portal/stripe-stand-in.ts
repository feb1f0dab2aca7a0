import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** Simulates the calls of Stripe's API that selling uses, on the loopback: records requests, and serves answers and the payment page. */
export interface StripeStandIn {
  url: string;
  /** Method and path with the submitted form, in order of arrival. */
  readonly asked: { call: string; form: Record<string, string>; key: string }[];
  /** Answers everything with 500 while set. */
  away: boolean;
  close(): Promise<void>;
}

export async function startStripeStandIn(): Promise<StripeStandIn> {
  const requests: StripeStandIn['asked'] = [];
  const customers = new Map<string, string>();
  const answers: Record<
    string,
    (form: Record<string, string>, idempotencyKey: string, host: string) => object
  > = {
    'POST /v1/customers': (_form, idempotencyKey) => {
      const id = customers.get(idempotencyKey) ?? `cus_${customers.size + 1}`;
      customers.set(idempotencyKey, id);
      return { id, object: 'customer' };
    },
    'POST /v1/checkout/sessions': (_form, _key, host) => ({ id: 'cs_1', url: `http://${host}/pay/cs_1` }),
    'POST /v1/billing_portal/sessions': () => ({ id: 'bps_1', url: 'https://billing.stripe.example/bps_1' }),
    'GET /v1/invoices': () => ({ object: 'list', data: [invoice], has_more: false }),
  };
  const standIn: Pick<StripeStandIn, 'away'> = { away: false };
  const server = createServer(async (req, res) => {
    const { pathname, searchParams } = new URL(req.url!, 'http://stripe');
    const call = `${req.method} ${pathname}`;
    const body = new URLSearchParams(await text(req));
    const form = Object.fromEntries([...searchParams, ...body]);
    requests.push({ call, form, key: req.headers.authorization ?? '' });
    if (call === 'GET /pay/cs_1')
      return void showPayment(res, requests.findLast(isCheckout)?.form.success_url);
    const price = /^GET \/v1\/prices\/(\w+)$/.exec(call)?.[1];
    const answer =
      price === undefined
        ? answers[call]?.(form, String(req.headers['idempotency-key']), req.headers.host!)
        : {
            id: price,
            unit_amount: price === 'price_pro' ? 19_900 : 4_900,
            currency: 'usd',
            recurring: monthly,
          };
    const found = answer !== undefined && !standIn.away;
    res.writeHead(found ? 200 : 500, { 'Content-Type': 'application/json' });
    res.end(JSON.stringify(found ? answer : { error: { type: 'api_error', message: 'away' } }));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return Object.assign(standIn, {
    url: `http://127.0.0.1:${port}`,
    asked: requests,
    async close() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  });
}

const isCheckout = ({ call }: { call: string }) => call === 'POST /v1/checkout/sessions';

/** Payment page; links back to the portal. */
function showPayment(res: ServerResponse, backUrl = ''): void {
  res.writeHead(200, { 'Content-Type': 'text/html' });
  res.end(`<!doctype html><link rel="icon" href="data:,"><title>Pay</title><a href="${backUrl}">Pay</a>`);
}

const monthly = { interval: 'month' };
const invoice = {
  id: 'in_1',
  object: 'invoice',
  number: 'TDM-1',
  status: 'paid',
  total: 19_900,
  currency: 'usd',
  created: 1_790_000_000,
  hosted_invoice_url: 'https://invoice.stripe.example/in_1',
};
