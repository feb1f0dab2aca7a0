import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dayMs, hourMs, utcDayStartMs } from '../../../src/kernel/clock.ts';
import { candleIntervals } from '../../../src/wire/candle.ts';
import { userFunding } from '../../../src/wire/funding.ts';
import type { Block, FundingPayment } from '../src/events.ts';
import { fillText } from '../src/node-line.ts';
import { wireUserFunding } from '../src/payloads/funding.ts';
import { candleSpan } from '../src/record/candle-history.ts';
import {
  createExchangeRecord,
  type ExchangeRecord,
  type RecordOptions,
} from '../src/record/exchange-record.ts';
import type { RecordedTrade } from '../src/record/trade-tape.ts';
import { wholeRange } from '../src/record/wallet-rows.ts';
import { add, ledgerSums, sumByWallet } from './wallet-sums.ts';

const startMs = Date.UTC(2026, 4, 1, 3);

interface Told {
  blocks: Block[];
  trades: RecordedTrade[];
  payments: FundingPayment[];
}

/** A day and an hour of a small exchange, so that midnight, settlements and a delisting are in it. */
function recordedDay(options: Partial<RecordOptions> & { hours?: number } = {}) {
  const { hours = 25, ...limits } = options;
  const record = createExchangeRecord({
    seed: 'record',
    wallets: 200,
    coins: 12,
    startMs,
    fillsPerSecond: 0.06,
    tickMs: 120_000,
    ...limits,
  });
  const reported: Told = { blocks: [], trades: [], payments: [] };
  record.subscribe({
    block(block, trades) {
      reported.blocks.push(block);
      reported.trades.push(...trades);
    },
    funding: (payment) => void reported.payments.push(payment),
  });
  record.advance(startMs + hours * hourMs);
  return { record, told: reported };
}

const wholeDay = once(() => recordedDay());
const limitedDays = once(() => recordedDay({ fillsPerWallet: 50, keepDays: 1, hours: 46 }));

function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

test('the record holds every fill of every wallet as it was made, in its order', () => {
  const { record, told: reported } = wholeDay();
  const { exchange, fills } = record;
  const made = new Map<number, string[]>();
  for (const { fills: ofBlock, timeMs } of reported.blocks) {
    for (const fill of ofBlock) {
      const texts = made.get(fill.wallet) ?? [];
      texts.push(fillText(fill, timeMs, exchange.wallets));
      made.set(fill.wallet, texts);
    }
  }
  assert.ok(exchange.fills > 5_000);
  for (const [wallet, texts] of made) {
    const kept = fills.page(wallet, wholeRange);
    assert.deepEqual(
      kept.map(({ fill, timeMs }) => fillText(fill, timeMs, exchange.wallets)),
      texts,
    );
    assert.equal(exchange.truth(wallet).fills, texts.length);
    const newest = fills.newest(wallet, 7).map(({ fill }) => fill.oid);
    assert.deepEqual(
      newest,
      kept
        .slice(-7)
        .reverse()
        .map(({ fill }) => fill.oid),
    );
  }
});

test('what the record holds adds up to the ledger of the exchange', () => {
  const { record } = wholeDay();
  const { exchange, fills, funding } = record;
  for (let wallet = 0; wallet < exchange.wallets.length; wallet++) {
    const { address } = exchange.wallets[wallet]!;
    const events = fills
      .page(wallet, wholeRange)
      .map(({ fill, timeMs }) => [address, JSON.parse(fillText(fill, timeMs, exchange.wallets))] as const);
    const truth = exchange.truth(wallet);
    assert.equal(events.length, truth.fills);
    const sums = sumByWallet([{ timeMs: undefined, events }], (coin) => exchange.market(coin)!.quote);
    const sum = sums.get(address);
    if (sum !== undefined) {
      const { closedPnl, fees, builderFees } = sum;
      assert.deepEqual(ledgerSums(truth), { closedPnl, fees, builderFees });
      assert.equal(sum.liquidationFills, truth.liquidationFills);
    }
    const paid = new Map<string, bigint>();
    for (const { market, received } of funding.payments(wallet, wholeRange)) {
      add(paid, market.quote, BigInt(received) * 100n);
    }
    assert.deepEqual(
      new Map(Object.entries(truth.funding).map(([token, amount]) => [token, BigInt(amount)])),
      paid,
    );
  }
});

test('of a wallet the newest fills are kept, and of all of them only the last days', () => {
  const { record, told: reported } = limitedDays();
  const { exchange, fills, funding } = record;
  const made = new Map<number, number[]>();
  for (const { wallet, oid } of reported.blocks.flatMap((block) => block.fills)) {
    made.set(wallet, [...(made.get(wallet) ?? []), oid]);
  }
  const counts = exchange.wallets.map((_, wallet) => fills.count(wallet));
  assert.equal(Math.max(...counts), 50);
  const fromMs = Math.floor(exchange.timeMs / dayMs) * dayMs - dayMs;
  for (let wallet = 0; wallet < counts.length; wallet++) {
    const kept = fills.page(wallet, wholeRange);
    assert.ok(kept.every(({ timeMs }) => timeMs >= fromMs));
    assert.ok(funding.payments(wallet, wholeRange).every(({ timeMs }) => timeMs >= fromMs));
    const held = fills.newest(wallet, 50).map(({ fill }) => fill.oid);
    // Rows are reused: they hold the newest fills, in order.
    assert.deepEqual(
      held,
      (made.get(wallet) ?? []).slice(kept.length === 0 ? Number.MAX_SAFE_INTEGER : -kept.length).reverse(),
    );
  }
});

test('of a busy wallet the 10,000 newest fills can be reached, as on the exchange', () => {
  const { record } = recordedDay({ wallets: 20, coins: 2, fillsPerSecond: 4, hours: 8 });
  const { exchange, fills } = record;
  const made = exchange.wallets.map((_, wallet) => exchange.truth(wallet).fills);
  assert.ok(Math.max(...made) > 10_000);
  for (const [wallet, count] of made.entries()) assert.equal(fills.count(wallet), Math.min(10_000, count));
});

test('of outcomes that were settled before the last days nothing stays', () => {
  const { record, told: reported } = limitedDays();
  const { exchange, candles, trades } = record;
  const fromMs = Math.floor(exchange.timeMs / dayMs) * dayMs - dayMs;
  const lastTrade = new Map(reported.trades.map(({ market, timeMs }) => [market, timeMs]));
  const old = [...lastTrade].filter(([{ kind }, timeMs]) => kind === 'outcome' && timeMs < fromMs);
  assert.ok(old.length > 4);
  for (const [market] of old) {
    assert.deepEqual(candles.page(market, '1m', wholeRange), []);
    assert.deepEqual(trades.recent(market, 10), []);
  }
  const perps = [...lastTrade.keys()].filter(({ kind }) => kind !== 'outcome');
  assert.ok(perps.every((market) => candles.page(market, '1m', wholeRange).length > 0));
});

test('funding of long ago is one payment for each day and coin, with the sum of its hours', () => {
  const [hourly, merged] = [14, 0].map((hourlyFundingDays) => recordedDay({ hourlyFundingDays }).record);
  const wallet = busiestWallet(hourly!);
  const hours = hourly!.funding.payments(wallet, wholeRange);
  const reported = merged!.funding.payments(wallet, wholeRange);
  const todayMs = utcDayStartMs(merged!.exchange.timeMs);
  const today = reported.filter(({ timeMs }) => timeMs >= todayMs);
  const days = reported.filter(({ timeMs }) => timeMs < todayMs);
  assert.deepEqual(
    today.map(({ timeMs, received }) => [timeMs, received]),
    hours.filter(({ timeMs }) => timeMs >= todayMs).map(({ timeMs, received }) => [timeMs, received]),
  );
  assert.ok(days.length > 3 && days.some(({ samples }) => samples! > 5));
  for (const { timeMs, market, received, szi, samples } of days) {
    const ofDay = hours.filter((hour) => hour.market.coin === market.coin && hour.timeMs < todayMs);
    assert.equal(timeMs, todayMs - dayMs);
    assert.equal(samples, ofDay.length);
    assert.equal(
      received,
      ofDay.reduce((sum, hour) => sum + hour.received, 0),
    );
    assert.equal(
      Math.round(szi * samples!),
      ofDay.reduce((sum, hour) => sum + hour.szi, 0),
    );
  }
  for (const payment of reported) {
    const reading = userFunding.read(wireUserFunding(payment));
    assert.ok('data' in reading && reading.data.delta.nSamples === payment.samples);
  }
});

test('a range takes both of its ends and pages follow each other without a hole', () => {
  const { record } = recordedDay({ hours: 12 });
  const busiest = busiestWallet(record);
  const all = record.fills.page(busiest, wholeRange);
  const [first, last] = [all[3]!.timeMs, all.at(-4)!.timeMs];
  assert.deepEqual(
    record.fills.page(busiest, { fromMs: first, toMs: last, limit: 1e6 }).map(({ fill }) => fill.oid),
    all.filter(({ timeMs }) => timeMs >= first && timeMs <= last).map(({ fill }) => fill.oid),
  );
  assert.deepEqual(
    record.fills.page(busiest, { ...wholeRange, limit: 5 }).map(({ fill }) => fill.oid),
    all.slice(0, 5).map(({ fill }) => fill.oid),
  );
});

test('candles of every interval are those of the trades', () => {
  const { record, told: reported } = wholeDay();
  const market = record.exchange.market('BTC')!;
  const trades = reported.trades.filter((trade) => trade.market === market);
  assert.ok(trades.length > 100);
  for (const interval of candleIntervals) {
    const expected = new Map<number, RecordedTrade[]>();
    for (const trade of trades) {
      const { openMs } = candleSpan(interval, trade.timeMs);
      expected.set(openMs, [...(expected.get(openMs) ?? []), trade]);
    }
    const all = record.candles.page(market, interval, wholeRange);
    const candles = all.filter((candle) => candle.trades > 0);
    assert.deepEqual(
      candles.map(({ openMs, trades: count }) => [openMs, count]),
      [...expected].map(([openMs, ofCandle]) => [openMs, ofCandle.length]),
    );
    for (const candle of candles) {
      const ofCandle = expected.get(candle.openMs)!;
      const prices = ofCandle.map(({ px }) => px);
      assert.equal(candle.open, prices[0]);
      assert.equal(candle.close, prices.at(-1));
      assert.equal(candle.high, Math.max(...prices));
      assert.equal(candle.low, Math.min(...prices));
      assert.equal(
        candle.volume,
        ofCandle.reduce((sum, { sz }) => sum + sz, 0),
      );
      assert.ok(candle.openMs <= ofCandle[0]!.timeMs && ofCandle.at(-1)!.timeMs <= candle.closeMs);
    }
  }
});

test('a trade names its buyer and its seller, and every fill with another side is in one', () => {
  const { record, told: reported } = wholeDay();
  const { exchange } = record;
  const alone = new Set(['Spot Dust Conversion', 'Settlement']);
  const sides = reported.blocks.flatMap(({ fills }) =>
    fills.filter(({ dir }) => !alone.has(dir) && !/(Outcome|Question)$/.test(dir)),
  );
  assert.equal(reported.trades.length * 2, sides.length);
  let seen = 0;
  for (const trade of reported.trades) {
    const [first, second] = sides.slice(seen, seen + 2);
    seen += 2;
    const taker = [first!, second!].find(({ crossed }) => crossed)!;
    assert.equal(trade.tid, taker.tid);
    assert.equal(trade.market, taker.market);
    assert.equal(trade.takerBuys ? trade.buyer : trade.seller, taker.wallet);
    const named = [trade.buyer, trade.seller].sort().join();
    assert.equal(named, [first!.wallet, second!.wallet].sort().join());
  }
  const recent = record.trades.recent(exchange.market('BTC')!, 30).map(({ tid }) => tid);
  const ofBtc = reported.trades.filter(({ market }) => market.coin === 'BTC').map(({ tid }) => tid);
  assert.deepEqual(recent, ofBtc.slice(-30).reverse());
});

test('the record of equal options is equal', () => {
  const [first, second] = [recordedDay({ hours: 6 }), recordedDay({ hours: 6 })];
  const text = ({ record }: typeof first) =>
    record.ledger.updates(busiestWallet(record), wholeRange).map(({ hash, timeMs }) => `${hash} ${timeMs}`);
  assert.deepEqual(text(first), text(second));
  assert.ok(text(first).length > 0);
});

function busiestWallet({ exchange, fills }: ExchangeRecord): number {
  const counts = exchange.wallets.map((_, wallet) => fills.count(wallet));
  return counts.indexOf(Math.max(...counts));
}
