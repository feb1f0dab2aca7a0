import { join } from 'node:path';
import { createUnlimitedLimiter } from '../../src/access/unlimited-limiter.ts';
import { cohortMembers } from '../../src/boards/trader-cohorts.ts';
import { loadConfig } from '../../src/config/config.ts';
import { catalogue } from '../../src/endpoints/catalogue.ts';
import { readPortalFiles } from '../../src/http/portal/portal-files.ts';
import { dailyEdition } from '../../src/jobs/daily/edition.ts';
import { fixedClock } from '../../src/kernel/clock.ts';
import { createStreamHub } from '../../src/streams/hub.ts';
import { streamLimitsOf } from '../../src/streams/stream-limits.ts';
import { builderOf } from '../builder-fills.ts';
import { type EndpointHarness, openEndpointHarness } from '../endpoint-harness.ts';
import { openPortalHarness } from '../portal-harness.ts';
import { type FillDraft, walletOf } from '../source-fills.ts';
import { builder, editionMs, nowMs, outcomeId, siteWorld, who } from './site-world.ts';

/** The portal over the whole API on a small world, as visitors see it. */
export interface Site {
  readonly url: string;
  readonly engine: EndpointHarness;
  /** While set, whatever reads a board fails within the service. */
  areBoardsBroken: boolean;
  /** An answer of the API on the tier that visitors have. */
  ask<Body>(path: string): Promise<Body>;
  close(): Promise<void>;
}

/** Opens it. The pages are those that `npm test` has built. */
export async function openSite(): Promise<Site> {
  const opened = new AsyncDisposableStack();
  try {
    const engine = await openEndpointHarness({ given: siteWorld, nowMs, lifecycles: true });
    opened.defer(() => engine.close());
    const clock = fixedClock(nowMs);
    const { signal } = new AbortController();
    await dailyEdition({ analytics: engine.store, clock })({ fromMs: editionMs, signal });
    // A first reading may take longer than a request waits.
    await engine.start();
    const files = readPortalFiles(join(import.meta.dirname, '../../portal/dist'));
    if (files === undefined) throw new Error('the portal is not built: npm run portal');
    let stored = 0;
    const state = { areBoardsBroken: false };
    const boards: EndpointHarness['sources']['boards'] = {
      ...engine.sources.boards,
      board(declaration) {
        if (state.areBoardsBroken) throw new Error('the boards of this test are broken');
        return engine.sources.boards.board(declaration);
      },
    };
    const faults: unknown[] = [];
    const hub = createStreamHub({
      feed: engine.feed,
      store: engine.store,
      clock,
      cohorts: (...params) => cohortMembers(engine.sources.boards, ...params),
      onError: (error) => void faults.push(error),
    });
    opened.defer(() => {
      hub.close();
      if (faults.length > 0) throw faults[0];
    });
    const portal = await openPortalHarness({
      endpoints: catalogue,
      server: {
        sources: { ...engine.sources, boards },
        clock,
        files,
        dataSource: 'simulated',
        limiter: createUnlimitedLimiter({ clock }),
        version: () => stored,
        streams: { hub, limits: streamLimitsOf(loadConfig({}, {})) },
      },
    });
    opened.defer(() => portal.close());
    const { key } = await portal.session();
    return Object.assign(state, {
      url: portal.toy.url,
      engine: {
        ...engine,
        async add(fills: readonly FillDraft[]) {
          await engine.add(fills);
          stored += 1;
          await engine.feed.lookAtFills();
        },
      },
      async ask<Body>(path: string) {
        const answer = await portal.call(key!.secret, `/api/public/v1${path}`);
        if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
        return (await answer.json()) as Body;
      },
      close: () => opened.disposeAsync(),
    });
  } catch (error) {
    await opened.disposeAsync();
    throw error;
  }
}

/** Every page with something to see, by its path. */
export function pagePaths(lifecycleId: number): string[] {
  return [
    '/',
    '/traders',
    '/market',
    '/coin/BTC',
    '/liquidations',
    '/traders?list=survivors',
    '/boards',
    '/boards?board=sharpe&days=7&who=traders&sample=enough',
    `/traders?wallets=${who.winner},${who.loser}`,
    `/trader/${who.winner}`,
    ...['positions', 'trades', 'costs', 'skill', 'related'].map((tab) => `/trader/${who.winner}?tab=${tab}`),
    `/lifecycle/${lifecycleId}`,
    '/cohorts',
    '/outcomes',
    `/outcome/${outcomeId}`,
    '/builders',
    `/builder/${builder}`,
    '/daily',
    '/daily/2026-05-19',
    '/docs',
    '/docs/reference',
    '/docs/guides/first-call',
    '/docs/glossary',
  ];
}

/** Pages that have nothing to show, or are asked for what there is not. */
export const emptyPaths = [
  `/trader/${walletOf(999)}`,
  '/trader/0x12',
  '/coin/NOPE',
  '/lifecycle/1',
  '/outcome/999999',
  `/builder/${builderOf(999)}`,
  '/daily/2020-01-01',
  '/docs/nothing',
];
