import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fillsOf } from '../../../test/fill-rows.ts';
import type { WireFill } from '../../wire/fill.ts';
import type { RejectedRecord } from '../source.ts';
import type { SourceFill } from '../source-fill.ts';
import { openUserFills } from './user-fills.ts';

const fixture = join(import.meta.dirname, '../../../test/fixtures/fills/user_fills.json');
const wallet = `0x${'b2'.repeat(20)}`;
const root = mkdtempSync(join(tmpdir(), 'tidemark-user-fills-'));
after(() => rmSync(root, { recursive: true }));

async function readAll(file: string): Promise<{ fills: SourceFill[]; rejected: RejectedRecord[] }> {
  const fills: SourceFill[] = [];
  const rejected: RejectedRecord[] = [];
  const source = await openUserFills(wallet.toUpperCase(), file);
  let bytesRead = 0;
  for await (const chunk of source.read(new AbortController().signal)) {
    fills.push(...fillsOf(chunk.fills));
    rejected.push(...chunk.rejected);
    bytesRead = chunk.bytesRead;
  }
  assert.equal(bytesRead, source.totalBytes);
  return { fills, rejected };
}

function answer(content: unknown): string {
  const path = join(root, 'answer.json');
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
}

test('newest first and oldest first give the same fills, oldest first and in chain order', async () => {
  const expected = [
    ['0', 0],
    ['2', 1],
    ['5', 2],
    ['-1', 0],
  ];
  const newestFirst = JSON.parse(readFileSync(fixture, 'utf8')) as WireFill[];
  for (const file of [fixture, answer([...newestFirst].reverse())]) {
    const { fills, rejected } = await readAll(file);
    assert.deepEqual(rejected, []);
    assert.deepEqual(
      fills.map(({ fill, seq }) => [fill.startPosition, seq]),
      expected,
    );
    assert.ok(fills.every((fill) => fill.wallet === wallet && fill.block === 0));
  }
});

test('spot fills of one millisecond are turned round with a newest-first answer', async () => {
  const [fill] = JSON.parse(readFileSync(fixture, 'utf8')) as [WireFill];
  const spot = [2, 1, 0].map((tid) => ({
    ...fill,
    coin: '@107',
    tid,
    time: fill.time + (tid === 2 ? 1 : 0),
  }));
  const { fills } = await readAll(answer(spot));
  assert.deepEqual(
    fills.map((record) => [record.fill.tid, record.seq]),
    [
      [0, 0],
      [1, 1],
      [2, 0],
    ],
  );
});

test('a bad element is rejected alone, its line being its place in the array', async () => {
  const [fill] = JSON.parse(readFileSync(fixture, 'utf8')) as [WireFill];
  const { fills, rejected } = await readAll(answer([fill, { ...fill, side: 'Bid' }, 17]));
  assert.equal(fills.length, 1);
  assert.deepEqual(
    rejected.map(({ line, event }) => [line, event]),
    [
      [2, -1],
      [3, -1],
    ],
  );
  assert.match(rejected[0]!.reason, /^side is "Bid"/);
  assert.equal(rejected[1]!.raw, '17');
});

test('an empty answer has no fills', async () => {
  assert.deepEqual(await readAll(answer([])), { fills: [], rejected: [] });
});

test('what is no answer of the exchange is named', async () => {
  const source = await openUserFills(wallet, answer({ fills: [] }));
  await assert.rejects(
    source.read(new AbortController().signal)[Symbol.asyncIterator]().next(),
    /is no JSON array; expected/,
  );
  const cut = await openUserFills(wallet, answer('[{'));
  await assert.rejects(
    cut.read(new AbortController().signal)[Symbol.asyncIterator]().next(),
    /is no JSON \(/,
  );
  await assert.rejects(
    openUserFills('0x12', fixture),
    /^Error: wallet "0x12" is no address: expected 0x and 40 hex digits$/,
  );
  await assert.rejects(openUserFills(wallet, join(root, 'missing')), /missing does not exist; name a file/);
  await assert.rejects(openUserFills(wallet, root), /is no file/);
});

test('a fill more than five minutes ahead of the clock is rejected', async () => {
  const [fill] = JSON.parse(readFileSync(fixture, 'utf8')) as WireFill[];
  const ahead = { ...fill!, time: Date.now() + 3_600_000 };
  const { fills, rejected } = await readAll(answer([fill, ahead]));
  assert.equal(fills.length, 1);
  assert.match(rejected[0]!.reason, /more than five minutes ahead of the clock/);
});

test('saved answers of funding payments and ledger updates are read, each row by itself', async () => {
  const hash = `0x${'5e'.repeat(32)}`;
  const payment = {
    type: 'funding',
    coin: 'ETH',
    usdc: '-0.5',
    szi: '1.0',
    fundingRate: '0.0000125',
    nSamples: null,
  };
  const file = answer([
    { time: 1785502800040, hash, delta: payment },
    { time: 1785502800040, hash, delta: { ...payment, usdc: 'x' } },
    { time: 1785502860000, hash, delta: { type: 'deposit', usdc: '5.0' } },
    { time: 1785495600040, hash, delta: payment },
  ]);
  const source = await openUserFills(wallet, file);
  const stored: unknown[] = [];
  const rejected: RejectedRecord[] = [];
  const covered: unknown[] = [];
  for await (const chunk of source.read(new AbortController().signal)) {
    stored.push(...chunk.misc!.funding.map(({ coin, usdc }) => [coin, usdc]));
    stored.push(...chunk.misc!.ledger.map(({ kind, usd }) => [kind, usd]));
    rejected.push(...chunk.rejected);
    covered.push(...(chunk.covered ?? []));
  }
  assert.deepEqual(stored, [
    ['ETH', '-0.5'],
    ['ETH', '-0.5'],
    ['deposit', '5'],
  ]);
  assert.deepEqual(
    rejected.map(({ line }) => line),
    [2],
  );
  // Newest first or last; a rejected row is covered by the record of its quarantine.
  assert.deepEqual(covered, [
    { feed: 'walletFunding', wallet, fromMs: 1785495600040, toMs: 1785502800040 },
    { feed: 'walletLedger', wallet, fromMs: 1785502860000, toMs: 1785502860000 },
  ]);
});
