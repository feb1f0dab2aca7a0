/** Calls that are paid for, end to end on loopback: the protocol's client, its facilitator, real signatures, a fake chain. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { PaymentPayload } from '@x402/core/types';
import fc from 'fast-check';
import { catalogue } from '../../src/endpoints/catalogue.ts';
import { hourMs } from '../../src/kernel/clock.ts';
import { startToys, type ToyServer, toyBoard, toyRange, toyRun, toyTrader } from '../contract/toys.ts';
import { campaignSeed, sized } from '../size.ts';
import { anyPaymentHeader } from './any-payment.ts';
import { type Buyer, createBuyer } from './buyer.ts';
import { dieAtEveryStep } from './crash-points.ts';
import { targetOf } from './endpoint-target.ts';
import { facilitatorFaults } from './facilitator-faults.ts';
import { openShop, payTo, priceUnits, type Shop } from './shop.ts';
import { wrongPayments } from './wrong-payments.ts';

let shop: Shop;
let toy: ToyServer;
let runs = 0;
const state = { ready: true };
const counted = toyRun('counted', () => ({ body: { run: ++runs } }));
const dear = toyRun('dear', () => ({ body: [] }), { cost: 3 });
const aged = toyRun('aged', () => ({ body: { availability: { markPrices: false, liveCandles: true } } }));
const broken = toyRun('broken', () => Promise.reject(new Error('secret')));
const paid = (path: string) => `${toy.url}/x402/api/public/v1/toy/${path}`;

before(async () => {
  shop = await openShop();
  const readiness = () => ({
    ready: state.ready,
    checks: { live: state.ready || 'the feed of fills is late' },
  });
  const endpoints = [toyBoard, toyTrader, toyRange, counted, dear, aged, broken];
  toy = await shop.open(endpoints, {}, { readiness });
});
after(() => shop?.close());

/** A buyer with money for this many calls. */
function rich(calls = 100): Buyer {
  const buyer = createBuyer();
  shop.chain.balances.set(buyer.address, BigInt(calls * priceUnits));
  return buyer;
}

const charges = (buyer: Buyer) => shop.chain.transfers.filter(({ from }) => from === buyer.address);

test('a call without a payment gets its price; paid, it is answered as with a key of Pro, and charged once', async () => {
  const buyer = rich();
  const url = `${paid('board')}?limit=3`;
  const { status, offer, headers } = await buyer.get(url);
  assert.equal(status, 402);
  assert.equal(headers.get('cache-control'), 'no-store');
  assert.equal(offer!.x402Version, 2);
  assert.equal(offer!.resource.url, url);
  assert.match(offer!.resource.description!, /90 days back/);
  assert.partialDeepStrictEqual(offer!.accepts, [{ amount: '1000', payTo, scheme: 'exact' }]);
  const bought = await buyer.get(url, await buyer.payment(url));
  assert.equal(bought.status, 200, bought.text);
  assert.equal(bought.text, await (await toy.get('/api/public/v1/toy/board?limit=3', 'pro')).text());
  assert.equal(bought.headers.get('x-history-window'), '90d');
  const [charge] = charges(buyer);
  assert.deepEqual([charge!.to, charge!.value, charges(buyer).length], [payTo, 1_000n, 1]);
  assert.partialDeepStrictEqual(bought.receipt!, { success: true, payer: buyer.address, amount: '1000' });
  assert.match(bought.receipt!.transaction, /^0x[0-9a-f]{64}$/);
  const [row] = await shop.control.listPayments({ payer: buyer.address });
  assert.partialDeepStrictEqual(row!, {
    state: 'settled',
    endpoint: 'toy.board',
    request: 'GET /x402/api/public/v1/toy/board?limit=3',
    transaction: bought.receipt!.transaction,
  });
});

test('an endpoint with a price of its own costs that, and windows are those of Pro', async () => {
  const buyer = rich(1_000);
  assert.equal((await buyer.get(paid('dear'))).offer!.accepts[0]!.amount, '250000');
  const wallet = `trader/0x${'ab'.repeat(20)}`;
  assert.equal((await buyer.get(`${paid(wallet)}?since=90d`)).status, 402);
  assert.equal((await buyer.get(`${paid(wallet)}?since=91d`)).status, 400, 'refused before anything is paid');
  const url = `${paid(wallet)}?since=1h`;
  const bought = await buyer.get(url, await buyer.payment(url));
  assert.equal(bought.headers.get('x-data-basis'), 'mixed');
  assert.ok(bought.headers.get('x-data-from') && bought.headers.get('link'));
});

test('the same payment again gets the same answer without a charge, also with a tag that the caller has', async () => {
  const buyer = rich();
  const payment = await buyer.payment(paid('counted'));
  const first = await buyer.get(paid('counted'), payment);
  const etag = first.headers.get('etag')!;
  const again = await buyer.get(paid('counted'), { ...payment, 'If-None-Match': etag });
  assert.deepEqual([again.status, again.text], [200, first.text]);
  assert.deepEqual(again.receipt, first.receipt);
  assert.equal(charges(buyer).length, 1);
});

test('what was bought is sent again when its payment has expired, at another price and address; a new one must be good', async () => {
  const buyer = rich();
  const { terms } = shop;
  const dearer = { ...terms, requirementOf: () => ({ ...terms.requirementOf(dear), amount: '2000' }) };
  const later = { nowMs: () => Date.now() + hourMs };
  const moved = await shop.open([counted], { terms: dearer, clock: later });
  const first = await buyer.get(paid('counted'), await buyer.payment(paid('counted')));
  const payment = await buyer.payment(paid('counted'));
  const second = await buyer.get(paid('counted'), payment);
  const again = await buyer.get(`${moved.url}/x402/api/public/v1/toy/counted`, payment);
  assert.deepEqual([again.status, again.text], [200, second.text]);
  assert.notEqual(first.text, second.text);
  const unused = await buyer.payment(paid('counted'));
  assert.equal((await buyer.get(`${moved.url}/x402/api/public/v1/toy/counted`, unused)).status, 402);
  assert.equal(charges(buyer).length, 2);
});

test('200 retries of one payment at once, on two processes, are one run, one charge and one body', async () => {
  const buyer = rich();
  const other = await shop.open([counted], {}, { baseUrl: toy.url });
  const payment = await buyer.payment(paid('counted'));
  shop.chain.state.settleMs = 100;
  const before = runs;
  const answers = await Promise.all(
    Array.from({ length: 200 }, (_, i) => {
      const at = i % 2 === 0 ? toy.url : other.url;
      return buyer.get(`${at}/x402/api/public/v1/toy/counted`, payment);
    }),
  );
  shop.chain.state.settleMs = 0;
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]));
  assert.equal(new Set(answers.map(({ text }) => text)).size, 1);
  assert.deepEqual([charges(buyer).length, runs], [1, before + 1]);
});

for (const [name, { reason, change }] of Object.entries(wrongPayments)) {
  test(`refused with its reason, without a charge: ${name}`, async () => {
    const buyer = rich();
    const refused = await buyer.get(paid('board'), await buyer.payment(paid('board'), change));
    assert.equal(refused.status, 402, refused.text);
    assert.match(refused.offer!.error!, reason);
    assert.match(refused.text, /PAYMENT_REFUSED/);
    assert.equal(refused.receipt, undefined);
    assert.equal(charges(buyer).length, 0);
    assert.deepEqual(await shop.control.listPayments({ payer: buyer.address }), []);
  });
}

test('a payment for one call buys no other: neither before it was used nor after, nor to another method', async () => {
  const buyer = rich();
  const payment = await buyer.payment(`${paid('board')}?limit=1`);
  for (const url of [
    paid('board'),
    `${paid('board')}?limit=2`,
    `${paid('board')}?limit=1&x`,
    paid('counted'),
  ]) {
    assert.match((await buyer.get(url, payment)).offer!.error!, /another_request/);
  }
  const head = await fetch(`${paid('board')}?limit=1`, { method: 'HEAD', headers: payment });
  assert.deepEqual([head.status, head.headers.get('allow')], [405, 'GET, OPTIONS']);
  const url = head.url;
  const options = await fetch(url, { method: 'OPTIONS' });
  assert.deepEqual([options.status, options.headers.get('allow')], [204, 'GET, OPTIONS']);
  assert.equal((await fetch(paid('board'), { method: 'POST' })).status, 405);
  assert.equal(charges(buyer).length, 0);
  assert.equal((await buyer.get(`${paid('board')}?limit=1`, payment)).status, 200);
  const moved = JSON.parse(Buffer.from(payment['PAYMENT-SIGNATURE']!, 'base64').toString()) as PaymentPayload;
  moved.resource!.url = paid('board');
  const header = Buffer.from(JSON.stringify(moved)).toString('base64');
  const refused = await buyer.get(paid('board'), { 'PAYMENT-SIGNATURE': header });
  assert.match(refused.offer!.error!, /payment_already_used/);
  assert.equal(charges(buyer).length, 1);
});

test('nothing is sold to who has too little, or whose money is gone when it is charged; nor is it run again', async () => {
  const poor = rich(0);
  const payment = await poor.payment(paid('counted'));
  const before = runs;
  assert.match((await poor.get(paid('counted'), payment)).offer!.error!, /insufficient|balance/);
  assert.equal(runs, before);
  const leaving = rich(1);
  const spend = toyRun('spend', () => {
    shop.chain.balances.set(leaving.address, 0n);
    return { body: { bought: true } };
  });
  const { url } = await shop.open([spend]);
  const late = `${url}/x402/api/public/v1/toy/spend`;
  const signed = await leaving.payment(late);
  for (const answer of [await leaving.get(late, signed), await leaving.get(late, signed)]) {
    assert.equal(answer.status, 402);
    assert.match(answer.offer!.error!, /balance/);
    assert.doesNotMatch(answer.text, /bought/);
  }
  const [row] = await shop.control.listPayments({ payer: leaving.address });
  assert.equal(row!.state, 'refused');
});

test('nothing is charged for an answer that is no 200, and the payment is good for another try', async () => {
  const buyer = rich();
  const missing = paid(`trader/0xdead${'00'.repeat(18)}`);
  assert.equal((await buyer.get(missing, await buyer.payment(missing))).status, 404);
  const failed = await buyer.get(paid('broken'), await buyer.payment(paid('broken')));
  assert.equal(failed.status, 500);
  assert.doesNotMatch(failed.text, /secret/);
  assert.equal((await buyer.get(`${paid('board')}?limit=0`)).status, 422);
  assert.equal(charges(buyer).length, 0);
  assert.deepEqual(await shop.control.listPayments({ payer: buyer.address }), []);
});

test('nothing is sold that is staler than its bound: a part of the answer, or what the service reads', async () => {
  const buyer = rich();
  const stale = await buyer.get(paid('aged'), await buyer.payment(paid('aged')));
  assert.equal(stale.status, 503);
  assert.match(stale.text, /markPrices/);
  const payment = await buyer.payment(paid('counted'));
  state.ready = false;
  const offer = await buyer.get(paid('counted'));
  const refused = await buyer.get(paid('counted'), payment);
  state.ready = true;
  for (const { status, headers, text } of [offer, refused]) {
    assert.deepEqual([status, headers.get('retry-after')], [503, '30']);
    assert.match(text, /feed of fills is late/);
  }
  assert.equal(charges(buyer).length, 0);
  assert.equal((await buyer.get(paid('counted'), payment)).status, 200);
});

facilitatorFaults(() => ({ shop, url: paid('counted'), counted, runs: () => runs, rich }));

test('who sends what buys nothing is refused by its address, before a signature is checked', async () => {
  const { url } = await shop.open([counted], {}, { trustedProxies: undefined });
  const twin = `${url}/x402/api/public/v1/toy/counted`;
  const poor = rich(0);
  const payment = await poor.payment(twin);
  const checked = shop.facilitator.calls.verify;
  let answered = 0;
  let looked = 0;
  for (;;) {
    const headers = answered % 10 === 0 ? payment : { 'PAYMENT-SIGNATURE': 'e30=' };
    const { status, headers: reported } = await poor.get(twin, headers);
    if (status === 429) {
      assert.ok(reported.get('retry-after') && reported.get('x-ratelimit-scope') === 'ip');
      break;
    }
    assert.equal(status, 402);
    if (answered % 10 === 0) looked += 1;
    answered += 1;
  }
  assert.ok(answered >= 60, `${answered} payments were looked at`);
  assert.equal(shop.facilitator.calls.verify - checked, looked);
});

test('every endpoint of the registry has its twin, described in a document of its own and on sale', async () => {
  const service = await shop.open(catalogue);
  const buyer = createBuyer();
  const document = (await (await fetch(`${service.url}/x402/openapi.json`)).json()) as {
    paths: Record<string, { get: { operationId: string; responses: object; 'x-price-usd': string } }>;
  };
  assert.equal(Object.keys(document.paths).length, catalogue.length);
  for (const endpoint of catalogue) {
    const { status, offer, text } = await buyer.get(`${service.url}/x402${targetOf(endpoint)}`);
    assert.equal(status, 402, `${endpoint.id}: ${text}`);
    const { get } = document.paths[`/x402${endpoint.path}`]!;
    assert.equal(get.operationId, `x402.${endpoint.id}`);
    assert.ok('402' in get.responses && !('401' in get.responses));
    assert.equal(Number(get['x-price-usd']) * 1e6, Number(offer!.accepts[0]!.amount));
    assert.equal(offer!.accepts[0]!.amount, String(endpoint.cost * priceUnits));
  }
});

test('where nothing is sold there are no twins', async () => {
  const plain = await startToys([counted]);
  for (const path of ['/x402/api/public/v1/toy/counted', '/x402/openapi.json']) {
    assert.equal((await fetch(plain.url + path)).status, 404);
  }
  await plain.server.close(0);
});

test('a seller that dies at any step never charges twice, and never for an answer that cannot be fetched again', async () => {
  const sellers = await shop.sellers();
  const url = paid('counted');
  const buyer = rich();
  const died = await dieAtEveryStep(shop, async () => {
    const header = (await buyer.payment(url))['PAYMENT-SIGNATURE']!;
    return sellers.read(header, { endpoint: counted, request: 'GET /twin', url }).facts;
  });
  for (const step of ['verify', 'claim', 'run', 'answered', 'settle', 'end']) {
    assert.ok(died.includes(`before ${step}`) && died.includes(`after ${step}`), step);
  }
});

test('any PAYMENT-SIGNATURE at all is a 402 or 429, never a fault of the service', async () => {
  const servers = await Promise.all([1, 2].map(() => shop.open([counted])));
  const good = (await rich().payment(paid('counted')))['PAYMENT-SIGNATURE']!;
  let sent = 0;
  const property = fc.asyncProperty(anyPaymentHeader(good), async (header) => {
    const { url } = servers[sent++ % servers.length]!;
    const headers = { 'PAYMENT-SIGNATURE': header };
    const answer = await fetch(`${url}/x402/api/public/v1/toy/counted`, { headers });
    const body = await answer.text();
    assert.ok([402, 429].includes(answer.status), `${answer.status} ${body}`);
    assert.doesNotMatch(body, /node_modules|\.ts:\d|\n {4}at /);
  });
  await fc.assert(property, { numRuns: sized({ check: 100, campaign: 5_000 }), seed: campaignSeed });
});
