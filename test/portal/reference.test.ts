/** The reference in a real browser: a page for each endpoint, calls that are tried, streams that are followed. */
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { catalogue } from '../../src/endpoints/catalogue.ts';
import { feeds } from '../../src/streams/feeds.ts';
import { openBrowser, type PortalBrowser, settled, type Visitor } from './browser.ts';
import { portalModule } from './portal-module.ts';
import { openSite, type Site } from './site.ts';
import { nowMs, who } from './site-world.ts';

const opened = new AsyncDisposableStack();
let site: Site;
let browser: PortalBrowser;
let visitor: Visitor;
let documents: typeof import('../../portal/src/reference/api-document.ts');
let schemas: typeof import('../../portal/src/reference/fields.ts');

before(async () => {
  documents = await portalModule('reference/api-document.ts');
  schemas = await portalModule('reference/fields.ts');
  site = await openSite();
  opened.defer(() => site.close());
  browser = await openBrowser();
  opened.defer(() => browser.close());
  visitor = await browser.visit(site.url);
});
after(() => opened.disposeAsync());

const reference = '/docs/reference';

it('its pages have no fault of accessibility and are no wider than the screen, in four looks', async () => {
  const reader = await browser.visit(site.url);
  for (const path of [reference, `${reference}/pulse.trader-lifecycles`, `${reference}/streams`]) {
    await reader.open(path);
    for (const width of ['desk', 'phone'] as const) {
      for (const theme of ['dark', 'light'] as const) {
        await reader.look(width, theme);
        const found = [path, width, theme, reader.takeFaults(), await reader.axe(), await reader.overflow()];
        assert.deepEqual(found, [path, width, theme, [], [], 0]);
      }
    }
  }
  await reader.close();
});

it('every endpoint is in the reference, with its parameters, the fields of its answer and its refusals', async () => {
  const api = documents.apiDocument(await (await fetch(`${site.url}/openapi.json`)).json());
  assert.deepEqual(api.operations.map(({ id }) => id).sort(), catalogue.map(({ id }) => id).sort());
  for (const endpoint of catalogue) {
    const operation = api.operations.find(({ id }) => id === endpoint.id)!;
    assert.deepEqual(
      operation.parameters.map(({ name, description }) => [name, description !== '']).sort(),
      [...endpoint.pathParams, ...endpoint.queryParams].map((name) => [name, true]).sort(),
    );
    const paths = schemas.allFields(schemas.fieldsOf(operation.answer, api)).map(({ path }) => path);
    assert.ok(paths.length > 0 || operation.example !== undefined, endpoint.id);
    assert.equal(new Set(paths).size, paths.length, `${endpoint.id}: two fields at one place`);
    const statuses = operation.refusals.map(([status]) => status);
    for (const status of [401, 429, 503]) assert.ok(statuses.includes(status), `${endpoint.id}: ${status}`);
    assert.ok(endpoint.tier === 'free' || statuses.includes(403), endpoint.id);
  }
});

it('a page says what its endpoint takes and gives, with an address for each part', async () => {
  const { page } = visitor;
  await visitor.open(`${reference}/pulse.leaderboard`);
  const partOf = async (id: string) => (await page.locator(`[id="${id}"]`).textContent()) ?? '';
  assert.match(await partOf('param.limit'), /integer, in the query.*Bounds 1 to 500.*Default 20/);
  assert.match(await partOf('param.sort'), /One of.*risk-adjusted/);
  assert.match(await partOf('field.traders.winRate'), /number.*totalTrades × 100/);
  assert.match(await partOf('status.422'), /INVALID_PARAMETERS/);
  assert.match((await page.locator('.reference-text').textContent()) ?? '', /Free.*at most 2\.5 s behind/s);
  assert.deepEqual(visitor.takeFaults(), []);
});

it('a call is tried with the key of the visit, which its code does not show, and with what was typed', async () => {
  const { page } = visitor;
  await visitor.open(`${reference}/pulse.leaderboard`);
  await page.getByLabel('limit', { exact: true }).fill('2');
  await page.getByLabel('sort', { exact: true }).selectOption('volume');
  const code = page.getByRole('region', { name: 'The call' });
  assert.match((await code.textContent()) ?? '', /leaderboard\?sort=volume&limit=2/);
  await page.getByRole('button', { name: 'Python' }).click();
  assert.match((await code.textContent()) ?? '', /pulse\.leaderboard\(sort="volume", limit=2\)/);
  const [response] = await Promise.all([
    page.waitForResponse((one) => one.url().includes('sort=volume&limit=2')),
    page.getByRole('button', { name: 'Send' }).click(),
  ]);
  const answer = page.getByRole('region', { name: 'Answer', exact: true });
  await answer.getByText('200', { exact: true }).waitFor();
  const body = await page.getByRole('region', { name: 'Body of the answer' }).locator('code').textContent();
  const { traders } = await site.ask<{ traders: object[] }>('/pulse/leaderboard?sort=volume&limit=2');
  assert.deepEqual((JSON.parse(body ?? '') as { traders: object[] }).traders, traders);
  const headers = (await answer.locator('dl').textContent()) ?? '';
  for (const name of ['x-request-id', 'x-data-source', 'etag'])
    assert.ok(headers.includes(`${name}${response.headers()[name]}`), `${name}: ${headers}`);
  const text = (await page.locator('.reference').textContent()) ?? '';
  assert.match(text, /TIDEMARK_KEY/);
  assert.doesNotMatch(text, /tdm_temp_/);
  assert.deepEqual(visitor.takeFaults(), []);
});

it('a key that is typed in is tried in place of that of the visit, and a refusal is shown with what it says', async () => {
  const reader = await browser.visit(site.url, { expected: /\b(401|422)\b/ });
  const { page } = reader;
  await reader.open(`${reference}/pulse.leaderboard`);
  const answer = page.getByRole('region', { name: 'Answer', exact: true });
  await page.getByLabel('limit', { exact: true }).fill('many');
  await page.getByRole('button', { name: 'Send' }).click();
  await answer.getByText('422', { exact: true }).waitFor();
  assert.match((await answer.textContent()) ?? '', /query\.limit/);
  await page.getByLabel('API key').fill('tdm_live_nonsense');
  await page.getByRole('button', { name: 'Send' }).click();
  await answer.getByText('401', { exact: true }).waitFor();
  assert.deepEqual(reader.takeFaults(), []);
  await reader.close();
});

it('the list of endpoints is filtered by words, and an address leads to a field, a parameter, or values filled in', async () => {
  const { page } = visitor;
  await visitor.open(reference);
  const list = page.getByRole('navigation', { name: 'Reference' });
  await list.getByLabel('Filter').fill('outcome daily');
  const links = list.locator('li a');
  assert.ok((await links.count()) >= 1 && (await links.count()) < 10);
  await list.getByLabel('Filter').fill('lifecycles of');
  await links.first().click();
  await page.waitForURL(`**${reference}/*`);
  assert.equal(await list.getByLabel('Filter').inputValue(), 'lifecycles of');
  await list.getByLabel('Filter').fill('');
  await visitor.open(`${reference}/pulse.leaderboard?limit=7#field.traders.winRate`);
  assert.equal(await page.getByLabel('limit', { exact: true }).inputValue(), '7');
  const top = await page.locator('[id="field.traders.winRate"]').evaluate((one) => {
    return (one as unknown as { getBoundingClientRect(): { top: number } }).getBoundingClientRect().top;
  });
  assert.ok(top > 40 && top < 300, `the field stands at ${top}`);
  // As these addresses were before there was a page for each.
  await visitor.open(`${reference}#account.verify`);
  await page.waitForURL(`**${reference}/account.verify`);
  assert.deepEqual(visitor.takeFaults(), []);
});

it('the call behind a figure leads to its page of the reference, with its parameters', async () => {
  const { page } = visitor;
  await visitor.open('/traders?order=volume');
  const traders = page.locator('.panel', { has: page.getByRole('group', { name: 'Traders', exact: true }) });
  await traders.getByRole('button', { name: 'API', exact: true }).click();
  await page.getByRole('dialog').getByRole('link', { name: 'Reference' }).click();
  await page.waitForURL(`**${reference}/pulse.leaderboard?*`);
  await settled(page);
  assert.equal(await page.getByLabel('sort', { exact: true }).inputValue(), 'volume');
  assert.deepEqual(visitor.takeFaults(), []);
});

it('every feed is on the page of streams, and the console follows one until it is stopped', async () => {
  const { page } = visitor;
  await visitor.open(`${reference}/streams#feed.tradesByUser.argument.user`);
  const argument = page.locator('[id="feed.tradesByUser.argument.user"]');
  assert.ok(await argument.isVisible(), 'what the address names is open');
  const shown = await page.locator('.feed h2').allTextContents();
  assert.deepEqual(shown.sort(), Object.keys(feeds).sort());
  await page.getByRole('button', { name: 'Try tradesByUser', exact: true }).click();
  assert.equal(await page.getByLabel('feed', { exact: true }).inputValue(), 'tradesByUser');
  await page.locator('[id="try.user"]').fill(who.steady);
  await page.getByRole('button', { name: 'Follow', exact: true }).click();
  const frames = page.getByRole('list', { name: 'Newest messages' }).getByRole('listitem');
  await frames.filter({ hasText: 'subscriptionResponse' }).waitFor();
  await site.engine.add([
    { wallet: who.steady, coin: 'ETH', time: nowMs - 2_000, tid: 900_003, oid: 900_003 },
  ]);
  await frames.filter({ hasText: '"tid": 900003' }).waitFor();
  assert.deepEqual([visitor.takeFaults(), await visitor.axe()], [[], []]);
  await page.getByRole('button', { name: 'Stop', exact: true }).click();
  await page.getByText('Stopped.', { exact: true }).waitFor();
  assert.ok(await page.getByRole('button', { name: 'Follow', exact: true }).isEnabled());
});

it('what a stream refuses is shown in its words', async () => {
  const { page } = visitor;
  await visitor.open(`${reference}/streams?feed=tradesByCoin`);
  await page.locator('[id="try.coin"]').fill('NOSUCHCOIN');
  await page.getByRole('button', { name: 'Follow', exact: true }).click();
  await page.getByText('Refused: unknown coin.', { exact: true }).waitFor();
  assert.deepEqual(visitor.takeFaults(), []);
});

it('a search finds endpoints, fields and guides, and leads to the place of each by keys alone', async () => {
  const { page } = visitor;
  await visitor.open('/docs');
  const search = async (text: string, wanted: string) => {
    await page.keyboard.press('/');
    await page.keyboard.type(text);
    await page.getByRole('option').filter({ hasText: wanted }).first().waitFor();
    const options = await page.getByRole('option').allTextContents();
    const steps = options.findIndex((option) => option.includes(wanted));
    for (let i = 0; i < steps; i++) await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
  };
  await search('liquidation heatmap', 'by the price that would liquidate them');
  await page.waitForURL(`**${reference}/live.liquidation-heatmap`);
  await settled(page);
  await search('request ids', 'Request ids – Errors');
  await page.waitForURL('**/docs/guides/errors#request-ids');
  await page.getByRole('heading', { name: 'Request ids' }).waitFor();
  await search('mintrades', 'minTrades');
  await page.waitForURL(/\/docs\/reference\/.*#param\.minTrades$/);
  assert.deepEqual([visitor.takeFaults(), await visitor.axe()], [[], []]);
});
