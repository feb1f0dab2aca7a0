import assert from 'node:assert/strict';
import { renameSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { after, before, describe, type TestContext, test } from 'node:test';
import { compressFrameSync } from 'lz4-napi';
import { Type } from 'typebox';
import { query } from '../../src/analytics/query.ts';
import type { CoverageState } from '../../src/coverage/interval.ts';
import { createCoverageLedger } from '../../src/coverage/ledger.ts';
import { systemClock } from '../../src/kernel/clock.ts';
import { until } from '../until.ts';
import { follow, followHarness, hourFile, type NodeFileLine, nodeDir } from './follow-harness.ts';
import { blockLine, generateBlocks } from './generated-fills.ts';

// An hour of a block a minute, and the first block of the next.
const startMs = Date.UTC(2026, 3, 1);
const blocks = [...generateBlocks({ seed: 7, blocks: 61, wallets: 20, startMs, stepMs: 60_000 })];
const [hour, nextHour] = [hourFile(startMs), hourFile(blocks[60]!.timeMs)] as const;
const whole = blocks.map((block) => ({ timeMs: block.timeMs, text: `${blockLine(block)}\n` }));
const numberOf = (index: number) => blocks[index]!.number;

/** Lines of a block as `--stream-with-block-info` writes them. */
function partsOf(index: number): [string, string] {
  const block = blocks[index]!;
  const half = Math.ceil(block.events.length / 2);
  const part = (from: number, to: number) =>
    `${blockLine({ ...block, events: block.events.slice(from, to) })}\n`;
  return [part(0, half), part(half, block.events.length)];
}
const inParts = (from: number, to: number): NodeFileLine[] =>
  whole.slice(from, to).map(({ timeMs }, i) => ({ timeMs, text: partsOf(from + i).join('') }));

const inOrder = query({
  name: 'fills_in_order',
  params: {},
  row: Type.Object({ oid: Type.String() }),
  sql: 'SELECT toString(oid) AS oid FROM fills ORDER BY time, seq',
});

describe('a directory whose blocks are over several lines', () => {
  let harness: Awaited<ReturnType<typeof followHarness>>;
  before(async () => {
    harness = await followHarness(whole);
  });
  after(() => harness.stop());

  async function openStore(t: TestContext) {
    const store = await harness.openStore();
    const followers: ReturnType<typeof follow>[] = [];
    t.after(async () => {
      for (const follower of followers) await follower.stop();
      await store.analytics.close();
    });
    const ledger = createCoverageLedger({ analytics: store.analytics, clock: systemClock });
    const intervals = async (states: CoverageState[]) => {
      const requests = { feed: 'node_fills', fromMs: 0, toMs: Date.UTC(2100, 0), states };
      return (await ledger.read(requests)).map(({ fromBlock, toBlock }) => [fromBlock, toBlock]);
    };
    function begin() {
      const follower = follow(store);
      followers.push(follower);
      return follower;
    }
    return { ...store, dir: nodeDir(store.root), follow: begin, open: () => intervals(['open']), intervals };
  }
  const caughtUp = (followed: ReturnType<typeof follow>, block: number) =>
    until(`block ${block}`, () => followed.state()?.newest?.number === block);

  /** The archive of the hour, by which all is whole. */
  async function heal(store: Awaited<ReturnType<typeof openStore>>) {
    const text = whole.filter(({ timeMs }) => hourFile(timeMs) === hour).map((line) => line.text);
    store.dir.append(`${hour}.lz4`, compressFrameSync(Buffer.from(text.join(''))));
    const followed = store.follow();
    await until('what was missing', () => followed.state()?.missingBlocks === 0);
    await followed.stop();
    assert.deepEqual(await store.open(), []);
    const rows = await store.analytics.rows(inOrder, {});
    assert.deepEqual(
      rows.map(({ oid }) => Number(oid)),
      blocks.flatMap(({ events }) => events.map(([, fill]) => fill.oid)),
    );
  }

  test('has no gap, and is covered up to its last block, while its files stay', async (t) => {
    const store = await openStore(t);
    store.dir.write(inParts(0, 30));
    const followed = store.follow();
    await followed.caughtUp();
    const [first, second] = partsOf(30);
    store.dir.append(hour, first);
    await caughtUp(followed, numberOf(30));
    store.dir.append(hour, second.slice(0, 100));
    await until('a torn line', () => followed.state().waitingBytes === 100);
    store.dir.append(hour, second.slice(100));
    store.dir.write(inParts(31, 61));
    await caughtUp(followed, numberOf(60));
    await followed.stop();
    assert.deepEqual(await store.intervals(['open', 'healed']), []);
    assert.deepEqual(await store.intervals(['covered']), [[numberOf(0), numberOf(59)]], 'the last goes on');
    await harness.assertWhole(store);
  });

  for (const [how, isStopped] of [
    ['while it is followed', false],
    ['while nothing follows it', true],
  ] as const) {
    test(`lacks the block in hand when its file is made again ${how}, until an archive has it`, async (t) => {
      const store = await openStore(t);
      const [first, second] = partsOf(30);
      store.dir.write([...whole.slice(0, 29), ...inParts(29, 30)]);
      store.dir.append(hour, `${first}${second.slice(0, 100)}`);
      let followed = store.follow();
      await until('a torn line', () => followed.state()?.waitingBytes === 100);
      if (isStopped) await followed.stop();
      rmSync(store.dir.path(hour));
      if (!isStopped) await until('it is gone', () => followed.state().files === 0);
      store.dir.append(hour, second.slice(100));
      store.dir.write(inParts(31, 40));
      if (isStopped) followed = store.follow();
      await caughtUp(followed, numberOf(39));
      await followed.stop();
      assert.equal(followed.state().quarantined, 1);
      assert.deepEqual(await store.open(), [[numberOf(30), numberOf(31)]]);
      store.dir.write(inParts(60, 61));
      await heal(store);
    });
  }

  test('lacks the block in hand when its file is gone until the next hour', async (t) => {
    const store = await openStore(t);
    store.dir.write(inParts(0, 30));
    store.dir.append(hour, partsOf(30)[0]);
    const followed = store.follow();
    await caughtUp(followed, numberOf(30));
    rmSync(store.dir.path(hour));
    store.dir.write(inParts(60, 61));
    await caughtUp(followed, numberOf(60));
    await followed.stop();
    assert.deepEqual(await store.open(), [], 'what goes on is not known to be whole');
    const next = store.follow();
    const behind = { number: numberOf(60) + 1, timeMs: blocks[60]!.timeMs + 100, events: [] };
    store.dir.append(nextHour, `${blockLine(behind)}\n`);
    await caughtUp(next, behind.number);
    await next.stop();
    assert.deepEqual(next.state().lost, []);
    assert.deepEqual(await store.open(), [[numberOf(30), numberOf(59)]]);
    await heal(store);
  });

  test('lacks what may stand in a line that cannot be read', async (t) => {
    const store = await openStore(t);
    const [first, second] = partsOf(30);
    store.dir.write(inParts(0, 30));
    store.dir.append(hour, `${first}${second.slice(0, 100)}${partsOf(31)[0]}${partsOf(31)[1]}`);
    store.dir.write(inParts(32, 61));
    const followed = store.follow();
    await caughtUp(followed, numberOf(60));
    await followed.stop();
    assert.deepEqual(await store.open(), [[numberOf(30), numberOf(31)]]);
    await heal(store);
  });

  test('whose blocks are a line each has no gap where a file is made again between two of them', async (t) => {
    const store = await openStore(t);
    store.dir.write(whole.slice(0, 30));
    store.dir.append(hour, whole[29]!.text);
    let followed = store.follow();
    await caughtUp(followed, numberOf(29));
    rmSync(store.dir.path(hour));
    store.dir.write(whole.slice(30, 40));
    await caughtUp(followed, numberOf(39));
    await followed.stop();
    truncateSync(store.dir.path(hour), 0);
    store.dir.write(whole.slice(40, 50));
    followed = store.follow();
    await caughtUp(followed, numberOf(49));
    const copy = store.dir.path(`${hour}.new`);
    writeFileSync(
      copy,
      whole
        .slice(0, 60)
        .map(({ text }) => text)
        .join(''),
    );
    renameSync(copy, store.dir.path(hour));
    store.dir.write(whole.slice(60));
    await caughtUp(followed, numberOf(60));
    await followed.stop();
    assert.deepEqual(await store.intervals(['open', 'healed']), []);
    assert.deepEqual(await store.intervals(['covered']), [[numberOf(0), numberOf(60)]]);
    await harness.assertWhole(store);
  });
});
