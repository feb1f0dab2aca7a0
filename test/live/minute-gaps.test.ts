/** Missing minutes of markets' states over several lives of a reading, with a real store. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { listGaps } from '../../src/coverage/gap-list.ts';
import { createCoverageLedger } from '../../src/coverage/ledger.ts';
import { createFactWriter } from '../../src/ingest/facts/fact-writer.ts';
import type { FeedName } from '../../src/ingest/live/connector-state.ts';
import { createFeedWatch } from '../../src/ingest/live/coverage/feed-watch.ts';
import { noMarkets } from '../../src/ingest/live/markets/directory.ts';
import { readLastMinutes } from '../../src/ingest/live/markets/last-minutes.ts';
import { createMarketSampler } from '../../src/ingest/live/markets/sampler.ts';
import { fixedClock, hourMs, minuteMs } from '../../src/kernel/clock.ts';
import { createLog } from '../../src/kernel/log.ts';
import type { WirePerpContext } from '../../src/wire/asset-context.ts';
import { useFactStore } from '../ingest/fact-store.ts';

const startMs = Date.UTC(2026, 4, 1, 12);
const timeOf = (minute: number) => startMs + minute * minuteMs;
const context: WirePerpContext = {
  funding: '0',
  openInterest: '1',
  prevDayPx: '1',
  dayNtlVlm: '7',
  premium: null,
  oraclePx: '1',
  markPx: '1',
  midPx: null,
  impactPxs: null,
};
const own = useFactStore();
let lives = 0;

/** Data received by a process: in each minute contexts, books, or REST answers. */
async function live(flushMs = 1) {
  const log = createLog({ level: 'silent' });
  const watch = createFeedWatch({});
  const dir = join(own.dir, `life-${lives++}`);
  const facts = createFactWriter({ analytics: own.store, dir, log, flushMs });
  const ledger = createCoverageLedger({
    analytics: own.store,
    clock: fixedClock(timeOf(0)),
    onLost: (feed) => watch.lost(feed as FeedName),
  });
  const sampler = createMarketSampler({
    facts,
    watch,
    log,
    onTurn: () => undefined,
    ledger,
    lastMinutes: await readLastMinutes(own.store),
    markets: () => ({ ...noMarkets, universes: new Map([['', ['BTC']]]) }),
  });
  sampler.follow(new Set(['BTC', 'QUIET']), new Set(['BTC']));
  return {
    contexts: (minute: number) => sampler.takeContexts({ ctxs: [['', [context]]] }, timeOf(minute)),
    book: (minute: number) => takeBook('BTC', minute),
    rest(minute: number) {
      sampler.takeSpotContexts([{ ...context, coin: '@1' }], timeOf(minute));
      takeBook('QUIET', minute);
    },
    async kill() {
      await sampler.settled();
      await ledger.close();
      await facts.close();
      return watch.status(0).flatMap(({ name, gapsRecorded }) => (gapsRecorded > 0 ? [name] : []));
    },
    async stop() {
      sampler.flush();
      return this.kill();
    },
    /** As a connector does whose store takes longer than it waits. */
    async stopWhileStoring() {
      sampler.flush();
      await facts.close();
      await ledger.close(sampler.settled());
    },
  };
  function takeBook(coin: string, minute: number) {
    sampler.takeBook({ coin, time: timeOf(minute), levels: [[], []] }, timeOf(minute));
  }
}

async function gaps(): Promise<string[]> {
  const reported = await listGaps(own.store);
  const minuteOf = (ms: number) => (ms - startMs) / minuteMs;
  return reported
    .map(({ feed, coin = 'all', fromMs, toMs, reason }) => {
      const range = `${minuteOf(fromMs)}-${minuteOf(toMs + 1) - 1}`;
      return `${feed} ${coin} ${range} ${reason}`;
    })
    .sort();
}

test('minutes in which no process ran, or nothing was seen, are one gap of all coins, and no others are', async () => {
  const first = await live();
  for (const minute of [0.5, 1.5, 1.9]) {
    first.contexts(minute);
    first.book(minute);
  }
  assert.deepEqual(await first.stop(), []);

  const soon = await live();
  soon.contexts(1.95);
  soon.book(1.95);
  soon.contexts(2.1);
  soon.book(2.1);
  assert.deepEqual(
    [await soon.stop(), await gaps()],
    [[], []],
    'a restart within a minute, and into the next',
  );

  const later = await live();
  for (const minute of [5.5, 6.5, 8.5, 9.5]) later.contexts(minute);
  for (const minute of [5.5, 6.5, 7.5, 8.5, 9.5]) later.book(minute);
  later.rest(9.6);
  assert.deepEqual(await later.stop(), ['books', 'contexts']);
  const known = ['books all 3-4 disconnect', 'contexts all 3-4 disconnect', 'contexts all 7-7 disconnect'];
  assert.deepEqual(await gaps(), known);

  // REST reads continue during the outage of the streams.
  const half = await live();
  for (const minute of [10.5, 11.5, 12.5]) half.rest(minute);
  await half.kill();
  const last = await live();
  last.contexts(14.5);
  last.book(14.5);
  await last.stop();
  assert.deepEqual(await gaps(), [
    'books all 10-13 disconnect',
    ...known.slice(0, 1),
    'contexts all 10-13 disconnect',
    ...known.slice(1),
  ]);
});

test('a process that was killed between a gap and the minute behind it leaves no part of it twice', async () => {
  const before = await gaps();
  const killed = await live();
  killed.contexts(20.5);
  killed.contexts(21.5);
  await killed.kill();
  const next = await live();
  next.contexts(23.5);
  await next.stop();
  const found = (await gaps()).filter((gap) => !before.includes(gap));
  assert.deepEqual(found, ['contexts all 15-19 disconnect', 'contexts all 21-22 disconnect']);
});

test('a minute that is being stored at the end is noted as covered', async () => {
  const first = await live();
  first.contexts(199.5);
  await first.stop();
  const last = await live(hourMs);
  last.contexts(200.5);
  await last.stopWhileStoring();
  const ledger = createCoverageLedger({ analytics: own.store, clock: fixedClock(timeOf(0)) });
  const span = { fromMs: timeOf(200), toMs: timeOf(201) - 1 };
  const covered = await ledger.read({ feed: 'contexts', ...span, states: ['covered'] });
  await ledger.close();
  assert.deepEqual(
    covered.map(({ fromMs, toMs }) => [fromMs <= span.fromMs, toMs]),
    [[true, span.toMs]],
  );
});
