import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { decompressFrameSync } from 'lz4-napi';
import { runCommand, startCommand } from '../../../test/e2e/command.ts';
import type { Fill } from '../src/events.ts';
import { createExchange } from '../src/exchange.ts';
import { writeHistory } from '../src/history.ts';
import { createNodeFiles } from '../src/node-files.ts';
import { blockLine } from '../src/node-line.ts';
import { createInvariants } from './invariants.ts';
import { recordBlock } from './simulated-day.ts';

const dirs: string[] = [];
after(() => {
  for (const dir of dirs.splice(0)) rmSync(dir, { recursive: true, force: true });
});

function newDir(): string {
  const dir = mkdtempSync(join(tmpdir(), 'tidemark-sim-'));
  dirs.push(dir);
  return dir;
}

async function history(options: { seed?: string; lz4?: boolean; fills?: number; days?: number } = {}) {
  const dir = newDir();
  const summary = await writeHistory({
    dir,
    seed: '1',
    fills: 4_000,
    wallets: 80,
    coins: 6,
    // An hour across midnight: the cost of a history is its ticks, of at least three seconds.
    startMs: Date.UTC(2026, 4, 1, 23, 30),
    days: 1 / 24,
    lz4: false,
    signal: new AbortController().signal,
    onProgress: () => {},
    ...options,
  });
  return { dir, summary, files: filesOf(dir) };
}

function filesOf(dir: string): Map<string, Buffer> {
  const names = readdirSync(dir, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = names.map(({ parentPath, name }) => join(parentPath, name));
  return new Map(paths.sort().map((path) => [path.slice(dir.length + 1), readFileSync(path)]));
}

/** The fill files. */
const fillFiles = (files: Map<string, Buffer>) =>
  new Map([...files].filter(([path]) => path.startsWith('node_fills_by_block')));

/** Shared by several tests: each history generates a day of the exchange. */
let first: Awaited<ReturnType<typeof history>>;
before(async () => {
  first = await history();
});

test('the same options write the same bytes, another seed writes others', async () => {
  const [again, other] = [await history(), await history({ seed: '2' })];
  assert.deepEqual(first.files, again.files);
  assert.notDeepEqual(first.files, other.files);
});

test('files lie and are named as those of a node, and hold blocks by the hour of their writing', async () => {
  const { files, summary } = first;
  assert.equal(files.size, summary.files);
  assert.ok(files.has('node_fills_by_block/hourly/20260501/23'));
  assert.ok(files.has('node_fills_by_block/hourly/20260502/0'));
  let fills = 0;
  let block = 0;
  for (const [path, content] of fillFiles(files)) {
    const [, , day, hour] = path.split('/');
    for (const line of content.toString().trimEnd().split('\n')) {
      const { local_time, block_number, events } = JSON.parse(line);
      assert.equal(
        local_time.slice(0, 13),
        `${day!.slice(0, 4)}-${day!.slice(4, 6)}-${day!.slice(6)}T${hour!.padStart(2, '0')}`,
      );
      if (path.endsWith('/23')) assert.ok(block_number > block, 'block numbers rise');
      block = block_number;
      fills += events.length;
    }
  }
  assert.equal(fills, summary.fills);
});

test('however few fills are asked for, that many are written', async () => {
  for (const fills of [2, 150]) {
    const { files, summary } = await history({ fills });
    const events = [...fillFiles(files).values()].flatMap((content) =>
      content
        .toString()
        .trimEnd()
        .split('\n')
        .flatMap((line) => JSON.parse(line).events),
    );
    assert.equal(events.length, summary.fills);
    assert.ok(events.length >= fills);
  }
});

test('lines of any length are written whole, in order', () => {
  const fills: Fill[] = [];
  const exchange = createExchange({
    seed: '1',
    wallets: 100,
    coins: 4,
    startMs: Date.UTC(2026, 4, 1),
    fillsPerSecond: 20,
    tickMs: 60_000,
    events: { block: (block) => void fills.push(...block.fills) },
  });
  while (fills.length < 4_000) exchange.step();
  // Blocks longer than a single write, between short ones.
  const lengths = [3, 2_700, 3, 1, 3_900, 2];
  const blocks = lengths.map((length, order) => ({
    number: order,
    timeMs: exchange.timeMs + order,
    timeNs: 0,
    writeDelayMs: 150,
    fills: fills.slice(0, length),
  }));
  const dir = newDir();
  const files = createNodeFiles(dir, { lz4: false, wallets: exchange.wallets });
  for (const block of blocks) files.write(block);
  files.close();
  const expected = blocks.map((block) => `${blockLine(block, exchange.wallets)}\n`).join('');
  assert.ok(expected.length > 2_500_000);
  assert.equal(files.bytes, expected.length);
  assert.equal([...filesOf(dir).values()].join(''), expected);
});

test('compressed files hold the same lines', async () => {
  const compressed = await history({ lz4: true });
  for (const [path, content] of first.files) {
    // States of markets and accounts are few: they stay plain.
    if (path.endsWith('.csv')) assert.deepEqual(compressed.files.get(path), content);
    else assert.deepEqual(decompressFrameSync(compressed.files.get(`${path}.lz4`)!), content);
  }
});

test('what the command writes is imported with nothing quarantined, every chain whole and every rollup exact', async () => {
  const [out, data] = [join(newDir(), 'history'), newDir()];
  const made = await runCommand(['simulate', '--out', out, '--fills', '8000', '--wallets', '300', '--lz4']);
  assert.equal(made.code, 0, made.stderr);
  const imported = await runCommand(['import', out, '--data', data]);
  assert.equal(imported.code, 0, imported.stderr);
  const { fills } = JSON.parse(made.stdout);
  const summary = JSON.parse(imported.stdout);
  assert.deepEqual(
    {
      fills: summary.fills,
      duplicates: summary.duplicates,
      quarantined: summary.quarantined,
      unknownFees: summary.unknownFees,
      unknownUpdates: summary.unknownUpdates,
    },
    { fills, duplicates: 0, quarantined: 0, unknownFees: 0, unknownUpdates: 0 },
  );
  // Each wallet begins with a deposit, and positions are paid funding by the hour.
  assert.ok(summary.updates >= 300, `${summary.updates} updates`);
  assert.ok(summary.payments > 1_000, `${summary.payments} payments`);
  const gaps = await runCommand(['gaps', '--json', '--data', data]);
  assert.equal(gaps.code, 0, gaps.stderr);
  assert.deepEqual(JSON.parse(gaps.stdout).gaps ?? [], [], gaps.stdout);
  const audited = await runCommand(['audit', '--data', data]);
  assert.equal(audited.code, 0, audited.stdout);
  const invariants = createInvariants({ bothSides: true });
  const hours = [...fillFiles(filesOf(out))].sort(([a], [b]) => hourOf(a) - hourOf(b));
  for (const [, content] of hours) {
    const lines = decompressFrameSync(content).toString().trimEnd().split('\n');
    for (const line of lines) invariants.add(recordBlock(line));
  }
  // With the default options there are settlements, and a midnight with its dust.
  for (const kind of [
    'outcomes: a settlement ends the whole position',
    'dust: dust of a coin has one order',
  ]) {
    assert.ok(invariants.book.checked(kind) > 0, kind);
  }
  const rule = 'position-chain: positions continue where the fill before ended';
  assert.deepEqual(invariants.book.counts.get(rule)!.examples, []);
  assert.ok(invariants.book.checked(rule) > 4_000);
});

test('the command refuses a directory with content, and names what is wrong with an option', async () => {
  const full = first.dir;
  const refused = await runCommand(['simulate', '--out', full, '--fills', '10']);
  assert.deepEqual([refused.code, refused.stdout], [1, '']);
  assert.match(refused.stderr, /is not empty; name a new directory/);
  const [file] = fillFiles(filesOf(full)).keys();
  const noDirectory = await runCommand(['simulate', '--out', join(full, file!), '--fills', '10']);
  assert.equal(noDirectory.code, 1);
  assert.match(
    noDirectory.stderr,
    /hourly\/\S+ cannot be made; name a new directory: EEXIST: file already exists$/m,
  );
  const wrong: [string[], RegExp][] = [
    [['--fills', '1'], /--fills must be an integer from 2 to 1000000000, not '1'/],
    [['--fills', '9', '--wallets', 'many'], /--wallets must be an integer from 20 to 2000000, not 'many'/],
    [['--fills', '9', '--start', 'May'], /--start must be a date from 2023-03-01 to 2098-12-31, not 'May'/],
    [['--fills', '9', '--start', '2026-05-01T12:00'], /--start must be a date/], // of which zone?
    [['--fills', '9', '--coins', '301'], /--coins must be an integer from 2 to 300, not '301'/],
  ];
  for (const [args, message] of wrong) {
    const { code, stderr } = await runCommand(['simulate', '--out', join(newDir(), 'x'), ...args]);
    assert.match(stderr, message);
    assert.equal(code, 2);
  }
});

test('a stopped history ends with a whole line', async () => {
  const out = join(newDir(), 'stopped');
  const command = startCommand(['simulate', '--out', out, '--fills', '50000000', '--days', '30']);
  while (!command.written.stderr.includes('fills/s') && !/\d+\/s/.test(command.written.stderr)) {
    await new Promise((resolve) => command.child.stderr!.once('data', resolve));
  }
  command.child.kill('SIGTERM');
  const { code, stdout } = await command.ended;
  assert.equal(code, 143);
  const { fills } = JSON.parse(stdout);
  let found = 0;
  for (const [, content] of fillFiles(filesOf(out))) {
    for (const line of content.toString().trimEnd().split('\n')) found += JSON.parse(line).events.length;
  }
  assert.equal(found, fills);
});

test('where there is no room it says so, and which directory is not whole', () => {
  const out = join(newDir(), 'small');
  const launcher = join(import.meta.dirname, '../../../tidemark');
  // Files may have 32 KiB: an hour has more.
  const args = ['-c', 'ulimit -f 64; exec "$0" "$@"', launcher, 'simulate', '--out', out, '--fills', '20000'];
  const { status, stdout, stderr } = spawnSync('sh', args, { encoding: 'utf8', timeout: 60_000 });
  assert.deepEqual([status, stdout], [1, '']);
  assert.match(
    stderr,
    /^tidemark: \/\S+\/small cannot be written, and what is in it is not whole: EFBIG: file too large$/m,
  );
});

/** Hours since the first day, from `…/hourly/20260502/7.lz4`. */
function hourOf(path: string): number {
  const [day, hour] = path.replace('.lz4', '').split('/').slice(-2).map(Number) as [number, number];
  return day * 24 + hour;
}
