import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { dexes } from '../../packages/exchange-simulator/src/market.ts';
import { blockLine } from '../../packages/exchange-simulator/src/node-line.ts';
import { wireAccount } from '../../packages/exchange-simulator/src/payloads/account.ts';
import {
  createExchangeRecord,
  type ExchangeRecord,
} from '../../packages/exchange-simulator/src/record/exchange-record.ts';
import { recordTruth, type WorldTruth } from '../../packages/exchange-simulator/test/world-truth.ts';
import type { AnalyticsStore } from '../../src/analytics/store.ts';
import { createChangeFeed } from '../../src/changes/change-feed.ts';
import { createCoverageLedger } from '../../src/coverage/ledger.ts';
import { dexOf } from '../../src/domain/coin-name.ts';
import { createWalletIndex } from '../../src/domain/wallet-index.ts';
import { createBatchStore } from '../../src/ingest/batch-store.ts';
import { accounts, positions as positionsTable } from '../../src/ingest/facts/fact-tables.ts';
import { createFactWriter, type FactWriter } from '../../src/ingest/facts/fact-writer.ts';
import { stateRows } from '../../src/ingest/facts/position-rows.ts';
import { runImport } from '../../src/ingest/import.ts';
import { hourMs, minuteMs, systemClock } from '../../src/kernel/clock.ts';
import { createLog } from '../../src/kernel/log.ts';
import type { PositionsCost, RunningPositions } from '../../src/positions/start-positions.ts';
import { startPositions } from '../../src/positions/start-positions.ts';
import type { StoreHarness } from '../ingest/store-harness.ts';
import { positionDifferences } from '../positions/position-truth.ts';

const deadlineMs = 120_000;
const startMs = Date.UTC(2026, 4, 1, 3);

/** Positions of a process over a store that others write. */
interface Process extends RunningPositions {
  /** Resolves when `holds` does; checks after every read. */
  until(holds: () => boolean): Promise<void>;
  costs: PositionsCost[];
}

/** Guarantees of positions while fills and states arrive, on any engine. */
export function positionSuite(openHarness: () => Promise<StoreHarness>): void {
  describe('positions in memory', () => {
    let harness: StoreHarness;
    let store: AnalyticsStore;
    let facts: FactWriter;
    let record: ExchangeRecord;
    let truth: WorldTruth;
    let lines: string[] = [];
    let files = 0;
    const open: Process[] = [];

    before(async () => {
      harness = await openHarness();
      store = await harness.open('positions');
      const log = createLog({ level: 'silent' });
      facts = createFactWriter({ analytics: store, dir: join(harness.dir, 'facts'), log, flushMs: 1 });
      const pace = { fillsPerSecond: 0.1, tickMs: 120_000 };
      record = createExchangeRecord({ seed: 'positions', wallets: 100, coins: 12, startMs, ...pace });
      truth = recordTruth(record);
      record.subscribe({ block: (block) => void lines.push(blockLine(block, record.exchange.wallets)) });
    });
    after(async () => {
      for (const process of open) await process.close();
      await facts.close();
      await store.close();
      await harness.stop();
    });

    function process(): Process {
      const costs: PositionsCost[] = [];
      let heard = Promise.withResolvers<void>();
      const hear = () => {
        heard.resolve();
        heard = Promise.withResolvers();
      };
      const onError = (error: unknown) => heard.reject(error);
      const feed = createChangeFeed({ store, pollMs: 250, onError });
      const running = startPositions({
        store,
        feed,
        wallets: createWalletIndex(),
        onError,
        onRefresh(cost) {
          costs.push(cost);
          hear();
        },
      });
      const started: Process = {
        ...running,
        async close() {
          await running.close();
          await feed.close();
        },
        costs,
        async until(holds) {
          // waits: a deadline alone, which also keeps the process: the timers of the positions do not
          const alive = setTimeout(() => heard.reject(new Error('it never held')), deadlineMs);
          try {
            while (!holds()) await heard.promise;
          } finally {
            clearTimeout(alive);
          }
        },
      };
      open.push(started);
      return started;
    }

    async function agrees({ positions, until }: Process): Promise<void> {
      // The first read is published once it includes everything stored by then.
      await positions.ready;
      const now = () => positionDifferences(positions, truth);
      await until(() => now().length === 0).catch((error) => {
        assert.deepEqual(now(), []);
        throw error;
      });
    }

    /** Advances the exchange, and returns the lines that a node writes for it. */
    function linesOf(ms: number): string[] {
      record.advance(record.exchange.timeMs + ms);
      const made = lines;
      lines = [];
      return made;
    }

    async function importLines(made: readonly string[]): Promise<void> {
      const dir = join(harness.dir, `archive-${++files}`);
      mkdirSync(dir, { recursive: true });
      writeFileSync(join(dir, '0'), `${made.join('\n')}\n`);
      await runImport({
        request: { paths: [dir] },
        store: createBatchStore(store),
        ledger: createCoverageLedger({ analytics: store, clock: systemClock }),
        journalDir: join(harness.dir, 'journal'),
        batchFills: 2_000,
        signal: new AbortController().signal,
        onProgress: () => undefined,
      });
    }

    /** Reads the accounts of wallets as the connector does. @param but of whose coins nothing is stored */
    async function readStates(of: readonly string[], openBefore: (address: string) => string[] = () => []) {
      const rows = of.flatMap((address) =>
        truth.accounts(address).map((state, dex) => {
          const owner = { wallet: address, dex: dexes[dex]!.name };
          const before = openBefore(address).filter((coin) => dexOf(coin) === owner.dex);
          return stateRows(owner, wireAccount(state), before);
        }),
      );
      const writes = [
        facts.write(
          positionsTable,
          rows.flatMap(({ positions }) => positions),
        ),
        facts.write(
          accounts,
          rows.map(({ account }) => account),
        ),
      ];
      await Promise.all(writes);
    }

    let first: Process;

    test('of fills alone: sizes and entries are those of the books, as fills come and after a start', async () => {
      await importLines(linesOf(12 * hourMs));
      first = process();
      await agrees(first);
      await importLines(linesOf(12 * hourMs));
      await agrees(first);
      assert.deepEqual(
        first.costs.map(({ everything }) => everything).filter((everything) => everything),
        [true],
        'after the start everything was read again',
      );
      const { positions } = process();
      await positions.ready;
      assert.deepEqual(positionDifferences(positions, truth), []);
      for (const either of [first.positions, positions]) {
        assert.ok(either.count() > 60);
        assert.equal(either.basis(), 'fills');
        assert.equal(either.basis('NONE'), undefined);
        const rows = either.ofWallet(truth.active().find((address) => either.ofWallet(address).length > 0)!);
        assert.equal(rows[0]!.leverage, undefined);
        assert.equal(rows[0]!.liquidationPx, undefined);
      }
    });

    test('fills that come late change their own chain, and no other', async () => {
      const made = linesOf(4 * hourMs);
      const isLate = (_: string, i: number) => i % 7 === 3;
      await importLines(made.filter((line, i) => !isLate(line, i)));
      // The late lines are more than an hour old; some belong to the last hour, too.
      await importLines(made.filter(isLate));
      await agrees(first);
    });

    test('states give leverage, margin, funding and liquidation price, in every process', async () => {
      const second = process();
      await second.positions.ready;
      await readStates(truth.active());
      for (const { positions, until } of [first, second]) {
        await until(() => positions.basis() === 'state');
        assert.deepEqual(positionDifferences(positions, truth), []);
        for (const address of truth.active()) {
          for (const { assetPositions, time } of truth.accounts(address).map((state) => wireAccount(state))) {
            for (const { position } of assetPositions) {
              const row = positions.ofWallet(address).find(({ coin }) => coin === position.coin)!;
              const liquidationPx =
                position.liquidationPx === null ? undefined : Number(position.liquidationPx);
              assert.deepEqual(
                [row.leverage, row.leverageType, row.marginUsed, row.fundingSinceOpen, row.liquidationPx],
                [
                  position.leverage.value,
                  position.leverage.type,
                  Number(position.marginUsed),
                  Number(position.cumFunding.sinceOpen),
                  liquidationPx,
                ],
              );
              assert.deepEqual([row.stateMs, row.updatedMs], [time, time]);
              assert.ok(row.openedMs <= time);
            }
          }
        }
      }
    });

    test('fills after a state: the size follows them, leverage and margin are the state’s', async () => {
      const made = linesOf(30 * minuteMs);
      const before = new Map(
        truth.active().map((address) => [address, first.positions.ofWallet(address)] as const),
      );
      await importLines(made);
      const second = process();
      for (const each of [first, second]) {
        await agrees(each);
        assert.equal(each.positions.basis(), 'mixed');
        let moved = 0;
        let priced = 0;
        for (const [address, rows] of before) {
          for (const row of each.positions.ofWallet(address)) {
            const reported = rows.find(({ coin }) => coin === row.coin);
            if (row.basis === 'state' || reported === undefined || row.openedMs > reported.stateMs!) continue;
            assert.deepEqual([row.leverage, row.marginUsed], [reported.leverage, reported.marginUsed]);
            assert.ok(row.updatedMs > row.stateMs!);
            moved += 1;
            if (row.liquidationPx !== undefined) priced += 1;
          }
        }
        assert.ok(moved > 5 && priced > 5, `${priced} of ${moved}`);
      }
    });

    test('what a later state does not show is closed, whichever source had it before', async () => {
      // The fills of this time are lost.
      linesOf(6 * hourMs);
      const gone = truth.active().filter((address) => {
        const left = new Set(
          truth.accounts(address).flatMap((a) => a.positions.map(({ market }) => market.coin)),
        );
        return first.positions.ofWallet(address).some(({ coin }) => !left.has(coin));
      });
      assert.ok(gone.length > 3);
      // Of half of them the connector knew their coins, as it does while it runs.
      const knows = (address: string) =>
        gone.indexOf(address) % 2 === 0 ? [] : first.positions.ofWallet(address).map(({ coin }) => coin);
      await readStates(truth.active(), knows);
      await agrees(first);
      assert.equal(first.positions.basis(), 'state');
      const second = process();
      await agrees(second);
    });
  });
}
