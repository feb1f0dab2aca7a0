import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { checkBody, type EndpointHarness, openEndpointHarness } from '../../../test/endpoint-harness.ts';

import { walletTotals, winRateOf } from '../../../test/fill-totals.ts';
import { sourceFills, variedFills, walletOf } from '../../../test/source-fills.ts';
import type { Problem } from '../../kernel/problem.ts';
import { tokenLeaderboard } from './token-leaderboard.ts';

const nowMs = Date.parse('2026-03-15T12:00:00Z');
const fills = sourceFills([
  ...variedFills({ seed: 17, count: 3_000, wallets: 80, days: 10, nowMs }),
  ...[3, 1, 2].map((n) => ({ wallet: walletOf(n), time: nowMs, coin: 'TIED', closedPnl: '0' })),
  { wallet: walletOf(9), time: nowMs, coin: 'TIED', closedPnl: '-1' },
  { wallet: walletOf(1), time: nowMs, coin: 'GOLD' },
]);
/** Listed, and never traded. */
const listed = [{ coin: 'NEW' }, { coin: 'xyz:TSLA' }];
const totals = walletTotals(fills);

let harness: EndpointHarness;
before(async () => {
  harness = await openEndpointHarness({ given: { fills, market: { listed } }, nowMs });
});
after(() => harness.close());

function expected(coin: string, of = totals) {
  return [...of]
    .flatMap(([address, { coins }]) => (coins.has(coin) ? [{ address, part: coins.get(coin)! }] : []))
    .sort((a, b) => b.part.pnl.cmp(a.part.pnl) || (a.address < b.address ? -1 : 1))
    .map(({ address, part }) => ({
      address,
      pnl: part.pnl.toNumber(),
      trades: part.trades,
      winningTrades: part.wins,
      winRate: winRateOf(part),
      volume: part.volume.toNumber(),
    }));
}

test('the traders of every coin equal their recomputation, most profitable first, ties by address', async () => {
  for (const coin of ['BTC', 'kPEPE', 'xyz:GOLD', '@107', '#10', 'TIED']) {
    const { body } = await harness.ask(tokenLeaderboard, { path: { coin }, query: 'limit=500' });
    assert.deepEqual(body, expected(coin), coin);
  }
});

test('a period is its UTC days, today included', async () => {
  const midnightMs = Date.parse('2026-03-15T00:00:00Z');
  for (const [period, days] of Object.entries({ day: 1, week: 7, month: 30 })) {
    const fromMs = midnightMs - (days - 1) * 86_400_000;
    const own = walletTotals(fills.filter(({ fill }) => fill.time >= fromMs));
    for (const coin of ['BTC', 'xyz:GOLD', 'TIED']) {
      const { body, window } = await harness.ask(tokenLeaderboard, {
        path: { coin },
        query: `limit=500&period=${period}`,
      });
      assert.deepEqual(body, expected(coin, own), `${coin} ${period}`);
      assert.deepEqual(window, { fromMs, toMs: nowMs });
    }
  }
  const refused = harness.ask(tokenLeaderboard, { path: { coin: 'BTC' }, query: 'period=year' });
  await assert.rejects(refused, (problem: Problem) => problem.fields.status === 422);
});

test('50 rows are the default; limit cuts and has bounds', async () => {
  const path = { coin: 'BTC' };
  assert.deepEqual((await harness.ask(tokenLeaderboard, { path })).body, expected('BTC').slice(0, 50));
  assert.deepEqual(
    (await harness.ask(tokenLeaderboard, { path, query: 'limit=1' })).body,
    expected('BTC').slice(0, 1),
  );
  for (const limit of ['0', '501', '']) {
    const refused = harness.ask(tokenLeaderboard, { path, query: `limit=${limit}` });
    await assert.rejects(refused, (problem: Problem) => problem.fields.status === 422);
  }
});

test('a coin is found in any case; a bare name is the coin without dex where there is one', async () => {
  for (const [spelling, coin] of Object.entries({
    btc: 'BTC',
    KPEPE: 'kPEPE',
    'XYZ:gold': 'xyz:GOLD',
    gold: 'GOLD',
  })) {
    const { body } = await harness.ask(tokenLeaderboard, { path: { coin: spelling } });
    assert.deepEqual(body, expected(coin).slice(0, 50), spelling);
  }
});

test('a coin that is listed and was never traded has no traders, in any spelling', async () => {
  for (const coin of ['NEW', 'new', 'xyz:tsla', 'tsla']) {
    assert.deepEqual((await harness.ask(tokenLeaderboard, { path: { coin } })).body, [], coin);
  }
  const misspelt = harness.ask(tokenLeaderboard, { path: { coin: 'tslaa' } });
  await assert.rejects(misspelt, (problem: Problem) => /Nearest: xyz:TSLA\./.test(problem.fields.detail));
});

test('an unknown coin is a 404 that names the nearest, hostile text included', async () => {
  for (const [coin, detail] of Object.entries({
    BTCC: /Nearest: BTC/,
    "' OR 1=1 --": /no coin/,
    '\\': /no coin/,
    constructor: /no coin/,
    __proto__: /no coin/,
  })) {
    await assert.rejects(harness.ask(tokenLeaderboard, { path: { coin } }), (problem: Problem) => {
      assert.equal(problem.fields.status, 404);
      assert.match(problem.fields.detail, detail);
      return true;
    });
  }
});

test('the example of the reference is a body', () => checkBody(tokenLeaderboard, tokenLeaderboard.example));
