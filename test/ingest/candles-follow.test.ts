/** Candles and changes of open interest follow whatever becomes of the fills: compared with a plain recomputation from those that are stored. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import { Type } from 'typebox';
import { openChdb } from '../../src/analytics/chdb.ts';
import { migrateAnalytics } from '../../src/analytics/migrate.ts';
import { query } from '../../src/analytics/query.ts';
import type { AnalyticsStore } from '../../src/analytics/store.ts';
import { isPerp } from '../../src/domain/coin-name.ts';
import { intervalMs } from '../../src/domain/intervals.ts';
import { type BatchStore, createBatchStore } from '../../src/ingest/batch-store.ts';
import { openJournal } from '../../src/ingest/journal.ts';
import { openSink, type Sink } from '../../src/ingest/sink.ts';
import type { SourceFill } from '../../src/ingest/source-fill.ts';
import { hourMs, minuteMs } from '../../src/kernel/clock.ts';
import { newestCandles } from '../../src/market/candles.ts';
import { seedEngine } from '../data-template.ts';
import { rowsOf } from '../fill-rows.ts';
import { seededNumbers, sourceFills, walletOf } from '../source-fills.ts';

const nowMs = Date.parse('2026-03-15T12:00:00Z');
const wallets = 6;
const coins = ['BTC', 'xyz:GOLD', '@107'];
const dir = mkdtempSync(join(tmpdir(), 'tidemark-candles-follow-'));
/** An exchange that has sent nothing. */
const market = { candle: () => undefined, mark: () => undefined, hasSource: true };
let store: AnalyticsStore;
let batches: BatchStore;
let sink: Sink;
/** All stored fills, from any source. */
let fills: SourceFill[] = [];
let matches = 0;

before(async () => {
  store = await openChdb({ dir: seedEngine(join(dir, 'engine')) });
  await migrateAnalytics(store);
  batches = createBatchStore(store);
  sink = openSink({ store: batches, journal: openJournal(join(dir, 'journal')) });
});
after(async () => {
  await store.close();
  rmSync(dir, { recursive: true, force: true });
});

/** Stores some matches of a node's blocks, several in one millisecond; the last ended `agoMs` ago. */
async function add(count: number, agoMs: number): Promise<void> {
  const below = seededNumbers(matches + 1);
  const drafts = Array.from({ length: count }, (_, n) => {
    matches += 1;
    const time = nowMs - agoMs - (count - n) * 20_000 + below(2) * 20_000;
    const of = { coin: coins[below(coins.length)]!, time, px: `${90 + below(200) / 8}`, tid: matches };
    const both = { ...of, sz: `${1 + below(900)}.${1 + below(9)}`, block: Math.floor(time / 100) };
    const startPosition = () => `${(below(2_001) - 1_000) / 2}`;
    const buyer = below(wallets);
    const seller = (buyer + 1 + below(wallets - 1)) % wallets;
    const takerBuys = below(2) === 0;
    return [
      {
        ...both,
        wallet: walletOf(buyer),
        oid: matches * 2,
        crossed: takerBuys,
        startPosition: startPosition(),
      },
      {
        ...both,
        wallet: walletOf(seller),
        oid: matches * 2 + 1,
        side: 'A' as const,
        crossed: !takerBuys,
        startPosition: startPosition(),
      },
    ];
  });
  const more = sourceFills(drafts.flat().sort((a, b) => a.time - b.time));
  // `seq` within a millisecond continues after earlier batches, as in a block's line.
  const numbered = more.map((fill) => ({ ...fill, seq: fill.seq + matches * 10 }));
  fills = fills.concat(numbered);
  await sink.add({ fills: rowsOf(numbered), rejected: [], blocks: 0, bytesRead: 0, file: 'test' });
  await sink.flush();
}

/** The plain rule, over both sides of all that is stored. */
function plainCandles(coin: string, lengthMs: number) {
  const ofCoin = fills
    .filter(({ fill }) => fill.coin === coin)
    .sort((a, b) => a.fill.time - b.fill.time || a.seq - b.seq);
  // The side with more fills in each minute (or hour) counts.
  const partMs = lengthMs < hourMs ? minuteMs : hourMs;
  return [...Map.groupBy(ofCoin, ({ fill }) => Math.floor(fill.time / lengthMs) * lengthMs)]
    .map(([at, all]) => {
      let [count, volume] = [0, 0];
      for (const part of Map.groupBy(all, ({ fill }) => Math.floor(fill.time / partMs)).values()) {
        const side = (crossed: boolean) => part.filter(({ fill }) => fill.crossed === crossed);
        const size = (of: SourceFill[]) => of.reduce((sum, { fill }) => sum + Number(fill.sz), 0);
        count += Math.max(side(true).length, side(false).length);
        volume += Math.max(size(side(true)), size(side(false)));
      }
      const prices = all.map(({ fill }) => Number(fill.px));
      return {
        at: String(at),
        count: String(count),
        volume: Math.round(volume * 10) / 10,
        prices: [prices[0]!, Math.max(...prices), Math.min(...prices), prices.at(-1)!],
      };
    })
    .sort((a, b) => Number(b.at) - Number(a.at));
}

const storedChanges = query({
  name: 'test_changes',
  params: {},
  row: Type.Object({ name: Type.String(), at: Type.Integer(), long: Type.Number(), short: Type.Number() }),
  sql: `
    SELECT CAST(coin, 'String') AS name, toUnixTimestamp(hour) AS at, toFloat64(sum(long_change)) AS long,
      toFloat64(sum(short_change)) AS short
    FROM coin_hour GROUP BY coin, hour HAVING sum(fills) > 0 ORDER BY name, at`,
});

/** Net change of long and short holdings by hour. */
function plainChanges() {
  const tenths = (value: number) => Math.round(value * 10) / 10;
  return [...Map.groupBy(fills, ({ fill }) => `${fill.coin} ${Math.floor(fill.time / hourMs) * 3_600}`)]
    .map(([key, all]) => {
      const [name, at] = key.split(' ') as [string, string];
      let [long, short] = [0, 0];
      for (const { fill } of isPerp(name) ? all : []) {
        const start = Number(fill.startPosition);
        const end = start + (fill.side === 'B' ? 1 : -1) * Number(fill.sz);
        long += Math.max(0, end) - Math.max(0, start);
        short += Math.max(0, -end) - Math.max(0, -start);
      }
      return { name, at: Number(at), long: tenths(long) + 0, short: tenths(short) + 0 };
    })
    .sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : a.at - b.at));
}

async function check(): Promise<void> {
  assert.deepEqual(await store.rows(storedChanges, {}), plainChanges());
  for (const coin of coins) {
    for (const interval of ['1m', '15m', '1h', '4h'] as const) {
      const params = { coin, interval, limit: 5_000, nowMs };
      const { candles, ofFills } = await newestCandles(
        { analytics: store, market },
        params,
        AbortSignal.timeout(30_000),
      );
      assert.deepEqual(
        candles.toReversed().map(({ timeMs, open, high, low, close, volume, tradeCount }) => ({
          at: String(timeMs),
          count: String(tradeCount),
          volume,
          prices: [open, high, low, close],
        })),
        plainCandles(coin, intervalMs[interval]),
        `${coin} ${interval}`,
      );
      assert.equal(ofFills.length, candles.length);
    }
  }
}

test('candles of fills are those of a plain recomputation after whatever was added, came late or was forgotten', async () => {
  const steps = fc.array(
    fc.record({
      kind: fc.constantFrom('add', 'late', 'again', 'forget'),
      count: fc.integer({ min: 1, max: 40 }),
    }),
    { minLength: 3, maxLength: 6 },
  );
  await fc.assert(
    fc.asyncProperty(steps, async (script) => {
      await add(60, 0);
      for (const { kind, count } of script) {
        if (kind === 'add') await add(count, 0);
        if (kind === 'late') await add(count, count * 7 * minuteMs);
        if (kind === 'again') {
          const last = rowsOf(fills.slice(-count));
          await sink.add({ fills: last, rejected: [], blocks: 0, bytesRead: 0, file: 'test' });
          await sink.flush();
        }
        if (kind === 'forget') {
          const wallet = walletOf(count % wallets);
          await batches.forget({ wallet });
          fills = fills.filter((fill) => fill.wallet !== wallet);
        }
        await check();
      }
    }),
    { numRuns: 3, seed: 11 },
  );
});
