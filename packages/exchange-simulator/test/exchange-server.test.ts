import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { HttpRequestError } from '@nktkas/hyperliquid';
import fc from 'fast-check';
import type { WireFill } from '../../../src/wire/fill.ts';
import { type InfoType, infoWeight } from '../../../src/wire/info-request.ts';
import { campaignSeed, sized } from '../../../test/size.ts';
import { fillText } from '../src/node-line.ts';
import type { ExchangeRecord } from '../src/record/exchange-record.ts';
import { wholeRange } from '../src/record/wallet-rows.ts';
import { createInfoDesk } from '../src/rest/info-desk.ts';
import { infoRoutes } from '../src/rest/info-routes.ts';
import { type ExchangeServer, serveExchange } from '../src/server.ts';
import { post, recordedDays, reporting, sdkClient } from './served-exchange.ts';

let record: ExchangeRecord;
let server: ExchangeServer;

before(async () => {
  record = recordedDays();
  server = await serveExchange({ record, weightPerMinute: Number.POSITIVE_INFINITY });
});
after(() => server.close());

test('paging through a wallet by time gives exactly its fills, in their order', async () => {
  const { info } = sdkClient(server.url);
  const { busiest } = reporting(record);
  const expected = record.fills
    .page(busiest.index, wholeRange)
    .map(
      ({ fill, timeMs }) => JSON.parse(fillText(fill, timeMs, record.exchange.wallets, 'api')) as WireFill,
    );
  assert.ok(expected.length > 4_000);
  const paged = new Map<string, unknown>();
  let startTime = 0;
  for (;;) {
    const page = await info.userFillsByTime({ user: busiest.address, startTime });
    const before = paged.size;
    for (const fill of page) paged.set(`${fill.coin} ${fill.time} ${fill.tid} ${fill.oid}`, fill);
    if (page.length < 2_000 || paged.size === before) break;
    startTime = page.at(-1)!.time;
  }
  assert.deepEqual([...paged.values()], expected);
  const newest = await info.userFills({ user: busiest.address });
  assert.deepEqual(newest, expected.slice(-2_000).reverse());
  const reversed = await info.userFillsByTime({ user: busiest.address, startTime: 0, reversed: true });
  assert.deepEqual(reversed, newest);
  assert.equal(
    expected.some((fill) => 'builder' in fill),
    false,
  );
});

test('payments of funding come in pages of 500, of which the next begins where the one before ended', async () => {
  const { info } = sdkClient(server.url);
  const { index, address: user } = reporting(record).busiest;
  const first = await info.userFunding({ user, startTime: 0 });
  assert.equal(first.length, 500);
  const second = await info.userFunding({ user, startTime: first.at(-1)!.time });
  const keyOf = ({ time, delta }: (typeof first)[0]) => `${time} ${delta.coin}`;
  const reported = new Set([...first, ...second].map(keyOf));
  assert.equal(reported.size, record.funding.payments(index, wholeRange).length);
});

test('a coarse book is never better than the fine one, and holds the same sizes', async () => {
  const { info } = sdkClient(server.url);
  const fine = (await info.l2Book({ coin: 'BTC' }))!.levels;
  for (const nSigFigs of [2, 3, 4] as const) {
    const [bids, asks] = (await info.l2Book({ coin: 'BTC', nSigFigs }))!.levels;
    assert.ok(Number(bids[0]!.px) <= Number(fine[0][0]!.px), `${nSigFigs}`);
    assert.ok(Number(asks[0]!.px) >= Number(fine[1][0]!.px), `${nSigFigs}`);
    for (const [side, coarse] of [bids, asks].entries()) {
      const isIn = ({ px }: { px: string }) =>
        side === 0 ? Number(px) >= Number(coarse[0]!.px) : Number(px) <= Number(coarse[0]!.px);
      const within = fine[side]!.filter(isIn);
      if (within.length === fine[side]!.length) continue; // the level reaches beyond what is served finely
      const sizeOf = (levels: { sz: string }[]) => levels.reduce((total, { sz }) => total + Number(sz), 0);
      assert.ok(Math.abs(sizeOf(within) - Number(coarse[0]!.sz)) < 1e-6);
    }
  }
});

test('both ends of a range are part of it, and an address may be in any case', async () => {
  const { info } = sdkClient(server.url);
  const { address: user } = reporting(record).busiest;
  const [first, , third] = await info.userFillsByTime({ user, startTime: 0 });
  const upper = `0x${user.slice(2).toUpperCase()}` as const;
  const range = { startTime: first!.time, endTime: third!.time };
  const between = await info.userFillsByTime({ user: upper, ...range });
  assert.deepEqual(between[0], first);
  assert.ok(between.some(({ tid }) => tid === third!.tid));
  assert.ok(between.every(({ time }) => time <= third!.time));
});

test('what cannot be read is refused with the text of the exchange', async () => {
  const malformed = { status: 422, text: 'Failed to deserialize the JSON body into the target type' };
  const bodies = [
    '',
    '{',
    '[]',
    'null',
    { type: 'nope' },
    { type: 'toString' },
    { type: '__proto__' },
    { type: 'l2Book' },
    { type: 'l2Book', coin: 7 },
    { type: 'l2Book', coin: 'BTC', nSigFigs: 6 },
    { type: 'l2Book', coin: 'BTC', nSigFigs: 5, mantissa: 3 },
    { type: 'clearinghouseState', user: '0x12' },
    { type: 'userFillsByTime', user: `0x${'1'.repeat(40)}` },
    { type: 'candleSnapshot', coin: 'BTC', interval: '1m', startTime: 0, endTime: 1 },
    { type: 'candleSnapshot', req: { coin: 'BTC', interval: '7m', startTime: 0 } },
  ];
  for (const body of bodies) assert.deepEqual(await post(server.url, body), malformed, JSON.stringify(body));
  assert.equal((await post(server.url, `{"type":"${'x'.repeat(70_000)}"}`)).status, 413);
  assert.equal((await fetch(`${server.url}/info`)).status, 405);
  assert.equal((await fetch(`${server.url}/exchange`, { method: 'POST' })).status, 404);
  assert.equal((await post(server.url, { type: 'recentTrades', coin: 'NOPE' })).status, 500);
});

test('no body, however odd, makes it fail', () => {
  const desk = createInfoDesk({
    record,
    clock: { nowMs: () => 0 },
    weightPerMinute: Number.POSITIVE_INFINITY,
    skewMs: 0,
  });
  const { address } = reporting(record).busiest;
  const odd = fc.oneof(
    fc.constantFrom<unknown>(
      address,
      'BTC',
      '#1730',
      '@107',
      'xyz',
      '1m',
      '1M',
      0,
      -1,
      1e15,
      2 ** 53,
      '',
      null,
      [],
      {},
    ),
    fc.jsonValue(),
  );
  const fields = 'user coin dex startTime endTime reversed nSigFigs mantissa outcome builder interval'.split(
    ' ',
  );
  const params = fc.dictionary(fc.constantFrom(...fields), odd);
  const request = fc.tuple(fc.constantFrom(...Object.keys(infoRoutes)), params).map(([type, given]) => ({
    ...given,
    type,
    req: given,
  }));
  fc.assert(
    fc.property(request, (body) => {
      const { status, body: text } = desk.answer(body, 'somebody');
      assert.ok([200, 422, 500].includes(status));
      if (status === 200) JSON.parse(text);
    }),
    { numRuns: sized({ check: 800, campaign: 20_000 }), seed: campaignSeed },
  );
  assert.ok(desk.use().answered > 100);
});

test('an address has 1,200 weight in any minute, and is refused with 429 beyond it', async () => {
  let nowMs = 1e12;
  const limited = await serveExchange({ record, clock: { nowMs: () => nowMs } });
  try {
    const { info } = sdkClient(limited.url);
    const { address: user } = reporting(record).busiest;
    for (let page = 0; page < 10; page++) await info.userFills({ user }); // 20 + 100 each
    const refused = (fault: unknown) => fault instanceof HttpRequestError && fault.response?.status === 429;
    await assert.rejects(info.allMids(), refused);
    nowMs += 59_999;
    await assert.rejects(info.allMids(), refused);
    nowMs += 1;
    await info.allMids();
    for (let i = 0; i < 599; i++) await info.allMids();
    await assert.rejects(info.allMids(), refused);
    const { answered, refused: refusals, peakWeight } = limited.use();
    assert.deepEqual({ answered, refusals, peakWeight }, { answered: 610, refusals: 3, peakWeight: 1_200 });
  } finally {
    await limited.close();
  }
});

test('requests weigh what the connector counts them as', () => {
  const known: InfoType[] = [
    'meta',
    'l2Book',
    'userRole',
    'userFillsByTime',
    'candleSnapshot',
    'userFunding',
  ];
  for (const type of known) {
    const { weight, elementsPerWeight } = infoRoutes[type]!;
    for (const elements of [0, 19, 20, 500]) {
      assert.equal(weight + Math.ceil(elements / elementsPerWeight), infoWeight(type, elements), type);
    }
  }
});

test('a clock that is off shows in what is of the present, and nowhere else', async () => {
  const skewed = await serveExchange({ record, faults: { onRequest: () => undefined, skewMs: -700 } });
  try {
    const [{ info }, { info: off }] = [sdkClient(server.url), sdkClient(skewed.url)];
    const { address: user } = reporting(record).busiest;
    const book = await info.l2Book({ coin: 'BTC' });
    assert.deepEqual(await off.l2Book({ coin: 'BTC' }), { ...book, time: book!.time - 700 });
    const state = await info.clearinghouseState({ user });
    assert.deepEqual(await off.clearinghouseState({ user }), { ...state, time: state.time - 700 });
    assert.deepEqual(await off.userFills({ user }), await info.userFills({ user }));
    assert.deepEqual(await off.recentTrades({ coin: 'BTC' }), await info.recentTrades({ coin: 'BTC' }));
  } finally {
    await skewed.close();
  }
});

test('faults befall single requests: later, another status, cut, no answer', async () => {
  const plan = [undefined, { delayMs: 30 }, { status: 503 }, { malformed: true }, { drop: true }];
  const types: string[] = [];
  const faults = {
    onRequest(type: string) {
      types.push(type);
      return plan[types.length - 1];
    },
  };
  const faulty = await serveExchange({ record, faults });
  try {
    const ask = () =>
      fetch(`${faulty.url}/info`, { method: 'POST', body: JSON.stringify({ type: 'outcomeMeta' }) });
    const whole = await (await ask()).text();
    assert.equal(await (await ask()).text(), whole);
    assert.equal((await ask()).status, 503);
    const cut = await (await ask()).text();
    assert.ok(cut.length > 0 && whole.startsWith(cut) && cut.length < whole.length);
    await assert.rejects(ask());
    assert.deepEqual(types, Array(5).fill('outcomeMeta'));
  } finally {
    await faulty.close();
  }
});
