import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { biggestLosses, biggestWins } from '../src/endpoints/pulse/biggest-trades.ts';
import type { Problem } from '../src/kernel/problem.ts';
import { checkBody, type EndpointHarness, openEndpointHarness } from './endpoint-harness.ts';
import { sourceFills, variedFills, walletOf } from './source-fills.ts';

const nowMs = Date.parse('2026-03-15T12:00:00Z');

/** Scaled integers: as doubles these PnLs are equal. */
function scaled(closedPnl: string | number): bigint {
  const [whole, fraction = ''] = String(closedPnl).replace('-', '').split('.');
  return BigInt(`${whole}${fraction.padEnd(12, '0')}`) * (String(closedPnl).startsWith('-') ? -1n : 1n);
}

/** Guarantees of the lists of largest wins and losses: each is the other with the sign reversed. */
export function testBiggestTrades(
  listed: typeof biggestWins | typeof biggestLosses,
  { bound, sign, seed }: { bound: 'minPnl' | 'maxPnl'; sign: 1 | -1; seed: number },
): void {
  /** A PnL in words of wins. */
  const pnl = (text: string) => (sign === 1 ? text : text.startsWith('-') ? text.slice(1) : `-${text}`);
  const fills = sourceFills([
    ...variedFills({ seed, count: 3_000, wallets: 40, days: 40, nowMs }),
    { wallet: walletOf(3), time: nowMs + 2, closedPnl: pnl('70000.000000000001') },
    { wallet: walletOf(2), time: nowMs + 2, closedPnl: pnl('70000.000000000001') },
    { wallet: walletOf(1), time: nowMs + 1, closedPnl: pnl('70000.000000000001') },
    { wallet: walletOf(1), time: nowMs + 3, closedPnl: pnl('70000.000000000002') },
    { wallet: walletOf(4), time: nowMs, closedPnl: pnl('123456.1'), dir: 'Settlement' },
    { wallet: walletOf(5), time: nowMs, closedPnl: pnl('0.000000000001') },
  ]);
  const size = (closedPnl: string | number) => scaled(closedPnl) * BigInt(sign);

  let harness: EndpointHarness;
  before(async () => {
    harness = await openEndpointHarness({ given: { fills }, nowMs });
  });
  after(() => harness.close());

  function expectedTids(least: string) {
    return fills
      .map((record) => ({ ...record, size: size(record.fill.closedPnl) }))
      .filter((record) => record.size > 0n && record.size >= size(pnl(least)))
      .sort((a, b) => Number(b.size - a.size) || a.fill.time - b.fill.time || a.seq - b.seq)
      .map(({ fill }) => fill.tid);
  }

  async function tids(query: string) {
    const { body } = await harness.ask(listed, { query });
    return body!.map((trade) => trade.tid);
  }

  test('trades stand by PnL to the last decimal, ties earlier first', async () => {
    assert.deepEqual(await tids('limit=500'), expectedTids('50000').slice(0, 500));
    assert.deepEqual(await tids(''), expectedTids('50000').slice(0, 20));
    const { body } = await harness.ask(listed, { query: `${bound}=${pnl('70000')}&limit=500` });
    const alike = body!.filter((trade) => Math.abs(trade.pnl) < 70000.1);
    assert.deepEqual(
      alike.map((trade) => [trade.address, trade.rawTime - nowMs]),
      [
        [walletOf(1), 3],
        [walletOf(1), 1],
        [walletOf(3), 2],
        [walletOf(2), 2],
      ],
    );
  });

  test('the bound is inclusive, and exact in decimals', async () => {
    for (const least of ['123456.1', '70000.00001', '70000', '1', '0.000000000001']) {
      const found = await tids(`${bound}=${pnl(least)}&limit=500`);
      assert.deepEqual(found, expectedTids(least).slice(0, 500), least);
    }
    assert.deepEqual(await tids(`${bound}=${pnl('1e300')}`), []);
  });

  test('whatever the bound, only trades of the one sign are listed', async () => {
    for (const least of ['0', '-1', '-1e300', '-0', '1e-300']) {
      const { body } = await harness.ask(listed, { query: `${bound}=${pnl(least)}&limit=500` });
      assert.equal(body!.length, 500);
      assert.ok(
        body!.every((trade) => trade.pnl * sign > 0),
        least,
      );
    }
  });

  test('a row that is no market trade is listed with volume 0', async () => {
    const { body } = await harness.ask(listed);
    const settlement = body!.find((trade) => trade.direction === 'Settlement')!;
    assert.deepEqual([settlement.pnl, settlement.volume], [sign * 123456.1, 0]);
  });

  test('bad bounds and limits are refused', async () => {
    const bounds = ['NaN', 'Infinity', '1e999', '0x10', ''].map((text) => `${bound}=${text}`);
    for (const query of [...bounds, 'limit=0', 'limit=501']) {
      const refused = harness.ask(listed, { query });
      await assert.rejects(refused, (problem: Problem) => problem.fields.status === 422, query);
    }
  });

  test('the example of the reference is a body', () => checkBody(listed, listed.example));
}
