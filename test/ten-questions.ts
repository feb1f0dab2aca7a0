import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dayMs, hourMs, rfc3339, utcDate } from '../src/kernel/clock.ts';
import * as truth from './agents-world.ts';
import { assertNear } from './lifecycle-rows.ts';
import type { ToolTold } from './mcp-client.ts';

type Row = Record<string, unknown>;
/** One call, with what its sections hold. */
export type Asked = (name: string, args: Row) => Promise<ToolTold & { data: Row }>;

const { days, nowMs, positions, tierAt, tuesday, weekAgoMs, who } = truth;
const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0);
const byAddress = <T extends { address: string }>(a: T, b: T) => (a.address < b.address ? -1 : 1);

/** Ten questions of a trader, each answered by one call, with the figures of the simulator's books. */
export function tenQuestions(params: Asked): void {
  test('which smart-money wallets are short BTC, and since when?', async () => {
    const { data, text } = await params('cohorts', {
      view: 'positions',
      tier: 'smart_money',
      coin: 'btc',
      side: 'short',
    });
    const short = positions.now.filter(
      ({ wallet, coin, value }) => coin === 'BTC' && value < 0 && tierAt(nowMs, wallet) === 'smart_money',
    );
    assert.ok(short.length > 1);
    const found = (data.positions as Row[]).map((row) => ({ ...row, address: String(row.address) }));
    for (const [index, { address, notional, openedAt }] of (
      found.sort(byAddress) as (Row & { address: string })[]
    ).entries()) {
      const { wallet, value } = short.toSorted((a, b) => (a.wallet < b.wallet ? -1 : 1))[index]!;
      const open = truth
        .lifecyclesOf(wallet)
        .find(({ market, isClosed }) => market.coin === 'BTC' && !isClosed);
      assert.deepEqual([address, openedAt], [wallet, rfc3339(open!.openedMs)]);
      assertNear(Number(notional), -value);
    }
    assert.match(
      text,
      new RegExp(`${short.length} open positions of ${short.length} wallets, 0 long.*${short.length} short`),
    );
  });

  test('what would be liquidated if BTC fell 5 %?', async () => {
    const { data } = await params('coin', { coin: 'BTC', movePct: -5 });
    const reached = positions.now.filter(
      ({ coin, liquidationPx = 0, markPx }) =>
        coin === 'BTC' && liquidationPx <= markPx && liquidationPx >= markPx * 0.95,
    );
    assert.ok(reached.length > 0);
    const { longs, shorts, longNotional, fromPrice } = data.move as Record<string, number>;
    assert.deepEqual([longs, shorts], [reached.length, 0]);
    assertNear(fromPrice!, reached[0]!.markPx);
    assertNear(longNotional!, sum(reached.map(({ value }) => value)));
  });

  test('who lost most on Tuesday, and on what?', async () => {
    const { data } = await params('daily', { date: tuesday });
    const worst = days.fills
      .filter(({ time }) => utcDate(time) === tuesday)
      .reduce((a, b) => (Number(b.closedPnl) < Number(a.closedPnl) ? b : a));
    const { stories } = data.edition as { stories: { type: string; receipt: Row; headline: string }[] };
    const loss = stories.find(({ type }) => type === 'largest_loss')!;
    assert.deepEqual([loss.receipt.wallet, loss.receipt.coin], [worst.wallet, worst.coin]);
    const amount = Math.abs(Number(worst.closedPnl)).toLocaleString('en-US', { maximumFractionDigits: 2 });
    assert.ok(loss.headline.includes(amount), loss.headline);
  });

  test('is the profit of this wallet one lucky trade?', async () => {
    const { data, text } = await params('lifecycles', { address: who.winner });
    const won = truth.closedByWallet.get(who.winner)!.map(({ closedPnl }) => closedPnl / 1e6);
    const [total, biggest] = [sum(won), Math.max(...won)];
    const { biggestWin, wins, pnlWithoutIt, shareOfTotalPnl } = data.luck as Record<string, number>;
    assert.equal(wins, won.filter((pnl) => pnl > 0).length);
    assertNear(biggestWin!, biggest);
    assertNear(pnlWithoutIt!, total - biggest);
    assertNear(shareOfTotalPnl!, biggest / total);
    assert.match(text, /biggest win is [\d.]+ % of it; without it/);
  });

  test('which cohort changed sides on ETH this week?', async () => {
    const { data, text } = await params('cohorts', { view: 'bias_history', coin: 'ETH', hours: 168 });
    const dayBefore = Math.floor(weekAgoMs / dayMs) * dayMs;
    const before = biases(positions.weekAgo, (wallet) => tierAt(dayBefore, wallet));
    const after = biases(positions.now, (wallet) => tierAt(nowMs, wallet));
    const turned = [...before].filter(([tier, bias]) => Math.sign(after.get(tier) ?? 0) === -Math.sign(bias));
    assert.ok(turned.length > 0);
    const changes = data.changes as {
      tier: string;
      firstBias: number;
      lastBias: number;
      firstAt: number;
      lastAt: number;
    }[];
    assert.deepEqual(changes.map(({ tier }) => tier).sort(), turned.map(([tier]) => tier).sort());
    for (const { tier, firstBias, lastBias, firstAt, lastAt } of changes) {
      assert.deepEqual([firstAt, lastAt], [weekAgoMs, nowMs]);
      assertNear(firstBias, before.get(tier)!);
      assertNear(lastBias, after.get(tier)!);
      assert.match(text, new RegExp(`${tier} turned from`));
    }
  });

  test('which builder grew most?', async () => {
    const { data } = await params('builders', { view: 'growth' });
    const [before, now] = [nowMs - 7 * dayMs, nowMs].map((at) => days.books.get(at)!.builderFees);
    const grown = [...now!].map(([builder, fees]) => {
      const [first, second] = [before!.get(builder) ?? 0, fees - (before!.get(builder) ?? 0)];
      return { builder, changeUsd: second - first, changePct: ((second - first) / first) * 100 };
    });
    grown.sort((a, b) => b.changeUsd - a.changeUsd);
    const found = data.growth as Row[];
    assert.deepEqual(
      found.map(({ builder }) => builder),
      grown.map(({ builder }) => builder),
    );
    for (const [index, { changeUsd, changePct }] of found.entries()) {
      assertNear(Number(changeUsd), grown[index]!.changeUsd);
      const expected = grown[index]!.changePct;
      // Nothing has grown from nothing by any share.
      if (Number.isFinite(expected)) assertNear(Number(changePct), expected);
      else assert.ok(changePct === null || changePct === undefined, String(changePct));
    }
  });

  test('what do holders of this outcome hold in the underlying?', async () => {
    const { data } = await params('outcomes', { view: 'holders', id: truth.outcomeId });
    const { sides } = data.holders as { sides: Row[] };
    const btc = new Map(
      positions.now.filter(({ coin }) => coin === 'BTC').map((one) => [one.wallet, one.value / one.markPx]),
    );
    let holders = 0;
    for (const [side, found] of sides.entries()) {
      const held = [...truth.boughtOf(truth.outcomeId * 10 + side)]
        .filter(([, shares]) => shares > 0)
        .map(([wallet]) => btc.get(wallet));
      holders += held.length;
      const sizes = held.filter((size) => size !== undefined);
      const { outcomeWallets, longWallets, shortWallets, netUnderlyingPosition, alignedWallets } = found;
      assert.deepEqual(
        [outcomeWallets, longWallets, shortWallets, alignedWallets],
        [
          held.length,
          sizes.filter((size) => size > 0).length,
          sizes.filter((size) => size < 0).length,
          sizes.filter((size) => size > 0 === (side === 0)).length,
        ],
      );
      assertNear(Number(netUnderlyingPosition), sum(sizes));
    }
    assert.ok(holders > 0);
  });

  test('which coins kill longs?', async () => {
    const { data } = await params('liquidations', { view: 'by_coin', side: 'long', since: '30d', coins: 8 });
    const liquidated = days.lifecycles.filter(({ liquidationFills }) => liquidationFills > 0);
    const found = data.coins as {
      coin: string;
      wallets: number;
      longNotional: number;
      shortNotional: number;
    }[];
    assert.ok(found.length > 3);
    for (const { coin, wallets, longNotional, shortNotional } of found) {
      const own = liquidated.filter(({ market }) => market.coin === coin);
      const notional = (isLong: boolean) =>
        sum(own.filter((one) => one.isLong === isLong).map((one) => one.liquidatedNotional / 1e6));
      assert.equal(wallets, new Set(own.map(({ wallet }) => wallet)).size);
      assertNear(longNotional, notional(true));
      assertNear(shortNotional, notional(false));
    }
    assert.deepEqual(
      found.map(({ longNotional }) => longNotional),
      found.map(({ longNotional }) => longNotional).sort((a, b) => b - a),
    );
  });

  test('compare these wallets by drawdown', async () => {
    const { data } = await params('compare_traders', { addresses: who.busiest });
    const expected = who.busiest.map((address) => ({ address, ...deepestFall(address) }));
    expected.sort((a, b) => b.usd - a.usd);
    const found = data.drawdowns as Row[];
    assert.deepEqual(
      found.map(({ address, to }) => [address, to]),
      expected.map(({ address, to }) => [address, to]),
    );
    for (const [index, { maxDrawdownUsd }] of found.entries())
      assertNear(Number(maxDrawdownUsd), expected[index]!.usd);
  });

  test('how complete are the data of last Tuesday?', async () => {
    const { data } = await params('status', { date: tuesday });
    const { present, missing } = data.hours as { present: number; missing: number[] };
    assert.deepEqual([present, missing], [24 - truth.missedHours.length, truth.missedHours]);
    assert.equal((data.edition as { date: string }).date, tuesday);
    assert.equal((data.data as { totalTrades: number }).totalTrades, days.exchange.fills);
  });
}

/** By cohort: (longs − shorts) / (longs + shorts) of ETH by value. */
function biases(
  held: readonly truth.KnownPosition[],
  tierOf: (wallet: string) => string | undefined,
): Map<string, number> {
  const byTier = Map.groupBy(
    held.filter(({ coin }) => coin === 'ETH'),
    ({ wallet }) => tierOf(wallet)!,
  );
  return new Map(
    [...byTier].map(([tier, own]) => [
      tier,
      sum(own.map(({ value }) => value)) / sum(own.map(({ value }) => Math.abs(value))),
    ]),
  );
}

/** The deepest fall of the realized PnL at the ends of days, by trying every pair of days. */
function deepestFall(address: string): { usd: number; to: string | undefined } {
  const ends = [...days.books.values()].filter(({ timeMs }) => timeMs % dayMs === 0 || timeMs === nowMs);
  const levels = [0, ...ends.map(({ pnl }) => pnl.get(address)!)];
  let deepest: { usd: number; to: string | undefined } = { usd: 0, to: undefined };
  for (const [high, top] of levels.entries()) {
    for (const [low, bottom] of levels.entries()) {
      if (low <= high || top - bottom <= deepest.usd + 1e-9) continue;
      deepest = { usd: top - bottom, to: utcDate(ends[low - 1]!.timeMs - hourMs) };
    }
  }
  return deepest;
}
