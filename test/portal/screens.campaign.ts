/** Every page in both widths and themes, kept as pictures to be looked at: portal/dist-screens. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, it } from 'node:test';
import { openBrowser, type PortalBrowser, type Theme, type Width } from './browser.ts';
import { emptyPaths, openSite, pagePaths, type Site } from './site.ts';
import { who } from './site-world.ts';

const dir = join(import.meta.dirname, '../../portal/dist-screens');
const opened = new AsyncDisposableStack();
let site: Site;
let browser: PortalBrowser;
let paths: string[];

before(async () => {
  site = await openSite();
  opened.defer(() => site.close());
  browser = await openBrowser();
  opened.defer(() => browser.close());
  const reported = `/pulse/trader/${who.winner}/lifecycles?limit=1`;
  const { lifecycles } = await site.ask<{ lifecycles: { id: number }[] }>(reported);
  paths = [...pagePaths(lifecycles[0]!.id), ...emptyPaths];
});
after(() => opened.disposeAsync());

for (const width of ['desk', 'phone'] satisfies Width[]) {
  for (const theme of ['dark', 'light'] satisfies Theme[]) {
    it(`every page fits a ${width} in ${theme}, without a serious fault of accessibility`, async () => {
      const visitor = await browser.visit(site.url, { width, theme, expected: /\b404\b/ });
      for (const path of paths) {
        await visitor.open(path);
        await visitor.walk();
        const name = path.replace(/\W+/g, '-').slice(1, 60) || 'home';
        await visitor.page.screenshot({ path: join(dir, `${name}-${width}-${theme}.png`), fullPage: true });
        const found = [visitor.takeFaults(), await visitor.axe(), await visitor.overflow()];
        assert.deepEqual([path, ...found], [path, [], [], 0]);
      }
      await visitor.close();
    });
  }
}
