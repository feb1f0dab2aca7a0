import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AnalyticsStore } from '../../../analytics/store.ts';
import { fixedClock, monotonicMs } from '../../../kernel/clock.ts';
import type { WireBook } from '../../../wire/book.ts';
import type { WireCandle } from '../../../wire/candle.ts';
import type { FactWriter } from '../../facts/fact-writer.ts';
import type { InfoClient } from '../../sources/hyperliquid/info-client.ts';
import { createFeedWatch } from '../coverage/feed-watch.ts';
import { defaultPace } from '../work/pace.ts';
import type { Job } from '../work/plan.ts';
import { type Markets, noMarkets } from './directory.ts';
import { openMarketHistory } from './history.ts';

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
  const requests: Asked[] = [];
  const books: WireBook[] = [];
  const gaps: unknown[] = [];
  const reported: WireCandle[] = [];
  const starts: number[] = [];
  const holes: string[] = [];
  const exchange = { isAway: false };
  const history = await openMarketHistory({
    analytics: {
      rows: async ({ name }: { name: string }) =>
        name === 'stored_candles' ? [{ coin: 'BTC', interval: '1m', last: String(storedMs) }] : [],
    } as unknown as AnalyticsStore,
    info: {
      async ask(request: Asked) {
        requests.push(request);
        if (exchange.isAway) throw new Error('no server answers');
        if (request.req?.coin === 'BTC' && request.req.interval === '1m') starts.push(request.req.startTime);
        if (request.type === 'l2Book')
          return { data: { coin: request.coin, time: nowMs, levels: [[], []] }, rejected: [] };
        return { data: reported.filter(({ i }) => i === request.req?.interval), rejected: [] };
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
    takeCandles: () => undefined,
    ledger: {
      lose: async (at, reason) => void gaps.push({ ...at, reason }),
      record: async ({ coin, fromMs }) => void holes.push(`${coin} ${fromMs} open`),
      heal: async ({ coin }) => void holes.push(`${coin} healed`),
      read: async () => [],
    },
    signal: new AbortController().signal,
  });
  return {
    history,
    exchange,
    jobs,
    books,
    gaps,
    /** Recorded gaps in minutes. */
    holes,
    /** Starts of the requested minutes of BTC. */
    starts,
    /** Candle answers of the exchange. */
    told: reported,
    /** Runs the due jobs. @returns their requests, abbreviated */
    async run(): Promise<string[]> {
      for (const job of jobs) {
        const staleness = job.staleness(monotonicMs());
        if (staleness !== undefined) await job.run(staleness).catch(() => undefined);
      }
      return requests
        .splice(0)
        .map(({ type, coin, req }) =>
          req === undefined ? `${type} ${coin}` : `${req.interval} ${req.coin}`,
        );
    },
    asked: requests,
  };
}

const markets = (...perps: string[]): Markets => ({ ...noMarkets, perps });
const streamed = (coins: string[], books = coins) => ({ minutes: new Set(coins), books: new Set(books) });

test('minutes that were missed before their stream began are read from the last stored one on, once', async () => {
  const { history, run, asked: requests, jobs } = await open();
  void history.follow(markets('BTC'), streamed(['BTC']));
  const due = [...jobs].map((job) => ({ job, staleness: job.staleness(monotonicMs()) }));
  for (const { job, staleness } of due) if (staleness !== undefined) await job.run(staleness);
  const minutes = requests.find(({ req }) => req?.interval === '1m');
  assert.equal(minutes?.req?.startTime, storedMs);
  requests.length = 0;
  void history.follow(markets('BTC'), streamed(['BTC']));
  assert.deepEqual(await run(), [], 'the stream brings what follows');
  history.interrupted('BTC');
  assert.deepEqual(await run(), ['1m BTC']);
});

const minuteAt = (t: number): WireCandle => ({
  t,
  T: t + 59_999,
  s: 'BTC',
  i: '1m',
  o: '1',
  h: '1',
  l: '1',
  c: '1',
  v: '1',
  n: 1,
});

test('after a break of their stream minutes are read from the last that was stored, not from where they were last read', async () => {
  const { history, run, starts } = await open();
  void history.follow(markets('BTC'), streamed(['BTC']));
  history.stored([minuteAt(nowMs)]);
  await run();
  const brokeMs = nowMs - 60_000;
  history.stored([minuteAt(brokeMs)]);
  history.interrupted('BTC');
  history.stored([minuteAt(nowMs)]);
  await run();
  assert.deepEqual(starts, [storedMs, brokeMs]);
});

test('what is missing before streamed minutes is noted before they are stored, once, until it is read', async () => {
  const { history, run, holes } = await open();
  void history.follow(markets('BTC', 'NEW'), streamed(['BTC', 'NEW']));
  await history.expect(['BTC', 'NEW', 'GONE']);
  await history.expect(['BTC']);
  assert.deepEqual(holes.splice(0), [`BTC ${storedMs} open`, 'NEW 0 open']);
  await run();
  assert.deepEqual(holes.splice(0), ['BTC healed', 'NEW healed']);
  history.stored([minuteAt(nowMs)]);
  await history.expect(['BTC']);
  assert.deepEqual(holes, [], 'nothing is missing');
  history.interrupted('BTC');
  await history.expect(['BTC']);
  assert.deepEqual(holes, [`BTC ${nowMs} open`]);
});

test('a market that has traded for the first time lacks nothing before that', async () => {
  const { history, run, told: reported, gaps, jobs } = await open();
  void history.follow(markets('ETH'), streamed([]));
  await run();
  reported.push({ ...minuteAt(nowMs), s: 'ETH' });
  for (const job of jobs) await job.run({ group: 'markets', ageMs: 1, targetMs: 1 });
  assert.deepEqual(gaps, []);
});

test('minutes that the exchange does not keep any more are a gap', async () => {
  const { history, run, told: reported, gaps } = await open();
  reported.push(minuteAt(storedMs + 180_000), minuteAt(storedMs + 240_000));
  void history.follow(markets('BTC', 'ETH'), streamed([]));
  await run();
  assert.deepEqual(gaps, [
    {
      feed: 'candles',
      coin: 'BTC',
      reason: 'out-of-reach 1m',
      fromMs: storedMs + 60_000,
      toMs: storedMs + 179_999,
    },
  ]);
});

test('books that are not streamed are read by REST', async () => {
  const { history, run, books } = await open();
  void history.follow(markets('BTC', 'ETH'), streamed([], ['BTC']));
  const requests = await run();
  assert.deepEqual(
    requests.filter((text) => text.startsWith('l2Book')),
    ['l2Book ETH'],
  );
  assert.deepEqual(
    books.map(({ coin }) => coin),
    ['ETH'],
  );
});

test('candles of an outcome that has ended are read once more from where they were read to, also where the list still has it', async () => {
  const { history, run, asked: requests, jobs } = await open();
  const staleness = { group: 'markets', ageMs: 1, targetMs: 1 } as const;
  const lastReading = async (coin: string) => {
    await history.finish(coin, staleness);
    return requests.splice(0).map(({ req }) => `${req?.interval} ${req?.coin}`);
  };
  const all = (coin: string) => ['1m', '1h', '1d'].map((interval) => `${interval} ${coin}`);
  void history.follow({ ...noMarkets, outcomes: ['#10', '#20'] }, streamed([]));
  await run();
  void history.follow({ ...noMarkets, outcomes: ['#20'] }, streamed([]));
  assert.deepEqual(await lastReading('#10'), all('#10'));
  assert.deepEqual(await lastReading('#20'), all('#20'));
  void history.follow(noMarkets, streamed([]));
  assert.equal(jobs.size, 0);
});

test('of a market that has gone candles and funding are read once more, again where that fails, and then nothing is kept', async () => {
  const { history, exchange, run, jobs } = await open();
  void history.follow(markets('BTC', 'ETH'), streamed([]));
  await run();
  const before = jobs.size;
  const ended = history.follow(markets('BTC'), streamed([]));
  exchange.isAway = true;
  assert.ok((await run()).includes('1d ETH'));
  exchange.isAway = false;
  assert.deepEqual(await run(), ['1m ETH', '1h ETH', '1d ETH', 'fundingHistory ETH']);
  await ended;
  // A book, three intervals and funding.
  assert.equal(jobs.size, before - 5);
  assert.deepEqual(await run(), []);
});

test('a market that is back before it was read to its end is read as any other', async () => {
  const { history, run, jobs } = await open();
  void history.follow(markets('BTC', 'ETH'), streamed([]));
  await run();
  const before = jobs.size;
  const ended = history.follow(markets('BTC'), streamed([]));
  void history.follow(markets('BTC', 'ETH'), streamed([]));
  await ended;
  assert.equal(jobs.size, before);
});

test('nothing is kept of a market that has gone', async () => {
  const { history, run, jobs } = await open();
  void history.follow({ ...markets('BTC'), outcomes: ['#10', '#11'] }, streamed([]));
  const before = jobs.size;
  void history.follow(markets('BTC'), streamed([]));
  // A book and three intervals of candles of either side.
  assert.equal(jobs.size, before - 8);
  assert.ok(!(await run()).some((text) => text.includes('#')));
  void history.follow({ ...markets('BTC'), outcomes: ['#10'] }, streamed([]));
  assert.ok((await run()).includes('l2Book #10'), 'it is back');
});
