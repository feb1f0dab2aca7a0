import assert from 'node:assert/strict';
import { test } from 'node:test';
import { maintenanceMargin } from '../../../src/domain/margin-tiers.ts';
import { hourMs } from '../../../src/kernel/clock.ts';
import type { Block, ExchangeEvents, FundingPayment, LedgerUpdate, TwapEvent } from '../src/events.ts';
import { createExchange, type Exchange, type ExchangeOptions } from '../src/exchange.ts';
import { dexes, type Market } from '../src/market.ts';

const startMs = Date.UTC(2026, 4, 1, 3);

/** Runs an exchange whose event handlers can query its state. */
function run(
  { hours, ...options }: Partial<ExchangeOptions> & { hours: number },
  events: (exchange: () => Exchange) => ExchangeEvents,
): void {
  const exchange: Exchange = createExchange({
    seed: 'mechanics',
    wallets: 300,
    coins: 20,
    startMs,
    fillsPerSecond: 0.07,
    tickMs: 120_000,
    ...options,
    events: events(() => exchange),
  });
  exchange.advance(startMs + hours * hourMs);
}

/** Sizes of all perp positions by `wallet coin`. */
function positionsOf(exchange: Exchange): Map<string, number> {
  const held = new Map<string, number>();
  for (let wallet = 0; wallet < exchange.wallets.length; wallet++) {
    for (let dex = 0; dex < dexes.length; dex++) {
      for (const { market, szi } of exchange.account(wallet, dex).positions)
        held.set(`${wallet} ${market.coin}`, szi);
    }
  }
  return held;
}

/** The hourly rate of a premium: an eighth of that of eight hours, 4 % at most (docs/exchange.md#funding). */
function hourlyRate(premium: number): number {
  const rate8h = premium + Math.max(-0.0005, Math.min(0.0005, 0.0001 - premium));
  return Math.max(-0.04, Math.min(0.04, rate8h / 8));
}

test('every hour every open position pays or is paid size × oracle × rate, and the rate follows from the premium', () => {
  let held = new Map<string, number>();
  const rates = new Map<Market, number>();
  const oracles = new Map<Market, number>();
  const payments = new Map<string, FundingPayment>();
  let [hours, compared] = [0, 0];

  function checkHour(): void {
    if (rates.size === 0) return;
    hours += 1;
    assert.deepEqual([...payments.keys()].sort(), [...held.keys()].sort());
    for (const [key, { market, szi, received, rate }] of payments) {
      assert.equal(szi, held.get(key));
      assert.equal(rate, rates.get(market));
      const due = -(szi * oracles.get(market)! * rate) / 1e10;
      assert.ok(Math.abs(received - due) < 1, `${key}: ${received} is not ${due}`);
      compared += 1;
    }
    for (const known of [rates, oracles, payments]) known.clear();
  }
  run({ hours: 12.5 }, (exchange) => ({
    fundingRate({ timeMs, market, rate, premium }) {
      assert.ok(timeMs % hourMs < 5_000, 'right after the hour');
      if (rates.size === 0) held = positionsOf(exchange());
      rates.set(market, rate);
      oracles.set(market, exchange().context(market).oraclePx);
      assert.ok(Math.abs(rate / 1e10 - hourlyRate(premium / 1e10)) < 2e-10, market.coin);
    },
    funding: (payment) => void payments.set(`${payment.wallet} ${payment.market.coin}`, payment),
    block: checkHour,
    marks: checkHour,
  }));
  assert.equal(hours, 12);
  assert.ok(compared > 1_000, `only ${compared} payments`);
});

/** A failing account or isolated position, as of its report. */
interface Failure {
  update: LedgerUpdate & { type: 'liquidation' };
  maintenance: number;
  /** Marks before the present ones. */
  marksBefore: ReadonlyMap<Market, number>;
}

/**
 * Calls back with every liquidation and the fills by which its wallet lost the positions, in the block that was made
 * then, with the trades of that block that were auto-deleveragings.
 */
function liquidationsOf(
  options: Parameters<typeof run>[0],
  onLiquidation: (failure: Failure, fills: Block['fills'], deleveragings: Set<number>) => void,
): void {
  let failures: Failure[] = [];
  let marks = new Map<Market, number>();
  run(options, (exchange) => ({
    marks() {
      marks = new Map(exchange().markets.map((market) => [market, exchange().context(market).markPx]));
    },
    ledger(update) {
      if (update.type !== 'liquidation') return;
      const [first] = update.positions;
      const account = exchange().account(update.wallet, first!.market.dex);
      const alone = account.positions.find(({ market }) => market === first!.market)!;
      const maintenance = update.isolated
        ? maintenanceMargin(alone.market.table, alone.positionValue)
        : account.crossMaintenanceMarginUsed;
      failures.push({ update, maintenance, marksBefore: marks });
    },
    block({ fills, timeMs }) {
      for (const failure of failures) {
        const { wallet, positions } = failure.update;
        if (failure.update.timeMs !== timeMs) continue; // nothing could be sold
        const coins = positions.map(({ market }) => market);
        const own = fills.filter((fill) => fill.wallet === wallet && fill.liquidation?.victim === wallet);
        onLiquidation(
          failure,
          own.filter(({ market }) => coins.includes(market)),
          new Set(fills.filter(({ dir }) => dir === 'Auto-Deleveraging').map(({ tid }) => tid)),
        );
      }
      failures = [];
    },
  }));
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);

test('who falls below maintenance is sold in the book, below two thirds of it taken over, below nothing deleveraged', () => {
  const seen = { market: 0, takeover: 0, deleveraged: 0 };
  liquidationsOf(
    { hours: 48, tickMs: 600_000 },
    ({ update, maintenance, marksBefore }, fills, deleveragings) => {
      const { accountValue } = update;
      assert.ok(accountValue < maintenance, `${accountValue} of ${maintenance}`);
      const deleveraged = fills.filter(({ tid }) => deleveragings.has(tid));
      const inBook = fills.filter(({ liquidation }) => liquidation!.method === 'market');
      const backstop = fills.filter(({ dir }) => dir.startsWith('Liquidated'));
      const takenOver = backstop.filter((fill) => !deleveraged.includes(fill));
      assert.equal(fills.length, deleveraged.length + inBook.length + takenOver.length);
      if (accountValue >= 0) assert.equal(deleveraged.length, 0);
      if (accountValue * 3 < maintenance * 2) {
        assert.equal(inBook.length, 0);
        const taken = deleveraged.concat(takenOver);
        for (const { market, szi } of update.positions) {
          const sizes = taken.filter((fill) => fill.market === market).map(({ sz }) => sz);
          assert.equal(sum(sizes), Math.abs(szi), 'nothing of a position is left');
        }
      } else assert.equal(takenOver.length, 0);
      for (const { market, px } of deleveraged)
        assert.equal(px, marksBefore.get(market), 'at the mark before');
      seen.market += inBook.length;
      seen.takeover += takenOver.length;
      seen.deleveraged += deleveraged.length;
    },
  );
  for (const [kind, count] of Object.entries(seen)) assert.ok(count >= 5, `only ${count} ${kind}`);
});

test('of more than 100,000 USD a fifth is sold first, and within the 30 s that follow all of it', () => {
  const partly = new Map<number, number>();
  const seen = { first: 0, whole: 0 };
  liquidationsOf({ seed: 'whales 5', hours: 24, tickMs: 10_000, coins: 3 }, ({ update }, fills) => {
    const { wallet, notional, timeMs } = update;
    if (fills.some(({ liquidation }) => liquidation!.method !== 'market')) return;
    const isCooling = timeMs < (partly.get(wallet) ?? 0);
    if (!isCooling && notional > 100_000e6) partly.set(wallet, timeMs + 30_000);
    if (notional <= 100_000e6) return;
    for (const { market, szi } of update.positions) {
      const sold = sum(fills.filter((fill) => fill.market === market).map(({ sz }) => sz));
      const fifth = Math.ceil(Math.abs(szi) / 5);
      if (isCooling && sold > fifth) seen.whole += 1;
      if (isCooling) continue;
      assert.ok(sold <= fifth, `${sold} of ${szi}`);
      if (sold > 0) seen.first += 1;
    }
  });
  assert.ok(seen.first >= 2 && seen.whole >= 1, JSON.stringify(seen));
});

test('a TWAP sends a slice every 30 seconds', () => {
  const slices = new Map<number, number[]>();
  run({ hours: 6, fillsPerSecond: 1 }, () => ({
    block({ fills, timeMs }) {
      for (const { twapId } of fills)
        if (twapId >= 0) slices.set(twapId, [...(slices.get(twapId) ?? []), timeMs]);
    },
  }));
  const gaps = [...slices.values()].flatMap((times) => times.slice(1).map((timeMs, i) => timeMs - times[i]!));
  // Several fills may belong to a slice; a slice waits for its block.
  const between = gaps.filter((gapMs) => gapMs > 0);
  assert.ok(between.length > 100);
  assert.ok(between.every((gapMs) => gapMs > 25_000));
  assert.ok(between.filter((gapMs) => gapMs < 35_000).length > 0.8 * between.length);
});

/** Each order has one begin and at most one end, and what it says to have executed is the sum of its slices (docs/exchange.md#twap-orders). */
test('statuses of a TWAP follow on each other, and have what its slices executed', () => {
  const executed = new Map<number, { sz: number; ntl: number }>();
  const statuses = new Map<number, TwapEvent[]>();
  const kinds = { trigger: 0, stop: 0 };
  run({ hours: 24, fillsPerSecond: 1 }, () => ({
    block({ fills }) {
      for (const { twapId, sz, px } of fills) {
        if (twapId < 0) continue;
        const before = executed.get(twapId) ?? { sz: 0, ntl: 0 };
        executed.set(twapId, { sz: before.sz + sz, ntl: before.ntl + sz * px });
      }
    },
    twap: (event) => void statuses.set(event.id, [...(statuses.get(event.id) ?? []), event]),
  }));
  assert.ok(statuses.size > 30, `${statuses.size} orders`);
  for (const id of executed.keys()) assert.ok(statuses.has(id), `no status of ${id}`);
  for (const [id, events] of statuses) {
    const { trigger, stopPx, sz, minutes } = events[0]!;
    if (trigger !== undefined) kinds.trigger += 1;
    if (stopPx !== undefined) kinds.stop += 1;
    assert.ok(minutes >= 5 && minutes <= 7 * 24 * 60);
    const names = events.map(({ status }) => status);
    const begin =
      trigger === undefined ? ['activated'] : ['waitingForTrigger', 'activated'].slice(0, names.length);
    assert.deepEqual(names.slice(0, begin.length), begin);
    const ends = names.slice(begin.length);
    assert.ok(ends.length <= 1 && ends.every((end) => ['finished', 'terminated', 'stopped'].includes(end)));
    const last = events.at(-1)!;
    assert.ok(last.executedSz <= sz);
    if (ends.length === 0) continue;
    const { sz: sum, ntl } = executed.get(id) ?? { sz: 0, ntl: 0 };
    assert.deepEqual([last.executedSz, last.executedNtl], [sum, ntl]);
  }
  assert.ok(kinds.trigger > 5 && kinds.stop > 5, JSON.stringify(kinds));
});
