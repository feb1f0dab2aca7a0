/** What a node, its machine and its operator do to a directory: each fill is stored once, and each gap is known to the block. */
import assert from 'node:assert/strict';
import { utimesSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { Type } from 'typebox';
import { query } from '../../src/analytics/query.ts';
import { quarantineReasons } from '../../src/coverage/quarantined.ts';
import { hourMs } from '../../src/kernel/clock.ts';
import { until } from '../until.ts';
import { follow, followHarness, hourFile, nodeDir } from './follow-harness.ts';
import { blockLine, generateBlocks } from './generated-fills.ts';

const startMs = Date.UTC(2026, 3, 1);
const blocks = [...generateBlocks({ seed: 9, blocks: 120, wallets: 10, startMs, stepMs: 1_000 })];
const lines = blocks.map((block) => ({ timeMs: block.timeMs, text: `${blockLine(block)}\n` }));
const hour = hourFile(startMs);
const pairs = (from: number, to: number) =>
  blocks.slice(from, to).flatMap(({ events }) => events.map((event) => `${JSON.stringify(event)}\n`));
const numberOf = (index: number) => blocks[index]!.number;

type Dirs = Record<'byBlock' | 'single', ReturnType<typeof nodeDir>>;
type Scenario = [name: string, first: (dirs: Dirs) => void, then: (dirs: Dirs) => void, gap?: number[]];

const scenarios: Scenario[] = [
  [
    'a node that is started again without --batch-by-block',
    ({ byBlock }) => byBlock.write(lines.slice(0, 60)),
    ({ single }) => single.append(hour, pairs(60, 120).join('')),
  ],
  [
    'blocks that appear beside single fills',
    ({ single }) => single.append(hour, pairs(0, 60).join('')),
    ({ byBlock }) => byBlock.write(lines.slice(60)),
  ],
  [
    'an hour whose first line is null',
    ({ byBlock }) => byBlock.append(hour, 'null\n'),
    ({ byBlock }) => byBlock.write(lines),
  ],
  [
    'a packed hour whose time is ahead of the clock',
    () => undefined,
    ({ byBlock }) => {
      byBlock.append(`${hour}.gz`, gzipSync(lines.map(({ text }) => text).join('')));
      utimesSync(byBlock.path(`${hour}.gz`), 4e9, 4e9);
    },
  ],
  [
    'single blocks that are late',
    ({ byBlock }) => byBlock.write(lines.filter((_, index) => index % 2 === 0 || index === 119)),
    ({ byBlock }) => byBlock.write(lines.filter((_, index) => index % 2 === 1 && index !== 119)),
  ],
  [
    'times that go back behind blocks that are lost',
    ({ byBlock }) => byBlock.write(lines),
    ({ byBlock }) => {
      for (const n of [3_000, 3_001, 3_002]) {
        const line = { number: numberOf(119) + n, timeMs: startMs + n, events: [] };
        byBlock.append(hour, `${blockLine(line)}\n`);
      }
    },
    [numberOf(119) + 1, numberOf(119) + 2_999],
  ],
];

const quarantined = query({
  name: 'quarantined_records',
  params: {},
  row: Type.Object({ reason: Type.String(), raw: Type.String() }),
  sql: 'SELECT reason, raw FROM quarantine FINAL',
});

describe('a directory of a node', () => {
  let harness: Awaited<ReturnType<typeof followHarness>>;
  before(async () => {
    harness = await followHarness(lines);
  });
  after(() => harness.stop());

  for (const [name, first, then, gap] of scenarios) {
    test(name, async () => {
      const store = await harness.openStore();
      const dirs = { byBlock: nodeDir(store.root), single: nodeDir(store.root, 'node_fills') };
      first(dirs);
      const followed = follow(store);
      await until('it looks', () => followed.state() !== undefined);
      then(dirs);
      await until('all fills', () => followed.state().fills === harness.fills);
      const params = { feed: 'node_fills', fromMs: 0, toMs: Date.UTC(2100, 0) };
      const open = async () =>
        (await followed.ledger.read({ ...params, states: ['open'] })).map((one) => [
          one.fromBlock,
          one.toBlock,
        ]);
      if (gap !== undefined) await until('a gap', () => followed.state().gaps === 1);
      await followed.stop();
      assert.deepEqual(await open(), gap === undefined ? [] : [gap]);
      await store.analytics.close();
    });
  }

  test('a fill that cannot be read costs itself, and leaves that hour of its wallet and coin unknown', async () => {
    const store = await harness.openStore();
    const block = blocks[60]!;
    const [[wallet, fill], ...others] = block.events as [
      (typeof block.events)[number],
      ...typeof block.events,
    ];
    const events: typeof others = [[wallet, { ...fill, closedPnl: 'x' }], ...others];
    const text = `${blockLine({ ...block, events })}\n`;
    nodeDir(store.root).write(lines.with(60, { timeMs: block.timeMs, text }));
    const followed = follow(store);
    await until('all fills but one', () => followed.state()?.fills === harness.fills - 1);
    await followed.stop();
    assert.equal(followed.state().quarantined, 1);
    const [row, ...more] = await store.analytics.rows(quarantined, {});
    assert.deepEqual(more, []);
    assert.match(row!.reason, /closedPnl.*"x"/);
    assert.match(row!.raw, new RegExp(`^\\["${wallet}".*"tid":${fill.tid}\\b`));
    const params = { feed: 'node_fills', fromMs: 0, toMs: Date.UTC(2100, 0) };
    const lost = await followed.ledger.read({ ...params, wallet, coin: fill.coin, states: ['lost'] });
    assert.deepEqual(
      lost.map((one) => [one.fromMs, one.toMs, one.reason]),
      [[startMs, startMs + hourMs - 1, quarantineReasons.fill]],
    );
    const another = blocks.flatMap((one) => one.events).find(([of]) => of !== wallet)![0];
    assert.deepEqual(
      await followed.ledger.read({ ...params, wallet: another, states: ['lost', 'open'] }),
      [],
    );
    await store.analytics.close();
  });
});
