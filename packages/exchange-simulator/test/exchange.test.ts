import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dayMs, utcDayStartMs } from '../../../src/kernel/clock.ts';
import type { LedgerUpdate } from '../src/events.ts';
import { createExchange, type Exchange } from '../src/exchange.ts';
import { dexes, sizeFactor } from '../src/market.ts';
import type { Outcome } from '../src/outcomes/outcome.ts';
import { exact, kindOf, product, signedSize } from './record.ts';
import { type SimulatedDay, simulateDay } from './simulated-day.ts';
import { add } from './wallet-sums.ts';

function small(options: Partial<Parameters<typeof createExchange>[0]> = {}): Exchange {
  return createExchange({
    seed: 'small',
    wallets: 150,
    coins: 12,
    startMs: Date.UTC(2026, 4, 1, 16),
    fillsPerSecond: 2,
    tickMs: 3_000,
    ...options,
  });
}

/** A day shared by several tests; none of them changes it. */
let day: SimulatedDay | undefined;
const sameDay = () => (day ??= simulateDay('collateral'));

test('how time is cut into calls changes nothing', () => {
  const lines: string[][] = [[], []];
  const runs = lines.map((list) =>
    small({ events: { block: ({ number, fills }) => void list.push(`${number} ${fills.length}`) } }),
  );
  const start = runs[0]!.timeMs;
  runs[0]!.advance(start + 600_000);
  for (let at = 0; at <= 600_000; at += 777) runs[1]!.advance(start + at);
  runs[1]!.advance(start + 600_000);
  assert.ok(lines[0]!.length > 100);
  assert.deepEqual(lines[0], lines[1]);
});

test('from a moment on it goes at another pace, and until then as if there were none', () => {
  const startMs = Date.UTC(2026, 4, 1, 16);
  const fromMs = startMs + 600_000;
  const holds = (timeMs: number) => timeMs >= fromMs;
  const [steady, busier] = [small(), small({ paces: [{ holds, fillsPerSecond: 8, tickMs: 1_000 }] })];
  for (const exchange of [steady, busier]) exchange.advance(fromMs - 60_000);
  const before = busier.fills;
  assert.equal(before, steady.fills);
  for (const exchange of [steady, busier]) exchange.advance(fromMs + 600_000);
  assert.ok(busier.fills - before > 2.5 * (steady.fills - before));
  assert.throws(
    () => small({ paces: [{ holds, fillsPerSecond: 8, tickMs: 1 }] }),
    /tickMs is 1, should be from 1000/,
  );
});

test('questions change nothing', () => {
  const [params, left] = [small(), small()];
  const start = params.timeMs;
  for (let minute = 1; minute <= 10; minute++) {
    params.advance(start + minute * 60_000);
    for (const market of params.markets) {
      params.context(market);
      params.book(market, 20);
    }
    for (let wallet = 0; wallet < params.wallets.length; wallet++) {
      params.account(wallet, 0);
      params.balances(wallet);
      params.truth(wallet);
    }
  }
  left.advance(start + 600_000);
  const state = (exchange: Exchange) => exchange.wallets.map((_, wallet) => exchange.account(wallet, 0));
  assert.deepEqual(JSON.stringify(state(params)), JSON.stringify(state(left)));
});

test('books are never crossed, show best first, and both sides of an outcome show the same orders', () => {
  const exchange = small();
  for (let minute = 1; minute <= 20; minute++) {
    exchange.advance(exchange.timeMs + 60_000);
    for (const market of exchange.markets) {
      const { bids, asks } = exchange.book(market, 20);
      if (bids[0] !== undefined && asks[0] !== undefined) assert.ok(bids[0].px < asks[0].px, market.coin);
      for (const [side, sign] of [
        [bids, -1],
        [asks, 1],
      ] as const) {
        for (let i = 1; i < side.length; i++) assert.ok(sign * (side[i]!.px - side[i - 1]!.px) > 0);
        assert.ok(side.every(({ sz, orders }) => sz > 0 && orders > 0));
      }
    }
    for (const { yes, no } of exchange.openOutcomes()) {
      const [yesBook, noBook] = [exchange.book(yes, 5), exchange.book(no, 5)];
      assert.deepEqual(
        yesBook.bids.map(({ px }) => 1e8 - px),
        noBook.asks.map(({ px }) => px),
      );
    }
  }
});

test('longs equal shorts in every perp, and open interest is their sum', () => {
  const { exchange } = sameDay();
  const [longs, shorts] = [new Map<string, number>(), new Map<string, number>()];
  for (let wallet = 0; wallet < exchange.wallets.length; wallet++) {
    for (let dex = 0; dex < dexes.length; dex++) {
      for (const { market, szi } of exchange.account(wallet, dex).positions) {
        const side = szi > 0 ? longs : shorts;
        side.set(market.coin, (side.get(market.coin) ?? 0) + Math.abs(szi));
      }
    }
  }
  assert.deepEqual([...longs].sort(), [...shorts].sort());
  assert.ok(longs.size > 20);
  for (const [coin, size] of longs) {
    assert.equal(exchange.context(exchange.market(coin)!).openInterest, size, coin);
  }
});

test('outstanding Yes equals outstanding No, but for what a question was merged or negated by, and a settled outcome has no holder', () => {
  const { exchange } = sameDay();
  const held = new Map<string, number>();
  for (let wallet = 0; wallet < exchange.wallets.length; wallet++) {
    for (const { market, size } of exchange.balances(wallet)) {
      assert.ok(size > 0);
      if (market.kind === 'outcome') held.set(market.coin, (held.get(market.coin) ?? 0) + size);
    }
  }
  assert.ok(exchange.openOutcomes().length > 0);
  const surplus = ({ yes, no }: Outcome) => (held.get(yes.coin) ?? 0) - (held.get(no.coin) ?? 0);
  for (const outcome of exchange.openOutcomes())
    if (outcome.question === undefined) assert.equal(surplus(outcome), 0);
  // Of all outcomes of a question there are as many more Yes, or fewer.
  for (const { outcomes } of exchange.questions()) {
    const [first, ...others] = outcomes.map((id) => surplus(exchange.outcome(id)!));
    for (const other of others) assert.equal(other, first);
  }
  const settled = exchange.markets.filter(({ kind, open }) => kind === 'outcome' && !open);
  assert.ok(settled.length >= 22, 'eleven outcomes settle within a day');
  for (const { coin } of settled) assert.equal(held.get(coin), undefined, coin);
});

/** In the order of their numbers. */
function outcomesOf(exchange: Exchange): Outcome[] {
  const sides = exchange.markets.filter(({ coin }) => coin.startsWith('#') && coin.endsWith('0'));
  return sides.map(({ coin }) => exchange.outcome(Number(coin.slice(1, -1)))!);
}

test('what a question or an outcome that stands alone has paid is what was paid for it', () => {
  const { exchange, blocks } = sameDay();
  const [paidIn, paidOut] = [new Map<string, bigint>(), new Map<string, bigint>()];
  for (const [, fill] of blocks.flatMap(({ events }) => events)) {
    if (kindOf(fill.coin) !== 'outcome') continue;
    const { outcome, question } = exchange.outcome(Math.floor(Number(fill.coin.slice(1)) / 10))!;
    const key = question === undefined ? `outcome ${outcome}` : `question ${question}`;
    const paid = product(exact(fill.px), signedSize(fill));
    if (fill.dir === 'Settlement') add(paidOut, key, -paid);
    else add(paidIn, key, paid);
  }
  assert.ok(paidOut.size >= 3);
  for (const [key, paid] of paidOut) assert.equal(paid, paidIn.get(key), key);
});

test('of a settled question exactly one outcome pays, where there is a price it decides which; those alone pay a part, too', () => {
  const exchange = small({ tickMs: 600_000, fillsPerSecond: 0.005 });
  exchange.advance(exchange.timeMs + 12 * dayMs);
  let settled = 0;
  for (const { outcomes } of exchange.questions()) {
    const ended = outcomes
      .map((id) => exchange.outcome(id)!)
      .filter(({ settleFraction }) => settleFraction !== undefined);
    if (ended.length === 0) continue;
    settled += 1;
    assert.equal(ended.length, outcomes.length);
    assert.deepEqual(ended.map(({ settleFraction }) => settleFraction).sort(), [
      ...Array(outcomes.length - 1).fill(0),
      1,
    ]);
    for (const { decision, details, settleFraction } of ended) {
      if (decision.by !== 'price') continue;
      const { from, to, underlying } = decision;
      const px = Math.round(Number(details.replace('price:', '')) * 10 ** underlying.pxDecimals);
      assert.equal(settleFraction, px >= from && px < to ? 1 : 0);
    }
  }
  assert.ok(settled >= 22);
  const alone = outcomesOf(exchange).filter(({ question }) => question === undefined);
  const parts = alone.filter(({ settleFraction = 0 }) => settleFraction > 0 && settleFraction < 1);
  assert.ok(parts.length > 3, `${parts.length} of ${alone.length} paid a part`);
});

test('right after midnight no wallet holds spot dust', () => {
  const midnightMs = utcDayStartMs(Date.UTC(2026, 4, 1)) + dayMs;
  // Who sells in the very block of midnight has dust again.
  const still = { fillsPerSecond: 1e-6, tickMs: 60_000, holds: (timeMs: number) => timeMs >= midnightMs };
  const exchange = small({ tickMs: 60_000, fillsPerSecond: 0.5, paces: [still] });
  const worth = () =>
    exchange.wallets.flatMap(({ character }, wallet) =>
      character === 'system'
        ? []
        : exchange
            .balances(wallet)
            .filter(({ market }) => market.kind === 'spot')
            .map(({ market, size }) => (size * exchange.context(market).markPx) / sizeFactor(market) / 1e8),
    );
  const isDust = (usd: number) => usd < 0.9;
  exchange.advance(midnightMs - 1);
  assert.ok(worth().filter(isDust).length > 10);
  exchange.advance(midnightMs + 2_500);
  assert.ok(worth().length > 10);
  assert.deepEqual(worth().filter(isDust), []);
});

test('after marks have moved no account is left with less than nothing', () => {
  let looked = 0;
  simulateDay('solvent', { onMarks: lookAtAll });
  function lookAtAll(exchange: Exchange): void {
    looked += 1;
    if (looked % 40 !== 0) return;
    for (const [wallet, { character }] of exchange.wallets.entries()) {
      if (character === 'system') continue;
      for (let dex = 0; dex < dexes.length; dex++) {
        const { positions, crossMarginSummary } = exchange.account(wallet, dex);
        const cross = positions.filter(({ isolated }) => !isolated);
        if (cross.length > 0) assert.ok(crossMarginSummary.accountValue >= 0);
        for (const { isolated, marginUsed } of positions) if (isolated) assert.ok(marginUsed >= 0);
      }
    }
  }
  assert.ok(looked > 500);
});

test('an open position is on the safe side of its liquidation price, unless its liquidation is under way', () => {
  let compared = 0;
  simulateDay('prices', { fills: 12_000, onMarks: lookAtAll });
  function lookAtAll(exchange: Exchange, updates: readonly LedgerUpdate[]): void {
    const nowMs = exchange.timeMs;
    if (nowMs % 3_600_000 > 120_000) return;
    const failing = updates.filter(({ type, timeMs }) => type === 'liquidation' && timeMs === nowMs);
    for (let wallet = 0; wallet < exchange.wallets.length; wallet++) {
      if (failing.some((update) => update.wallet === wallet)) continue;
      for (const { szi, liquidationPx, markPx, market } of exchange.account(wallet, 0).positions) {
        if (liquidationPx === undefined) continue;
        compared += 1;
        assert.ok(szi > 0 ? liquidationPx <= markPx : liquidationPx >= markPx, `${wallet} ${market.coin}`);
      }
    }
  }
  assert.ok(compared > 1_000);
});

test('options out of bounds are refused with what would be right', () => {
  assert.throws(() => small({ wallets: 3 }), /wallets is 3, should be an integer from 20/);
  assert.throws(() => small({ coins: 301 }), /coins is 301, should be an integer from 2 to 300/);
  assert.throws(() => small({ fillsPerSecond: 0 }), /fillsPerSecond is 0, should be above 0/);
  assert.throws(() => small({ tickMs: 5 }), /tickMs is 5, should be from 1000/);
  assert.throws(() => small({ startMs: 0 }), /start should be between 2023/);
});
