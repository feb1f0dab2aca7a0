import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { compressFrameSync } from 'lz4-napi';
import { fillsOf, stored } from '../../../test/fill-rows.ts';
import { lz4Frame } from '../../../test/fixtures/fills/lz4-frame.ts';
import type { WireFill } from '../../wire/fill.ts';
import { firstStandInTid } from '../../wire/fill-tid.ts';
import { nodeFeed } from '../blocks/block-coverage.ts';
import type { RejectedRecord } from '../source.ts';
import type { SourceFill } from '../source-fill.ts';
import { openArchive } from './archive.ts';
import { createChunkBuilder } from './chunk-builder.ts';
import { takerOf } from './node-archive.ts';

const fixtures = join(import.meta.dirname, '../../../test/fixtures/fills');
const root = mkdtempSync(join(tmpdir(), 'tidemark-node-archive-'));
after(() => rmSync(root, { recursive: true }));

interface Content {
  fills: SourceFill[];
  rejected: RejectedRecord[];
  blocks: number;
  bytesRead: number;
}

async function readAll(...paths: string[]): Promise<Content> {
  const source = await openArchive({ paths });
  const all: Content = { fills: [], rejected: [], blocks: 0, bytesRead: 0 };
  const bytesByFile = new Map<string, number>();
  for await (const chunk of source.read(new AbortController().signal)) {
    for (const fill of fillsOf(chunk.fills)) all.fills.push(fill);
    for (const record of chunk.rejected) all.rejected.push(record);
    all.blocks += chunk.blocks;
    bytesByFile.set(chunk.file, chunk.bytesRead);
  }
  for (const bytes of bytesByFile.values()) all.bytesRead += bytes;
  assert.equal(all.bytesRead, source.totalBytes, 'every byte was read');
  assert.equal(bytesByFile.size, source.totalFiles);
  return all;
}

test('block lines give every fill with its block, its values unchanged and its place in the millisecond', async () => {
  const { fills, rejected, blocks } = await readAll(join(fixtures, 'node_fills_by_block.jsonl'));
  assert.deepEqual(rejected, []);
  assert.deepEqual([fills.length, blocks], [18, 5]);
  // Four fills, and two more of the same block on the next line.
  assert.deepEqual(
    fills.slice(0, 6).map(({ block, seq }) => [block, seq]),
    [0, 1, 2, 3, 4, 5].map((seq) => [758800641, seq]),
  );
  const lines = readFileSync(join(fixtures, 'node_fills_by_block.jsonl'), 'utf8').trim().split('\n');
  const events = lines.flatMap((line) => JSON.parse(line).events as [string, WireFill][]);
  assert.deepEqual(
    fills.map(({ wallet, fill }) => [wallet, fill]),
    events.map(([wallet, fill]) => [wallet, stored({ wallet, fill, block: 0, seq: 0 }).fill]),
  );
  const dust = fills.filter(({ fill }) => fill.dir === 'Spot Dust Conversion');
  assert.deepEqual(
    dust.map(({ seq, fill }) => [seq, fill.tid]),
    [
      [0, 0],
      [1, 0],
      [2, 0],
      [3, 0],
    ],
  );
  assert.deepEqual(
    fills.slice(-2).map(({ fill }) => [fill.coin, fill.px]),
    [
      ['#118440', '1'],
      ['#118441', '0'],
    ],
  );
});

test('[wallet, fill] lines come in chain order, old records and JSON numbers included', async () => {
  const { fills, rejected, blocks } = await readAll(join(fixtures, 'node_fills.jsonl'));
  assert.deepEqual([rejected, blocks, fills.length], [[], 0, 7]);
  const inOrder = fills.toSorted((a, b) => a.fill.time - b.fill.time || a.seq - b.seq);
  assert.deepEqual(
    inOrder.slice(2).map(({ wallet, fill, seq }) => [wallet.slice(-2), fill.startPosition, seq]),
    [
      ['b2', '0', 0],
      ['c3', '0', 1],
      ['b2', '2', 2],
      ['b2', '5', 3],
      ['b2', '-1', 0],
    ],
  );
  assert.ok(fills.every(({ wallet }) => wallet === wallet.toLowerCase()));
  const [{ fill: old }] = fills as [SourceFill];
  assert.ok((old.tid as number) >= firstStandInTid, 'a record of 2023 names no trade');
  assert.equal(old.feeToken, 'USDC', 'nor a token');
});

test('a bad line or event is rejected alone, with its place, its reason and its raw text', async () => {
  const path = join(fixtures, 'bad_lines.jsonl');
  const { fills, rejected } = await readAll(path);
  assert.equal(fills.length, 1, 'the good event of a block with bad ones');
  const expected: [number, number, RegExp][] = [
    [1, -1, /^sz is "0.0", should be/],
    [2, -1, /^line is no JSON/],
    [3, -1, /node_trades record/],
    [4, 0, /^wallet of the event should be an address/],
    [4, 2, /^px is "12,5", should be/],
    [4, 3, /^event should be a pair/],
    [5, -1, /a fill without its wallet/],
    [6, -1, /^crossed is missing/],
    [7, -1, /a JSON number/],
  ];
  assert.equal(rejected.length, expected.length);
  const lines = readFileSync(path, 'utf8').split('\n');
  for (const [i, [line, event, reason]] of expected.entries()) {
    const record = rejected[i]!;
    assert.deepEqual([record.source, record.line, record.event], [path, line, event]);
    assert.match(record.reason, reason);
    const raw = event < 0 ? lines[line - 1] : JSON.stringify(JSON.parse(lines[line - 1]!).events[event]);
    assert.equal(record.raw, raw);
  }
});

test('a torn last line is rejected as such, a whole one without its line end is read', async () => {
  const [line = ''] = readFileSync(join(fixtures, 'node_fills.jsonl'), 'utf8').split('\n');
  const path = join(root, 'torn.jsonl');
  writeFileSync(path, `${line}\n${line.slice(0, 100)}`);
  const torn = await readAll(path);
  assert.equal(torn.fills.length, 1);
  assert.match(torn.rejected[0]!.reason, /^torn last line: line is no JSON/);
  assert.equal(torn.rejected[0]!.raw, line.slice(0, 100));
  writeFileSync(path, `${line}\n${line}`);
  assert.deepEqual([(await readAll(path)).fills.length, (await readAll(path)).rejected], [2, []]);
});

test('compressed hours in a directory give the same fills as the plain files', async () => {
  const day = join(root, 'hourly/20251010');
  mkdirSync(day, { recursive: true });
  const plain = readFileSync(join(fixtures, 'node_fills_by_block.jsonl'));
  writeFileSync(
    join(day, '21.lz4'),
    Buffer.concat([compressFrameSync(plain.subarray(0, 999)), lz4Frame(plain.subarray(999))]),
  );
  writeFileSync(join(day, '9.lz4'), compressFrameSync(readFileSync(join(fixtures, 'node_fills.jsonl'))));
  const compressed = await readAll(join(root, 'hourly'));
  const direct = [join(fixtures, 'node_fills.jsonl'), join(fixtures, 'node_fills_by_block.jsonl')];
  const expected = [(await readAll(direct[0]!)).fills, (await readAll(direct[1]!)).fills].flat();
  assert.deepEqual(compressed.fills, expected, 'hour 9 before hour 21');
});

test('a file that cannot be read is reported, and keeps the others back no more than a damaged frame does', async () => {
  const day = join(root, 'unread/20251010');
  mkdirSync(day, { recursive: true });
  const plain = readFileSync(join(fixtures, 'node_fills_by_block.jsonl'));
  const damaged = lz4Frame(plain, { contentChecksum: true, stored: true });
  damaged[300] = damaged[300]! ^ 1;
  // A file of the system that can be opened and not read.
  symlinkSync('/proc/self/mem', join(day, '1.lz4'));
  writeFileSync(join(day, '2.lz4'), damaged);
  writeFileSync(join(day, '3.lz4'), lz4Frame(plain, { contentChecksum: true }));
  const source = await openArchive({ paths: [day] });
  const unread: string[] = [];
  let fills = 0;
  let rejected = 0;
  for await (const chunk of source.read(new AbortController().signal)) {
    fills += chunk.fills.count;
    rejected += chunk.rejected.length;
    unread.push(...(chunk.unread ?? []));
  }
  assert.deepEqual([fills, rejected], [18, 1], 'the damaged frame gives its row of quarantine alone');
  assert.match(unread[0]!, /1\.lz4 cannot be read: EIO/);
  assert.match(unread[1]!, /content checksum does not match/);
  assert.equal(unread.length, 2);
});

test('hostile nesting and floods of bad events stay rejected records', async () => {
  const path = join(root, 'hostile.jsonl');
  const nested = `${'['.repeat(200_000)}${']'.repeat(200_000)}`;
  const flood = `{"block_number":1,"events":[${'1,'.repeat(5_000)}1]}`;
  writeFileSync(path, `${nested}\n{"block_number":1,"events":[${nested}]}\n${flood}\n${'x\n'.repeat(5_000)}`);
  const { fills, rejected } = await readAll(path);
  assert.deepEqual([fills.length, rejected.length], [0, 10_003]);
  assert.ok(rejected.every(({ raw }) => raw.length <= 65_536));
});

test('reading ends early and quietly where the signal aborts', async () => {
  const source = await openArchive({ paths: [fixtures] });
  const controller = new AbortController();
  let chunks = 0;
  for await (const _ of source.read(controller.signal)) {
    chunks++;
    controller.abort();
  }
  assert.equal(chunks, 1);
});

test('memory stays flat over one LZ4 frame of 240 MB', async () => {
  const line = readFileSync(join(fixtures, 'node_fills.jsonl'), 'utf8').split('\n')[2]!;
  const lines = Array.from({ length: 7_000 }, (_, i) =>
    line.replace('1748190000123', `${1748190000000 + i}`),
  );
  const content = Buffer.from(`${lines.join('\n')}\n`);
  const repeats = Math.ceil(240e6 / content.length);
  // One frame whose block is repeated: the header, many times the block, the end mark.
  const frame = lz4Frame(content, { blockBytes: 65_536 });
  const body = frame.subarray(7, -4);
  const parts = [frame.subarray(0, 7), ...Array<Buffer>(repeats).fill(body), frame.subarray(-4)];
  const path = join(root, 'large.lz4');
  writeFileSync(path, Buffer.concat(parts));
  const source = await openArchive({ paths: [path] });
  // The heap reaches its size in the first third; growth shows in the other two.
  let highestEarly = 0;
  let highestLate = 0;
  let fills = 0;
  for await (const chunk of source.read(new AbortController().signal)) {
    fills += chunk.fills.count;
    assert.deepEqual(chunk.rejected, []);
    const { rss } = process.memoryUsage();
    if (chunk.bytesRead < source.totalBytes / 3) highestEarly = Math.max(highestEarly, rss);
    else highestLate = Math.max(highestLate, rss);
  }
  assert.equal(fills, lines.length * repeats);
  const grownMb = (highestLate - highestEarly) / 1e6;
  assert.ok(grownMb < 100, `memory grew by ${Math.round(grownMb)} MB over 160 MB of content`);
});

test('a fill more than five minutes ahead of the clock is rejected with its line, wherever it stands', async () => {
  const [first] = readFileSync(join(fixtures, 'node_fills_by_block.jsonl'), 'utf8').split('\n');
  const block = JSON.parse(first!) as { events: [string, WireFill][] };
  const [wallet, fill] = block.events[0]!;
  const at = (time: number): [string, WireFill] => [wallet, { ...fill, time }];
  const nowMs = Date.now();
  const [soon, ahead] = [nowMs + 4 * 60_000, nowMs + 60 * 60_000];
  const path = join(root, 'ahead.jsonl');
  const lines = [{ ...block, events: [at(soon), at(ahead)] }, at(ahead), at(soon)];
  writeFileSync(path, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  const { fills, rejected } = await readAll(path);
  assert.deepEqual(
    fills.map((one) => one.fill.time),
    [soon, soon],
  );
  assert.deepEqual(
    rejected.map(({ line, event }) => [line, event]),
    [
      [1, 1],
      [2, -1],
    ],
  );
  for (const { reason } of rejected) assert.match(reason, /more than five minutes ahead of the clock/);
});

test('what a follower reads an hour after its start is not ahead of the clock, whichever way its line is read', () => {
  const [first] = readFileSync(join(fixtures, 'node_fills_by_block.jsonl'), 'utf8').split('\n');
  const block = JSON.parse(first!) as { events: [string, WireFill][] };
  const [wallet, fill] = block.events[0]!;
  let nowMs = Date.UTC(2026, 5, 1);
  const builder = createChunkBuilder();
  const taker = takerOf(nodeFeed, builder, { nowMs: () => nowMs });
  nowMs += 60 * 60_000;
  const text = JSON.stringify({ ...block, events: [[wallet, { ...fill, time: nowMs }]] });
  const bytes = Buffer.from(`${text}\n`);
  assert.equal(taker.scan(bytes, 0), bytes.length);
  for (const _full of taker.add({ text, line: 2, isTorn: false }));
  assert.deepEqual([builder.rows.count, builder.take(bytes.length).rejected], [2, []]);
});

test('an archived state of a market that is ahead of the clock is rejected', async () => {
  const path = join(root, 'asset_ctxs.csv');
  const header =
    'time,coin,funding,open_interest,prev_day_px,day_ntl_vlm,premium,oracle_px,mark_px,mid_px,impact_bid_px,impact_ask_px';
  const row = (time: number) => `${new Date(time).toISOString()},BTC,0,1,1,1,0,1,1,1,1,1`;
  writeFileSync(path, `${[header, row(Date.now() - 60_000), row(Date.now() + 3_600_000)].join('\n')}\n`);
  const { rejected } = await readAll(path);
  assert.deepEqual(
    rejected.map(({ line }) => line),
    [3],
  );
  assert.match(rejected[0]!.reason, /ahead of the clock/);
});

test("the trade history that the exchange's page exports is named for what it is", async () => {
  const dir = mkdtempSync(join(tmpdir(), 'tidemark-history-'));
  const file = join(dir, 'trade_history.csv');
  writeFileSync(
    file,
    'time,coin,dir,px,sz,ntl,fee,closedPnl\n7/31/2026 - 12:13:20,HYPE,Open Long,40.0,10,400,0.18,0\n',
  );
  const unread: string[] = [];
  for await (const chunk of (await openArchive({ paths: [file] })).read(new AbortController().signal)) {
    assert.equal(chunk.rejected.length, 0);
    unread.push(...(chunk.unread ?? []));
  }
  rmSync(dir, { recursive: true });
  assert.match(unread.join(), /trade history that the exchange's page exports/);
});

test('an empty block of the ledger whose number is none of JSON is rejected, as any line is', async () => {
  const folder = join(root, 'misc_events_by_block');
  mkdirSync(folder);
  const path = join(folder, '0.jsonl');
  const lines = ['7', '007', '9'].map((number) => `{"block_number":${number},"events":[]}\n`);
  writeFileSync(path, lines.join(''));
  const { rejected, blocks } = await readAll(path);
  assert.deepEqual([rejected.map(({ line }) => line), blocks], [[2], 2]);
  assert.match(rejected[0]!.reason, /no JSON/);
});
