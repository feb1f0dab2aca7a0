import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { checkBody, type EndpointHarness, openEndpointHarness } from '../../../test/endpoint-harness.ts';

import { sourceFills, variedFills, walletOf } from '../../../test/source-fills.ts';
import type { Problem } from '../../kernel/problem.ts';
import { biggestLosses } from './biggest-losses.ts';

const nowMs = Date.parse('2026-03-15T12:00:00Z');
const fills = sourceFills([
  ...variedFills({ seed: 37, count: 3_000, wallets: 40, days: 40, nowMs }),
  { wallet: walletOf(3), time: nowMs + 2, closedPnl: '-70000.000000000001' },
  { wallet: walletOf(2), time: nowMs + 2, closedPnl: '-70000.000000000001' },
  { wallet: walletOf(1), time: nowMs + 1, closedPnl: '-70000.000000000001' },
  { wallet: walletOf(1), time: nowMs + 3, closedPnl: '-70000.000000000002' },
  { wallet: walletOf(4), time: nowMs, closedPnl: '-123456.1', dir: 'Settlement' },
  { wallet: walletOf(5), time: nowMs, closedPnl: '-0.000000000001' },
]);

let harness: EndpointHarness;
before(async () => {
  harness = await openEndpointHarness({ fills, nowMs });
});
after(() => harness.close());

/** Scaled integers: doubles cannot tell these PnLs apart. */
function scaled(closedPnl: string | number): bigint {
  const [whole, fraction = ''] = String(closedPnl).replace('-', '').split('.');
  return BigInt(`${whole}${fraction.padEnd(12, '0')}`) * (String(closedPnl).startsWith('-') ? -1n : 1n);
}

function expectedTids(bound: string) {
  return fills
    .map((record) => ({ ...record, pnl: scaled(record.fill.closedPnl) }))
    .filter(({ pnl }) => pnl < 0n && pnl <= scaled(bound))
    .sort((a, b) => Number(a.pnl - b.pnl) || a.fill.time - b.fill.time || a.seq - b.seq)
    .map(({ fill }) => fill.tid);
}

async function tids(query: string) {
  const { body } = await harness.ask(biggestLosses, { query });
  return body!.map((trade) => trade.tid);
}

test('losses stand by PnL to the last decimal, ties earlier first', async () => {
  assert.deepEqual(await tids('limit=500'), expectedTids('-50000').slice(0, 500));
  assert.deepEqual(await tids(''), expectedTids('-50000').slice(0, 20));
  const { body } = await harness.ask(biggestLosses, { query: 'maxPnl=-70000&limit=500' });
  assert.deepEqual(
    body!
      .filter((trade) => Math.abs(trade.pnl) < 70000.1)
      .map((trade) => [trade.address, trade.rawTime - nowMs]),
    [
      [walletOf(1), 3],
      [walletOf(1), 1],
      [walletOf(3), 2],
      [walletOf(2), 2],
    ],
  );
});

test('maxPnl is an inclusive bound, exact in decimals', async () => {
  for (const bound of ['-123456.1', '-70000.00001', '-70000', '-1', '-0.000000000001']) {
    assert.deepEqual(await tids(`maxPnl=${bound}&limit=500`), expectedTids(bound).slice(0, 500), bound);
  }
  assert.deepEqual(await tids('maxPnl=-1e300'), []);
});

test('whatever the bound, only losses are listed', async () => {
  for (const bound of ['0', '1', '1e300', '-0', '-1e-300']) {
    const { body } = await harness.ask(biggestLosses, { query: `maxPnl=${bound}&limit=500` });
    assert.equal(body!.length, 500);
    assert.ok(
      body!.every((trade) => trade.pnl < 0),
      bound,
    );
  }
});

test('a row that is no market trade is listed with volume 0', async () => {
  const { body } = await harness.ask(biggestLosses);
  const settlement = body!.find((trade) => trade.direction === 'Settlement')!;
  assert.deepEqual([settlement.pnl, settlement.volume], [-123456.1, 0]);
});

test('bad bounds and limits are refused', async () => {
  for (const query of [
    'maxPnl=NaN',
    'maxPnl=Infinity',
    'maxPnl=1e999',
    'maxPnl=0x10',
    'maxPnl=',
    'limit=0',
    'limit=501',
  ]) {
    const refused = harness.ask(biggestLosses, { query });
    await assert.rejects(refused, (problem: Problem) => problem.fields.status === 422, query);
  }
});

test('the example of the reference is a body', () => checkBody(biggestLosses, biggestLosses.example));
