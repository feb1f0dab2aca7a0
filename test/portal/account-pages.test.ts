import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, it } from 'node:test';
import { createRequestLog, type StoredRequestLog } from '../../src/access/request-log.ts';
import { openChdb } from '../../src/analytics/chdb.ts';
import { migrateAnalytics } from '../../src/analytics/migrate.ts';
import type { AnalyticsStore } from '../../src/analytics/store.ts';
import { openPortalFiles } from '../../src/app/portal-files.ts';
import { createLog } from '../../src/kernel/log.ts';
import { seedEngine } from '../data-template.ts';
import { openPortalHarness, type PortalHarness } from '../portal-harness.ts';
import { openBrowser, type PortalBrowser, settled } from './browser.ts';

const root = mkdtempSync(join(tmpdir(), 'tidemark-account-pages-'));
/** Kept as build output, to be looked at. */
const screens = join(import.meta.dirname, '../../node_modules/.cache/screens');
const log = createLog({ level: 'silent' });
let analytics: AnalyticsStore;
let requestLog: StoredRequestLog;
let portal: PortalHarness;
let browser: PortalBrowser;

before(async () => {
  mkdirSync(screens, { recursive: true });
  analytics = await openChdb({ dir: seedEngine(join(root, 'analytics')), readSessions: 1 });
  await migrateAnalytics(analytics);
  const options = { analytics, dir: join(root, 'log'), log, patternOf: (endpoint: string) => endpoint };
  portal = await openPortalHarness({
    analytics,
    files: openPortalFiles(log),
    requestLog: () => {
      requestLog = createRequestLog(options);
      return requestLog;
    },
  });
  browser = await openBrowser();
});
after(async () => {
  await browser?.close();
  await portal?.close();
  await requestLog?.close();
  await analytics?.close();
  rmSync(root, { recursive: true, force: true });
});

it('a person signs up, makes a key, calls with it, sees the call, replaces the key, ends it, and comes back with a passkey', async () => {
  // By host name, because passkeys need one.
  const origin = portal.toy.url.replace('127.0.0.1', 'localhost');
  const visitor = await browser.visit(origin);
  const { page } = visitor;
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  const authenticator = { protocol: 'ctap2', transport: 'internal', hasResidentKey: true } as const;
  const willing = { hasUserVerification: true, isUserVerified: true, automaticPresenceSimulation: true };
  await devtools.send('WebAuthn.addVirtualAuthenticator', { options: { ...authenticator, ...willing } });

  await visitor.open('/signup');
  await page.fill('[name=name]', 'Ann');
  await page.fill('[name=email]', 'ann@example.org');
  await page.fill('[name=password]', 'correct horse battery');
  await page.screenshot({ path: join(screens, 'signup.png'), fullPage: true });
  await page.click('form button[type=submit]');
  await page.waitForURL('**/account');
  await page.getByRole('heading', { name: 'ann@example.org' }).waitFor();

  await page.getByRole('button', { name: 'Create your first key' }).click();
  const secretOf = async () => (await page.locator('.secret code').first().textContent())?.trim() ?? '';
  const first = await secretOf();
  assert.match(first, /^tdm_live_[0-9A-Za-z]{33}$/);
  assert.equal((await portal.call(first)).status, 200);
  const call = (await page.locator('.secret pre').textContent()) ?? '';
  assert.equal(call, `curl -H "X-API-Key: ${first}" "${origin}/api/public/v1/pulse/leaderboard?limit=5"`);
  await page.getByRole('button', { name: 'Create your first key' }).waitFor({ state: 'detached' });
  await page.getByRole('cell', { name: 'toy.board' }).first().waitFor();
  const chart = (await page.getByRole('table', { name: 'Requests by day' }).textContent()) ?? '';
  assert.match(chart, /Day \(UTC\).*first key.*Refused/);
  await page.screenshot({ path: join(screens, 'account.png'), fullPage: true });
  assert.deepEqual(await visitor.axe(), []);

  await page.getByRole('button', { name: 'Rotate' }).click();
  const rotation = page.getByRole('form', { name: 'Rotate first key' });
  await rotation.getByLabel('The old key should').selectOption('stop working now');
  assert.deepEqual(await visitor.axe(), []);
  await rotation.getByRole('button', { name: 'Create new key' }).click();
  await page.locator('.secret code', { hasText: first }).waitFor({ state: 'detached' });
  await page.locator('.secret code').waitFor();
  const second = await secretOf();
  assert.notEqual(second, first);
  assert.equal((await portal.call(first)).status, 401, 'without an overlap the old key has ended');
  assert.equal((await portal.call(second)).status, 200);
  // Clicks in the second key's row: the list may also show the first key, as revoked.
  const row = page.getByRole('row', { name: second.slice(0, 13) });
  await row.getByRole('button', { name: 'Revoke' }).click();
  await row.getByRole('cell', { name: 'revoked' }).waitFor();
  assert.equal((await portal.call(second)).status, 401);

  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByText(/^Passkey /).waitFor();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.waitForURL(`${origin}/`);
  await visitor.open('/login');
  await page.screenshot({ path: join(screens, 'login.png'), fullPage: true });
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await page.waitForURL('**/account');
  await page.getByRole('heading', { name: 'ann@example.org' }).waitFor();
  await page.getByRole('button', { name: /^Remove passkey / }).click();
  await page.getByText(/^Passkey /).waitFor({ state: 'detached' });
  await visitor.open('/upgrade');
  await page.getByText('Plans are granted by the operator of this service.').waitFor();
  await page.screenshot({ path: join(screens, 'upgrade.png'), fullPage: true });
  await settled(page);
  // The front page calls endpoints that this small service lacks.
  const faults = visitor
    .takeFaults()
    .filter((fault) => !fault.includes('/api/public/v1/') && !/\(404|Failed to load/.test(fault));
  assert.deepEqual(faults, []);
  await visitor.close();
});
