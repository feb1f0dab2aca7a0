import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import {
  type Browser,
  type BrowserContextOptions,
  chromium,
  type ElementHandle,
  type Locator,
  type Page,
} from 'playwright-core';
import { until } from '../until.ts';

/** Debian's, which `npm test` installs where it is missing. */
const executablePath = '/usr/bin/chromium';
/** No name is resolved but those of this machine: what asks another host fails, and is found. */
const ownHosts = '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1';
const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** A wait that takes longer is a page that does not come. */
const waitMs = 60_000;

/** Widths that pages are looked at in. */
export const widths = { desk: 1440, phone: 390 } as const;
export type Width = keyof typeof widths;
export type Theme = 'dark' | 'light';

/** A Chromium that asks no host but this machine. */
export interface PortalBrowser {
  readonly browser: Browser;
  /** Opens a visitor with separate storage and cookies. @param origin scheme, host and port of the portal */
  visit(origin: string, look?: Look): Promise<Visitor>;
  close(): Promise<void>;
}

export interface Look {
  width?: Width;
  theme?: Theme;
  /** The reader's time zone; UTC by default, so that texts are the same everywhere. */
  timezone?: string;
  /** Faults that the test makes itself, by their text. */
  expected?: RegExp;
}

export interface Visitor {
  readonly page: Page;
  /** What went wrong since the last `takeFaults`: errors of the console, requests that failed, requests to other hosts. */
  takeFaults(): string[];
  /** Opens a path and waits until nothing is loading any more. Panels below the fold load when `walk` or a test scrolls to them. */
  open(path: string): Promise<void>;
  /** Goes there within the document that is open, as a link does: the scripts that are there are not loaded again. */
  go(path: string): Promise<void>;
  /** Scrolls down the page, panel by panel, so that all panels load; then back to its head. */
  walk(): Promise<void>;
  /** Accessibility violations of any severity: rule and place. @param rules only these */
  axe(rules?: readonly string[]): Promise<string[]>;
  /** Looks at the page that is open in another width and theme. */
  look(width: Width, theme: Theme): Promise<void>;
  /** Pixels by which the page is wider than the screen. */
  overflow(): Promise<number>;
  close(): Promise<void>;
}

/** @throws Error where Debian's chromium is not installed */
export async function openBrowser(): Promise<PortalBrowser> {
  const browser = await chromium.launch({ executablePath, args: [ownHosts] });
  return {
    browser,
    visit: (origin, look = {}) => visit(browser, origin, look),
    close: () => browser.close(),
  };
}

async function visit(browser: Browser, origin: string, look: Look): Promise<Visitor> {
  const context = await browser.newContext({ ...lookOf(look), baseURL: origin });
  context.setDefaultTimeout(waitMs);
  const page = await context.newPage();
  const faults = watchFaults(page, origin);
  return {
    page,
    takeFaults: () =>
      faults.splice(0).filter((fault) => look.expected === undefined || !look.expected.test(fault)),
    async open(path) {
      await page.goto(path);
      await settled(page);
    },
    async go(path) {
      await page.evaluate((to) => {
        const here = globalThis as unknown as { history: { pushState(a: null, b: '', to: string): void } };
        here.history.pushState(null, '', to);
        (globalThis as unknown as EventTarget).dispatchEvent(new Event('popstate'));
      }, path);
      await settled(page);
    },
    walk: () => walk(page),
    axe: (rules) => axeFaults(page, rules),
    async look(width, theme) {
      await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
      await page.setViewportSize(sizeOf(width));
      await settled(page);
    },
    overflow: () =>
      page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth'),
    close: () => context.close(),
  };
}

const sizeOf = (width: Width) => ({ width: widths[width], height: width === 'phone' ? 844 : 900 });

function lookOf({ width = 'desk', theme = 'dark', timezone = 'UTC' }: Look): BrowserContextOptions {
  return {
    viewport: sizeOf(width),
    colorScheme: theme,
    timezoneId: timezone,
    locale: 'en-US',
    reducedMotion: 'reduce',
    hasTouch: width === 'phone',
  };
}

/** Waits until a page has its heading and no loading part (`aria-busy`). */
export async function settled(page: Page): Promise<void> {
  await page.locator('main h1').first().waitFor();
  // Visible parts are requested a frame after they are drawn.
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
  const busy = page.locator('[aria-busy=true]');
  for (let place = await first(busy); place !== null; place = await first(busy)) {
    // Parts below the fold are requested when they become visible.
    await place.evaluate((one) => (one as unknown as { scrollIntoView(): void }).scrollIntoView());
    // The part may be replaced, or may stop loading because parts above have pushed it out of sight.
    const awaited = (one: unknown) => {
      const { isConnected, ariaBusy } = one as { isConnected: boolean; ariaBusy: string | null };
      return isConnected && ariaBusy === 'true';
    };
    const isThere = async () => !(await place.evaluate(awaited));
    await until('a place of the page has its answer', isThere, { deadlineMs: waitMs, everyMs: 20 });
  }
}

async function walk(page: Page): Promise<void> {
  for (const panel of await page.locator('.panel').all()) {
    await panel.scrollIntoViewIfNeeded();
    await settled(page);
  }
  await page.evaluate('scrollTo(0, 0)');
}

async function first(places: Locator): Promise<ElementHandle | null> {
  return (await places.elementHandles())[0] ?? null;
}

function watchFaults(page: Page, origin: string): string[] {
  const faults: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(`console: ${message.text()} (${message.location().url})`);
  });
  page.on('pageerror', (error) => faults.push(`thrown: ${error.stack ?? error.message}`));
  page.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith(`${origin}/`) && !/^(?:data|blob):/.test(url)) faults.push(`other host: ${url}`);
  });
  page.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText ?? 'failed';
    // Leaving a page aborts its requests.
    if (reason !== 'net::ERR_ABORTED') faults.push(`failed: ${request.url()} ${reason}`);
  });
  page.on('response', (response) => {
    if (response.status() >= 400) faults.push(`status ${response.status()}: ${response.url()}`);
  });
  return faults;
}

interface AxeResult {
  violations: {
    id: string;
    impact: string | null;
    help: string;
    nodes: { target: unknown[]; failureSummary?: string }[];
  }[];
}

interface Axe {
  /** @param options types that are written in full: what passes takes most of the time */
  run(options: {
    resultTypes: string[];
    runOnly?: { type: 'rule'; values: readonly string[] };
  }): Promise<AxeResult>;
}

async function axeFaults(page: Page, rules?: readonly string[]): Promise<string[]> {
  if (!(await page.evaluate('"axe" in globalThis'))) await page.evaluate(axeSource);
  const { violations } = await page.evaluate(
    (only) =>
      (globalThis as unknown as { axe: Axe }).axe.run({
        resultTypes: ['violations'],
        ...(only && { runOnly: { type: 'rule', values: only } }),
      }),
    rules,
  );
  return violations.map(
    ({ id, impact, help, nodes }) =>
      `${id} (${impact}): ${help}: ${nodes
        .slice(0, 3)
        .map(({ target }) => target.join(' '))
        .join(', ')}`,
  );
}
