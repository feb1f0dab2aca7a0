import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AnalyticsStore } from '../../analytics/store.ts';
import { fixedClock, monotonicMs } from '../../kernel/clock.ts';
import type { WireBook } from '../../wire/book.ts';
import type { FactWriter } from '../facts/fact-writer.ts';
import type { InfoClient } from '../sources/hyperliquid/info-client.ts';
import { createFeedWatch } from './feed-watch.ts';
import { type Markets, noMarkets } from './market-directory.ts';
import { openMarketHistory } from './market-history.ts';
import { defaultPace } from './pace.ts';
import type { Job } from './work-plan.ts';

const nowMs = Date.UTC(2026, 4, 1, 12);
const storedMs = nowMs - 7_200_000;

interface Asked {
  type: string;
  coin?: string;
  req?: { coin: string; interval: string; startTime: number };
}

/** A history of an exchange that answers at once; the minutes of BTC are stored up to two hours ago. */
async function open() {
  const jobs = new Set<Job>();
  const asked: Asked[] = [];
  const books: WireBook[] = [];
  const history = await openMarketHistory({
    analytics: {
      rows: async ({ name }: { name: string }) =>
        name === 'stored_candles' ? [{ coin: 'BTC', interval: '1m', last: String(storedMs) }] : [],
    } as unknown as AnalyticsStore,
    info: {
      async ask(request: Asked) {
        asked.push(request);
        const data = request.type === 'l2Book' ? { coin: request.coin, time: nowMs, levels: [[], []] } : [];
        return { data, rejected: [] };
      },
    } as unknown as InfoClient,
    facts: { write: async () => undefined } as unknown as FactWriter,
    watch: createFeedWatch({}),
    clock: fixedClock(nowMs),
    pace: defaultPace,
    plan: {
      add: (job) => void jobs.add(job),
      remove(gone) {
        for (const job of gone) jobs.delete(job);
      },
    },
    dayVolume: () => 0,
    takeBook: (book) => void books.push(book),
    signal: new AbortController().signal,
  });
  return {
    history,
    jobs,
    books,
    /** Runs what is due. @returns what was asked for it, in short */
    async run(): Promise<string[]> {
      for (const job of jobs) {
        const staleness = job.staleness(monotonicMs());
        if (staleness !== undefined) await job.run(staleness);
      }
      return asked
        .splice(0)
        .map(({ type, coin, req }) =>
          req === undefined ? `${type} ${coin}` : `${req.interval} ${req.coin}`,
        );
    },
    asked,
  };
}

const markets = (...perps: string[]): Markets => ({ ...noMarkets, perps });
const streamed = (coins: string[], books = coins) => ({ minutes: new Set(coins), books: new Set(books) });

test('minutes that were missed before their stream began are read from the last stored one on, once', async () => {
  const { history, run, asked, jobs } = await open();
  history.follow(markets('BTC'), streamed(['BTC']));
  const due = [...jobs].map((job) => ({ job, staleness: job.staleness(monotonicMs()) }));
  for (const { job, staleness } of due) if (staleness !== undefined) await job.run(staleness);
  const minutes = asked.find(({ req }) => req?.interval === '1m');
  assert.equal(minutes?.req?.startTime, storedMs);
  asked.length = 0;
  history.follow(markets('BTC'), streamed(['BTC']));
  assert.deepEqual(await run(), [], 'the stream brings what follows');
  history.interrupted('BTC');
  assert.deepEqual(await run(), ['1m BTC']);
});

test('books that are not streamed are read by REST', async () => {
  const { history, run, books } = await open();
  history.follow(markets('BTC', 'ETH'), streamed([], ['BTC']));
  const asked = await run();
  assert.deepEqual(
    asked.filter((text) => text.startsWith('l2Book')),
    ['l2Book ETH'],
  );
  assert.deepEqual(
    books.map(({ coin }) => coin),
    ['ETH'],
  );
});

test('nothing is kept of a market that has gone', async () => {
  const { history, run, jobs } = await open();
  history.follow({ ...markets('BTC'), outcomes: ['#10', '#11'] }, streamed([]));
  const before = jobs.size;
  history.follow(markets('BTC'), streamed([]));
  // A book and three intervals of candles of either side.
  assert.equal(jobs.size, before - 8);
  assert.ok(!(await run()).some((text) => text.includes('#')));
  history.follow({ ...markets('BTC'), outcomes: ['#10'] }, streamed([]));
  assert.ok((await run()).includes('l2Book #10'), 'it is back');
});
