/**
 * Takes the screenshots of the README: `./scripts/run.sh scripts/pictures.ts`. Starts the service on a simulated exchange in a temporary
 * directory, opens the pages in the Chromium of the portal's tests, dark and light, and writes docs/images.
 * `--url http://127.0.0.1:8080` uses a running service instead.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { openBrowser, settled, type Theme, type Visitor } from '../test/portal/browser.ts';
import { requirePortal } from './portal.ts';

const root = join(import.meta.dirname, '..');
const dir = join(root, 'docs/images');
const themes: readonly Theme[] = ['dark', 'light'];
const view = { width: 1440, height: 1120 };
/** WebP quality: text stays sharp, and a picture is about 100 kB. */
const quality = 82;

const { values } = parseArgs({ options: { url: { type: 'string' } } });
const opened = new AsyncDisposableStack();
try {
  const url = values.url ?? (await startService(opened));
  const browser = await openBrowser();
  opened.defer(() => browser.close());
  mkdirSync(dir, { recursive: true });
  for (const theme of themes) {
    const visitor = await browser.visit(url, { theme });
    for (const [name, path] of Object.entries(await pathsOf(visitor)))
      await take(visitor, `${name}-${theme}`, path);
    await visitor.close();
  }
} finally {
  await opened.disposeAsync();
}

/** Starts the service on an exchange that begins with seed 1. @returns its address, once it is ready */
async function startService(stack: AsyncDisposableStack): Promise<string> {
  await requirePortal();
  const data = mkdtempSync(join(tmpdir(), 'tidemark-pictures-'));
  stack.defer(() => rmSync(data, { recursive: true, force: true }));
  const args = ['serve', '--source', 'simulated', '--data', data, '--port', '0'];
  const service = spawn(join(root, 'tidemark'), args, { stdio: ['ignore', 'pipe', 'ignore'] });
  const ended = once(service, 'exit');
  stack.defer(async () => {
    service.kill('SIGTERM');
    await ended;
  });
  for await (const line of createInterface({ input: service.stdout })) {
    const [, url] = /ready at (http:\S+)/.exec(line) ?? [];
    if (url !== undefined) return url;
  }
  throw new Error('the service ended before it was ready');
}

/** The pages, by the name of their picture: the trader with the largest net PnL, and the largest coin. */
async function pathsOf(visitor: Visitor): Promise<Record<string, string>> {
  await visitor.open('/boards?who=traders');
  const trader = await visitor.page.locator('main a[href^="/trader/0x"]').first().getAttribute('href');
  return { trader: trader!, coin: '/coin/BTC' };
}

async function take(visitor: Visitor, name: string, path: string): Promise<void> {
  await visitor.page.setViewportSize(view);
  await visitor.open(path);
  await visitor.page.evaluate('scrollTo(0, 0)');
  await visitor.page.mouse.move(0, 0);
  await settled(visitor.page);
  // Trades come over a stream, which no request waits for.
  const tape = visitor.page.locator('.tape');
  if ((await tape.count()) > 0) await tape.locator('tbody tr').first().waitFor();
  // Playwright's own pictures are PNG or JPEG: five times the size.
  const session = await visitor.page.context().newCDPSession(visitor.page);
  const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality });
  writeFileSync(join(dir, `${name}.webp`), Buffer.from(data, 'base64'));
}
