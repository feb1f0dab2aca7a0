import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { checkBody, type EndpointHarness, openEndpointHarness } from '../../../test/endpoint-harness.ts';

import { type FillDraft, sourceFills, variedFills, walletOf } from '../../../test/source-fills.ts';
import type { Problem } from '../../kernel/problem.ts';
import { tradesRecent } from './trades-recent.ts';

const nowMs = Date.parse('2026-03-15T00:30:00Z');
const hourMs = 3_600_000;
const draft = (n: number, time: number, closedPnl: string): FillDraft => ({
  wallet: walletOf(n),
  time,
  closedPnl,
});
const fills = sourceFills([
  ...variedFills({ seed: 29, count: 3_000, wallets: 40, days: 2, nowMs: nowMs - 10_000 }),
  draft(1, nowMs - hourMs - 1, '9000001'),
  draft(2, nowMs - hourMs, '9000000'),
  draft(3, Date.parse('2026-03-14T23:59:59.999Z'), '-9000000'),
  draft(4, Date.parse('2026-03-15T00:00:00.000Z'), '9000000'),
  draft(5, nowMs, '-9000000.5'),
  draft(7, nowMs - 5, '-8000000'),
  draft(6, nowMs - 5, '8000000'),
  draft(8, nowMs + 1, '9999999'),
]);

let harness: EndpointHarness;
before(async () => {
  harness = await openEndpointHarness({ given: { fills }, nowMs });
});
after(() => harness.close());

function expectedTids(fromMs: number, coin?: string) {
  return fills
    .filter(
      ({ fill }) => fill.time >= fromMs && fill.time <= nowMs && (coin === undefined || fill.coin === coin),
    )
    .sort(
      (a, b) =>
        Math.abs(Number(b.fill.closedPnl)) - Math.abs(Number(a.fill.closedPnl)) ||
        b.fill.time - a.fill.time ||
        b.seq - a.seq,
    )
    .map(({ fill }) => fill.tid);
}

async function tids(query: string) {
  const { body } = await harness.ask(tradesRecent, { query });
  const stored = await harness.ask(tradesRecent, { query, withoutRecentFills: true });
  assert.deepEqual(body, stored.body);
  return body!.map((trade) => trade.tid);
}

test('trades of the window stand by absolute PnL, won or lost; ties newest first', async () => {
  assert.deepEqual(await tids('limit=500'), expectedTids(nowMs - hourMs).slice(0, 500));
  assert.deepEqual(await tids(''), expectedTids(nowMs - hourMs).slice(0, 50));
  assert.deepEqual(await tids('since=2d&limit=500'), expectedTids(nowMs - 48 * hourMs).slice(0, 500));
  const { body } = await harness.ask(tradesRecent, { query: 'limit=6' });
  assert.deepEqual(
    body!.map((trade) => trade.pnl),
    [-9000000.5, 9000000, -9000000, 9000000, 8000000, -8000000],
  );
});

test('the window holds both of its ends and nothing outside, and is in the headers', async () => {
  const answer = await harness.ask(tradesRecent, { query: 'limit=500' });
  const times = answer.body!.map((trade) => trade.rawTime);
  assert.ok(times.includes(nowMs) && times.includes(nowMs - hourMs));
  assert.ok(!times.includes(nowMs + 1) && !times.includes(nowMs - hourMs - 1));
  assert.deepEqual(answer.window, { fromMs: nowMs - hourMs, toMs: nowMs });
});

test('coin keeps one coin in any spelling; a coin without trades in the window has none', async () => {
  assert.deepEqual(
    await tids('coin=Gold&since=1d&limit=500'),
    expectedTids(nowMs - 24 * hourMs, 'xyz:GOLD').slice(0, 500),
  );
  assert.deepEqual(await tids('coin=eth&since=1m'), expectedTids(nowMs - 60_000, 'ETH'));
});

test('unknown and hostile coins are 404, bad windows 400, bad limits 422', async () => {
  const fails = async (query: string, status: number) =>
    assert.rejects(
      harness.ask(tradesRecent, { query }),
      (problem: Problem) => problem.fields.status === status,
    );
  for (const coin of ['NOSUCHCOIN', "' OR 1=1 --", '{to:TimeMs}', '\\'])
    await fails(`coin=${encodeURIComponent(coin)}`, 404);
  for (const since of ['31d', '1y', '0h']) await fails(`since=${since}`, 400);
  for (const limit of ['0', '501', '5.5']) await fails(`limit=${limit}`, 422);
});

test('the example of the reference is a body', () => checkBody(tradesRecent, tradesRecent.example));
