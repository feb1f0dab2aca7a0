import assert from 'node:assert/strict';
import { mkdirSync, renameSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { compressFrameSync } from 'lz4-napi';
import { Type } from 'typebox';
import { query } from '../../src/analytics/query.ts';
import type { CoverageLedger } from '../../src/coverage/ledger.ts';
import type { FollowState } from '../../src/ingest/node/follow.ts';
import { until, untilFound } from '../until.ts';
import { follow, followHarness, hourFile, nodeDir } from './follow-harness.ts';
import { blockLine, generateBlocks } from './generated-fills.ts';
import { generateMisc } from './generated-misc.ts';
import { generateTwaps } from './generated-twaps.ts';

// Three hours, the first and the last cut: their files are 22, 23 and 0.
const startMs = Date.UTC(2026, 2, 31, 22, 30);
const world = { blocks: 120, wallets: 20, startMs, stepMs: 60_000 };
const fillBlocks = [...generateBlocks({ seed: 3, ...world })].map((block) => ({
  number: block.number,
  timeMs: block.timeMs,
  rows: block.events.length,
  text: `${blockLine(block)}\n`,
}));
const miscBlocks = [...generateMisc({ seed: 4, ...world })].map(({ payments, updates, ...block }) => ({
  ...block,
  rows: payments + updates,
}));
const twapBlocks = [...generateTwaps({ seed: 5, ...world })];

const records = [
  { record: 'fills', kind: 'node_fills_by_block', feed: 'node_fills', lines: fillBlocks },
  { record: 'ledger', kind: 'misc_events_by_block', feed: 'node_misc_events', lines: miscBlocks },
  {
    record: 'twaps',
    kind: 'node_twap_statuses_by_block',
    feed: 'node_twap_statuses',
    lines: twapBlocks,
  },
] as const;

const newestUpdates = query({
  name: 'newest_updates',
  params: {},
  row: Type.Object({ address: Type.String(), at: Type.String() }),
  sql: `
    SELECT concat('0x', lower(hex(wallet))) AS address, toString(max(toUnixTimestamp64Milli(time))) AS at
    FROM ledger_updates GROUP BY wallet`,
});

for (const { record, kind, feed, lines } of records) {
  describe(`a directory of ${kind} that is followed`, () => {
    const hours = [...new Set(lines.map(({ timeMs }) => hourFile(timeMs)))];
    const ofHour = (hour: string) => lines.filter(({ timeMs }) => hourFile(timeMs) === hour);
    const numberOf = (index: number) => lines[index]!.number;
    const rows = lines.reduce((sum, line) => sum + line.rows, 0);
    const dirOf = (root: string) => nodeDir(root, kind);
    const followed = (store: Parameters<typeof follow>[0]) => follow(store, { record });
    /** True if everything is stored; lines that are no fills count again when they are re-read. */
    const isAll = ({ fills, newest, waitingBytes, missingBlocks, blocks }: FollowState) =>
      record === 'fills'
        ? fills === rows
        : newest?.number === numberOf(119) && waitingBytes === 0 && missingBlocks === 0 && blocks >= 120;
    const gapsOf = async (ledger: CoverageLedger, states: readonly ('open' | 'healed' | 'covered')[]) => {
      const found = await ledger.read({ feed, fromMs: 0, toMs: Date.UTC(2100, 0), states });
      return found.map(({ fromBlock, toBlock }) => [fromBlock, toBlock]);
    };
    let harness: Awaited<ReturnType<typeof followHarness>>;
    before(async () => {
      harness = await followHarness(lines, kind, record);
      const { fills, wallet_funding: funding, ledger_updates: updates, twap_statuses: twaps } = harness.sums;
      assert.equal(
        [fills, funding, updates, twaps].reduce((sum, table) => sum + Number(table?.rows ?? 0), 0),
        rows,
      );
    });
    after(() => harness.stop());

    test('gives what an import gives, where it was there before, and where it grows by torn lines', async () => {
      const store = await harness.openStore();
      const dir = dirOf(store.root);
      dir.write(lines.slice(0, 50));
      const reader = followed(store);
      await reader.caughtUp();
      for (const [index, { timeMs, text }] of lines.slice(50).entries()) {
        const cut = (index * 37) % text.length;
        dir.append(hourFile(timeMs), text.slice(0, cut));
        if (index % 5 === 0) await turn();
        dir.append(hourFile(timeMs), text.slice(cut));
      }
      await until('all', () => isAll(reader.state()));
      assert.deepEqual(
        [reader.state().newest?.number, reader.state().newest?.blockMs],
        [numberOf(119), lines[119]!.timeMs],
      );
      await reader.stop();
      assert.deepEqual(await gapsOf(reader.ledger, ['open', 'healed']), []);
      assert.deepEqual(await gapsOf(reader.ledger, ['covered']), [[numberOf(0), numberOf(119)]]);
      // The newest update of every wallet, which makes its accounts due to be read again.
      const newest = new Map<string, number>();
      for (const { wallet, timeMs } of reader.moved)
        newest.set(wallet, Math.max(timeMs, newest.get(wallet) ?? 0));
      const stored = await store.analytics.rows(newestUpdates, {});
      assert.equal(stored.length > 0, record === 'ledger');
      assert.deepEqual([...newest].sort(), stored.map(({ address, at }) => [address, Number(at)]).sort());
      await harness.assertWhole(store);
    });

    test('is read on from where it was left: what comes meanwhile and late lines of an old hour included', async () => {
      const store = await harness.openStore();
      const dir = dirOf(store.root);
      dir.write(lines.slice(0, 30));
      for (const part of [lines.slice(30, 85), lines.slice(90), lines.slice(85, 90)]) {
        const reader = followed(store);
        await reader.caughtUp();
        await reader.stop();
        dir.write(part);
      }
      const reader = followed(store);
      await reader.caughtUp();
      const { duplicates, payments, updates, twaps } = reader.state();
      assert.ok(duplicates + payments + updates + twaps < rows / 3, 'what was read is not read again');
      await reader.stop();
      await harness.assertWhole(store);
    });

    test('has gaps of the blocks that no line has, until they come after all', async () => {
      const store = await harness.openStore();
      const dir = dirOf(store.root);
      dir.write([...lines.slice(0, 40), ...lines.slice(45, 60), ...lines.slice(61)]);
      const first = followed(store);
      await first.caughtUp();
      const gap = [numberOf(40), numberOf(44)];
      assert.deepEqual(await gapsOf(first.ledger, ['open']), [gap, [numberOf(60), numberOf(60)]]);
      assert.deepEqual([first.state().gaps, first.state().missingBlocks], [2, 6]);
      dir.write(lines.slice(40, 43));
      await untilFound('a part of it is healed', async () => (await gapsOf(first.ledger, ['healed']))[0]);
      assert.deepEqual((await gapsOf(first.ledger, ['open']))[0], [numberOf(43), numberOf(44)]);
      await first.stop();
      dir.write([...lines.slice(43, 45), ...lines.slice(60, 61)]);
      const second = followed(store);
      await until(
        'nothing is missing',
        () => second.state()?.missingBlocks === 0 && second.state().waitingBytes === 0,
      );
      await second.stop();
      assert.deepEqual(await gapsOf(second.ledger, ['open']), []);
      await harness.assertWhole(store);
    });

    test('notes blocks without rows together, and reads none of them again', async () => {
      const store = await harness.openStore();
      const dir = dirOf(store.root);
      dir.write(lines);
      const reader = follow(store, { record, standMs: 60_000 });
      await reader.caughtUp();
      const { commits } = reader.state();
      const last = lines.at(-1)!;
      for (let n = 1; n <= 3; n++) {
        const time = new Date(last.timeMs + n).toISOString().slice(0, -1);
        const line = { local_time: time, block_time: time, block_number: last.number + n, events: [] };
        dir.append(hourFile(last.timeMs), `${JSON.stringify(line)}\n`);
        await until('it is read', () => reader.state().newest?.number === last.number + n);
      }
      assert.equal(reader.state().commits, commits);
      await reader.stop();
      assert.deepEqual(await gapsOf(reader.ledger, ['covered']), [[numberOf(0), last.number + 3]]);
      const again = followed(store);
      await again.caughtUp();
      await again.stop();
      const { blocks } = again.state();
      assert.ok(blocks <= hours.length, `${blocks} blocks are read again, more than the last of each file`);
      await harness.assertWhole(store);
    });

    test('is committed no sooner after the last commit than is wanted, and at the end', async () => {
      const store = await harness.openStore();
      const dir = dirOf(store.root);
      dir.write(lines.slice(0, 60));
      const reader = follow(store, { record, leastRestMs: 60_000 });
      await until('the first are stored', () => reader.state()?.commits === 1);
      dir.write(lines.slice(60));
      await until('all is read', () => reader.state().newest?.number === lines.at(-1)!.number);
      assert.equal(reader.state().commits, 1);
      await reader.stop();
      await harness.assertWhole(store);
    });

    test('is read again from the start of a file that shrank, or was replaced', async () => {
      const store = await harness.openStore();
      const dir = dirOf(store.root);
      dir.write(lines.slice(0, 60));
      const reader = followed(store);
      await reader.caughtUp();
      truncateSync(dir.path(hours[1]!), 0);
      writeFileSync(
        `${dir.path(hours[1]!)}.new`,
        ofHour(hours[1]!)
          .map(({ text }) => text)
          .join(''),
      );
      renameSync(`${dir.path(hours[1]!)}.new`, dir.path(hours[1]!));
      dir.write(ofHour(hours[2]!));
      await until('all', () => isAll(reader.state()));
      await reader.stop();
      await harness.assertWhole(store);
    });

    test('is read again from the start of a file that was cut, and grew past its old end before a look', async () => {
      const sizeTo = (index: number) =>
        ofHour(hours[1]!)
          .slice(0, index)
          .reduce((sum, { text }) => sum + Buffer.byteLength(text), 0);
      for (const isStopped of [false, true]) {
        const store = await harness.openStore();
        const dir = dirOf(store.root);
        dir.write(lines.slice(0, 60));
        let reader = followed(store);
        await reader.caughtUp();
        if (isStopped) await reader.stop();
        // Both within a turn of the event loop, so that no poll comes between.
        truncateSync(dir.path(hours[1]!), sizeTo(10));
        dir.write(lines.slice(60));
        assert.ok(statSync(dir.path(hours[1]!)).size > sizeTo(30), 'it is longer than it was');
        if (isStopped) reader = followed(store);
        else await until('all', () => isAll(reader.state()));
        await reader.caughtUp();
        await reader.stop();
        assert.equal(reader.state().quarantined, 0);
        assert.deepEqual(await gapsOf(reader.ledger, ['open']), []);
        await harness.assertWhole(store);
      }
    });

    test('heals a gap that a process recorded before it was killed, and whose blocks have come since', async () => {
      const store = await harness.openStore();
      const dir = dirOf(store.root);
      dir.write(lines.slice(0, 40));
      const killed = followed(store);
      await killed.caughtUp();
      const gap = { fromBlock: numberOf(40), toBlock: numberOf(44) };
      const span = { fromMs: lines[39]!.timeMs, toMs: lines[45]!.timeMs };
      await killed.ledger.record({ feed, ...gap, ...span }, 'blocks that no line had');
      await killed.stop();
      dir.write(lines.slice(40));
      const reader = followed(store);
      await reader.caughtUp();
      await reader.stop();
      assert.deepEqual(await gapsOf(reader.ledger, ['open']), []);
      assert.deepEqual(await gapsOf(reader.ledger, ['healed']), [[gap.fromBlock, gap.toBlock]]);
      await harness.assertWhole(store);
    });

    test('takes packed hours, and one that appears later than those behind it', async () => {
      for (const [suffix, pack] of [
        ['.gz', gzipSync],
        ['.lz4', compressFrameSync],
      ] as const) {
        const store = await harness.openStore();
        const dir = dirOf(store.root);
        dir.write(lines.filter(({ timeMs }) => hourFile(timeMs) !== hours[0]));
        const reader = followed(store);
        await reader.caughtUp();
        const text = ofHour(hours[0]!).map((line) => line.text);
        dir.append(`${hours[0]}${suffix}`, pack(Buffer.from(text.join(''))));
        await until('all', () => isAll(reader.state()));
        // The operator deletes an hour that was read: nothing is lost.
        rmSync(dir.path(hours[1]!));
        await until('the file is gone', () => reader.state().files === 2);
        await reader.stop();
        assert.deepEqual(await gapsOf(reader.ledger, ['open']), []);
        await harness.assertWhole(store);
      }
    });

    test('that is not there yet is waited for, and says so', async () => {
      const store = await harness.openStore();
      const reader = followed(store);
      await until('a fault', () => reader.state()?.fault?.includes('does not exist') === true);
      mkdirSync(join(store.root, 'replica_cmds'), { recursive: true });
      await until('another fault', () => reader.state().fault?.includes('holds replica_cmds') === true);
      dirOf(store.root).write(lines);
      await until('all', () => isAll(reader.state()));
      assert.equal(reader.state().fault, undefined);
      await reader.stop();
      await harness.assertWhole(store);
    });

    test('whose file holds other records is named with what they are, and the other hours are read', async () => {
      const store = await harness.openStore();
      const dir = dirOf(store.root);
      dir.append('20260331/1', '{"coin":"BTC","side":"B","side_info":[]}\n');
      dir.write(lines);
      const reader = followed(store);
      await reader.caughtUp();
      assert.match(
        reader.state().unread[0]!,
        /20260331\/1 is not read: its first line is a node_trades record/,
      );
      await reader.stop();
      await harness.assertWhole(store);
    });
  });
}
