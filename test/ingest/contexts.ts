/** The exchange's archived states of markets, imported. */
import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { compressFrameSync } from 'lz4-napi';
import { Type } from 'typebox';
import { query } from '../../src/analytics/query.ts';
import type { AnalyticsStore } from '../../src/analytics/store.ts';
import { listGaps } from '../../src/coverage/gap-list.ts';
import { createCoverageLedger } from '../../src/coverage/ledger.ts';
import { createBatchStore } from '../../src/ingest/batch-store.ts';
import { keepLiveDetails } from '../../src/ingest/facts/fact-retention.ts';
import { openJournal } from '../../src/ingest/journal.ts';
import { runPipeline } from '../../src/ingest/pipeline.ts';
import { openSink } from '../../src/ingest/sink.ts';
import { openArchive } from '../../src/ingest/sources/archive.ts';
import { listQuarantined } from '../../src/jobs/quarantine-list.ts';
import { hourMs, minuteMs, systemClock } from '../../src/kernel/clock.ts';
import { createLifecycleFold } from '../../src/lifecycles/lifecycle-fold.ts';
import { type ArchivedMinute, archivedMinutes, contextHeader, contextLine } from '../archived-contexts.ts';
import { rowsOf } from '../fill-rows.ts';
import { sourceFills, walletOf } from '../source-fills.ts';
import type { StoreHarness } from './store-harness.ts';

const fromMs = Date.UTC(2026, 2, 14, 22);
const coins = ['BTC', 'xyz:GOLD'];
const minutes = archivedMinutes({ seed: 5, coins, fromMs, minutes: 240 });
const midnight = Date.UTC(2026, 2, 15);
const days = [
  minutes.filter(({ timeMs }) => timeMs < midnight),
  minutes.filter(({ timeMs }) => timeMs >= midnight),
];
const fileOf = (rows: readonly ArchivedMinute[]) =>
  `${[contextHeader, ...rows.map(contextLine)].join('\n')}\n`;
const signal = new AbortController().signal;

const storedMinutes = query({
  name: 'test_minutes',
  params: {},
  row: Type.Object({ row: Type.String() }),
  limits: { maxRows: 100_000 },
  sql: `
    SELECT concat(coin, ' ', dex, ' ', toString(toUnixTimestamp64Milli(time)), ' ', toString(open_interest), ' ',
      toString(oracle_px), ' ', toString(mark_px)) AS row
    FROM asset_contexts FINAL ORDER BY row`,
});
const storedHours = query({
  name: 'test_hours',
  params: {},
  row: Type.Object({ row: Type.String() }),
  sql: `
    SELECT concat(coin, ' ', toString(toUnixTimestamp(hour)), ' ', toString(open_interest), ' ', toString(mark_px)) AS row
    FROM asset_context_hours FINAL ORDER BY row`,
});
const storedPrices = query({
  name: 'test_prices',
  params: {},
  row: Type.Object({ wallet: Type.String(), mae: Type.Number(), mfe: Type.Number() }),
  sql: `
    SELECT lower(hex(wallet)) AS wallet, toFloat64(mae_px) AS mae, toFloat64(mfe_px) AS mfe
    FROM lifecycles_by_close FINAL WHERE NOT deleted ORDER BY closed, wallet`,
});

const rowOf = ({ coin, timeMs, openInterest, oraclePx, markPx }: ArchivedMinute) =>
  `${coin} ${coin === 'BTC' ? '' : 'xyz'} ${timeMs} ${openInterest} ${oraclePx} ${markPx}`;
/** The last of each hour. */
const hoursOf = (rows: readonly ArchivedMinute[]) =>
  [...Map.groupBy(rows, ({ coin, timeMs }) => `${coin} ${Math.floor(timeMs / hourMs) * 3_600}`)]
    .map(
      ([key, of]) => of.reduce((a, b) => (b.timeMs > a.timeMs ? b : a), of[0]!) && { key, last: of.at(-1)! },
    )
    .map(({ key, last }) => `${key} ${last.openInterest} ${last.markPx}`)
    .sort();

/** What becomes of them, on whichever engine. */
export function contextSuite(openHarness: () => Promise<StoreHarness>): void {
  describe('archived states of markets', () => {
    let harness: StoreHarness;
    let store: AnalyticsStore;
    let dir: string;
    before(async () => {
      harness = await openHarness();
      store = await harness.open('contexts');
      dir = join(harness.dir, 'asset_ctxs');
      mkdirSync(dir);
      const [first, second] = days.map(fileOf) as [string, string];
      writeFileSync(join(dir, '20260314.csv'), first);
      writeFileSync(join(dir, '20260315.csv.lz4'), compressFrameSync(Buffer.from(second)));
    });
    after(async () => {
      await store.close();
      await harness.stop();
    });

    const batches = () => createBatchStore(store);
    const journal = () => openJournal(join(harness.dir, 'journal'));
    async function importing(paths: string[]) {
      const source = await openArchive({ paths });
      const done = await runPipeline({
        source,
        store: batches(),
        journal: journal(),
        signal,
        onProgress: () => undefined,
      });
      const { contexts, knownContexts, quarantined, unread } = done;
      return { contexts, knownContexts, quarantined, unread };
    }
    const rows = async (params: typeof storedMinutes) => (await store.rows(params, {})).map(({ row }) => row);

    test('are the rows of their files, once, however often and from wherever they are read', async () => {
      const half = join(harness.dir, 'half.csv');
      writeFileSync(half, fileOf(days[0]!.slice(0, 100)));
      await importing([half]);
      assert.deepEqual(await importing([dir]), {
        contexts: 380,
        knownContexts: 100,
        quarantined: 0,
        unread: [],
      });
      assert.deepEqual(await importing([dir]), {
        contexts: 0,
        knownContexts: 480,
        quarantined: 0,
        unread: [],
      });
      assert.deepEqual(await rows(storedMinutes), minutes.map(rowOf).sort());
      assert.deepEqual(await rows(storedHours), hoursOf(minutes));
      assert.equal(await batches().forgetContexts(half), 100);
      assert.equal((await importing([dir])).contexts, 100, 'it can be imported again');
    });

    test('that came live stay, and those of a file go with it', async () => {
      const liveMs = midnight + 90 * minuteMs + 31_007;
      await store.command(`
        INSERT INTO asset_contexts (coin, dex, time, open_interest, oracle_px, mark_px)
        VALUES ('BTC', '', fromUnixTimestamp64Milli(${liveMs}, 'UTC'), 5, 100, 101)`);
      const live = { timeMs: liveMs, coin: 'BTC', openInterest: 5, oraclePx: 100, markPx: 101 };
      assert.equal(
        await batches().forgetContexts(join(dir, '20260315.csv')),
        0,
        'the beginning of a name is none',
      );
      // The live minute may have replaced a minute of the file.
      const gone = await batches().forgetContexts(join(dir, '20260315.csv.lz4'));
      assert.ok(gone === days[1]!.length || gone === days[1]!.length - 1, `${gone} went`);
      assert.deepEqual(await rows(storedMinutes), [...days[0]!, live].map(rowOf).sort());
      assert.deepEqual(await rows(storedHours), hoursOf([...days[0]!, live]));
      const { contexts, knownContexts } = await importing([dir]);
      assert.deepEqual([contexts, knownContexts], [days[1]!.length - 1, days[0]!.length + 1]);
      const kept = days[1]!.filter(
        ({ coin, timeMs }) => coin !== 'BTC' || timeMs !== midnight + 90 * minuteMs,
      );
      assert.deepEqual(await rows(storedMinutes), [...days[0]!, ...kept, live].map(rowOf).sort());
      // The retention of live data does not apply to archives, which are older.
      await keepLiveDetails(store, 1);
      await keepLiveDetails(store, 1);
      await store.command('OPTIMIZE TABLE asset_contexts FINAL');
      assert.deepEqual(await rows(storedMinutes), [...days[0]!, ...kept].map(rowOf).sort());
      await keepLiveDetails(store, 0);
    });

    test('fill the minutes of gaps of live reading that they have, until they are taken out', async () => {
      const at = (minute: number) => fromMs + minute * minuteMs;
      // The second begins before the first file does; the last goes over midnight, from file to file.
      const lost = [
        [at(10), at(20) - 1],
        [at(-10), at(5) - 1],
        [at(110), at(130) - 1],
      ] as const;
      await batches().forgetContexts(dir);
      const ledger = createCoverageLedger({ analytics: store, clock: systemClock });
      for (const [from, to] of lost)
        await ledger.lose({ feed: 'contexts', fromMs: from, toMs: to }, 'disconnect');
      const open = async () =>
        (await listGaps(store, { feed: 'contexts' }))
          .map((gap) => [gap.fromMs, gap.toMs + 1].map((ms) => (ms - fromMs) / minuteMs))
          .map(([from, to]) => `${from} to ${to}`)
          .sort();
      assert.deepEqual(await open(), ['-10 to 5', '10 to 20', '110 to 130']);
      await importing([join(dir, '20260314.csv')]);
      assert.deepEqual(await open(), ['-10 to 0', '120 to 130']);
      await importing([dir]);
      assert.deepEqual(await open(), ['-10 to 0']);
      await batches().forgetContexts(join(dir, '20260315.csv.lz4'));
      assert.deepEqual(await open(), ['-10 to 0', '120 to 130']);
      await importing([dir]);
      assert.deepEqual(await open(), ['-10 to 0']);
    });

    test('a bad row is set aside with its line, its reason and its text; a file of another kind is named', async () => {
      const good = contextLine({ ...minutes[0]!, timeMs: midnight + 10 * hourMs });
      const lines = [
        good.replace('BTC', '"BTC"'),
        good.replace(',99.5,', ',about 99,'),
        'BTC,1,2',
        good.replace('2026-03-15', '2026-13-15'),
        good.replace('BTC', '"BTC'),
        good.replace('10:00:00', '10:01:00'),
        [...good.replace('10:00:00', '10:02:00').split(',').slice(0, -1), 'high'].join(','),
      ];
      const bad = join(harness.dir, 'bad.csv');
      writeFileSync(bad, [contextHeader, ...lines].join('\n'));
      const foreign = join(harness.dir, 'prices.csv');
      writeFileSync(foreign, 'date,open,close\n1,2,3\n');
      const ofBuilder = join(harness.dir, 'builder.csv');
      writeFileSync(
        ofBuilder,
        'time,user,coin,side,px,sz,crossed,special_trade_type,tif,is_trigger,counterparty,closed_pnl,twap_id,builder_fee\n',
      );
      const { contexts, quarantined, unread } = await importing([bad, foreign, ofBuilder]);
      assert.deepEqual([contexts, quarantined], [3, 4], 'a part costs itself');
      const reasons = (await listQuarantined(store, { limit: 10 }))
        .filter(({ source }) => source === bad)
        .sort((a, b) => Number(a.line) - Number(b.line))
        .map(({ line, reason, raw }) => [Number(line), reason.slice(0, 40), raw]);
      assert.deepEqual(reasons, [
        [3, 'context.prev_day_px is "about 99", shoul', lines[1]],
        [4, 'row has 3 fields, should have 12: time,c', lines[2]],
        [5, 'time is "2026-13-15T10:00:00Z", which no', lines[3]],
        [6, 'line is no CSV (Quote Not Closed: the pa', lines[4]],
        [8, 'context.impact_ask_px is "high", should ', lines[6]],
      ]);
      assert.match(
        unread.find(({ file }) => file === foreign)!.reason,
        /CSV of another kind \(columns date,open/,
      );
      assert.match(unread.find(({ file }) => file === ofBuilder)!.reason, /say whose it is with --builder/);
    });

    test('closed lifecycles have the worst and best of the marks that came, and lose those that went', async () => {
      const at = (minute: number) => fromMs + minute * minuteMs + 20_000;
      const closed = (wallet: number, coin: string, from: number, to: number) => [
        { wallet: walletOf(wallet), coin, time: at(from), px: '100' },
        { wallet: walletOf(wallet), coin, time: at(to), px: '101', side: 'A' as const, startPosition: '1' },
      ];
      const fills = [
        ...closed(1, 'BTC', 3, 50),
        ...closed(2, 'xyz:GOLD', 100, 200),
        ...closed(3, 'BTC', -900, -800),
      ];
      const sink = openSink({ store: batches(), journal: journal() });
      await sink.add({
        fills: rowsOf(sourceFills(fills)),
        rejected: [],
        blocks: 0,
        bytesRead: 0,
        file: '/fills',
      });
      await sink.flush();
      for (const day of ['20260314.csv', '20260315.csv.lz4']) await batches().forgetContexts(join(dir, day));
      const fold = createLifecycleFold({ store, dir: join(harness.dir, 'fold') });
      const caughtUp = async () => {
        const kinds: string[] = [];
        for (let cost = await fold.step(signal); cost !== undefined; cost = await fold.step(signal))
          kinds.push(`${cost.kind} ${cost.rows}`);
        return kinds;
      };
      await caughtUp();
      const prices = async () => (await store.rows(storedPrices, {})).map(({ mae, mfe }) => [mae, mfe]);
      const without = await prices();
      assert.deepEqual(
        without,
        [
          [0, 0],
          [0, 0],
          [0, 0],
        ].slice(0, without.length),
      );
      await importing([dir]);
      assert.deepEqual(await caughtUp(), ['batches 2']);
      const extremes = (coin: string, from: number, to: number) => {
        const seen = minutes
          .filter((one) => one.coin === coin && one.timeMs >= at(from) && one.timeMs <= at(to))
          .map(({ markPx }) => markPx);
        return [Math.min(100, ...seen), Math.max(101, ...seen)];
      };
      assert.deepEqual(await prices(), [[0, 0], extremes('BTC', 3, 50), extremes('xyz:GOLD', 100, 200)]);
      assert.deepEqual(await importing([dir]).then(caughtUp), [], 'what is known changes nothing');
      await batches().forgetContexts(dir);
      assert.deepEqual(await caughtUp(), ['batches 2']);
      assert.deepEqual(await prices(), without);
      await fold.close();
    });
  });
}
