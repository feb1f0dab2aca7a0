import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { checkBody, type EndpointHarness, openEndpointHarness } from '../../../test/endpoint-harness.ts';
import { walletTotals } from '../../../test/fill-totals.ts';
import { type FillDraft, sourceFills, variedFills, walletOf } from '../../../test/source-fills.ts';
import { hiddenGems } from './hidden-gems.ts';

const nowMs = Date.parse('2026-03-15T12:00:00Z');
/** Wallets with the same win rate, some with the same PnL: the address decides. */
const tied: FillDraft[] = [5, 4, 3, 2].flatMap((wallet) => {
  const fill = { wallet: walletOf(0xc000 + wallet), time: nowMs - 1_000 - wallet };
  return [
    { ...fill, closedPnl: wallet < 4 ? '700.5' : '900' },
    { ...fill, closedPnl: '-1' },
  ];
});
const fills = sourceFills([
  ...variedFills({ seed: 31, count: 500, wallets: 60, days: 20, nowMs: nowMs - 60_000 }),
  ...tied,
]);
const totals = walletTotals(fills);

let harness: EndpointHarness;
before(async () => {
  harness = await openEndpointHarness({ given: { fills }, nowMs });
});
after(() => harness.close());

test('hidden gems are the traders within the bounds, by win rate, then PnL, then address', async () => {
  for (const bounds of [
    { minTrades: 1, maxTrades: 500, minWinRate: 0, minPnl: -1e12, limit: 500 },
    { minTrades: 2, maxTrades: 9, minWinRate: 40, minPnl: 0, limit: 5 },
    { minTrades: 2, maxTrades: 2, minWinRate: 50, minPnl: 700.5, limit: 3 },
    { minTrades: 1, maxTrades: 30, minWinRate: 50, minPnl: -1000, limit: 2 },
    { minTrades: 3, maxTrades: 30, minWinRate: 100, minPnl: 0, limit: 500 },
  ]) {
    const expected = [...totals]
      .map(([address, one]) => ({
        address,
        trades: one.trades,
        rate: (one.wins * 100) / one.trades,
        pnl: one.pnl.toNumber(),
      }))
      .filter(({ trades }) => trades >= bounds.minTrades && trades <= bounds.maxTrades)
      .filter(({ rate, pnl }) => rate >= bounds.minWinRate && pnl >= bounds.minPnl)
      .sort((a, b) => b.rate - a.rate || b.pnl - a.pnl || (a.address < b.address ? -1 : 1));
    const query = Object.entries(bounds)
      .map(([name, value]) => `${name}=${value}`)
      .join('&');
    const { body } = await harness.ask(hiddenGems, { query });
    assert.deepEqual(
      body!.map(({ address, totalTrades, winRate, totalPnl }) => [address, totalTrades, winRate, totalPnl]),
      expected.slice(0, bounds.limit).map(({ address, trades, rate, pnl }) => [address, trades, rate, pnl]),
    );
    for (const row of body!) assert.ok(row.pnlTier !== undefined && row.totalFees !== null);
  }
});

test('without a gem the list is empty, and bounds that leave nothing are refused', async () => {
  assert.deepEqual((await harness.ask(hiddenGems)).body, []);
  await assert.rejects(harness.ask(hiddenGems, { query: 'minWinRate=101' }), /from 0 to 100/);
  assert.throws(
    () => hiddenGems.check!({ minTrades: 9, maxTrades: 8, minWinRate: 0, minPnl: 0, limit: 1 }, {} as never),
    /must not be above maxTrades/,
  );
});

test('the example of the reference is a body', () => checkBody(hiddenGems, hiddenGems.example));
