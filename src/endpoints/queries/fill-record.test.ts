import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { type EndpointHarness, openEndpointHarness } from '../../../test/endpoint-harness.ts';
import { type FillDraft, walletOf } from '../../../test/source-fills.ts';
import type { AnalyticsStore } from '../../analytics/store.ts';
import { createCoverageLedger } from '../../coverage/ledger.ts';
import { createBatchStore } from '../../ingest/batch-store.ts';
import { type Journal, openJournal } from '../../ingest/journal.ts';
import { runPipeline } from '../../ingest/pipeline.ts';
import { openUserFills } from '../../ingest/sources/user-fills.ts';
import { dayMs, fixedClock } from '../../kernel/clock.ts';
import { skillBoard } from '../boards/board.ts';
import { traderPnl } from '../pulse/trader-pnl.ts';
import { traderSkill } from '../pulse/trader-skill.ts';
import { readTaxRows } from './tax-rows.ts';

const at = (day: string) => Date.parse(`2026-${day}Z`);
const nowMs = at('05-20T12:00:00');
/** One wallet's answer is imported over March, files of all wallets over the first half of May. */
const [alone, other, third] = [1, 2, 3].map(walletOf) as [string, string, string];

/** Spot fills, which need no funding. */
const answer = [5, 10, 25].map((day) => ({
  coin: '@107',
  px: '30',
  sz: '1',
  time: at(`03-${String(day).padStart(2, '0')}T06:00:00`),
  startPosition: '0',
  dir: 'Sell',
  side: 'A',
  closedPnl: '7',
  hash: `0x${'0'.repeat(64)}`,
  oid: day,
  crossed: true,
  fee: '1',
  tid: day,
  feeToken: 'USDC',
}));
const fills: FillDraft[] = Array.from({ length: 15 }, (_, day) =>
  [alone, other, third].map((wallet) => ({
    wallet,
    coin: '@107',
    time: at('05-01T06:00:00') + day * dayMs,
    px: '30',
    sz: '1',
    closedPnl: '5',
    fee: '1',
  })),
).flat();

async function imports(store: AnalyticsStore, journal: Journal): Promise<void> {
  const ledger = createCoverageLedger({ analytics: store, clock: fixedClock(nowMs) });
  await runPipeline({
    source: await openUserFills(alone, file),
    store: createBatchStore(store),
    journal,
    ledger,
    signal: new AbortController().signal,
    onProgress: () => undefined,
  });
  await ledger.close();
}

const dir = mkdtempSync(join(tmpdir(), 'fill-record-'));
const file = join(dir, 'answer.json');
let harness: EndpointHarness;
before(async () => {
  writeFileSync(file, JSON.stringify(answer));
  harness = await openEndpointHarness({
    given: { fills },
    nowMs,
    imports,
  });
});
after(async () => {
  await harness.close();
  rmSync(dir, { recursive: true, force: true });
});

async function pnlOf(wallet: string, from: string, to: string) {
  const query = `interval=day&from=2026-${from}T00:00:00Z&to=2026-${to}T00:00:00Z`;
  return (await harness.ask(traderPnl, { path: { address: wallet }, query, tier: 'pro' })).body;
}

test('an answer about one wallet is covered from its first to its last fill', async () => {
  const ledger = createCoverageLedger({ analytics: harness.store, clock: fixedClock(nowMs) });
  const covered = await ledger.read({ feed: 'fills', wallet: alone, fromMs: 0, toMs: nowMs });
  assert.deepEqual(
    covered.map(({ wallet, state, fromMs, toMs }) => [wallet, state, fromMs, toMs]),
    [[alone, 'covered', answer[0]!.time, answer.at(-1)!.time]],
  );
});

test('an import of one wallet makes its days known, and no day of another wallet', async () => {
  const { total, points } = await pnlOf(alone, '03-01', '03-25');
  assert.deepEqual([total.realizedPnl, total.fees, total.netPnl], [14, 2, 12]);
  assert.equal(points![0]!.from, '2026-03-05T06:00:00.000Z');
  for (const wallet of [other, third]) {
    const { total: march, points: parts } = await pnlOf(wallet, '03-01', '04-01');
    for (const point of [march, ...parts!]) {
      assert.deepEqual([point.realizedPnl, point.fees, point.netPnl], [null, null, null]);
      assert.equal(point.unknown?.find(({ part }) => part === 'netPnl')?.reason, 'before-record');
    }
  }
});

test('files of all wallets are known for all of them', async () => {
  for (const wallet of [alone, other, third]) {
    const { total } = await pnlOf(wallet, '05-02', '05-16');
    assert.deepEqual([total.realizedPnl, total.netPnl], [70, 56]);
  }
  const reasonOf = ({ unknown }: Awaited<ReturnType<typeof pnlOf>>['total']) =>
    unknown?.find(({ part }) => part === 'netPnl')?.reason;
  const { total: whole } = await pnlOf(other, '03-01', '05-16');
  assert.deepEqual([whole.from, whole.netPnl, reasonOf(whole)], ['2026-05-01T06:00:00.000Z', 60, undefined]);
  const { total: own } = await pnlOf(alone, '03-01', '05-16');
  assert.deepEqual([own.netPnl, reasonOf(own)], [null, 'fills-gap']);
});

test('tax rows name the days that are not known of another wallet', async () => {
  const signal = new AbortController().signal;
  const span = { fromMs: at('03-01T00:00:00'), untilMs: at('03-21T00:00:00') };
  const missing = async (wallet: string) =>
    (await readTaxRows(harness.store, { wallet, ...span }, signal))
      .filter(({ kind }) => kind === 'missing')
      .map(({ description }) => description);
  assert.deepEqual(await missing(alone), []);
  assert.equal((await missing(other)).length, 1);
  assert.match((await missing(other))[0]!, /before-record/);
});

test('skill and boards have the days that are known of a wallet', async () => {
  const days = async (wallet: string) => {
    const { body } = await harness.ask(traderSkill, { path: { address: wallet }, tier: 'pro' });
    return [body.from, body.netPerDay.days];
  };
  assert.deepEqual(await days(other), ['2026-05-01T06:00:00.000Z', 15]);
  // From the first fill to the day before the last one, and the whole days of the files.
  assert.deepEqual(await days(alone), ['2026-03-05T06:00:00.000Z', 20 + 14]);
  const board = async (query: string) => {
    const { body } = await harness.ask(skillBoard, { path: { board: 'net' }, query, tier: 'pro' });
    return [body.rows!.map(({ address, value }) => [address, value]), body.traded, body.unread];
  };
  const march = 'from=2026-03-01T00:00:00Z&to=2026-03-25T00:00:00Z&minDays=1';
  assert.deepEqual(await board(march), [[[alone, 12]], 1, 0]);
  const both = [other, third].toSorted().map((wallet) => [wallet, 60]);
  assert.deepEqual(await board('windowDays=90&leastRead=0'), [both, 3, 1]);
});

test('an answer that is taken out leaves its days unknown', async () => {
  await createBatchStore(harness.store).forget({ source: file });
  const { total } = await pnlOf(alone, '03-01', '04-01');
  assert.deepEqual([total.netPnl, total.unknown?.[0]?.reason], [null, 'before-record']);
});

test('a saved answer of payments covers its wallet until the payments are taken out', async () => {
  const delta = { type: 'funding', coin: 'ETH', usdc: '-0.5', szi: '1.0', fundingRate: '0.0000125' };
  const times = [at('03-10T05:00:00'), at('03-12T17:00:00')];
  const payments = times.map((time) => ({ time, hash: `0x${'5e'.repeat(32)}`, delta }));
  writeFileSync(file, JSON.stringify(payments));
  await imports(harness.store, openJournal(join(dir, 'journal')));
  const covered = async () => {
    const ledger = createCoverageLedger({ analytics: harness.store, clock: fixedClock(nowMs) });
    const found = await ledger.read({ feed: 'walletFunding', wallet: alone, fromMs: 0, toMs: nowMs });
    return found.map(({ state, fromMs, toMs }) => [state, fromMs, toMs]);
  };
  assert.deepEqual(await covered(), [['covered', ...times]]);
  assert.equal(await createBatchStore(harness.store).forgetLedger(alone), 2);
  assert.deepEqual(await covered(), []);
});
