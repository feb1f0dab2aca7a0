import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dayMs, hourMs } from '../../src/kernel/clock.ts';
import type { Block, FundingPayment } from '../../src/sim/events.ts';
import type { Market } from '../../src/sim/market.ts';
import { fillText } from '../../src/sim/node-line.ts';
import { candleSpan, createCandleHistory } from '../../src/sim/record/candle-history.ts';
import { createExchangeRecord, type ExchangeRecord } from '../../src/sim/record/exchange-record.ts';
import type { RecordedTrade } from '../../src/sim/record/trade-tape.ts';
import { candleIntervals } from '../../src/wire/candle.ts';
import { add, ledgerSums, sumByWallet } from './wallet-sums.ts';

const startMs = Date.UTC(2026, 4, 1, 3);
const everything = { fromMs: 0, toMs: Number.MAX_SAFE_INTEGER, limit: Number.MAX_SAFE_INTEGER };

interface Told {
  blocks: Block[];
  trades: RecordedTrade[];
  payments: FundingPayment[];
}

/** A day and an hour of a small exchange, so that midnight, settlements and a delisting are in it. */
function recordedDay(options: { keepDays?: number; fillsPerWallet?: number; hours?: number } = {}) {
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
  const told: Told = { blocks: [], trades: [], payments: [] };
  record.subscribe({
    block(block, trades) {
      told.blocks.push(block);
      told.trades.push(...trades);
    },
    funding: (payment) => void told.payments.push(payment),
  });
  record.advance(startMs + hours * hourMs);
  return { record, told };
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
  const { record, told } = wholeDay();
  const { exchange, fills } = record;
  const made = new Map<number, string[]>();
  for (const { fills: ofBlock, timeMs } of told.blocks) {
    for (const fill of ofBlock) {
      const texts = made.get(fill.wallet) ?? [];
      texts.push(fillText(fill, timeMs, exchange.wallets));
      made.set(fill.wallet, texts);
    }
  }
  assert.ok(exchange.fills > 5_000);
  for (const [wallet, texts] of made) {
    const kept = fills.page(wallet, everything);
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
      .page(wallet, everything)
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
    for (const { market, received } of funding.payments(wallet, everything)) {
      add(paid, market.quote, BigInt(received) * 100n);
    }
    assert.deepEqual(
      new Map(Object.entries(truth.funding).map(([token, amount]) => [token, BigInt(amount)])),
      paid,
    );
  }
});

test('of a wallet the newest fills are kept, and of all of them only the last days', () => {
  const { record, told } = limitedDays();
  const { exchange, fills, funding } = record;
  const made = new Map<number, number[]>();
  for (const { wallet, oid } of told.blocks.flatMap((block) => block.fills)) {
    made.set(wallet, [...(made.get(wallet) ?? []), oid]);
  }
  const counts = exchange.wallets.map((_, wallet) => fills.count(wallet));
  assert.equal(Math.max(...counts), 50);
  const fromMs = Math.floor(exchange.timeMs / dayMs) * dayMs - dayMs;
  for (let wallet = 0; wallet < counts.length; wallet++) {
    const kept = fills.page(wallet, everything);
    assert.ok(kept.every(({ timeMs }) => timeMs >= fromMs));
    assert.ok(funding.payments(wallet, everything).every(({ timeMs }) => timeMs >= fromMs));
    const held = fills.newest(wallet, 50).map(({ fill }) => fill.oid);
    // Rows are used again: what stands in them belongs to the newest fills, in their order.
    assert.deepEqual(
      held,
      (made.get(wallet) ?? []).slice(kept.length === 0 ? Number.MAX_SAFE_INTEGER : -kept.length).reverse(),
    );
  }
});

test('of outcomes that were settled before the last days nothing stays', () => {
  const { record, told } = limitedDays();
  const { exchange, candles, trades } = record;
  const fromMs = Math.floor(exchange.timeMs / dayMs) * dayMs - dayMs;
  const lastTrade = new Map(told.trades.map(({ market, timeMs }) => [market, timeMs]));
  const old = [...lastTrade].filter(([{ kind }, timeMs]) => kind === 'outcome' && timeMs < fromMs);
  assert.ok(old.length > 4);
  for (const [market] of old) {
    assert.deepEqual(candles.page(market, '1m', everything), []);
    assert.deepEqual(trades.recent(market, 10), []);
  }
  const perps = [...lastTrade.keys()].filter(({ kind }) => kind !== 'outcome');
  assert.ok(perps.every((market) => candles.page(market, '1m', everything).length > 0));
});

test('a range takes both of its ends and pages follow each other without a hole', () => {
  const { record } = recordedDay({ hours: 12 });
  const busiest = busiestWallet(record);
  const all = record.fills.page(busiest, everything);
  const [first, last] = [all[3]!.timeMs, all.at(-4)!.timeMs];
  assert.deepEqual(
    record.fills.page(busiest, { fromMs: first, toMs: last, limit: 1e6 }).map(({ fill }) => fill.oid),
    all.filter(({ timeMs }) => timeMs >= first && timeMs <= last).map(({ fill }) => fill.oid),
  );
  assert.deepEqual(
    record.fills.page(busiest, { ...everything, limit: 5 }).map(({ fill }) => fill.oid),
    all.slice(0, 5).map(({ fill }) => fill.oid),
  );
});

test('candles of every interval are those of the trades', () => {
  const { record, told } = wholeDay();
  const market = record.exchange.market('BTC')!;
  const trades = told.trades.filter((trade) => trade.market === market);
  assert.ok(trades.length > 100);
  for (const interval of candleIntervals) {
    const expected = new Map<number, RecordedTrade[]>();
    for (const trade of trades) {
      const { openMs } = candleSpan(interval, trade.timeMs);
      expected.set(openMs, [...(expected.get(openMs) ?? []), trade]);
    }
    const all = record.candles.page(market, interval, everything);
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

test('between two trades every interval has a candle, flat where nothing was traded; the latest 5,000 are told', () => {
  const market = { index: 7 } as Market;
  const candles = createCandleHistory();
  const trade = { market, sz: 2, takerBuys: true, hash: '', tid: 1, buyer: 1, seller: 2 };
  candles.add({ ...trade, timeMs: startMs, px: 10 });
  candles.add({ ...trade, timeMs: startMs + 7 * 60_000, px: 30 });
  const minutes = candles.page(market, '1m', everything);
  assert.deepEqual(
    minutes.map(({ openMs, close, trades }) => [(openMs - startMs) / 60_000, close, trades]),
    [0, 1, 2, 3, 4, 5, 6, 7].map((minute) => [minute, minute < 7 ? 10 : 30, minute % 7 === 0 ? 1 : 0]),
  );
  assert.deepEqual(minutes[3], {
    openMs: startMs + 3 * 60_000,
    closeMs: startMs + 4 * 60_000 - 1,
    open: 10,
    high: 10,
    low: 10,
    close: 10,
    volume: 0,
    trades: 0,
  });
  const range = { fromMs: startMs + 2 * 60_000, toMs: startMs + 5 * 60_000 };
  assert.deepEqual(candles.page(market, '1m', range), minutes.slice(2, 6));
  assert.deepEqual(
    candles.page(market, '1m', { fromMs: range.fromMs + 1, toMs: range.toMs - 1 }),
    minutes.slice(3, 5),
  );
  candles.add({ ...trade, timeMs: startMs + 90 * dayMs, px: 40 });
  const latest = candles.page(market, '1m', everything);
  assert.equal(latest.length, 5_000);
  assert.equal(latest[0]!.openMs, startMs + 90 * dayMs - 4_999 * 60_000);
  assert.equal(candles.page(market, '1d', everything).length, 91);
  assert.equal(candles.page(market, '1M', everything).length, 3);
});

test('weeks begin on Monday, months on their first day', () => {
  const thursday = Date.UTC(2026, 4, 14, 12);
  assert.deepEqual(candleSpan('1w', thursday), {
    openMs: Date.UTC(2026, 4, 11),
    closeMs: Date.UTC(2026, 4, 18) - 1,
  });
  assert.deepEqual(candleSpan('1M', thursday), {
    openMs: Date.UTC(2026, 4, 1),
    closeMs: Date.UTC(2026, 5, 1) - 1,
  });
});

test('a trade names its buyer and its seller, and every fill with another side is in one', () => {
  const { record, told } = wholeDay();
  const { exchange } = record;
  const alone = new Set(['Spot Dust Conversion', 'Settlement', 'Split Outcome', 'Merge Outcome']);
  const sides = told.blocks.flatMap(({ fills }) => fills.filter(({ dir }) => !alone.has(dir)));
  assert.equal(told.trades.length * 2, sides.length);
  let seen = 0;
  for (const trade of told.trades) {
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
  const ofBtc = told.trades.filter(({ market }) => market.coin === 'BTC').map(({ tid }) => tid);
  assert.deepEqual(recent, ofBtc.slice(-30).reverse());
});

test('the record of equal options is equal', () => {
  const [first, second] = [recordedDay({ hours: 6 }), recordedDay({ hours: 6 })];
  const text = ({ record }: typeof first) =>
    record.ledger.updates(busiestWallet(record), everything).map(({ hash, timeMs }) => `${hash} ${timeMs}`);
  assert.deepEqual(text(first), text(second));
  assert.ok(text(first).length > 0);
});

function busiestWallet({ exchange, fills }: ExchangeRecord): number {
  const counts = exchange.wallets.map((_, wallet) => fills.count(wallet));
  return counts.indexOf(Math.max(...counts));
}
