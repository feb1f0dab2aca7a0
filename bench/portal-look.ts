import type { Browser } from 'playwright-core';
import { monotonicMs } from '../src/kernel/clock.ts';

/** A page load with an empty cache. */
export interface PageLook {
  largestPaintMs: number;
  /** From the request until nothing is awaited any more. */
  usableMs: number;
  /** Sum of the tasks' times beyond 50 ms, until then. */
  blockingMs: number;
  /** Sum of the unexpected shifts of the layout. */
  layoutShift: number;
  /** Transferred size of scripts. */
  scriptBytes: number;
}

/** Runs in the page before its own scripts. */
const observe = `
  window.looked = { paint: 0, blocking: 0, shift: 0 };
  const watch = (type, note) =>
    new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true });
  watch('largest-contentful-paint', ({ startTime }) => { window.looked.paint = startTime; });
  watch('longtask', ({ duration }) => { window.looked.blocking += Math.max(0, duration - 50); });
  watch('layout-shift', ({ value, hadRecentInput }) => { window.looked.shift += hadRecentInput ? 0 : value; });
`;
const found = `({
  ...window.looked,
  script: performance.getEntriesByType('resource')
    .filter(({ name }) => /\\.js$/.test(name))
    .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0),
})`;

/** Opens a page as a new visitor and waits until it can be used. */
export async function lookAt(browser: Browser, url: string): Promise<PageLook> {
  const context = await browser.newContext({ viewport: { width: 1_440, height: 900 } });
  try {
    const page = await context.newPage();
    await page.addInitScript(observe);
    const startMs = monotonicMs();
    await page.goto(url, { waitUntil: 'commit' });
    await page.locator('main h1').waitFor();
    // Places that wait for their answer say so.
    await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' });
    const usableMs = monotonicMs() - startMs;
    const { paint, blocking, shift, script } = (await page.evaluate(found)) as Record<
      'paint' | 'blocking' | 'shift' | 'script',
      number
    >;
    return {
      largestPaintMs: paint,
      usableMs,
      blockingMs: blocking,
      layoutShift: shift,
      scriptBytes: script,
    };
  } finally {
    await context.close();
  }
}
