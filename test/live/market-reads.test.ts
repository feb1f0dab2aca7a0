/** Single wallets and books, read from the simulated exchange on request. */
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import type { RequestFault } from '../../packages/exchange-simulator/src/faults/request-faults.ts';
import { dexes } from '../../packages/exchange-simulator/src/market.ts';
import { wireAccount } from '../../packages/exchange-simulator/src/payloads/account.ts';
import { wireBook } from '../../packages/exchange-simulator/src/payloads/book.ts';
import {
  createExchangeRecord,
  type ExchangeRecord,
} from '../../packages/exchange-simulator/src/record/exchange-record.ts';
import { type ExchangeServer, serveExchange } from '../../packages/exchange-simulator/src/server.ts';
import { openOwnReads } from '../../src/ingest/sources/hyperliquid/own-reads.ts';
import { fixedClock, hourMs } from '../../src/kernel/clock.ts';
import { type ExchangeReads, MarketReadError } from '../../src/market/market.ts';
import { createMarketMemory } from '../../src/market/market-memory.ts';
import { createMarket } from '../../src/market/open-market.ts';

const startMs = Date.UTC(2026, 4, 1, 4);
const nowMs = startMs + hourMs;
const dexNames = dexes.map(({ name }) => name);

let record: ExchangeRecord;
let server: ExchangeServer;
let fault: RequestFault | undefined;
let opened: (ExchangeReads & { close(): Promise<void> })[] = [];

before(async () => {
  record = createExchangeRecord({
    seed: 'reads',
    wallets: 30,
    coins: 2,
    fillsPerSecond: 0.1,
    tickMs: 60_000,
    startMs,
  });
  record.advance(nowMs);
  server = await serveExchange({
    record,
    weightPerMinute: 10_000,
    faults: { onRequest: () => fault },
  });
});
beforeEach(async () => {
  fault = undefined;
  for (const reads of opened) await reads.close();
  opened = [];
});
after(async () => {
  for (const reads of opened) await reads.close();
  await server.close();
});

function open(options: { weightPerMinute?: number; known?: readonly string[]; timeoutMs?: number } = {}) {
  const { weightPerMinute = 1_000, known = dexNames, timeoutMs = 5_000 } = options;
  const timing = { awaitedMs: 200, timeoutMs };
  const clock = fixedClock(nowMs);
  const infoUrl = `${server.url}/info`;
  const reads = openOwnReads({ infoUrl, weightPerMinute, dexes: () => known, clock, ...timing });
  opened.push(reads);
  const memory = createMarketMemory({ clock });
  return { memory, market: createMarket({ memory, clock, reads: () => reads, hasSource: false }) };
}

/** Requests of a type that the exchange has answered meanwhile. */
async function requested(type: string, work: () => Promise<unknown>): Promise<number> {
  const before = server.use().byType[type] ?? 0;
  await work();
  return (server.use().byType[type] ?? 0) - before;
}

const failing = (failure: string, about: RegExp) => (error: unknown) => {
  assert.ok(error instanceof MarketReadError, String(error));
  assert.equal(error.failure, failure);
  assert.match(error.message, about);
  return true;
};

/** As the reader hands a state on: an optional part that is null is left out. */
const withoutNulls = <State>(state: State): State =>
  JSON.parse(JSON.stringify(state, (_, value) => value ?? undefined)) as State;

test("a wallet's accounts come from every dex as the exchange has them, one request a dex however many ask", async () => {
  const { market } = open();
  const { exchange } = record;
  const index = exchange.wallets.findIndex((_, wallet) => exchange.account(wallet, 0).positions.length > 0);
  const wallet = exchange.wallets[index]!.address;
  let answers: Awaited<ReturnType<typeof market.readWallet>>[] = [];
  const requests = await requested('clearinghouseState', async () => {
    answers = await Promise.all(Array.from({ length: 50 }, () => market.readWallet(wallet)));
    answers.push(await market.readWallet(wallet));
  });
  assert.equal(requests, dexNames.length);
  assert.equal(new Set(answers).size, 1);
  const [{ readAtMs, accounts }] = answers as [(typeof answers)[0]];
  assert.equal(readAtMs, nowMs);
  assert.deepEqual(
    accounts,
    dexNames.map((dex, place) => ({ dex, state: withoutNulls(wireAccount(exchange.account(index, place))) })),
  );
  assert.ok(accounts[0]!.state.assetPositions.length > 0);
});

test('a book that came within a second is the answer, any other is read once for all who ask', async () => {
  const { market, memory } = open();
  const { exchange } = record;
  const { levels, time } = wireBook(exchange, exchange.market('BTC')!);
  const requests = await requested('l2Book', async () => {
    const [book] = await Promise.all(Array.from({ length: 20 }, () => market.readBook('BTC')));
    assert.equal(book!.timeMs, time);
    const texts = [book!.bids, book!.asks].map((side) =>
      side.map(({ px, sz, orders: n }) => ({ px, sz, n })),
    );
    assert.deepEqual(texts, levels, "the exchange's own texts");
    assert.equal(market.book('BTC'), book);
  });
  assert.equal(requests, 1);
  const reported = { coin: 'ETH', timeMs: nowMs - 900, bids: [], asks: [] };
  memory.take([{ kind: 'book', state: { ...reported, observedAtMs: nowMs - 900 } }]);
  assert.equal(await requested('l2Book', () => market.readBook('ETH')), 0);
  const late = { coin: 'xyz:TSLA', timeMs: nowMs - 1_001, bids: [], asks: [] };
  memory.take([{ kind: 'book', state: { ...late, observedAtMs: nowMs - 1_001 } }]);
  assert.equal(await requested('l2Book', () => market.readBook('xyz:TSLA')), 1);
});

test('what is asked for beyond the weight of reads is refused at once, with the time to come back', async () => {
  const { market } = open({ weightPerMinute: 10 });
  const [first, second] = record.exchange.wallets.map(({ address }) => address) as [string, string];
  await market.readWallet(first);
  await market.readBook('BTC');
  await market.readBook('ETH');
  await assert.rejects(market.readWallet(second), (error: unknown) => {
    failing('busy', /used their 10 of the exchange's weight/)(error);
    const { retryAfterMs } = error as MarketReadError;
    return retryAfterMs > 0 && retryAfterMs <= 61_000;
  });
  assert.ok(await market.readWallet(first), 'what was read a moment ago takes no weight');
});

test('an exchange that fails, breaks off or answers with nonsense is reported as such, once each, and not remembered', async () => {
  const { market } = open();
  for (const [one, failure] of [
    [{ status: 500 }, 'failed'],
    [{ drop: true }, 'failed'],
    [{ malformed: true }, 'unreadable'],
  ] as const) {
    fault = one;
    await assert.rejects(
      market.readBook('BTC'),
      failing(failure, /the exchange gave an invalid answer: l2Book/),
    );
  }
  fault = undefined;
  assert.ok(await market.readBook('BTC'));
});

test('an exchange that refuses requests, or whose dexes are not known yet, is busy', async () => {
  fault = { status: 429 };
  const { market } = open();
  await assert.rejects(market.readBook('BTC'), failing('busy', /refuses requests for now/));
  // All requests rest now: no caller waits for longer than a moment.
  await assert.rejects(market.readBook('ETH'), failing('busy', /no weight for it within 200 ms/));
  const starting = open({ known: [] });
  const wallet = record.exchange.wallets[0]!.address;
  await assert.rejects(
    starting.market.readWallet(wallet),
    failing('busy', /markets of the exchange are being read/),
  );
});

test('a slow exchange is waited for, a silent one is given up', async () => {
  fault = { delayMs: 100 };
  const { market } = open({ timeoutMs: 1_000 });
  assert.ok(await market.readBook('BTC'));
  fault = { delayMs: 60_000 };
  await assert.rejects(market.readBook('ETH'), failing('failed', /timeout/i));
});
