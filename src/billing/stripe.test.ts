import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, before, describe, it } from 'node:test';
import Stripe from 'stripe';
import { startToys, type ToyServer, toyBoard } from '../../test/contract/toys.ts';
import { seedControl } from '../../test/data-template.ts';
import { createAuthenticator, type KeyAuthenticator } from '../access/authenticate.ts';
import type { CountingLimiter } from '../access/limiter.ts';
import { createMemoryLimiter } from '../access/memory-limiter.ts';
import { openPglite } from '../control/pglite.ts';
import type { ControlStore } from '../control/store.ts';
import { plan } from '../endpoints/account/plan.ts';
import { dayMs, rfc3339 } from '../kernel/clock.ts';
import { createLog } from '../kernel/log.ts';
import { priceList } from './price-list.ts';
import { createStripeBilling } from './stripe.ts';

const secret = 'whsec_for_this_test';
const path = '/webhooks/stripe';
const root = mkdtempSync(join(tmpdir(), 'tidemark-stripe-'));
const lines: string[] = [];
// A whole second: Stripe's times have no less.
let nowMs = Date.UTC(2026, 10, 21, 12);
let control: ControlStore;
let limiter: CountingLimiter;
let authenticator: KeyAuthenticator;
let toy: ToyServer;
let names = 0;

before(async () => {
  const clock = { nowMs: () => nowMs };
  control = await openPglite({ dir: seedControl(join(root, 'control')), clock });
  await control.migrate();
  authenticator = createAuthenticator({ control, clock, signupUrl: 'https://example.org/signup' });
  limiter = createMemoryLimiter({ control, clock });
  const log = createLog({ level: 'info', to: { write: (line) => void lines.push(line) } });
  const tierOfPrice = priceList('price_starter=starter, price_pro=pro')!;
  const options = { control, clock, log, webhookSecret: secret, tierOfPrice, graceDays: 7 };
  const { webhook } = createStripeBilling(options);
  toy = await startToys([toyBoard, plan], { authenticator, limiter, webhook });
});
after(async () => {
  await toy?.server.close(0);
  await limiter?.close();
  authenticator?.close();
  await control?.close();
  rmSync(root, { recursive: true, force: true });
});

/** An event as Stripe writes it, about a subscription or an invoice of it. */
function event(type: string, object: object, fields: { id?: string; created?: number } = {}) {
  const created = Math.floor(nowMs / 1_000);
  const id = `evt_${++names}`;
  return { id, object: 'event', type, created, livemode: false, data: { object }, ...fields };
}

function subscription(account: string, fields: object = {}) {
  return {
    id: `sub_${account}`,
    object: 'subscription',
    customer: `cus_${account}`,
    status: 'active',
    metadata: { account },
    items: { object: 'list', data: [{ price: { id: 'price_pro' } }] },
    ...fields,
  };
}

const invoice = (account: string) => ({
  object: 'invoice',
  parent: { type: 'subscription_details', subscription_details: { subscription: `sub_${account}` } },
});

function deliver(payload: string, header?: string): Promise<Response> {
  const timestamp = Math.floor(nowMs / 1_000);
  const signed = header ?? Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp });
  return fetch(toy.url + path, { method: 'POST', body: payload, headers: { 'Stripe-Signature': signed } });
}

async function report(...args: Parameters<typeof event>): Promise<void> {
  const answer = await deliver(JSON.stringify(event(...args)));
  assert.equal(answer.status, 200, await answer.text());
}

/** Billing fields of an answer. */
async function seen(key: string, url = '/api/public/v1/toy/board') {
  const { status, headers } = await fetch(toy.url + url, { headers: { 'X-API-Key': key } });
  assert.equal(status, 200);
  return [
    headers.get('x-ratelimit-tier'),
    headers.get('x-billing-state'),
    headers.get('x-billing-grace-expires'),
  ];
}

async function metric(outcome: string): Promise<number> {
  const scraped = await (await fetch(`${toy.url}/metrics`)).text();
  return Number(new RegExp(`tidemark_billing_events_total{outcome="${outcome}"} (\\d+)`).exec(scraped)?.[1]);
}

const newAccount = async () => {
  const account = `stripe customer ${++names}`;
  const { key } = await control.createKey({ accountName: account });
  return { account, key };
};

describe('billing by Stripe', () => {
  it('takes an account through its subscription, each step at the next request, with the headers of the contract', async () => {
    const { account, key } = await newAccount();
    assert.deepEqual(await seen(key), ['free', null, null]);
    await report('customer.subscription.created', subscription(account, { status: 'incomplete' }));
    assert.deepEqual(await seen(key), ['free', null, null]);
    nowMs += 1_000;
    await report('invoice.paid', invoice(account));
    assert.deepEqual(await seen(key), ['pro', null, null]);
    const starter = {
      items: { data: [{ price: { id: 'price_starter' } }, { price: { id: 'price_addon' } }] },
    };
    nowMs += 1_000;
    await report('customer.subscription.updated', subscription(account, starter));
    assert.deepEqual(await seen(key), ['starter', null, null]);
    nowMs += 1_000;
    const graceEnd = rfc3339(nowMs + 7 * dayMs);
    await report('invoice.payment_failed', invoice(account));
    assert.deepEqual(await seen(key), ['starter', 'grace', graceEnd]);
    await report('customer.subscription.updated', subscription(account, { ...starter, status: 'past_due' }));
    assert.deepEqual(await seen(key), ['starter', 'grace', graceEnd]);
    nowMs += 7 * dayMs;
    assert.deepEqual(await seen(key), ['free', 'past_due', null], 'the end of the grace needs no event');
    await report('invoice.paid', invoice(account));
    assert.deepEqual(await seen(key), ['starter', null, null]);
    nowMs += 1_000;
    await report('customer.subscription.deleted', subscription(account, { status: 'canceled' }));
    assert.deepEqual(await seen(key), ['free', 'lapsed', null]);
  });

  it('shows the state in /plan at once, also where a page of it was kept', async () => {
    const { account, key } = await newAccount();
    const tierOf = async () => {
      const answer = await fetch(`${toy.url}/api/public/v1/plan`, { headers: { 'X-API-Key': key } });
      return ((await answer.json()) as { tier: string }).tier;
    };
    assert.equal(await tierOf(), 'free');
    await report('customer.subscription.created', subscription(account));
    assert.equal(await tierOf(), 'pro');
  });

  it('reports the billing state on 304 and 429 too, and lets browsers read it', async () => {
    const { account, key } = await newAccount();
    await report('customer.subscription.created', subscription(account));
    await report('customer.subscription.deleted', subscription(account));
    const url = `${toy.url}/api/public/v1/toy/board`;
    const first = await fetch(url, { headers: { 'X-API-Key': key, Origin: 'https://example.org' } });
    assert.match(
      first.headers.get('access-control-expose-headers')!,
      /X-Billing-State, X-Billing-Grace-Expires/,
    );
    const ask = () =>
      fetch(url, { headers: { 'X-API-Key': key, 'If-None-Match': first.headers.get('etag')! } });
    const statuses = new Set<number>();
    for (let i = 0; i < 31; i++) {
      const { status, headers } = await ask();
      statuses.add(status);
      assert.equal(headers.get('x-billing-state'), 'lapsed');
    }
    assert.deepEqual([...statuses], [304, 429]);
  });

  it('does not let a late, a repeated or a reordered event undo a newer one', async () => {
    const { account, key } = await newAccount();
    const startSeconds = nowMs / 1_000;
    const failed = event('invoice.payment_failed', invoice(account), { created: startSeconds + 10 });
    const steps = [
      event('customer.subscription.updated', subscription(account), { created: startSeconds + 20 }),
      failed,
      event('customer.subscription.created', subscription(account, { status: 'incomplete' })),
      failed,
    ];
    nowMs += 60_000;
    for (const step of steps) assert.equal((await deliver(JSON.stringify(step))).status, 200);
    assert.deepEqual(await seen(key), ['pro', null, null]);
    assert.ok((await metric('repeated')) >= 1);
  });

  it('takes a signed event that no store can hold for what cannot be used, and asks for no second one', async () => {
    const before = await metric('unusable');
    const events = [
      event('customer.subscription.created', subscription('a\u0000b', { id: 'sub_nul' })),
      event('customer.subscription.created', subscription('nul', { id: 'sub_\u0000' })),
      event('customer.subscription.deleted', { ...subscription('nul'), id: 'sub_\u0000' }),
      event('invoice.paid', { object: 'invoice', subscription: 'sub_\u0000' }),
      event('invoice.paid', invoice('nul'), { id: 'evt_\u0000' }),
      event('invoice.paid', invoice('half'), { id: 'evt_\ud800' }),
      event('customer.subscription.created', subscription('half \udfff', { id: 'sub_half' })),
      event('invoice.paid', invoice('late'), { created: 253_402_300_800 }),
      event('invoice.paid', invoice('late'), { created: 253_402_300_799 }),
      event('invoice.paid', invoice('late'), { created: Number.MAX_SAFE_INTEGER }),
      event('invoice.paid', invoice('late'), { created: nowMs / 1_000 + 2 * 86_400 }),
    ];
    for (const one of events) {
      const answer = await deliver(JSON.stringify(one));
      assert.equal(answer.status, 200, JSON.stringify(one));
    }
    assert.equal(await metric('unusable'), before + events.length);
  });

  it('names the account after the customer where the metadata name none', async () => {
    const object = subscription('nameless', { metadata: {}, customer: { id: 'cus_nameless' } });
    await report('customer.subscription.created', object);
    assert.equal((await control.findAccount('cus_nameless')).tier, 'pro');
  });

  it('refuses what Stripe did not sign for this endpoint just now, and keeps nothing of it', async () => {
    const { account, key } = await newAccount();
    const payload = JSON.stringify(event('customer.subscription.created', subscription(account)));
    const timestamp = nowMs / 1_000;
    const header = (fields: object) =>
      Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp, ...fields });
    for (const forged of [
      '',
      't=1,v1=00',
      header({ secret: 'whsec_another' }),
      header({ payload: `${payload} ` }),
      header({ timestamp: timestamp - 301 }),
      header({ timestamp: timestamp + 301 }),
      header({ scheme: 'v0' }),
    ]) {
      const answer = await deliver(payload, forged);
      assert.equal(answer.status, 400);
      const body = await answer.text();
      assert.match(body, /header\.Stripe-Signature/);
      assert.ok(!body.includes(secret) && !body.includes(account));
    }
    assert.deepEqual(await seen(key), ['free', null, null]);
    assert.equal((await deliver(payload)).status, 200, 'the same event, signed, is new');
    assert.deepEqual(await seen(key), ['pro', null, null]);
    assert.equal(await metric('refused'), 7);
  });

  it('answers 200 to what it cannot use, reports it to the operator, and takes it when sent again after mending', async () => {
    const { account, key } = await newAccount();
    const unknownPrice = { items: { data: [{ price: { id: 'price_gold' } }] } };
    for (const [object, why] of [
      [subscription(account, unknownPrice), 'price_gold'],
      [subscription(account, { status: 'dreaming' }), 'dreaming'],
      [subscription(account, { metadata: { account: 'x'.repeat(65) } }), '1 to 64'],
      [{ id: 'sub' }, 'no subscription'],
    ] as const) {
      lines.length = 0;
      const count = await metric('unusable');
      const sent = event('customer.subscription.updated', object);
      assert.equal((await deliver(JSON.stringify(sent))).status, 200);
      assert.equal(await metric('unusable'), count + 1);
      const error = lines.map((line) => JSON.parse(line)).find(({ level }) => level === 'error');
      assert.equal(error.eventId, sent.id);
      assert.ok(error.why.includes(why), error.why);
      const mended = { ...sent, data: { object: subscription(account) } };
      assert.equal((await deliver(JSON.stringify(mended))).status, 200);
      assert.deepEqual(await seen(key), ['pro', null, null]);
    }
  });

  it('takes no notice of other events and of invoices without a subscription', async () => {
    const count = await metric('ignored');
    for (const type of ['__proto__', 'constructor', 'toString', 'hasOwnProperty']) {
      await report(type, { id: 'cus_1' });
    }
    await report('customer.created', { id: 'cus_1' });
    await report('invoice.paid', { object: 'invoice', parent: null });
    assert.equal(await metric('ignored'), count + 6);
  });

  it('reads the invoices of older API versions', async () => {
    const { account, key } = await newAccount();
    await report('customer.subscription.created', subscription(account));
    await report('invoice.payment_failed', { object: 'invoice', subscription: `sub_${account}` });
    nowMs += 1_000;
    await report('invoice.payment_failed', { object: 'invoice', subscription: `sub_${account}` });
    assert.equal((await seen(key))[1], 'grace');
  });

  it('reads at most 256 KiB of a body, announced or not, and nothing but POST', async () => {
    const large = 'x'.repeat(256 * 1_024 + 1);
    assert.equal((await deliver(large)).status, 413);
    const chunked = connect(toy.port, toy.host);
    chunked.write(`POST ${path} HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n`);
    chunked.write(`${large.length.toString(16)}\r\n${large}\r\n`);
    assert.match(await text(chunked), /^HTTP\/1.1 413 /);
    const read = await fetch(toy.url + path);
    assert.deepEqual([read.status, read.headers.get('allow')], [405, 'POST, OPTIONS']);
  });

  it('never writes the signing secret or a key to its log', () => {
    assert.ok(!/whsec_|tdm_/.test(lines.join('')));
  });
});
