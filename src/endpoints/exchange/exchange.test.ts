/** The totals of the exchange, compared with sums over single fills and trades. */

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { checkBody, type EndpointHarness, openEndpointHarness } from '../../../test/endpoint-harness.ts';
import type { TradeDraft } from '../../../test/given-market.ts';
import { type FillDraft, seededNumbers, walletOf } from '../../../test/source-fills.ts';
import { hourMs, minuteMs } from '../../kernel/clock.ts';
import { marketOverview } from '../pulse/market-overview.ts';
import { openInterest } from './oi.ts';
import { activeTraders, volume } from './volume.ts';

const nowMs = Date.parse('2026-03-15T12:30:00Z');
const below = seededNumbers(3);
const coins = ['BTC', 'ETH', 'xyz:GOLD', '@107', '#10'];

/** Matches of two days: some only in the public trades, others with one or both of their fills, or with both sources. */
const matches = Array.from({ length: 120 }, (_, n) => ({
  tid: n + 1,
  coin: coins[below(coins.length)]!,
  time: nowMs - below(40 * 60) * minuteMs,
  px: `${1 + below(500)}.5`,
  sz: `${1 + below(9)}`,
  buyer: walletOf(1 + below(20)),
  seller: walletOf(21 + below(20)),
  sides: below(4),
  // Nothing was connected before.
  isPublic: false,
}));
for (const match of matches) match.isPublic = match.time > nowMs - 10 * hourMs && match.coin !== '#10';

const fills = matches.flatMap(({ tid, coin, time, px, sz, buyer, seller, sides }): FillDraft[] => {
  const shared = { coin, time, px, sz, tid };
  return [
    ...((sides & 1) > 0 ? [{ ...shared, wallet: buyer, side: 'B' as const, oid: tid * 2 }] : []),
    ...((sides & 2) > 0
      ? [{ ...shared, wallet: seller, side: 'A' as const, oid: tid * 2 + 1, crossed: false }]
      : []),
  ];
});
// Delistings settle open positions, one row per wallet; some wallets traded on no other day.
for (const [n, coin] of ['BTC', 'BTC', 'xyz:GOLD'].entries()) {
  const settled = { coin, dir: 'Settlement', tid: 1_000 + n, time: nowMs - (n + 1) * hourMs };
  fills.push({ ...settled, wallet: walletOf(90 + n), side: 'A', oid: 1_000 + n, block: 7 });
}
const trades = matches
  .filter(({ isPublic }) => isPublic)
  .map(({ sides: _, isPublic: __, ...draft }): TradeDraft => draft);

let harness: EndpointHarness;
before(async () => {
  const contexts = [
    { coin: 'BTC', markPx: '100', openInterest: '3.5' },
    { coin: 'xyz:GOLD', markPx: '10', openInterest: '2', time: nowMs - 6 * minuteMs },
  ];
  harness = await openEndpointHarness({ given: { fills, market: { contexts, trades } }, nowMs });
});
after(() => harness.close());

const isPerp = (coin: string) => !/^[@#]/.test(coin);
const inDay = ({ time, coin }: { time: number; coin: string }) =>
  time > nowMs - 24 * hourMs && time <= nowMs && isPerp(coin);
const dexOf = (coin: string) => (coin.includes(':') ? coin.split(':')[0]! : 'hl');

/** By coin and hour, the source with more matches; each match counts once. */
function expectedDay() {
  const day = matches.filter(inDay);
  const hours = Map.groupBy(day, ({ coin, time }) => `${coin} ${Math.floor(time / hourMs)}`);
  const byDex = new Map<string, { volumeUsd: number; matches: number }>();
  for (const all of hours.values()) {
    const [reported, indexed] = [all.filter((one) => one.isPublic), all.filter((one) => one.sides > 0)];
    const most = reported.length >= indexed.length ? reported : indexed;
    if (most.length === 0) continue;
    const dex = dexOf(all[0]!.coin);
    const before = byDex.get(dex) ?? { volumeUsd: 0, matches: 0 };
    byDex.set(dex, {
      volumeUsd: before.volumeUsd + most.reduce((sum, { px, sz }) => sum + Number(px) * Number(sz), 0),
      matches: before.matches + most.length,
    });
  }
  const wallets = (dex?: string) =>
    new Set(
      day
        .filter(({ coin }) => dex === undefined || dexOf(coin) === dex)
        .flatMap(({ buyer, seller, sides, isPublic }) => [
          ...(isPublic || (sides & 1) > 0 ? [buyer] : []),
          ...(isPublic || (sides & 2) > 0 ? [seller] : []),
        ]),
    ).size;
  return { byDex, wallets };
}

test('volume and matches of 24 hours count each match once, from the source that knows more, and no settlement', async () => {
  const { byDex, wallets } = expectedDay();
  const { body } = await harness.ask(volume, {});
  const expected = [...byDex]
    .map(([dex, totals]) => ({ dex, ...totals, traders: wallets(dex) }))
    .sort((a, b) => b.volumeUsd - a.volumeUsd);
  assert.deepEqual(body.byDex, expected);
  assert.equal(body.byDex!.length, 2);
  assert.equal(
    body.totalUsd,
    expected.reduce((sum, one) => sum + one.volumeUsd, 0),
  );
  assert.deepEqual([body.window, body.generatedAt], ['24h', new Date(nowMs).toISOString()]);
  const active = await harness.ask(activeTraders, {});
  const allMatches = expected.reduce((sum, one) => sum + one.matches, 0);
  assert.deepEqual([active.body.activeTraders, active.body.matches], [wallets(), allMatches]);
  assert.equal(
    active.window!.fromMs,
    Math.min(...trades.map(({ time }) => time!)),
    'not all was read before',
  );
  const { globalStats } = (await harness.ask(marketOverview, {})).body;
  assert.equal(globalStats.totalTrades24h, allMatches);
  assert.equal(globalStats.totalUsers, new Set(fills.map(({ wallet }) => wallet)).size);
});

test('open interest counts both sides: as the exchange reports it, else of the positions that are known', async () => {
  const { body, headers } = await harness.ask(openInterest, {});
  const { positions, market } = harness.sources;
  const native = body.byDex!.find(({ dex }) => dex === 'hl')!;
  // ETH has no context: its known positions are valued at its last trade.
  let [long, short] = [350, 350];
  const eth = positions.ofCoin('ETH');
  for (let row = 0; row < eth.count; row++) {
    const usd = Math.abs(eth.size[row]!) * Number(market.mark('ETH')!.px);
    if (eth.size[row]! > 0) long += usd;
    else short += usd;
  }
  assert.deepEqual([native.longNotionalUsd, native.shortNotionalUsd], [long, short]);
  // Open interest of ETH and GOLD is unknown: their known positions have no share.
  const { size, count } = positions.ofCoin('BTC');
  const longs = size.subarray(0, count).reduce((sum, one) => sum + Math.max(0, one), 0);
  assert.ok(longs > 0);
  assert.equal(headers!['X-Positions-Coverage'], (longs * 100) / 350);
  for (const row of body.byDex!)
    assert.equal(row.grossNotionalUsd, row.longNotionalUsd + row.shortNotionalUsd);
  const open = body.byDex!.reduce((sum, { openPositions }) => sum + openPositions, 0);
  assert.equal(open, positions.count());
  assert.equal(
    body.totalGrossUsd,
    body.byDex!.reduce((sum, row) => sum + row.grossNotionalUsd, 0),
  );
});

test('the examples of the reference are bodies', () => {
  for (const one of [activeTraders, volume, openInterest]) checkBody(one, one.example);
});
