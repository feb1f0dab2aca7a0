/** The page of alerts in a real browser, over real stores and a real receiver. */
import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, it } from 'node:test';
import { alertTermsOf } from '../../src/alerts/terms.ts';
import { openPortalFiles } from '../../src/app/portal-files.ts';
import { dayMs, minuteMs, utcDayStartMs } from '../../src/kernel/clock.ts';
import { createLog } from '../../src/kernel/log.ts';
import { type AlertWorld, openAlertWorld } from '../alerts/alert-world.ts';
import { openPortalHarness, type PortalHarness } from '../portal-harness.ts';
import { walletOf } from '../source-fills.ts';
import { draft, nowMs as streamsMs } from '../streams/stream-world.ts';
import { until } from '../until.ts';
import { openBrowser, type PortalBrowser, settled } from './browser.ts';

/** Kept as build output, to be looked at. */
const screens = join(import.meta.dirname, '../../node_modules/.cache/screens');
const startMs = utcDayStartMs(Date.now()) + dayMs / 2;
const at = (wallet: number, offsetMs: number, more?: object) =>
  draft(wallet, startMs - streamsMs + offsetMs, more);
const terms = alertTermsOf({ alertRules: 'free=1,pro=3', alertAddresses: 'any' });
let portal: PortalHarness;
let world: AlertWorld;
let browser: PortalBrowser;

before(async () => {
  mkdirSync(screens, { recursive: true });
  const given = [at(1, -30 * minuteMs), at(1, -20 * minuteMs, { coin: 'ETH' }), at(2, -10 * minuteMs)];
  world = await openAlertWorld(startMs, given, async ({ store }) => {
    const files = openPortalFiles(createLog({ level: 'silent' }));
    portal = await openPortalHarness({ files, alerts: terms, analytics: store });
    return portal.control;
  });
  browser = await openBrowser();
});
after(async () => {
  await browser?.close();
  await world?.close();
  await portal?.close();
});

it('leads from a trader to an alert of that wallet: signed in, estimated, made, delivered, resent, skipped and deleted', async () => {
  await portal.control.createAccount('someone else');
  const visitor = await browser.visit(portal.toy.url);
  const { page } = visitor;
  const email = 'alert@example.org';
  // Signing up on the way keeps the trader.
  await visitor.open(`/trader/${walletOf(1)}`);
  await page.getByRole('link', { name: 'Alert me' }).click();
  await page.waitForURL('**/login?next=*');
  await page.locator('main a[href^="/signup?next="]').click();
  await page.waitForURL('**/signup?next=*');
  await page.fill('[name=name]', 'Ann');
  await page.fill('[name=email]', email);
  await page.fill('[name=password]', 'correct horse battery');
  await page.click('form button[type=submit]');
  await page.waitForURL('**/account/alerts?*');
  const user = page.getByRole('form', { name: 'New alert' }).locator('[name=user]');
  await user.waitFor();
  assert.equal(await user.inputValue(), walletOf(1));
  await visitor.open('/account');
  await page.getByRole('link', { name: 'Alerts' }).waitFor();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.waitForURL(`${portal.toy.url}/`);

  await visitor.open(`/trader/${walletOf(1)}`);
  await page.getByRole('link', { name: 'Alert me' }).click();
  await page.waitForURL('**/login?next=*');
  await page.fill('[name=email]', email);
  await page.fill('[name=password]', 'correct horse battery');
  await page.click('form button[type=submit]');
  await page.waitForURL('**/account/alerts?*');
  const form = page.getByRole('form', { name: 'New alert' });
  assert.equal(await form.locator('[name=user]').inputValue(), walletOf(1));
  assert.equal(await form.locator('[name=feed]').inputValue(), 'tradesByUser');
  await form.getByRole('button', { name: 'Estimate' }).click();
  await page
    .getByText('It would have fired 0.29 times a day over the last 7 days: 2 times for 2 events.')
    .waitFor();
  assert.deepEqual(await visitor.axe(), []);
  await form.locator('[name=url]').fill('nonsense');
  await form.getByRole('button', { name: 'Create alert' }).click();
  await form.getByText(/the address must be an http or https URL/).waitFor();
  await form.locator('[name=url]').fill(world.url);
  await form.locator('[name=name]').fill('Ann follows');
  await form.getByRole('button', { name: 'Create alert' }).click();
  const secret = (await page.locator('.secret code').textContent()) ?? '';
  assert.match(secret, /^whsec_/);
  await page.screenshot({ path: join(screens, 'alerts.png'), fullPage: true });
  await page.getByText('The free plan allows 1, and you have as many.').waitFor();

  const [rule] = await portal.control.alerts.listAlerts();
  assert.deepEqual([rule!.account, rule!.name], [email, 'Ann follows']);
  const round = world.round();
  await world.settle(round, rule!.id);
  world.answer = () => ({ status: 500 });
  await world.add([at(1, 10)]);
  await world.settle(round, rule!.id);
  await visitor.open('/account/alerts');
  const row = page.getByRole('row', { name: 'Ann follows' });
  await row.getByRole('button', { name: 'Test' }).click();
  await page.getByText('Test of Ann follows: the receiver answered 500.').waitFor();
  await row.getByRole('button', { name: 'Deliveries' }).click();
  const deliveries = page.getByRole('region', { name: 'Deliveries of Ann follows' });
  await deliveries.getByRole('cell', { name: 'the receiver answered 500' }).waitFor();
  const isDue = async () => (await portal.control.alerts.dueDeliveries({ rule: rule!.id })).length === 1;
  assert.equal(await isDue(), false);
  await row.getByRole('button', { name: 'Try now' }).click();
  await until('the message is due', isDue);
  assert.deepEqual(await visitor.axe(), []);
  await page.screenshot({ path: join(screens, 'alert-deliveries.png'), fullPage: true });
  await deliveries.getByRole('button', { name: 'Skip' }).click();
  await deliveries.getByRole('cell', { name: 'skipped' }).waitFor();
  world.answer = () => ({ status: 204 });
  world.got.length = 0;
  await deliveries.getByRole('button', { name: 'Resend' }).click();
  await deliveries.getByRole('cell', { name: 'waiting' }).waitFor();
  await round.look();
  await round.deliver();
  assert.equal(world.got.length, 1);
  await deliveries.getByRole('button', { name: 'Refresh' }).click();
  await deliveries.getByRole('cell', { name: 'delivered' }).waitFor();

  await row.getByRole('button', { name: 'Pause' }).click();
  await row.getByText('paused').waitFor();
  await row.getByRole('button', { name: 'Resume' }).click();
  await row.getByRole('button', { name: 'Change' }).click();
  const change = page.getByRole('form', { name: 'Change Ann follows' });
  await change.locator('[name=feed]').selectOption('tradesByCoin');
  await change.locator('[name=coin]').fill('ETH');
  await change.getByRole('button', { name: 'Save changes' }).click();
  await row.getByRole('cell', { name: 'Trades of a coin' }).waitFor();
  assert.deepEqual((await portal.control.alerts.findAlert(rule!.id)).subscription, {
    type: 'tradesByCoin',
    coin: 'ETH',
  });
  await row.getByRole('button', { name: 'New secret' }).click();
  await page.locator('.secret code').waitFor();
  assert.notEqual(await page.locator('.secret code').textContent(), secret);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.screenshot({ path: join(screens, 'alerts-phone.png'), fullPage: true });
  assert.deepEqual(await visitor.axe(), []);
  await row.getByRole('button', { name: 'Delete' }).click();
  await page.getByText('No alerts yet.').waitFor();
  await form.locator('[name=feed]').selectOption('quality');
  assert.equal(await form.locator('[name=side]').count(), 0, 'a gap has no side');
  await form.getByRole('checkbox', { name: 'opened' }).check();
  await form.locator('[name=url]').fill(world.url);
  await form.getByRole('button', { name: 'Create alert' }).click();
  await page.getByRole('cell', { name: 'Gaps in the data' }).waitFor();
  const [ofGaps] = await portal.control.alerts.listAlerts();
  assert.deepEqual((await portal.control.alerts.findAlert(ofGaps!.id)).subscription, {
    type: 'quality',
    events: ['opened'],
  });
  const lists = page.getByRole('region', { name: 'Lists of wallets' });
  const listForm = lists.getByRole('form', { name: 'New list' });
  await listForm.locator('[name=name]').fill('Two / whales');
  await listForm.locator('[name=wallets]').fill(`${walletOf(1)}\n${walletOf(2)}`);
  await listForm.getByRole('button', { name: 'Keep the list' }).click();
  await listForm.getByText('Two / whales holds 2 wallets.').waitFor();
  await form.locator('[name=feed]').selectOption('tradesByCoin');
  await form.locator('[name=list]').selectOption('Two / whales');
  await lists.getByRole('row', { name: 'Two / whales' }).getByRole('button', { name: 'Change' }).click();
  const listChange = lists.getByRole('form', { name: 'Change Two / whales' });
  assert.match(await listChange.locator('[name=wallets]').inputValue(), new RegExp(walletOf(2)));
  assert.deepEqual(await visitor.axe(), []);
  await lists.getByRole('row', { name: 'Two / whales' }).getByRole('button', { name: 'Delete' }).click();
  await lists.getByText('No lists yet.').waitFor();
  assert.deepEqual(await visitor.axe(), []);
  await settled(page);
  // The pages of this small service ask endpoints that it has not, and a request log; the address that was refused is a fault, too.
  const isExpected = (fault: string) =>
    fault.includes('/api/public/v1/') ||
    /\(404|Failed to load|status 500: .*\/usage\?|status 400: .*\/alerts$/.test(fault);
  const faults = visitor.takeFaults().filter((fault) => !isExpected(fault));
  assert.deepEqual(faults, []);
  await visitor.close();
});
