/** Buying a plan, keeping it through a payment that failed, and losing it, as a person sees it. */
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { openPortalFiles } from '../../src/app/portal-files.ts';
import { dayMs } from '../../src/kernel/clock.ts';
import { createLog } from '../../src/kernel/log.ts';
import { openBrowser, settled, type Visitor } from './browser.ts';
import { openSelling, proSubscription, type Selling } from './selling.ts';

const email = 'buyer@example.org';
const opened = new AsyncDisposableStack();
let selling: Selling;
let visitor: Visitor;

before(async () => {
  selling = await openSelling({ guest: 'off', files: openPortalFiles(createLog({ level: 'silent' })) });
  opened.defer(() => selling.close());
  const browser = await openBrowser();
  opened.defer(() => browser.close());
  visitor = await browser.visit(selling.portal.toy.url, {
    // This small service has neither the endpoints of the front page nor a log of requests, and payment is another host's page.
    expected: new RegExp(`/api/public/v1/|/usage\\?|${selling.stripe.url}`),
  });
});
after(() => opened.disposeAsync());

it('a plan that is bought holds from the next request on, stays for a grace where a payment fails, and lapses', async () => {
  const { portal, tell: report } = selling;
  const { page } = visitor;
  await visitor.open('/upgrade');
  const pro = (await page.getByRole('row', { name: /^pro/ }).textContent()) ?? '';
  assert.match(pro, /199 USD a month/, 'a price is seen before the sign-up');
  await page.getByText(/^pro \d+ more endpoints$/).click();
  await page.getByRole('link', { name: 'Wallets that came back from a deep loss' }).waitFor();
  assert.deepEqual(await visitor.axe(), []);

  await visitor.open('/signup');
  await page.fill('[name=name]', 'Buyer');
  await page.fill('[name=email]', email);
  await page.fill('[name=password]', 'correct horse battery');
  await page.click('form button[type=submit]');
  await page.waitForURL('**/account');
  await page.getByLabel('New key').locator('[name=name]').fill('used');
  await page.getByRole('button', { name: 'Create key' }).click();
  const key = (await page.locator('.secret code').first().textContent())!.trim();
  const tierSeen = async () => (await portal.call(key)).headers.get('x-ratelimit-tier');
  assert.equal(await tierSeen(), 'free');

  await visitor.open('/upgrade');
  const own = () => page.getByRole('row').filter({ hasText: 'yours' }).getByRole('cell').first();
  assert.equal(await own().textContent(), 'free');
  assert.match((await page.getByRole('row', { name: /^pro/ }).textContent()) ?? '', /199 USD a month/);
  await page.getByRole('button', { name: 'Choose pro' }).click();
  await page.getByRole('link', { name: 'Pay' }).waitFor();
  await report('customer.subscription.created', proSubscription(email));
  assert.equal(await tierSeen(), 'pro');
  await page.getByRole('link', { name: 'Pay' }).click();
  await page.waitForURL('**/upgrade*');
  await page.getByRole('button', { name: 'Manage billing' }).waitFor();
  assert.equal(await own().textContent(), 'pro');
  await page.getByRole('link', { name: 'TDM-1' }).waitFor();
  assert.deepEqual(await visitor.axe(), []);

  const shows = async (text: RegExp) => {
    await page.reload();
    await settled(page);
    await page.getByText(text).waitFor();
  };
  await report('invoice.payment_failed', { object: 'invoice', subscription: 'sub_1' });
  await shows(/^The last payment failed\. The plan stays until /);
  assert.deepEqual([await own().textContent(), await tierSeen()], ['pro', 'pro']);
  portal.pass(7 * dayMs);
  await shows(/the grace period is over: the account is on Free until it is paid/);
  assert.deepEqual([await own().textContent(), await tierSeen()], ['free', 'free']);
  await report('customer.subscription.deleted', proSubscription(email));
  await shows(/^The subscription has ended: the account is on Free\. Keys stay\.$/);
  assert.equal((await portal.call(key)).status, 200);
  assert.deepEqual(visitor.takeFaults(), []);
});
