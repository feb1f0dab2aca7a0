import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, test } from 'node:test';
import { createCoverageLedger } from '../../src/coverage/ledger.ts';
import { traderPnl } from '../../src/endpoints/pulse/trader-pnl.ts';
import { createBatchStore } from '../../src/ingest/batch-store.ts';
import { importedBlocks } from '../../src/ingest/blocks/imported-blocks.ts';
import { openJournal } from '../../src/ingest/journal.ts';
import { runPipeline } from '../../src/ingest/pipeline.ts';
import type { FillSource } from '../../src/ingest/source.ts';
import { openArchive } from '../../src/ingest/sources/archive.ts';
import { openUserFills } from '../../src/ingest/sources/user-fills.ts';
import { fixedClock, hourMs } from '../../src/kernel/clock.ts';
import { type EndpointHarness, openEndpointHarness } from '../endpoint-harness.ts';
import { walletOf } from '../source-fills.ts';

const at = (time: string) => Date.parse(`2026-07-31T${time}Z`);
const [startMs, nowMs] = [at('11:00:00'), at('14:30:00')];
/** One payment, a closing fill and a deposit cannot be read; the last wallet has none of these. */
const [payer, closer, mover, whole, saved] = [1, 2, 3, 4, 5].map(walletOf) as [
  ...[string, string, string, string, string],
];

const zeroHash = `0x${'0'.repeat(64)}`;
let tid = 0;
const fill = (time: string, of: object) => {
  tid += 1;
  return {
    coin: 'ETH',
    px: '2000',
    sz: '1',
    time: at(time),
    startPosition: '0',
    dir: 'Open Long',
    side: 'B',
    closedPnl: '0',
    hash: zeroHash,
    oid: tid,
    crossed: true,
    fee: '0.5',
    tid,
    feeToken: 'USDC',
    ...of,
  };
};
const close = (time: string, closedPnl: string) =>
  fill(time, { side: 'A', dir: 'Close Long', startPosition: '1', px: '2040', closedPnl });
const event = (time: string, inner: object) => ({
  time: `2026-07-31T${time}.000000000`,
  hash: zeroHash,
  inner,
});
const payments = (time: string, unreadable?: string) =>
  event(time, {
    Funding: {
      deltas: [payer, closer, whole].map((user) => ({
        user,
        coin: 'ETH',
        funding_amount: user === unreadable ? 'x' : '-0.25',
        szi: '1',
        funding_rate: '0.0000125',
      })),
    },
  });

/** By the second. */
const fills: Record<number, unknown[]> = {
  [at('11:10:00')]: [payer, closer, whole].map((wallet) => [wallet, fill('11:10:00', {})]),
  [at('13:10:00')]: [payer, closer, whole].map((wallet) => [
    wallet,
    close('13:10:00', wallet === closer ? 'x' : '40'),
  ]),
};
const misc: Record<number, unknown[]> = {
  [at('12:00:00')]: [payments('12:00:00', payer)],
  [at('13:00:00')]: [payments('13:00:00')],
  [at('12:20:00')]: [
    event('12:20:00', { LedgerUpdate: { users: [mover], delta: { type: 'deposit', usdc: 'x' } } }),
  ],
  [at('13:20:00')]: [
    event('13:20:00', { LedgerUpdate: { users: [mover], delta: { type: 'deposit', usdc: '5' } } }),
  ],
};

let harness: EndpointHarness;
const dir = mkdtempSync(join(tmpdir(), 'quarantined-hours-'));

function write(kind: string, events: Record<number, unknown[]>): void {
  for (let hour = startMs; hour < startMs + 3 * hourMs; hour += hourMs) {
    const path = join(dir, kind, 'hourly', '20260731', String(new Date(hour).getUTCHours()));
    mkdirSync(dirname(path), { recursive: true });
    const lines = Array.from({ length: 3_600 }, (_, second) => {
      const ms = hour + second * 1_000;
      const time = new Date(ms).toISOString().replace('Z', '000000');
      const block = { local_time: time, block_time: time, block_number: 1_000 + (ms - startMs) / 1_000 };
      return `${JSON.stringify({ ...block, events: events[ms] ?? [] })}\n`;
    });
    writeFileSync(path, lines.join(''));
  }
}

async function run(source: FillSource): Promise<number> {
  const ledger = createCoverageLedger({ analytics: harness.store, clock: fixedClock(nowMs) });
  const { quarantined, partial } = await runPipeline({
    source,
    ledger,
    store: createBatchStore(harness.store),
    journal: openJournal(join(dir, 'journal')),
    blocks: await importedBlocks(ledger),
    signal: new AbortController().signal,
    onProgress: () => undefined,
  });
  await ledger.close();
  return quarantined + partial;
}

before(async () => {
  harness = await openEndpointHarness({ given: { fills: [] }, nowMs });
  write('node_fills_by_block', fills);
  write('misc_events_by_block', misc);
  assert.equal(await run(await openArchive({ paths: [dir] })), 3);
});
after(async () => {
  await harness.close();
  rmSync(dir, { recursive: true, force: true });
});

const ask = async (wallet: string) => {
  const params = { path: { address: wallet }, query: 'interval=hour&from=2026-07-31T11:00:00Z' };
  return (await harness.ask(traderPnl, params)).body;
};
type Point = NonNullable<Awaited<ReturnType<typeof ask>>['points']>[number];
const reasonOf = ({ unknown }: Point, part: string) => unknown?.find((one) => one.part === part)?.reason;

test('a payment that cannot be read is no payment of 0: funding and net of its hour are not known', async () => {
  const [total, ...points] = await ask(payer).then((body) => [body.total, ...body.points!]);
  assert.deepEqual(
    points.slice(0, 3).map(({ funding, netPnl, fees }) => [funding, netPnl, fees]),
    [
      [0, -0.5, 0.5],
      [null, null, 0],
      [-0.25, 39.25, 0.5],
    ],
  );
  for (const point of [total!, points[1]!])
    assert.deepEqual([reasonOf(point, 'funding'), reasonOf(point, 'netPnl')], ['quarantined', 'quarantined']);
  assert.equal(total!.realizedPnl, 40);
});

test('a closing fill that cannot be read leaves its hour, and what is held from there on, unknown', async () => {
  const { points } = await ask(closer);
  const [first, second, third, fourth] = points!;
  assert.deepEqual([first!.realizedPnl, first!.fees, second!.netPnl], [0, 0.5, -0.25]);
  for (const part of ['realizedPnl', 'fees', 'netPnl', 'unrealizedPnl', 'totalReturnUsd'])
    assert.equal(reasonOf(third!, part), 'quarantined', part);
  assert.equal(fourth!.unrealizedPnl, null);
});

test('an update that cannot be read is no update of 0', async () => {
  const { points, total } = await ask(mover);
  assert.deepEqual(
    points!.slice(0, 3).map((point) => [point.netDeposits, reasonOf(point, 'netDeposits')]),
    [
      [0, undefined],
      [null, 'quarantined'],
      [5, undefined],
    ],
  );
  assert.deepEqual([total.netDeposits, total.netPnl], [null, 0]);
});

test('wallets whose records can be read are known, and reading the files again heals nothing', async () => {
  assert.equal(await run(await openArchive({ paths: [dir] })), 3);
  const { total } = await ask(whole);
  assert.deepEqual([total.netPnl, total.funding, total.netDeposits], [38.5, -0.5, 0]);
  assert.equal(reasonOf((await ask(payer)).total, 'netPnl'), 'quarantined');
});

test('records of mended files are known', async () => {
  const path = join(dir, 'misc_events_by_block', 'hourly', '20260731', '12');
  writeFileSync(
    path,
    readFileSync(path, 'utf8').replace('"funding_amount":"x"', '"funding_amount":"-0.125"'),
  );
  assert.equal(await run(await openArchive({ paths: [dir] })), 2);
  const { total } = await ask(payer);
  assert.deepEqual(
    [total.funding, total.netPnl, total.unknown?.map(({ part }) => part)],
    [-0.375, 38.625, ['accountValue']],
  );
  assert.equal(reasonOf((await ask(mover)).total, 'netDeposits'), 'quarantined');
});

test('an answer about one wallet names it for its records', async () => {
  const file = join(dir, 'answer.json');
  writeFileSync(file, JSON.stringify([fill('11:30:00', {}), close('12:30:00', 'x')]));
  assert.equal(await run(await openUserFills(saved, file)), 1);
  const { points } = await ask(saved);
  assert.equal(points![0]!.realizedPnl, 0);
  // The files of the node have all fills of that hour, so this one is another's.
  assert.equal(points![1]!.realizedPnl, 0);
});
