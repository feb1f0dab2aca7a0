import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deflateRawSync } from 'node:zlib';
import fc from 'fast-check';
import { freshDrift } from '../../test/fresh-drift.ts';
import { drift } from './drift.ts';
import { type FrameOf, readFrame } from './frame.ts';

const user = `0x${'c0'.repeat(20)}`;
const timeMs = 1784683648442;
const context = {
  funding: '0.0000125',
  openInterest: '27353.17682',
  prevDayPx: '76317.0',
  dayNtlVlm: '1516669192.1953897476',
  premium: null,
  oraclePx: '77605.0',
  markPx: '77562.0',
  midPx: null,
  impactPxs: null,
};
const level = { px: '66410.0', sz: '1.99792', n: 6 };
const trade = { coin: 'BTC', side: 'B', px: '1', sz: '2', time: timeMs, tid: 5, users: [user, user] };
const candle = { t: timeMs, T: timeMs, s: 'BTC', i: '1m', o: '1', h: '1', l: '1', c: '1', v: '1', n: 1 };
const fill = {
  coin: 'BTC',
  px: '64000.0',
  sz: '0.5',
  side: 'B',
  time: timeMs,
  startPosition: '0.0',
  dir: 'Open Long',
  closedPnl: '0.0',
  oid: 1,
  crossed: true,
  fee: '0.1',
};
const margin = { accountValue: '1', totalNtlPos: '1', totalRawUsd: '1', totalMarginUsed: '1' };
const state = {
  marginSummary: margin,
  crossMarginSummary: margin,
  crossMaintenanceMarginUsed: '1',
  withdrawable: '1',
  assetPositions: [],
  time: timeMs,
};
const outcome = { outcome: 173, name: 'x', description: '', sideSpecs: [{ name: 'Yes' }, { name: 'No' }] };
/** As the exchange sends fast prices. */
const packed = (value: unknown) => deflateRawSync(JSON.stringify(value)).toString('base64');
/** A frame of every channel. */
const frames = [
  { channel: 'trades', data: [trade] },
  { channel: 'l2Book', data: { coin: 'BTC', time: timeMs, levels: [[level], []] } },
  { channel: 'bbo', data: { coin: 'BTC', time: timeMs, bbo: [level, null] } },
  { channel: 'allMids', data: { mids: { BTC: '1' } } },
  { channel: 'candle', data: candle },
  { channel: 'candle', data: [candle] },
  { channel: 'activeAssetCtx', data: { coin: 'BTC', ctx: context } },
  { channel: 'activeSpotAssetCtx', data: { coin: '@1', ctx: { ...context, coin: '@1' } } },
  { channel: 'allDexsAssetCtxs', data: { ctxs: [['', [context]]] } },
  { channel: 'fastAssetCtxs', data: packed({ BTC: { markPx: '77562.0', midPx: '77561.5' } }) },
  { channel: 'userFills', data: { user, fills: [fill] } },
  { channel: 'user', data: { fills: [fill] } },
  { channel: 'user', data: { nonUserCancel: [{ coin: 'BTC', oid: 1 }] } },
  {
    channel: 'user',
    data: { funding: { coin: 'BTC', usdc: '1', szi: '1', fundingRate: '1', nSamples: null } },
  },
  { channel: 'clearinghouseState', data: { dex: '', user, clearinghouseState: state } },
  { channel: 'outcomeMetaUpdates', data: [{ outcomeCreated: outcome }, { outcomeSettled: 173 }] },
  {
    channel: 'subscriptionResponse',
    data: { method: 'subscribe', subscription: { type: 'l2Book', coin: 'BTC', nSigFigs: null } },
  },
  { channel: 'error', data: 'Already subscribed' },
  { channel: 'pong' },
];

test('a frame of every channel is read', () => {
  for (const frame of frames) {
    const read = readFrame(JSON.stringify(frame));
    assert.ok(!('fault' in read), JSON.stringify([frame, read]));
    assert.equal(read.channel, frame.channel);
    assert.deepEqual(read.rejected, []);
  }
});

test('one bad trade or fill is rejected with its reason, the others of the frame are kept', () => {
  const trades = readFrame(JSON.stringify({ channel: 'trades', data: [trade, { ...trade, tid: -1 }] }));
  assert.deepEqual((trades as FrameOf<'trades'>).data, [trade]);
  assert.match((trades as FrameOf<'trades'>).rejected[0]!.reason, /^trade\.tid is -1, should be an integer/);
  const odd = [{ px: '100000000' }, { px: 1e8 }, { px: '-1' }, { sz: '0.0' }, { sz: 0 }, { sz: '-2' }];
  const oddTrades = odd.map((change) => ({ ...trade, ...change }));
  const oddFrame = readFrame(JSON.stringify({ channel: 'trades', data: [...oddTrades, trade] }));
  assert.deepEqual((oddFrame as FrameOf<'trades'>).data, [trade]);
  const [first] = (oddFrame as FrameOf<'trades'>).rejected;
  assert.match(first!.reason, /^trade\.px is "100000000", should be a decimal from 0 to below 100000000/);
  const fills = readFrame(
    JSON.stringify({
      channel: 'userFills',
      data: { user, isSnapshot: true, fills: [{ ...fill, sz: '0' }, fill] },
    }),
  );
  const { data, rejected } = fills as FrameOf<'userFills'>;
  assert.deepEqual(data, { user, isSnapshot: true, fills: [fill] });
  assert.match(rejected[0]!.reason, /^sz is "0"/);
});

test('one context that cannot be used costs its market, and the others keep their places', () => {
  const { markPx: _, ...bad } = context;
  const message = { channel: 'allDexsAssetCtxs', data: { ctxs: [['xyz', [context, bad, context]]] } };
  const { data, rejected, odd } = readFrame(JSON.stringify(message)) as FrameOf<'allDexsAssetCtxs'>;
  // Null is left out.
  const { premium: _p, midPx: _m, impactPxs: _i, ...read } = context;
  assert.deepEqual(data.ctxs, [['xyz', [read, undefined, read]]]);
  assert.equal(odd, undefined);
  assert.equal(rejected.length, 1);
  assert.equal(rejected[0]!.index, 1);
  assert.match(rejected[0]!.reason, /^dex "xyz": context\.markPx is missing/);
});

test('a part of a context that is odd costs that part', () => {
  const message = {
    channel: 'allDexsAssetCtxs',
    data: { ctxs: [['', [{ ...context, midPx: 'x', premium: '0.1' }]]] },
  };
  const { data, odd } = readFrame(JSON.stringify(message)) as FrameOf<'allDexsAssetCtxs'>;
  assert.deepEqual([data.ctxs[0]![1][0]!.midPx, data.ctxs[0]![1][0]!.premium], [undefined, '0.1']);
  assert.match(odd![0]!.reason, /context\.midPx is "x"/);
});

test('fast prices have what changed: no field is no change, and a mid of null is none', () => {
  const contexts = { BTC: { markPx: '1.5', midPx: '2' }, 'xyz:GOLD': { midPx: null }, '@107': { markPx: 3 } };
  const frame = readFrame(JSON.stringify({ channel: 'fastAssetCtxs', data: packed(contexts) }));
  assert.deepEqual(frame, {
    channel: 'fastAssetCtxs',
    data: [
      { coin: 'BTC', markPx: '1.5', midPx: '2' },
      { coin: 'xyz:GOLD', midPx: null },
      { coin: '@107', markPx: '3' },
    ],
    rejected: [],
  });
});

test('fast prices of which one is odd cost their coin, and the others are read', () => {
  const bad = { A: 5, B: null, C: { markPx: 'x', midPx: '1' }, D: { markPx: '1', midPx: [] } };
  const data = packed({ ...bad, BTC: { markPx: '1' } });
  const frame = readFrame(JSON.stringify({ channel: 'fastAssetCtxs', data })) as FrameOf<'fastAssetCtxs'>;
  assert.deepEqual(frame.data, [{ coin: 'BTC', markPx: '1' }]);
  assert.deepEqual(
    frame.rejected.map(({ index, value }) => [index, value]),
    Object.entries(bad).map(([coin, prices], index) => [index, { [coin]: prices }]),
  );
  assert.match(frame.rejected[0]!.reason, /^coin "A": fastContext is 5/);
  assert.match(frame.rejected[2]!.reason, /^coin "C": fastContext\.markPx is "x"/);
});

test('fields of fast prices that are not known are counted and left out', () => {
  freshDrift();
  const data = packed({ BTC: { markPx: '1', oraclePx: '2' }, ETH: { oraclePx: '3' } });
  const frame = readFrame(JSON.stringify({ channel: 'fastAssetCtxs', data })) as FrameOf<'fastAssetCtxs'>;
  assert.deepEqual(frame.data, [{ coin: 'BTC', markPx: '1' }, { coin: 'ETH' }]);
  assert.deepEqual(
    drift.state().entries.map(({ payload, field, count }) => [payload, field, count]),
    [['fastContext', 'oraclePx', 2]],
  );
});

test('fast prices that cannot be unpacked, or are too many bytes, say why', () => {
  const large = packed({ BTC: { markPx: '1', note: 'x'.repeat(9 << 20) } });
  const faults: [unknown, RegExp][] = [
    [{ BTC: { markPx: '1' } }, /^fastAssetCtxs is an object, should be a string/],
    [undefined, /^fastAssetCtxs is missing, should be a string/],
    ['BTC', /^fastAssetCtxs cannot be unpacked \(/],
    [packed({ BTC: { markPx: '1' } }).slice(0, 16), /^fastAssetCtxs cannot be unpacked \(unexpected end/],
    [deflateRawSync('{"BTC"').toString('base64'), /^fastAssetCtxs cannot be unpacked \(.*JSON/],
    [packed([1]), /^fastAssetCtxs is an array, should be an object by coin/],
    [packed(null), /^fastAssetCtxs is null, should be an object by coin/],
    [large, /^fastAssetCtxs cannot be unpacked \(Cannot create a Buffer larger than/],
  ];
  for (const [data, expected] of faults) {
    const read = readFrame(JSON.stringify({ channel: 'fastAssetCtxs', data }));
    assert.match('fault' in read ? read.fault : 'none', expected);
  }
});

test('a frame that is none says why', () => {
  const faults: [string, RegExp][] = [
    ['', /^frame is no JSON/],
    ['{"channel":"trades"', /^frame is no JSON/],
    ['17', /^frame is 17, should be an object/],
    ['{"data":[]}', /^channel is missing, should be one of trades, /],
    ['{"channel":"constructor"}', /^channel is "constructor", should be one of/],
    ['{"channel":"trades","data":{}}', /^list of trade is an object, should be an array/],
    ['{"channel":"error","data":5}', /^error is 5, should be a string/],
  ];
  for (const [message, expected] of faults) {
    const read = readFrame(message);
    assert.match('fault' in read ? read.fault : 'none', expected);
  }
});

test('no change to a frame makes the reader throw, and its reasons stay short', () => {
  const change = fc.record({
    frame: fc.constantFrom(...frames),
    at: fc.nat(),
    value: fc.oneof(fc.jsonValue(), fc.constant(undefined), fc.string({ minLength: 300 })),
  });
  fc.assert(
    fc.property(change, ({ frame, at, value }) => {
      const read = readFrame(JSON.stringify(changed(frame, at, value)));
      const reasons = 'fault' in read ? [read.fault] : read.rejected.map(({ reason }) => reason);
      for (const reason of reasons) assert.ok(reason.length > 0 && reason.length < 700, reason);
    }),
    { numRuns: 3_000 },
  );
});

test('no cut or flipped character of a frame makes the reader throw', () => {
  fc.assert(
    fc.property(fc.constantFrom(...frames), fc.nat(), fc.string({ maxLength: 3 }), (frame, at, text) => {
      const whole = JSON.stringify(frame);
      const place = at % (whole.length + 1);
      readFrame(whole.slice(0, place));
      readFrame(whole.slice(0, place) + text + whole.slice(place + 1));
    }),
    { numRuns: 3_000 },
  );
});

/** A copy with the n-th value inside it, counted over all, replaced. */
function changed(root: unknown, n: number, value: unknown): unknown {
  const copy = structuredClone(root);
  const places: [object, string][] = [];
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    for (const key of Object.keys(node)) {
      places.push([node, key]);
      visit((node as Record<string, unknown>)[key]);
    }
  };
  visit(copy);
  const [node, key] = places[n % places.length]!;
  (node as Record<string, unknown>)[key] = value;
  return copy;
}
