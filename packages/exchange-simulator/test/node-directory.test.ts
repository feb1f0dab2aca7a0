import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { deserialize, serialize } from 'node:v8';
import { readEvent, readNodeLine } from '../../../src/wire/node-line.ts';
import type { FundingPayment } from '../src/events.ts';
import type { NodeBlock } from '../src/node/node-block.ts';
import { nodeFaultKinds, nodeFaultRates } from '../src/node/node-fault-rates.ts';
import { createNodeLedger } from '../src/node/node-ledger.ts';
import { createSimulatedNode, type SimulatedNodeOptions } from '../src/node/simulated-node.ts';
import { createExchangeRecord } from '../src/record/exchange-record.ts';
import { readNodeLines } from './node-reading.ts';

const root = mkdtempSync(join(tmpdir(), 'tidemark-node-'));
after(() => rmSync(root, { recursive: true, force: true }));

const startMs = Date.UTC(2026, 4, 1, 23, 54);
const kinds = ['node_fills_by_block', 'misc_events_by_block'] as const;
let dirs = 0;

/** A node that has run for some time, looked at by a perfect reader every so often. */
function runNode(lengthMs: number, options: Partial<SimulatedNodeOptions> = {}, stepMs = 5_000) {
  const dir = join(root, `${++dirs}`);
  const record = createExchangeRecord({
    seed: '7',
    startMs,
    wallets: 40,
    coins: 4,
    fillsPerSecond: 2,
    tickMs: 30_000,
    movements: { everyMs: 12_000 },
  });
  const blocks: NodeBlock[] = [];
  const payments: FundingPayment[] = [];
  record.subscribe({ funding: (payment) => void payments.push(payment) });
  const ledger = createNodeLedger();
  const node = createSimulatedNode({
    record,
    seed: '7',
    dir,
    ledger,
    onBlock: (block) => void blocks.push(block),
    ...options,
  });
  for (let atMs = startMs; atMs < startMs + lengthMs; ) {
    atMs = Math.min(startMs + lengthMs, atMs + stepMs);
    record.advance(atMs);
    while (!node.runToLoss(atMs)) ledger.look();
    ledger.look();
  }
  node.close();
  return { dir, blocks, payments, ledger, node, record };
}

/** An event of `misc_events_by_block`. */
interface WireMisc {
  inner: { Funding?: { deltas: object[] }; LedgerUpdate?: { users: string[]; delta: { type: string } } };
}

/** The bytes of all files, as one number. */
function hashOf(dir: string): string {
  const hash = createHash('sha256');
  for (const name of readdirSync(dir, { recursive: true, encoding: 'utf8' }).sort()) {
    if (statSync(join(dir, name)).isFile()) hash.update(name).update(readFileSync(join(dir, name)));
  }
  return hash.digest('hex');
}

const plain = runNode(16 * 60_000);

test('every block has a line of each kind, numbers grow by one, and fills are those of the exchange', () => {
  const { dir, blocks } = plain;
  for (const kind of kinds) {
    assert.deepEqual(readdirSync(join(dir, kind, 'hourly')).sort(), ['20260501', '20260502']);
    const { lines, broken } = readNodeLines(dir, kind);
    assert.equal(broken, 0);
    assert.ok(lines.length > 9_000 && lines.length >= blocks.length - 5, `${lines.length}`);
    for (const [index, { block_number, block_time }] of lines.entries()) {
      assert.equal(block_number, blocks[0]!.number + index);
      if (index > 0) assert.ok(block_time > lines[index - 1]!.block_time, block_time);
    }
  }
  const { lines } = readNodeLines(dir, 'node_fills_by_block');
  const made = blocks.slice(0, lines.length).flatMap(({ fills }) => fills);
  const events = lines.flatMap((line) => line.events);
  assert.equal(events.length, made.length);
  for (const event of events) assert.equal(typeof readEvent(event), 'object');
  assert.equal(readNodeLine(JSON.stringify(lines[0])).kind, 'block');
});

test('the first blocks of an hour pay the funding of every open position, and movements name who they are about', () => {
  const { dir, payments } = plain;
  const events = readNodeLines(dir, 'misc_events_by_block').lines.flatMap(
    ({ events }) => events as WireMisc[],
  );
  const deltas = events.flatMap(({ inner }) => inner.Funding?.deltas ?? []);
  assert.equal(deltas.length, payments.length);
  assert.ok(deltas.length > 20);
  assert.deepEqual(Object.keys(deltas[0]!), ['user', 'coin', 'funding_amount', 'szi', 'funding_rate']);
  const updates = events.flatMap(({ inner }) => inner.LedgerUpdate ?? []);
  assert.ok(updates.some(({ delta }) => delta.type === 'deposit'));
  const types = new Set(updates.map(({ delta }) => delta.type));
  for (const type of [
    'withdraw',
    'accountClassTransfer',
    'internalTransfer',
    'spotTransfer',
    'cStakingTransfer',
  ]) {
    assert.ok(types.has(type), `${type} of ${[...types]}`);
  }
  const staked = new Set(events.flatMap(({ inner }) => Object.keys(inner)));
  for (const kind of ['CDeposit', 'Delegation']) assert.ok(staked.has(kind), `${kind} of ${[...staked]}`);
  for (const { users } of updates) {
    assert.ok(users.length > 0 && users.every((user) => /^0x[0-9a-f]{40}$/.test(user)));
  }
});

test('money that is moved is none that margin needs, and a saved exchange moves it as one that goes on', () => {
  const { exchange } = plain.record;
  for (const [wallet] of exchange.wallets.entries()) assert.ok(exchange.spotCash(wallet) >= 0);
  const options = {
    seed: '9',
    startMs,
    wallets: 40,
    coins: 4,
    fillsPerSecond: 2,
    tickMs: 30_000,
    movements: { everyMs: 12_000 },
  };
  const record = createExchangeRecord(options);
  record.advance(startMs + 600_000);
  const next = createExchangeRecord(options, deserialize(serialize(record.save())));
  for (const each of [record, next]) each.advance(startMs + 1_200_000);
  assert.deepEqual(deserialize(serialize(next.save())), deserialize(serialize(record.save())));
});

test('the same seed writes the same bytes, however often it is let go on', () => {
  const options = { rates: nodeFaultRates('heavy')!, keepHours: 2 };
  const lengthMs = 14 * 60_000;
  assert.equal(hashOf(runNode(lengthMs, options, 3_000).dir), hashOf(runNode(lengthMs, options, 47_000).dir));
});

test('a perfect reader has all blocks but those that no file held, and the archive has these, too', () => {
  const archive = { dir: join(root, 'archive') };
  const rates = nodeFaultRates('heavy')!;
  const { blocks, ledger, node } = runNode(75 * 60_000, { seed: '2', rates, keepHours: 1, archive });
  for (const kind of kinds) {
    const missing = ledger
      .gaps(kind)
      .reduce((sum, { fromBlock, toBlock }) => sum + toBlock - fromBlock + 1, 0);
    assert.ok(missing > 0 && missing < blocks.length / 2, `${missing} of ${blocks.length}`);
    const archivedUntilMs = node.archive!.untilMs;
    for (const { fromMs } of ledger.gaps(kind, { archivedUntilMs }))
      assert.ok(fromMs > archivedUntilMs - 1_000);
    const { lines, broken } = readNodeLines(archive.dir, kind);
    assert.equal(broken, 0);
    const numbers = lines.map(({ block_number }) => block_number);
    assert.deepEqual(
      numbers,
      blocks.slice(0, lines.length).map(({ number }) => number),
    );
  }
});

test('each kind of fault alone leaves what it is meant to leave', () => {
  const leavesGaps = new Set(['missing', 'crash', 'vanished']);
  for (const fault of nodeFaultKinds) {
    const rate = fault === 'torn' || fault === 'doubled' ? 0.01 : 24;
    const rates = nodeFaultRates(`${fault}=${rate}`)!;
    const { ledger, node, blocks } = runNode(12 * 60_000, { rates, keepHours: 4, seed: '3' });
    assert.deepEqual([...node.faults.keys()], [fault]);
    const gaps = kinds.flatMap((kind) => ledger.gaps(kind));
    assert.equal(
      gaps.length > 0,
      leavesGaps.has(fault),
      `${fault}: ${gaps.length} gaps of ${blocks.length} blocks`,
    );
  }
});

test('a node that comes back writes on, and what it missed is in no file', () => {
  const dir = join(root, 'back');
  const seed = '4';
  const first = runNode(5 * 60_000, { dir, seed });
  appendFileSync(
    join(dir, 'node_fills_by_block', 'hourly', '20260501', '23'),
    '{"local_time":"2026-05-01T23:5',
  );
  const writesFromMs = startMs + 6 * 60_000;
  const { blocks } = runNode(15 * 60_000, { dir, seed, writesFromMs });
  for (const kind of kinds) {
    const { lines, broken } = readNodeLines(dir, kind);
    assert.equal(broken, kind === 'node_fills_by_block' ? 1 : 0);
    const numbers = lines.map(({ block_number }) => block_number);
    const jumps = numbers.flatMap((number, index) =>
      index > 0 && number !== numbers[index - 1]! + 1 ? [index] : [],
    );
    assert.equal(jumps.length, 1);
    const stopped = first.blocks.findLast(({ number }) => number === numbers[jumps[0]! - 1])!;
    assert.ok(stopped.writtenMs > startMs + 5 * 60_000 - 1_000);
    assert.ok(blocks.find(({ number }) => number === numbers[jumps[0]!])!.writtenMs >= writesFromMs);
  }
});
