import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  builderOf,
  builderRows,
  commonRate,
  builderFills as makeFills,
  periods,
  total,
  usersOf,
} from '../../../test/builder-fills.ts';
import { checkBody, type EndpointHarness, openEndpointHarness } from '../../../test/endpoint-harness.ts';
import { walletTotals } from '../../../test/fill-totals.ts';
import { walletOf } from '../../../test/source-fills.ts';
import type { Problem } from '../../kernel/problem.ts';
import { builderFills } from './builder-fills.ts';
import { builderTraders } from './builder-traders.ts';
import { builderLeaderboard } from './leaderboard.ts';
import { builderProfile } from './profile.ts';
import { traderBuilders } from './trader-builders.ts';

const nowMs = Date.parse('2026-03-15T12:34:56Z');
const fills = makeFills({ seed: 21, count: 500, builders: 5, wallets: 25, days: 75, nowMs });
const names = new Map([[builderOf(1), 'One']]);
const everyPeriod = Object.entries(periods);
const rowsOf = (ms: number, beforeMs = 0) =>
  builderRows(fills, nowMs - beforeMs - ms, nowMs - beforeMs - Math.sign(beforeMs));
const json = (value: unknown) => JSON.parse(JSON.stringify(value));

let harness: EndpointHarness;
before(async () => {
  const positions = [1, 2].map((n) => ({ wallet: walletOf(n), coin: 'BTC', szi: '2', entryPx: '100' }));
  const old = { wallet: walletOf(3), coin: 'BTC', szi: '2', time: nowMs - 25 * 3_600_000 };
  const given = { fills, positions: [...positions, { ...positions[0]!, coin: 'xyz:GOLD' }, old] };
  harness = await openEndpointHarness({ given, nowMs, builderNames: names, batchFills: 200 });
});
after(() => harness.close());

test('builders rank by what they took in the period, beside the period before', async () => {
  for (const [period, ms] of everyPeriod) {
    const { body, window } = await harness.ask(builderLeaderboard, {
      query: `period=${period}`,
      tier: 'starter',
    });
    const [now, earlier] = [rowsOf(ms), rowsOf(ms, ms)];
    const expected = [...Map.groupBy(now, ({ builder }) => builder)]
      .map(([builder, rows]) => {
        const previous = earlier.filter((row) => row.builder === builder);
        return {
          builder,
          ...(names.has(builder) && { builderName: names.get(builder) }),
          revenueUsd: total(rows, 'fees'),
          prevRevenueUsd: total(previous, 'fees'),
          attributedVolumeUsd: total(rows, 'volume'),
          attributedUsers: usersOf(rows).size,
          attributedFills: rows.length,
          prevAttributedVolumeUsd: total(previous, 'volume'),
          prevAttributedUsers: usersOf(previous).size,
          prevAttributedFills: previous.length,
          feeTenthsBp: commonRate(rowsOf(periods.week).filter((row) => row.builder === builder)),
        };
      })
      .sort((a, b) => b.revenueUsd - a.revenueUsd);
    assert.deepEqual(json(body.builders), json(expected), period);
    assert.deepEqual(window, { fromMs: nowMs - ms, toMs: nowMs });
    assert.deepEqual(body.verified, {
      ledger_block: 1_499,
      ledger_chain_time: '2026-03-15T12:34:56.000Z',
      coverage: null,
    });
    const page = await harness.ask(builderLeaderboard, {
      query: `period=${period}&limit=2&offset=1`,
      tier: 'starter',
    });
    assert.deepEqual(page.body.builders, body.builders!.slice(1, 3));
  }
});

test('a profile equals its recomputation by day, by coin and in all', async () => {
  const totals = walletTotals(fills);
  for (const [period, ms] of everyPeriod) {
    for (const builder of [1, 2, 5].map(builderOf)) {
      const path = { builder };
      const { body } = await harness.ask(builderProfile, {
        path,
        query: `period=${period}&topCoins=3`,
        tier: 'starter',
      });
      const all = builderRows(fills, 0, nowMs).filter((row) => row.builder === builder);
      const rows = rowsOf(ms).filter((row) => row.builder === builder);
      const part = (own: typeof rows) => ({
        attributedFeesUsd: total(own, 'fees'),
        volumeUsd: total(own, 'volume'),
        fills: own.length,
      });
      const daily = [...Map.groupBy(rows, ({ day }) => day)]
        .sort()
        .map(([date, own]) => ({ date, ...part(own), users: usersOf(own).size }));
      const coins = [...Map.groupBy(rows, ({ coin }) => coin)]
        .map(([coin, own]) => ({
          coin,
          marketType: coin === '@107' ? 'spot' : coin === '#10' ? 'hip4' : 'perp',
          ...part(own),
        }))
        .sort((a, b) => b.volumeUsd - a.volumeUsd || (a.coin < b.coin ? -1 : 1));
      const { biggestDay, verified, dataNotes, builderName, ...rest } = body;
      assert.deepEqual(json(rest), {
        builder,
        period,
        daily,
        coins: coins.slice(0, 3),
        firstSeen: new Date(all[0]!.time).toISOString(),
        lastSeen: new Date(all.at(-1)!.time).toISOString(),
        feeTokens: new Set(all.map(({ token }) => token)).size,
        feeTenthsBp: commonRate(rowsOf(periods.week).filter((row) => row.builder === builder)),
        revenueUsd: total(rows, 'fees'),
        totalUsers: usersOf(rows).size,
        profitableUsers: [...usersOf(rows)].filter((wallet) => totals.get(wallet)!.pnl.gt(0)).length,
      });
      const most = Math.max(...daily.map(({ attributedFeesUsd }) => attributedFeesUsd));
      assert.equal(biggestDay?.attributedFeesUsd, daily.length === 0 ? undefined : most);
      assert.equal(builderName, names.get(builder));
    }
  }
});

test('users are ranked by fees, volume or PnL, with their equity of states of the last day', async () => {
  const equity = new Map([
    [walletOf(1), 400],
    [walletOf(2), 200],
  ]);
  for (const sort of ['builderFee', 'volume', 'pnl'] as const) {
    const query = `period=month&sort=${sort}&limit=500`;
    const { body } = await harness.ask(builderTraders, {
      path: { builder: builderOf(1) },
      query,
      tier: 'pro',
    });
    const rows = rowsOf(periods.month).filter(({ builder }) => builder === builderOf(1));
    const value = { builderFee: 'builderFeesUsd', volume: 'volumeUsd', pnl: 'pnl' } as const;
    const expected = [...Map.groupBy(rows, ({ wallet }) => wallet)]
      .map(([wallet, own]) => ({
        wallet,
        pnl: total(own, 'pnl'),
        builderFeesUsd: total(own, 'fees'),
        volumeUsd: total(own, 'volume'),
        fills: own.length,
        equity: equity.get(wallet) ?? 0,
      }))
      .sort((a, b) => b[value[sort]] - a[value[sort]] || (a.wallet < b.wallet ? -1 : 1));
    assert.deepEqual(
      body.traders!.map(({ pnlTier, sizeTier, ...row }) => row),
      expected,
    );
    assert.ok(body.traders!.every(({ pnlTier, sizeTier }) => pnlTier !== null && sizeTier !== null));
    const page = `period=month&sort=${sort}&limit=3&offset=2`;
    const cut = await harness.ask(builderTraders, {
      path: { builder: builderOf(1) },
      query: page,
      tier: 'pro',
    });
    assert.deepEqual(cut.body.traders, body.traders!.slice(2, 5));
  }
});

test('fills are those that paid, newest first, of one coin or one wallet where asked', async () => {
  const newest = (since: number) =>
    builderRows(fills, nowMs - since, nowMs)
      .filter(({ builder }) => builder === builderOf(1))
      .reverse();
  const ask = async (query: string) =>
    (await harness.ask(builderFills, { path: { builder: builderOf(1) }, query, tier: 'pro' })).body;
  const rows = newest(periods.month);
  const body = await ask('since=30d&limit=500');
  assert.deepEqual(
    body.fills!.map((row) => [
      row.time,
      row.wallet,
      row.coin,
      row.side,
      row.builderFeeUsd,
      row.volumeUsd,
      row.tid,
      row.oid,
    ]),
    rows.map(({ time, wallet, coin, fees, volume, source: { fill } }) => [
      new Date(time).toISOString(),
      wallet,
      coin,
      fill.side === 'B' ? 'BUY' : 'SELL',
      fees.toNumber(),
      volume.toNumber(),
      Number(fill.tid),
      Number(fill.oid),
    ]),
  );
  assert.deepEqual((await ask('since=30d&limit=5&offset=3')).fills, body.fills!.slice(3, 8));
  assert.deepEqual(
    (await ask('since=30d&limit=500&coin=btc')).fills,
    body.fills!.filter(({ coin }) => coin === 'BTC'),
  );
  const wallet = rows[0]!.wallet;
  const own = body.fills!.filter((row) => row.wallet === wallet);
  assert.deepEqual(
    (await ask(`since=30d&limit=500&address=${wallet.toUpperCase().replace('0X', '0x')}`)).fills,
    own,
  );
  assert.deepEqual([body.window, (await ask('')).fills!.length], ['30d', newest(periods.day).length]);
});

test("a trader's builders are ranked by what it paid them; the data are cut at 90 days", async () => {
  for (const address of new Set(fills.map(({ wallet }) => wallet))) {
    const { body } = await harness.ask(traderBuilders, { path: { address }, tier: 'starter' });
    const rows = rowsOf(periods.month).filter(({ wallet }) => wallet === address);
    const expected = [...Map.groupBy(rows, ({ builder }) => builder)]
      .map(([builder, own]) => ({
        builder,
        ...(names.has(builder) && { builderName: names.get(builder) }),
        fills: own.length,
        builderFeesUsd: total(own, 'fees'),
        volumeUsd: total(own, 'volume'),
        firstSeen: new Date(own[0]!.time).toISOString(),
        lastSeen: new Date(own.at(-1)!.time).toISOString(),
      }))
      .sort((a, b) => b.builderFeesUsd - a.builderFeesUsd);
    assert.deepEqual(body.builders, expected);
  }
  const path = { address: walletOf(1) };
  const { body, window } = await harness.ask(traderBuilders, {
    path,
    query: 'since=365d',
    tier: 'enterprise',
  });
  assert.deepEqual([body.window, window!.toMs - window!.fromMs], ['365d', 3 * periods.month]);
});

test('a builder without payments has no profile and empty lists; what is no address is a 400', async () => {
  const path = { builder: builderOf(99) };
  const refused = harness.ask(builderProfile, { path, tier: 'pro' });
  await assert.rejects(refused, (problem: Problem) => problem.fields.status === 404);
  assert.deepEqual((await harness.ask(builderTraders, { path, tier: 'pro' })).body.traders, []);
  assert.deepEqual((await harness.ask(builderFills, { path, tier: 'pro' })).body.fills, []);
  for (const endpoint of [builderProfile, builderTraders, builderFills]) {
    const wrong = harness.ask(endpoint, { path: { builder: '0x12' }, tier: 'pro' });
    await assert.rejects(wrong, (problem: Problem) => problem.fields.status === 400);
  }
});

test('the examples of the reference are bodies', () => {
  for (const one of [builderLeaderboard, builderProfile, builderTraders, builderFills, traderBuilders])
    checkBody(one, one.example);
});
