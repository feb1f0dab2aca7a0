import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hourMs } from '../../../src/kernel/clock.ts';
import { wireBook } from '../src/payloads/book.ts';
import { wirePerpContext } from '../src/payloads/context.ts';
import { createExchangeRecord } from '../src/record/exchange-record.ts';

const startMs = Date.UTC(2026, 4, 1, 3);

/** Mean price of an order of this many USD that goes through the levels. */
function meanPx(levels: readonly { px: string; sz: string }[], usd: number): number {
  let [left, bought] = [usd, 0];
  for (const { px, sz } of levels) {
    const taken = Math.min(Number(sz), left / Number(px));
    bought += taken;
    left -= taken * Number(px);
  }
  return (usd - left) / bought;
}

test('a context has the volume of 24 hours, the mark before them, and what an order of the impact notional pays', () => {
  const record = createExchangeRecord({
    seed: 'contexts',
    wallets: 100,
    coins: 100,
    startMs,
    fillsPerSecond: 0.1,
    tickMs: 600_000,
  });
  const { exchange } = record;
  const hourOf = (timeMs: number) => Math.floor(timeMs / hourMs);
  const volumes = new Map<string, { notional: number; base: number }>();
  const marks = new Map<string, number>();
  record.subscribe({
    block(_, trades) {
      for (const { market, px, sz, timeMs } of trades) {
        const key = `${market.coin} ${hourOf(timeMs)}`;
        const { notional, base } = volumes.get(key) ?? { notional: 0, base: 0 };
        volumes.set(key, { notional: notional + px * sz, base: base + sz });
      }
    },
    fundingRate({ market, timeMs }) {
      marks.set(`${market.coin} ${hourOf(timeMs)}`, exchange.context(market).markPx);
    },
  });
  record.advance(startMs + 40.5 * hourMs);
  const now = hourOf(exchange.timeMs);
  for (const [coin, impactUsd] of [
    ['BTC', 20_000],
    ['ETH', 20_000],
    ['SOL', 6_000],
    ['xyz:GOLD', 6_000],
    ['SIM98', 6_000], // its first level holds less
  ] as const) {
    const market = exchange.market(coin)!;
    const context = exchange.context(market);
    const hours = Array.from({ length: 24 }, (_, back) => volumes.get(`${coin} ${now - back}`));
    const sumOf = (field: 'notional' | 'base') => hours.reduce((sum, hour) => sum + (hour?.[field] ?? 0), 0);
    assert.equal(context.dayNotional, sumOf('notional'), coin);
    assert.equal(context.dayBase, sumOf('base'), coin);
    assert.equal(context.prevDayPx, marks.get(`${coin} ${now - 23}`), coin);
    const reported = wirePerpContext(exchange, market).impactPxs!;
    const tick = 10 ** -market.pxDecimals;
    for (const [side, levels] of wireBook(exchange, market).levels.entries()) {
      assert.ok(
        Math.abs(Number(reported[side]) - meanPx(levels, impactUsd)) <= tick,
        `${coin} ${reported[side]}`,
      );
    }
  }
});
