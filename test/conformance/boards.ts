import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { AnalyticsStore } from '../../src/analytics/store.ts';
import type { RefreshCost } from '../../src/boards/boards.ts';
import { type RunningSnapshots, startSnapshots } from '../../src/boards/refresher.ts';
import {
  type BoardPeriod,
  boardPeriods,
  boardSorts,
  leaderboardRows,
  traders,
} from '../../src/boards/traders.ts';
import { type ChangeFeed, createChangeFeed } from '../../src/changes/change-feed.ts';
import { type BatchStore, createBatchStore } from '../../src/ingest/batch-store.ts';
import { openJournal } from '../../src/ingest/journal.ts';
import { recoverBatches } from '../../src/ingest/recover.ts';
import { openSink, type Sink } from '../../src/ingest/sink.ts';
import { dayMs } from '../../src/kernel/clock.ts';
import { contestants, ranking } from '../board-ranking.ts';
import { rowsOf } from '../fill-rows.ts';
import { tradedCoins, walletTotals } from '../fill-totals.ts';
import type { StoreHarness } from '../ingest/store-harness.ts';
import { type FillDraft, sourceFills, variedFills, walletOf } from '../source-fills.ts';

/** Three rows at most: its totals, its windows, and its other days. */
const bytesOfWallet = 3 * 20 + (11 + 22 + 3) * 8;

/** Guarantees of boards while fills arrive, on any engine. */
export function boardSuite(openHarness: () => Promise<StoreHarness>): void {
  describe('boards in memory', () => {
    let nowMs = Date.parse('2026-03-15T12:00:00Z');
    const drafts: FillDraft[] = [];
    let harness: StoreHarness;
    let dir: string;
    let store: AnalyticsStore;
    let sink: Sink;
    let feed: ChangeFeed;
    let running: RunningSnapshots;
    let onNextRefresh = Promise.withResolvers<RefreshCost>();

    before(async () => {
      harness = await openHarness();
      dir = harness.dir;
      store = await harness.open('boards');
      sink = openSink({ store: createBatchStore(store), journal: openJournal(join(dir, 'journal')) });
      await add(variedFills({ seed: 41, count: 2_000, wallets: 50, days: 40, nowMs }));
      feed = createChangeFeed({ store, pollMs: 120, onError: (error) => onNextRefresh.reject(error) });
      running = startSnapshots({
        store,
        clock: { nowMs: () => nowMs },
        feed,
        wholeMs: 0,
        onRefresh: (cost) => onNextRefresh.resolve(cost),
        onError: (error) => onNextRefresh.reject(error),
      });
    });
    after(async () => {
      await running.close();
      await feed.close();
      await store.close();
      await harness.stop();
    });

    /** Stores fills as a batch. Ids are unique over all batches, so that no fill is a duplicate. */
    async function add(more: readonly FillDraft[], into: Sink = sink): Promise<void> {
      drafts.push(...more);
      const fills = sourceFills(drafts).slice(-more.length);
      await into.add({ fills: rowsOf(fills), rejected: [], blocks: 0, bytesRead: 0, file: 'test' });
      await into.flush();
    }

    /** Lets `change` happen and waits for the refresh it causes. */
    async function refreshedAfter(change: () => Promise<void> | void): Promise<RefreshCost> {
      onNextRefresh = Promise.withResolvers();
      await change();
      return keepingAlive(onNextRefresh.promise);
    }

    /** The timers of the refresher do not keep a process running. */
    async function keepingAlive<T>(work: Promise<T>): Promise<T> {
      const alive = setInterval(() => undefined, 1_000);
      return work.finally(() => clearInterval(alive));
    }

    async function assertBoardsRight(): Promise<void> {
      const totals = walletTotals(sourceFills(drafts));
      const board = await running.snapshots.boards.board(traders);
      for (const period of Object.keys(boardPeriods) as BoardPeriod[]) {
        const all = contestants(totals, period, nowMs);
        for (const sort of boardSorts) {
          const { rows } = leaderboardRows(board, { period, sort, limit: 500, minTrades: 0 });
          const addresses = Array.from(rows, board.address);
          const expected = ranking(all, sort).map((row) => row.address);
          assert.deepEqual(addresses, expected, `${period} ${sort}`);
        }
      }
      assert.deepEqual(await running.snapshots.coins.mostTraded(), tradedCoins(totals));
    }

    test('boards follow the store: first build, new and late fills, a new coin, the turn of a day', async () => {
      await keepingAlive(running.ready);
      await assertBoardsRight();
      const version = running.snapshots.version();

      const newcomer = walletOf(0xffff);
      await refreshedAfter(() =>
        add([
          ...Array.from({ length: 12 }, (_, i) => ({
            wallet: newcomer,
            time: nowMs + 1 - i * dayMs,
            coin: 'abc:NEW',
            closedPnl: `${i * i}.25`,
            block: 77,
          })),
          // Late: a known wallet, far back.
          { wallet: walletOf(3), time: nowMs - 39 * dayMs, closedPnl: '-123456.5' },
        ]),
      );
      await assertBoardsRight();
      assert.equal(running.snapshots.version(), version + 1);
      assert.deepEqual(running.snapshots.newestBlock(), { timeMs: nowMs + 1, block: 77 });
      assert.equal(running.snapshots.coins.resolve('new'), 'abc:NEW');

      await refreshedAfter(() => {
        nowMs += dayMs;
      });
      await assertBoardsRight();
    });

    test('boards follow batches of fills in any order of time, and read of each the wallets it brought fills of alone', async () => {
      for (const seed of [1, 2, 3, 4]) {
        const batch = variedFills({ seed, count: 40, wallets: 8, days: seed % 2 === 0 ? 1 : 200, nowMs });
        const { bytes } = await refreshedAfter(() => add(batch));
        const wallets = new Set(batch.map(({ wallet }) => wallet)).size;
        assert.ok(bytes <= wallets * bytesOfWallet, `${bytes} bytes for ${wallets} wallets`);
      }
      await assertBoardsRight();
    });

    test('boards follow a batch that another machine sends again after others have gone on', async () => {
      const batches = createBatchStore(store);
      const journal = openJournal(join(dir, 'journal-of-another'));
      const dying: BatchStore = { ...batches, insert: () => Promise.reject(new Error('killed')) };
      const late = { wallet: walletOf(5), time: nowMs - 100 * dayMs, closedPnl: '7654321.5' };
      await assert.rejects(add([late], openSink({ store: dying, journal })), /killed/);
      for (const wallet of [6, 7]) {
        await refreshedAfter(() => add([{ wallet: walletOf(wallet), time: nowMs, closedPnl: '-1.5' }]));
      }
      await refreshedAfter(async () => assert.equal(await recoverBatches(batches, journal), 1));
      await assertBoardsRight();
    });

    test('boards follow batches that do not list what they changed: of an older program, or forgotten by now', async () => {
      const silent: BatchStore = {
        ...createBatchStore(store),
        async record({ seq, insert, fills }) {
          await store.command(
            `INSERT INTO ingest_batches SELECT ${seq}, '${insert.token}', ${fills}, 0, 0, 0`,
          );
        },
      };
      const unannounced = openSink({ store: silent, journal: openJournal(join(dir, 'journal')) });
      await refreshedAfter(() =>
        add([{ wallet: walletOf(8), time: nowMs - 50 * dayMs, closedPnl: '99' }], unannounced),
      );
      await assertBoardsRight();
    });

    test('a coin is found by its own spelling first, then in any case, then without its dex', async () => {
      await refreshedAfter(() =>
        add(
          [
            ...Array<string>(3).fill('dex2:GLD'),
            'dex1:GLD',
            ...Array<string>(3).fill('TwIn'),
            'TWIN',
            'dex1:BTC',
            'dex1:OIL',
          ].map((coin, i) => ({ wallet: walletOf(1), time: nowMs + i, coin })),
        ),
      );
      const { coins } = running.snapshots;
      for (const [text, coin] of Object.entries({
        gld: 'dex2:GLD',
        'DEX1:gld': 'dex1:GLD',
        TWIN: 'TWIN',
        TwIn: 'TwIn',
        twin: 'TwIn',
        btc: 'BTC',
        'dex1:btc': 'dex1:BTC',
        '@107': '@107',
        kpepe: 'kPEPE',
      })) {
        assert.equal(coins.resolve(text), coin, text);
      }
      for (const text of ['', ':', 'dex1:', 'dex1', ':btc', '__proto__', 'dex3:BTC']) {
        assert.equal(coins.resolve(text), undefined, text);
      }
      assert.deepEqual(coins.nearest('oill')[0], 'dex1:OIL');
      assert.deepEqual(coins.nearest('kpep'), ['kPEPE']);
      assert.deepEqual(coins.nearest('x'.repeat(64)), []);
      assert.ok(coins.nearest('BT').length <= 3);
    });
  });
}
