import assert from 'node:assert/strict';
import { cpSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { createInvariants } from '../../packages/exchange-simulator/test/invariants.ts';
import { readNodeLines } from '../../packages/exchange-simulator/test/node-reading.ts';
import { createCoverageLedger } from '../../src/coverage/ledger.ts';
import { createBatchStore } from '../../src/ingest/batch-store.ts';
import { importedBlocks } from '../../src/ingest/blocks/imported-blocks.ts';
import { openJournal } from '../../src/ingest/journal.ts';
import { runPipeline } from '../../src/ingest/pipeline.ts';
import { openArchive } from '../../src/ingest/sources/archive.ts';
import { systemClock } from '../../src/kernel/clock.ts';
import type { WireFill } from '../../src/wire/fill.ts';
import { assertSilentAudit, chdbHarness, type StoreHarness } from '../../test/ingest/store-harness.ts';
import { walletAddress } from '../generate-fills.ts';
import { paidPositions } from './positions-paid.ts';
import { largestMaker } from './trading.ts';
import { type WorldSize, worldCoins, worldSize } from './world.ts';
import { type WorldState, worldBytes, worldFiles, worldState, writeWorld } from './write-world.ts';

const size: WorldSize = {
  ...worldSize(0.001),
  days: 2,
  fills: 12_000,
  wallets: 300,
  activePerDay: 60,
  positions: 90,
  coins: 40,
  blocksPerSecond: 0.02,
};
let harness: StoreHarness;
let dir: string;
let state: WorldState;
before(async () => {
  harness = await chdbHarness();
  dir = join(harness.dir, 'world');
  state = writeWorld(dir, size, () => undefined);
});
after(() => harness.stop());

interface Event {
  hour: string;
  wallets: Set<string>;
}

function bytesOf(root: string): Map<string, Buffer> {
  const names = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.lz4'),
  );
  return new Map(names.map((name) => [name, readFileSync(join(root, name))]));
}

test('the fills of a world keep every rule of the exchange, with its sizes and shares', () => {
  const { coins } = worldCoins(size);
  const sizeDecimals = new Map(coins.map(({ name, szDecimals }) => [name, szDecimals]));
  const rules = createInvariants({ bothSides: true, sizeDecimals });
  const { lines, broken } = readNodeLines(worldFiles(dir), 'node_fills_by_block');
  const byDay: Event[] = [];
  let fills = 0;
  let ofLargest = 0;
  const firstBlock = lines[0]!.block_number;
  for (const [n, { block_time, block_number, events }] of lines.entries()) {
    assert.equal(block_number, firstBlock + n, 'no block is missing');
    const pairs = events as [string, WireFill][];
    rules.add({ timeMs: Date.parse(`${block_time.slice(0, 23)}Z`), events: pairs });
    const day = block_time.slice(0, 10);
    if (byDay.at(-1)?.hour !== day) byDay.push({ hour: day, wallets: new Set() });
    for (const [wallet] of pairs) {
      byDay.at(-1)!.wallets.add(wallet);
      fills += 1;
      if (wallet === walletAddress(largestMaker)) ofLargest += 1;
    }
  }
  assert.deepEqual(rules.book.breaches(), []);
  assert.equal(broken, 0);
  assert.equal(fills, state.trading.counts.fills);
  assert.ok(Math.abs(fills / size.fills - 1) < 0.01, `${fills} fills`);
  assert.equal(rules.positions().size, state.trading.holdings.sizes.length);
  assert.ok(Math.abs(rules.positions().size / size.positions - 1) < 0.3, `${rules.positions().size} open`);
  assert.ok(Math.abs(state.trading.counts.closes / fills - 0.43) < 0.05, `${state.trading.counts.closes}`);
  assert.ok(Math.abs(ofLargest / fills - 0.02) < 0.004, `${ofLargest} fills of the largest maker`);
  const [first, second] = byDay.map(({ wallets }) => wallets.size);
  assert.ok(first! > size.wallets * 0.95, `${first} wallets on the first day`);
  assert.ok(second! > size.activePerDay * 0.8 && second! <= size.activePerDay + 1, `${second} on the second`);
});

test('a world is imported without a doubt: nothing in quarantine, no gap, sums and paid positions right', async () => {
  const store = await harness.open('world');
  const ledger = createCoverageLedger({ analytics: store, clock: systemClock });
  const done = await runPipeline({
    source: await openArchive({ paths: [worldFiles(dir)] }),
    store: createBatchStore(store),
    journal: openJournal(join(harness.dir, 'journal')),
    blocks: await importedBlocks(ledger),
    signal: new AbortController().signal,
    onProgress: () => undefined,
  });
  const { fills } = state.trading.counts;
  assert.deepEqual(
    [done.fills, done.payments, done.quarantined, done.unknownUpdates, done.duplicates],
    [fills, state.misc.payments, 0, 0, 0],
  );
  assert.ok(done.updates >= state.misc.updates, `${done.updates} rows of ${state.misc.updates} updates`);
  for (const feed of ['node_fills', 'node_misc_events']) {
    const states = ['covered', 'open'] as const;
    const intervals = await ledger.read({ feed, fromMs: 0, toMs: Date.UTC(2100, 0), states });
    assert.deepEqual(
      intervals.map(({ state, toBlock }) => [state, toBlock]),
      [['covered', state.block]],
      feed,
    );
  }
  await assertSilentAudit(store);
  const paid = await paidPositions(store, size.wallets);
  assert.deepEqual([paid.payments, paid.wrong, paid.paid], [state.misc.payments, 0, paid.open]);
  assert.ok(paid.open > 0);
  await store.close();
});

test('a writing that was stopped goes on with the day that is not whole, to the same bytes', () => {
  const whole = bytesOf(dir);
  const stopped = join(harness.dir, 'stopped');
  assert.throws(
    () =>
      writeWorld(stopped, size, () => {
        throw new Error('stopped');
      }),
    /stopped/,
  );
  assert.equal(worldState(stopped, size)!.daysDone, 1);
  // The unfinished second day.
  cpSync(join(worldFiles(dir), 'misc_events_by_block'), join(worldFiles(stopped), 'misc_events_by_block'), {
    recursive: true,
  });
  writeWorld(stopped, size, () => undefined);
  assert.deepEqual(bytesOf(stopped), whole);
  assert.equal(worldState(stopped, { ...size, seed: 2 }), undefined, 'another world');
  rmSync(stopped, { recursive: true });
});

test('a disk without room for the files is refused before a byte is written', () => {
  assert.ok(worldBytes(worldSize(1)) > 10e9);
  const huge = { ...worldSize(10), fills: 1e15 };
  assert.throws(
    () => writeWorld(join(harness.dir, 'huge'), huge, () => undefined),
    /take about .* GB, and .* has/,
  );
});
