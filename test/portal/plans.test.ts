import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { createRequestLog, type StoredRequestLog } from '../../src/access/request-log.ts';
import { openChdb } from '../../src/analytics/chdb.ts';
import { migrateAnalytics } from '../../src/analytics/migrate.ts';
import type { AnalyticsStore } from '../../src/analytics/store.ts';
import { dayMs } from '../../src/kernel/clock.ts';
import { createLog } from '../../src/kernel/log.ts';
import { seedEngine } from '../data-template.ts';
import type { PortalHarness } from '../portal-harness.ts';
import { type Visitor, visitor } from './browser-like.ts';
import { openSelling, proSubscription, type Selling } from './selling.ts';
import type { StripeStandIn } from './stripe-stand-in.ts';

const root = mkdtempSync(join(tmpdir(), 'tidemark-plans-'));
const email = 'buyer@example.org';
let selling: Selling;
let stripe: StripeStandIn;
let analytics: AnalyticsStore;
let requestLog: StoredRequestLog;
let portal: PortalHarness;
let buyer: Visitor;
let account: string;

before(async () => {
  analytics = await openChdb({ dir: seedEngine(join(root, 'analytics')) });
  await migrateAnalytics(analytics);
  const log = createLog({ level: 'silent' });
  selling = await openSelling({
    guest: 'off',
    analytics,
    requestLog: (clock) => {
      const pattern = (endpoint: string) => `/pattern/of/${endpoint}`;
      requestLog = createRequestLog({ analytics, dir: join(root, 'log'), log, clock, patternOf: pattern });
      return requestLog;
    },
  });
  ({ stripe, portal } = selling);
  buyer = visitor(portal.toy.url);
  await buyer.ask('POST', 'auth/sign-up/email', { email, password: 'correct horse battery', name: 'Buyer' });
  account = (await buyer.ask('GET', 'session')).body.accounts[0].id;
});
after(async () => {
  await selling?.close();
  await requestLog?.close();
  await analytics?.close();
  rmSync(root, { recursive: true, force: true });
});

const plan = async () => (await buyer.ask('GET', `accounts/${account}/plan`)).body;

describe('a plan', () => {
  it('is bought on Stripe’s page, holds from the next request on, and is lost after a grace', async () => {
    const { body: key } = await buyer.ask('POST', `accounts/${account}/keys`, { name: 'used' });
    const tierSeen = async () => (await portal.call(key.key)).headers.get('x-ratelimit-tier');
    const shown = await plan();
    assert.deepEqual([shown.tier, shown.sells], ['free', true]);
    const priced = shown.tiers.map(
      (each: { tier: string; price: { amount: number } | null }) => each.price?.amount,
    );
    assert.deepEqual(priced, [undefined, 49, 199, undefined]);
    assert.equal(await tierSeen(), 'free');
    const { body } = await buyer.ask('POST', `accounts/${account}/checkout`, { tier: 'pro' });
    assert.equal(body.url, `${stripe.url}/pay/cs_1`);
    const sent = stripe.asked.find(({ call }) => call === 'POST /v1/checkout/sessions')!;
    assert.equal(sent.form['subscription_data[metadata][account]'], email);
    assert.equal(sent.form['line_items[0][price]'], 'price_pro');
    assert.equal(sent.form.customer, 'cus_1');
    assert.equal(new URL(sent.form.success_url!).origin, new URL(portal.toy.url).origin);
    const subscription = proSubscription(email);
    await selling.tell('customer.subscription.created', subscription);
    assert.equal(await tierSeen(), 'pro');
    assert.equal((await plan()).tier, 'pro');
    const twice = await buyer.ask('POST', `accounts/${account}/checkout`, { tier: 'starter' });
    assert.deepEqual([twice.status, twice.body.code], [409, 'SUBSCRIBED']);
    const managed = await buyer.ask('POST', `accounts/${account}/billing`);
    assert.equal(managed.body.url, 'https://billing.stripe.example/bps_1');
    const { invoices } = (await buyer.ask('GET', `accounts/${account}/invoices`)).body;
    assert.deepEqual([invoices[0].number, invoices[0].amount, invoices[0].status], ['TDM-1', 199, 'paid']);
    await selling.tell('invoice.payment_failed', { object: 'invoice', subscription: 'sub_1' });
    const grace = (await plan()).billing;
    assert.equal(grace.state, 'grace');
    assert.ok(Date.parse(grace.graceExpiresAt) > portal.nowMs() + 6 * dayMs);
    assert.equal(await tierSeen(), 'pro');
    portal.pass(7 * dayMs);
    assert.deepEqual([(await plan()).tier, (await plan()).billing.state], ['free', 'past_due']);
    assert.equal(await tierSeen(), 'free');
    await selling.tell('customer.subscription.deleted', subscription);
    assert.equal((await plan()).billing.state, 'lapsed');
  });

  it('is bought by owners alone, for tiers that are sold, and says so where Stripe is away', async () => {
    const path = `accounts/${account}/checkout`;
    assert.equal((await buyer.ask('POST', path, { tier: 'enterprise' })).body.code, 'NOT_SOLD');
    assert.equal((await buyer.ask('POST', path, { tier: 'free' })).status, 400);
    const { body: invited } = await buyer.ask('POST', `accounts/${account}/invitations`, { role: 'member' });
    const member = visitor(portal.toy.url);
    await member.ask('POST', 'invitation', { token: new URL(invited.link).searchParams.get('invitation') });
    const form = { email: 'member@example.org', password: 'correct horse battery', name: 'Member' };
    await member.ask('POST', 'auth/sign-up/email', form);
    for (const each of ['checkout', 'billing']) {
      const refused = await member.ask('POST', `accounts/${account}/${each}`, { tier: 'pro' });
      assert.equal(refused.body.code, 'OWNERS_ONLY', each);
    }
    assert.equal((await member.ask('GET', `accounts/${account}/invoices`)).status, 403);
    stripe.away = true;
    const away = await buyer.ask('POST', `accounts/${account}/billing`);
    stripe.away = false;
    assert.deepEqual([away.status, away.body.code], [502, 'BILLING_AWAY']);
    assert.ok(stripe.asked.every(({ key }) => key === 'Bearer sk_test_of_these_tests'));
  });
});

describe('usage', () => {
  it('lists requests by day, route, key and status, errors by request id, and what the limits leave', async () => {
    portal.pass(dayMs);
    await buyer.ask('POST', `accounts/${account}/keys/${(await firstKey()).id}/revoke`);
    const { body: key } = await buyer.ask('POST', `accounts/${account}/keys`, { name: 'counted' });
    for (let i = 0; i < 3; i++) await portal.call(key.key);
    const bad = await portal.call(key.key, '/api/public/v1/toy/board?limit=0');
    assert.equal(bad.status, 422);
    await requestLog.flush();
    await portal.flushCounts();
    const { body } = await buyer.ask('GET', `accounts/${account}/usage?days=1`);
    const today = new Date(portal.nowMs()).toISOString().slice(0, 10);
    const rows = body.requests.map(
      (row: { day: string; route: string; status: number; requests: number }) => {
        return [row.day, row.route, row.status, row.requests];
      },
    );
    assert.deepEqual(rows, [
      [today, '/pattern/of/toy.board', 200, 3],
      [today, '/pattern/of/toy.board', 422, 1],
    ]);
    assert.equal(body.requests[0].key.name, 'counted');
    assert.equal(body.errors[0].requestId, bad.headers.get('x-request-id'));
    assert.deepEqual([body.limits.tier, body.limits.day.limit, body.limits.day.left], ['free', 1_000, 996]);
    assert.ok(!JSON.stringify(body).includes(key.key));
    assert.equal((await buyer.ask('GET', `accounts/${account}/usage?days=0`)).status, 400);
    const other = visitor(portal.toy.url);
    const form = { email: 'other@example.org', password: 'correct horse battery', name: 'Other' };
    await other.ask('POST', 'auth/sign-up/email', form);
    assert.equal((await other.ask('GET', `accounts/${account}/usage`)).status, 404);
  });
});

async function firstKey(): Promise<{ id: string }> {
  return (await buyer.ask('GET', `accounts/${account}/keys`)).body.keys[0];
}
