import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, it } from 'node:test';
import { openOperatorPages } from '../../src/app/portal-files.ts';
import { openPglite } from '../../src/control/pglite.ts';
import type { ControlStore } from '../../src/control/store.ts';
import { createLog } from '../../src/kernel/log.ts';
import { type AdminServer, serveAdmin } from '../../src/operate/admin/server.ts';
import { adminCaller, adminToken } from '../admin-harness.ts';
import { seedControl } from '../data-template.ts';
import { operationsOn } from '../fixtures/contender.ts';
import { openBrowser, type PortalBrowser } from './browser.ts';

const root = mkdtempSync(join(tmpdir(), 'tidemark-operator-page-'));
/** Kept as build output, to be looked at. */
const screens = join(import.meta.dirname, '../../node_modules/.cache/screens');
let control: ControlStore;
let server: AdminServer;
let browser: PortalBrowser;

before(async () => {
  mkdirSync(screens, { recursive: true });
  control = await openPglite({ dir: seedControl(join(root, 'control')) });
  await control.migrate();
  await control.grantTier({ accountName: 'Desk & Sons', tier: 'pro' });
  await control.createKey({ accountName: 'Desk & Sons', name: 'bot' });
  const { jobs } = control;
  const claim = await jobs.claim({ job: 'census', holder: 'test', ttlMs: 60_000 });
  await jobs.done(claim!, Date.UTC(2026, 4, 1));
  server = await serveAdmin({
    operations: operationsOn(control),
    log: createLog({ level: 'silent' }),
    pages: openOperatorPages(),
    token: adminToken,
    host: '127.0.0.1',
    port: 0,
  });
  browser = await openBrowser();
});
after(async () => {
  await browser?.close();
  await server?.close(0);
  await control?.close();
  rmSync(root, { recursive: true, force: true });
});

it('an operator signs in with the token, reads what the admin surface answers, grants a tier, makes a key and revokes it', async () => {
  const call = adminCaller(server.url);
  const visitor = await browser.visit(server.url, { expected: /401/ });
  const { page } = visitor;
  const addresses: string[] = [];
  page.on('request', (request) => addresses.push(request.url()));
  /** The first cells of a table's rows. */
  const firsts = (label: string) =>
    page.locator(`.table-scroll[aria-label="${label}"] tbody tr td:first-child`).allTextContents();
  const rowOf = (text: string) => page.locator('tbody tr', { hasText: text });

  await visitor.open('/');
  await page.fill('input[type=password]', 'wrong');
  await page.click('text=Sign in');
  await page.getByText('The admin token is wrong.').waitFor();
  await page.fill('input[type=password]', adminToken);
  await page.click('text=Sign in');

  await rowOf('Desk & Sons').waitFor();
  const accounts = (await call('GET /admin/v1/accounts')).body.accounts as { name: string; tier: string }[];
  assert.deepEqual(
    await firsts('Accounts'),
    accounts.map(({ name }) => name),
  );
  assert.match((await rowOf('Desk & Sons').textContent())!, /pro/);
  await page.getByRole('form', { name: 'Grant a tier' }).locator('[name=account]').fill('newcomer');
  await page.selectOption('[name=tier]', 'starter');
  await page.fill('[name=until]', '2999-01-31');
  await page.click('button:text-is("Grant")');
  await page.getByRole('heading', { name: 'Grants of newcomer' }).waitFor();
  await page.getByText('2999-01-31 00:00:00').waitFor();
  await page.screenshot({ path: join(screens, 'operator-accounts.png') });
  const granted = (await call('GET /admin/v1/accounts/newcomer')).body;
  assert.deepEqual(
    [granted.tier, granted.entitlements[0].validUntil],
    ['starter', '2999-01-31T00:00:00.000Z'],
  );
  await page.click('button:text-is("End")');
  await page.locator('button:text-is("End")').waitFor({ state: 'detached' });
  assert.equal((await call('GET /admin/v1/accounts/newcomer')).body.tier, 'free');

  const invitation = page.getByRole('form', { name: 'Invite' });
  await invitation.locator('[name=account]').fill('newcomer');
  await invitation.getByRole('button').click();
  assert.match((await page.locator('.secret code').textContent())!, /^\/signup\?invitation=\S{20,}$/);

  await page.click('button:text-is("Keys")');
  await rowOf('bot').waitFor();
  await page.fill('[name=account]', 'newcomer');
  await page.click('text=Create key');
  const secret = (await page.locator('.secret code').textContent())!;
  await rowOf('newcomer').waitFor();
  const keys = async () =>
    (await call('GET /admin/v1/keys')).body.keys as { account: string; status: string; prefix: string }[];
  assert.deepEqual(
    await firsts('Keys'),
    (await keys()).map(({ account }) => account),
  );
  await rowOf('newcomer').getByRole('button').click();
  await rowOf('newcomer').getByText('revoked').waitFor();
  const ended = (await keys()).find(({ prefix }) => secret.startsWith(prefix));
  assert.deepEqual([ended?.account, ended?.status], ['newcomer', 'revoked']);
  await page.screenshot({ path: join(screens, 'operator-keys.png') });

  for (const [tab, path, list] of [
    ['Gaps', 'gaps', 'gaps'],
    ['Jobs', 'jobs', 'jobs'],
    ['Quarantine', 'quarantine', 'quarantined'],
  ] as const) {
    await page.click(`button:text-is("${tab}")`);
    await page.locator(`.table-scroll[aria-label="${tab}"]`).waitFor();
    const rows = (await call(`GET /admin/v1/${path}`)).body[list] as Record<string, string>[];
    const named = tab === 'Quarantine' ? rows.map(({ metAt }) => metAt!.slice(0, 10)) : undefined;
    const shown = await firsts(tab);
    assert.deepEqual(
      named === undefined ? shown : shown.map((text) => text.slice(0, 10)),
      named ?? rows.map((row) => row.feed ?? row.job),
      tab,
    );
    await page.screenshot({ path: join(screens, `operator-${path}.png`) });
  }

  await page.click('button:text-is("Doctor")');
  const { missing } = (await call('GET /admin/v1/doctor')).body as { missing: { what: string }[] };
  await page.locator('.table-scroll[aria-label="What is missing"]').waitFor();
  assert.deepEqual(
    await firsts('What is missing'),
    missing.map(({ what }) => what),
  );
  await page.screenshot({ path: join(screens, 'operator-doctor.png') });

  assert.deepEqual(await visitor.axe(), []);
  await page.setViewportSize({ width: 390, height: 844 });
  assert.ok((await visitor.overflow()) <= 0);
  await page.screenshot({ path: join(screens, 'operator-phone.png') });
  assert.ok(addresses.every((address) => !address.includes(adminToken)));
  const kept = await page.evaluate('JSON.stringify([localStorage, sessionStorage, document.cookie])');
  assert.ok(!String(kept).includes(adminToken));
  await page.reload();
  await page.locator('input[type=password]').waitFor();
  assert.deepEqual(visitor.takeFaults(), []);
  await visitor.close();
});

it('a page on another port of this machine can neither ask the admin surface, with the token neither, nor frame the page', async () => {
  const admin = server.url;
  const other = createServer((_, res) =>
    res.setHeader('Content-Type', 'text/html').end('<!doctype html><main><h1>Other</h1></main>'),
  ).listen(0, '127.0.0.1');
  await once(other, 'listening');
  const visitor = await browser.visit(`http://127.0.0.1:${(other.address() as AddressInfo).port}`);
  try {
    const { page } = visitor;
    const statuses: number[] = [];
    page.on('response', (response) => {
      if (response.url().startsWith(admin)) statuses.push(response.status());
    });
    await visitor.open('/');
    const call = (options: string) =>
      page.evaluate(`fetch('${admin}/admin/v1/keys', ${options}).then(() => 'answered', () => 'refused')`);
    const bearer = `headers: { Authorization: 'Bearer ${adminToken}' }`;
    assert.equal(await call(`{ ${bearer} }`), 'refused', 'its preflight is');
    assert.equal(await call(`{ method: 'POST', ${bearer}, body: '{}' }`), 'refused');
    // A request of this kind is sent, and its answer is kept from the page.
    await call(`{ method: 'POST', mode: 'no-cors', body: '{"account":"stolen"}' }`);
    const framed = page.waitForResponse(`${admin}/`);
    await page.evaluate(
      `document.body.append(Object.assign(document.createElement('iframe'), { src: '${admin}/' }))`,
    );
    assert.equal((await framed).status(), 403);
    assert.ok(statuses.length >= 2 && statuses.every((status) => status === 403), String(statuses));
    const { keys } = (await adminCaller(admin)('GET /admin/v1/keys')).body as { keys: { account: string }[] };
    assert.ok(keys.every(({ account }) => account !== 'stolen'));
  } finally {
    await visitor.close();
    other.close();
  }
});
