/** Minutes of markets over several lives of a reading, with a real store. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { Type } from 'typebox';
import { query } from '../../src/analytics/query.ts';
import { listGaps } from '../../src/coverage/gap-list.ts';
import { createCoverageLedger } from '../../src/coverage/ledger.ts';
import { createFactWriter } from '../../src/ingest/facts/fact-writer.ts';
import { createFeedWatch } from '../../src/ingest/live/coverage/feed-watch.ts';
import { noMarkets } from '../../src/ingest/live/markets/directory.ts';
import { openMarketHistory } from '../../src/ingest/live/markets/history.ts';
import { createStreamedCandles } from '../../src/ingest/live/markets/streamed-candles.ts';
import { defaultPace } from '../../src/ingest/live/work/pace.ts';
import type { Job } from '../../src/ingest/live/work/plan.ts';
import type { InfoClient } from '../../src/ingest/sources/hyperliquid/info-client.ts';
import { fixedClock, minuteMs, monotonicMs } from '../../src/kernel/clock.ts';
import { createLog } from '../../src/kernel/log.ts';
import type { WireCandle } from '../../src/wire/candle.ts';
import { useFactStore } from '../ingest/fact-store.ts';

const startMs = Date.UTC(2026, 4, 1, 12);
const candle = (minute: number): WireCandle => {
  const t = startMs + minute * minuteMs;
  return { t, T: t + minuteMs - 1, s: 'BTC', i: '1m', n: 1, o: '1', h: '1', l: '1', c: '1', v: '1' };
};
const storedMinutes = query({
  name: 'test_minutes',
  params: {},
  row: Type.Object({ minute: Type.String() }),
  sql: `
    SELECT toString(intDiv(toUnixTimestamp64Milli(open_time) - ${startMs}, ${minuteMs})) AS minute
    FROM candles FINAL WHERE interval = '1m' ORDER BY open_time`,
});

const log = createLog({ level: 'silent' });
const own = useFactStore();

/** A reading of BTC whose stream runs, in minute `now`. The exchange has every minute up to then. */
async function live(now: number) {
  const { store, dir } = own;
  const facts = createFactWriter({ analytics: store, dir: join(dir, `life-${now}`), log, flushMs: 1 });
  const watch = createFeedWatch({});
  const clock = fixedClock(startMs + now * minuteMs);
  const ledger = createCoverageLedger({ analytics: store, clock });
  const jobs = new Set<Job>();
  const starts: number[] = [];
  const history = await openMarketHistory({
    analytics: store,
    facts,
    watch,
    clock,
    pace: defaultPace,
    signal: new AbortController().signal,
    ledger,
    info: {
      async ask({ req }: { req?: { interval: string; startTime: number } }) {
        if (req?.interval !== '1m') return { data: [], rejected: [] };
        starts.push((req.startTime - startMs) / minuteMs);
        const all = Array.from({ length: now + 1 }, (_, minute) => candle(minute));
        return { data: all.filter(({ t }) => t >= req.startTime), rejected: [] };
      },
    } as unknown as InfoClient,
    plan: { add: (job) => void jobs.add(job), remove: () => undefined },
    dayVolume: () => 0,
    takeBook: () => undefined,
    takeCandles: () => undefined,
  });
  history.follow({ ...noMarkets, perps: ['BTC'] }, { minutes: new Set(['BTC']), books: new Set(['BTC']) });
  const candles = createStreamedCandles({ facts, watch, log, history });
  return {
    /** From which minute on minutes were asked for. */
    starts,
    history,
    async read() {
      for (const job of jobs) {
        const staleness = job.staleness(monotonicMs());
        if (staleness !== undefined) await job.run(staleness);
      }
    },
    async stream(minute: number) {
      candles.take([candle(minute)], clock.nowMs());
      candles.flush();
      await candles.settled();
    },
    async kill() {
      await ledger.close();
      await facts.close();
    },
  };
}

const minutes = async () => (await own.store.rows(storedMinutes, {})).map(({ minute }) => Number(minute));
const upTo = (last: number) => Array.from({ length: last + 1 }, (_, minute) => minute);
const openHoles = async () => (await listGaps(own.store, { feed: 'candles' })).map(({ state }) => state);

test('minutes that were missed are read by a later process where the one before was killed after it had stored the next', async () => {
  const first = await live(2);
  await first.stream(2);
  await first.kill();
  assert.deepEqual([await minutes(), await openHoles()], [[2], ['open']], 'what came before was never read');

  const second = await live(5);
  await second.stream(5);
  await second.kill();
  const third = await live(6);
  await third.read();
  assert.deepEqual([await minutes(), await openHoles()], [upTo(6), []]);

  await third.stream(7);
  third.history.interrupted('BTC');
  await third.stream(9);
  await third.kill();
  assert.deepEqual(await openHoles(), ['open']);
  const last = await live(10);
  await last.read();
  await last.stream(11);
  assert.deepEqual([last.starts, await minutes(), await openHoles()], [[7], upTo(11), []]);
  await last.kill();
});
