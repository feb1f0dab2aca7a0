/** Every page in both widths and themes, with pictures to be looked at: node_modules/.cache/screens. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, it } from 'node:test';
import { openBrowser, type PortalBrowser, type Theme, type Visitor, type Width } from './browser.ts';
import { openSite, pagePaths, type Site } from './site.ts';
import { who } from './site-world.ts';

const dir = join(import.meta.dirname, '../../node_modules/.cache/screens');
/** Of a page that is drawn again in other colours, only this can have become worse. */
const ofColours = ['color-contrast'];
const looks: readonly (readonly [Width, Theme, rules?: readonly string[]])[] = [
  ['desk', 'dark'],
  ['desk', 'light', ofColours],
  ['phone', 'light'],
  ['phone', 'dark', ofColours],
];

const opened = new AsyncDisposableStack();
let site: Site;
let browser: PortalBrowser;
let visitor: Visitor;
let paths: string[];
before(async () => {
  site = await openSite();
  opened.defer(() => site.close());
  browser = await openBrowser();
  opened.defer(() => browser.close());
  visitor = await browser.visit(site.url);
  const path = `/pulse/trader/${who.winner}/lifecycles?limit=1`;
  const { lifecycles } = await site.ask<{ lifecycles: { id: number }[] }>(path);
  paths = pagePaths(lifecycles[0]!.id);
  await visitor.open('/');
});
after(() => opened.disposeAsync());

/** Pages of a test: one that fails names few. */
const part = 5;
for (let first = 0; first < 30; first += part) {
  it(`pages ${first + 1} to ${first + part} load without an error, ask no other host, fit both widths, and have no fault of accessibility in either theme`, async () => {
    const found: string[] = [];
    for (const path of paths.slice(first, first + part)) {
      await visitor.go(path);
      for (const [width, theme, rules] of looks) {
        await visitor.look(width, theme);
        const said = [...visitor.takeFaults(), ...(await visitor.axe(rules))];
        const wider = await visitor.overflow();
        if (wider > 0) said.push(`${wider} px wider than the screen`);
        found.push(...said.map((fault) => `${path}, ${width}, ${theme}: ${fault}`));
        const name = path.replace(/\W+/g, '-').slice(1, 60) || 'home';
        const file = join(dir, `${name}-${width}-${theme}.png`);
        await visitor.page.screenshot({ path: file, fullPage: true });
      }
    }
    assert.deepEqual(found, []);
  });
}

it('no page is left out', () => assert.ok(paths.length <= 30, String(paths.length)));
