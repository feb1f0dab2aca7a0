import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { checkBody, type EndpointHarness, openEndpointHarness } from '../../../test/endpoint-harness.ts';

import { feesUsd, volumeOf } from '../../../test/fill-totals.ts';
import { type FillDraft, sourceFills, variedFills, walletOf } from '../../../test/source-fills.ts';
import type { Boards } from '../../boards/boards.ts';
import { traders } from '../../boards/traders.ts';
import type { Problem } from '../../kernel/problem.ts';
import { traderTrades } from './trader-trades.ts';

const nowMs = Date.parse('2026-03-15T00:30:00Z');
const hourMs = 3_600_000;
const wallet = walletOf(0xa1);
const idle = walletOf(0xa2);
const mine: FillDraft[] = [
  { time: nowMs - hourMs - 1, coin: 'ETH' },
  {
    time: nowMs - hourMs,
    coin: 'ETH',
    px: '2000.5',
    sz: '0.3',
    closedPnl: '-1.5',
    fee: '0.25',
    side: 'A' as const,
  },
  { time: Date.parse('2026-03-14T23:59:59.999Z'), coin: 'xyz:GOLD', startPosition: '-7.25' },
  { time: Date.parse('2026-03-15T00:00:00.000Z'), coin: '@107', feeToken: 'HYPE', px: '41.5', fee: '0.01' },
  ...Array.from({ length: 3 }, () => ({ time: nowMs - 5 })),
  // As records of 2023 are.
  { time: nowMs, dir: 'Spot Dust Conversion', tid: null },
  { time: nowMs + 1 },
].map((draft) => ({ wallet, ...draft }));
const fills = sourceFills([
  ...variedFills({ seed: 5, count: 500, wallets: 20, days: 3, nowMs: nowMs - hourMs }),
  { wallet: idle, time: nowMs - 3 * hourMs },
  ...mine,
]);
const fees = feesUsd(fills);

/** Bodies of the wallet's fills of a window, newest first. */
function expected(fromMs: number, keep: (coin: string) => boolean = () => true) {
  return fills
    .map((record, i) => ({ ...record, fee: fees[i]! }))
    .filter((record) => record.wallet === wallet && keep(record.fill.coin))
    .filter(({ fill }) => fill.time >= fromMs && fill.time <= nowMs)
    .sort((a, b) => b.fill.time - a.fill.time || b.seq - a.seq)
    .map((record) => ({
      tradeTime: new Date(record.fill.time).toISOString(),
      address: wallet,
      coin: record.fill.coin,
      side: record.fill.side,
      direction: record.fill.dir,
      price: Number(record.fill.px),
      size: Number(record.fill.sz),
      volume: volumeOf(record).toNumber(),
      pnl: Number(record.fill.closedPnl),
      fee: record.fee.toNumber(),
      tid: record.fill.tid ?? 0,
      rawTime: record.fill.time,
      startPosition: Number(record.fill.startPosition),
    }));
}

let harness: EndpointHarness;
before(async () => {
  harness = await openEndpointHarness({ given: { fills }, nowMs });
});
after(() => harness.close());

const path = { address: wallet };

/** Boards on which every wallet has many fills. */
async function boardsOfMany(): Promise<Boards> {
  const board = await harness.sources.boards.board(traders);
  const allTimeTrades = board.columns.allTimeTrades.map(() => 1_000_000);
  const shown = { ...board, columns: { ...board.columns, allTimeTrades } };
  return { board: async () => shown as never };
}

/** From memory, and the same from the store, by either statement. */
async function requested(query = '') {
  const answer = await harness.ask(traderTrades, { path, query });
  const stored = { path, query, withoutRecentFills: true };
  assert.deepEqual(answer, await harness.ask(traderTrades, stored));
  const instead = { boards: await boardsOfMany() };
  assert.deepEqual(answer, await harness.ask(traderTrades, { ...stored, instead }));
  return answer;
}

test('the window reaches from now − since to now, both included, and is in the headers', async () => {
  const answer = await requested();
  assert.deepEqual(answer.body, expected(nowMs - hourMs));
  assert.equal(answer.body!.length, 7);
  assert.deepEqual(answer.window, { fromMs: nowMs - hourMs, toMs: nowMs });
  assert.deepEqual((await requested('since=2h')).body, expected(nowMs - 2 * hourMs));
});

test('a day border splits nothing: 23:59:59.999 and 00:00:00.000 stand in order', async () => {
  const { body } = await requested('since=31m');
  const times = body!.map((trade) => trade.tradeTime);
  assert.deepEqual(times.slice(-2), ['2026-03-15T00:00:00.000Z', '2026-03-14T23:59:59.999Z']);
});

test('trades of one millisecond are listed against the order in which they happened', async () => {
  const { body } = await requested('limit=4');
  const seqOf = (tid: number) => fills.find((record) => record.fill.tid === tid)!.seq;
  assert.deepEqual(
    body!.slice(1).map((trade) => seqOf(trade.tid)),
    [2, 1, 0],
  );
});

test('coin keeps one coin, however it is spelt; limit keeps the newest', async () => {
  for (const spelling of ['gold', 'xyz:gold', 'XYZ%3AGold']) {
    const { body } = await requested(`coin=${spelling}`);
    assert.deepEqual(
      body,
      expected(nowMs - hourMs, (coin) => coin === 'xyz:GOLD'),
    );
  }
  const { body } = await requested('limit=2');
  assert.deepEqual(body, expected(nowMs - hourMs).slice(0, 2));
});

test('a known wallet without trades in the window has an empty list, an unknown wallet is a 404', async () => {
  assert.deepEqual((await harness.ask(traderTrades, { path: { address: idle } })).body, []);
  const unknown = harness.ask(traderTrades, { path: { address: walletOf(0xdead) } });
  await assert.rejects(unknown, (problem: Problem) => problem.fields.status === 404);
});

test('hostile coins are unknown coins; bad windows and bounds are named', async () => {
  const fails = async (query: string, status: number, tier: 'free' | 'pro' = 'free') =>
    assert.rejects(
      harness.ask(traderTrades, { path, query, tier }),
      (p: Problem) => p.fields.status === status,
    );
  for (const coin of [
    "' OR 1=1 --",
    "BTC') OR (''='",
    '{coin:String}',
    '\\',
    '\0',
    'BTC/*',
    '💥'.repeat(8),
  ]) {
    await fails(`coin=${encodeURIComponent(coin)}`, 404);
  }
  await fails('coin=', 422);
  await fails(`coin=${'x'.repeat(65)}`, 422);
  for (const since of ['1', 'h', '-1h', '1w', '1.5h', '0m', '']) await fails(`since=${since}`, 400);
  for (const limit of ['0', '501', 'all', '1e2']) await fails(`limit=${limit}`, 422);
  await fails('since=31d', 400);
  await fails('since=91d', 400, 'pro');
  assert.equal(
    (await harness.ask(traderTrades, { path, query: 'since=90d&limit=500', tier: 'pro' })).body!.length,
    8,
  );
});

test('the example of the reference is a body', () => checkBody(traderTrades, traderTrades.example));
