import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { readFill, unknownName } from './fill.ts';

const good = {
  coin: 'BTC',
  px: '64000.0',
  sz: '0.5',
  side: 'B',
  time: 1760130964831,
  startPosition: '-1128265.1000000001',
  dir: 'Open Long',
  closedPnl: '0.0',
  hash: `0x${'0'.repeat(64)}`,
  oid: 190000000001,
  crossed: true,
  fee: '-0.96',
  tid: 0,
  feeToken: 'USDC',
  twapId: null,
};
const address = `0x${'a1'.repeat(20)}`;

/** The first fault, be it of the fill or of an optional part. */
function fillFault(value: unknown): string | undefined {
  const reading = readFill(value);
  return typeof reading === 'string' ? reading : reading.odd[0];
}

test('a fill is usable with every field, without the optional ones, and with unknown ones', () => {
  assert.equal(fillFault(good), undefined);
  const { hash: _, tid: __, feeToken: ___, twapId: ____, ...old } = good;
  assert.equal(fillFault(old), undefined, 'the records of 2023');
  const liquidation = {
    liquidatedUser: address.toUpperCase().replace('0X', '0x'),
    markPx: 22.025,
    method: 'backstop',
  };
  const full = {
    cloid: `0x${'0f'.repeat(15)}A1`,
    builder: address,
    builderFee: '0.1',
    deployerFee: 0.2,
    priorityGas: '0',
    twapId: 17,
  };
  assert.equal(fillFault({ ...good, ...full, liquidation, brandNew: { x: 1 } }), undefined);
  assert.equal(fillFault({ ...good, liquidation: null, tid: null, cloid: null, builder: null }), undefined);
  assert.equal(
    fillFault({ ...good, px: 0, sz: 1e-7, oid: '77', tid: '1019408913364172', closedPnl: -3.5 }),
    undefined,
  );
  assert.equal(fillFault({ ...good, dir: 'Something New', px: '0.0' }), undefined);
});

test('a position keeps the float noise of the exchange: more decimals than a column has are no fault', () => {
  for (const startPosition of ['0.1234567890123', '-1128265.10000000000000000001', '1.5e-14', 0.1 + 0.2]) {
    assert.equal(fillFault({ ...good, startPosition }), undefined, String(startPosition));
  }
});

test('a required field that is missing is named, with what it should be', () => {
  const required = 'coin px sz side time startPosition dir closedPnl oid crossed fee'.split(' ');
  for (const field of required) {
    const reason = fillFault({ ...good, [field]: undefined });
    assert.match(reason ?? '', new RegExp(`^${field} is missing, should be `), field);
  }
});

test('a fault names the field, what it is and what it should be', () => {
  const faults: [object, RegExp][] = [
    [{ coin: '' }, /^coin is "", should be a non-empty string/],
    [{ coin: 'X'.repeat(65) }, /^coin is "X+…", should be a non-empty string of at most 64/],
    [{ px: '12,5' }, /^px is "12,5", should be a decimal of at least 0/],
    [{ px: '-1' }, /^px is "-1", should be a decimal of at least 0/],
    [{ px: '0.12345678901' }, /^px is .* at most 10 decimals/],
    [{ sz: '0.00' }, /^sz is "0.00", should be a decimal above 0/],
    [{ sz: 1e-13 }, /^sz is 1e-13, should be a decimal above 0/],
    [{ sz: -1 }, /^sz is -1/],
    [{ sz: '1000000000000000' }, /^sz is .* at most 15 integer digits/],
    [{ startPosition: '1e15' }, /^startPosition is .* 15 integer digits/],
    [{ px: '100000000' }, /^px is .* a decimal below 100000000/],
    [{ liquidation: { liquidatedUser: address, markPx: 1e8, method: 'market' } }, /^liquidation.markPx is /],
    [{ px: '99999999', sz: '20000000' }, /^px × sz is 1999999980000000, should be below 1000000000000000/],
    [{ coin: 'A\ud800' }, /^coin is .* whole Unicode characters/],
    [{ closedPnl: 1e15 }, /^closedPnl is 1000000000000000, .* 15 integer digits/],
    [{ fee: null }, /^fee is null, should be a decimal/],
    [{ side: 'Bid' }, /^side is "Bid", should be "B" \(buy\) or "A" \(sell\)/],
    [{ time: 1760130964 }, /^time is 1760130964, should be an integer of unix milliseconds/],
    [{ time: '17601309648' }, /^time is "17601309648"/],
    [{ time: '1760130964831.0' }, /^time is "1760130964831.0"/],
    [{ time: 1760130964831.5 }, /^time is /],
    [{ oid: -1 }, /^oid is -1, should be an integer from 0 to 2\^53-1/],
    [{ oid: 2 ** 53 }, /^oid is /],
    [{ tid: '1.5' }, /^tid is "1.5"/],
    [{ tid: '9999999999999999' }, /^tid is /],
    [{ crossed: 'true' }, /^crossed is "true", should be true or false/],
    [{ feeToken: '' }, /^feeToken is ""/],
    [{ builder: '0x12' }, /^builder is "0x12", should be an address/],
    [{ builderFee: 'x' }, /^builderFee is "x"/],
    [{ deployerFee: {} }, /^deployerFee is an object/],
    [{ priorityGas: [] }, /^priorityGas is an array/],
    [{ twapId: 'x' }, /^twapId is "x"/],
    [{ hash: 7 }, /^hash is 7, should be 0x and 64 hex digits/],
    [{ hash: `0x${'0'.repeat(63)}` }, /^hash is /],
    [{ hash: `0x${'g'.repeat(64)}` }, /^hash is /],
    [{ hash: '' }, /^hash is "", should be 0x and 64 hex digits/],
    [{ cloid: '0x01' }, /^cloid is "0x01", should be 0x and 32 hex digits/],
    [{ cloid: `0x${'0'.repeat(33)}` }, /^cloid is /],
    [{ liquidation: 'yes' }, /^liquidation is "yes", should be an object/],
    [{ liquidation: { liquidatedUser: 'x' } }, /^liquidation.liquidatedUser is "x"/],
    [{ liquidation: { liquidatedUser: address, method: 'market' } }, /^liquidation.markPx is missing/],
    [{ liquidation: { liquidatedUser: address, markPx: '1' } }, /^liquidation.method is missing/],
  ];
  for (const [change, expected] of faults)
    assert.match(fillFault({ ...good, ...change }) ?? 'none', expected);
  for (const value of [null, 17, 'x', [], undefined])
    assert.match(fillFault(value) ?? '', /^fill is .* object$/);
});

test('no JSON value in any field makes the check throw', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...Object.keys(good), 'liquidation', 'builder'),
      fc.jsonValue(),
      (field, value) => {
        const reason = fillFault({ ...good, [field]: value });
        assert.ok(reason === undefined || (reason.includes('should be') && reason.length < 250));
      },
    ),
  );
});

test('every integer may be text, and the time is a number then', () => {
  const reading = readFill({ ...good, time: '1760130964831', oid: '190000000001', tid: '7', twapId: '17' });
  assert.ok(typeof reading !== 'string');
  assert.deepEqual([reading.fill.time, reading.odd], [1760130964831, []]);
});

test('an optional part that is missing or odd costs that part, and the fill says what is left', () => {
  const market = { liquidatedUser: address, markPx: '1', method: 'market' };
  const parts: [change: object, left: object, reasons: number][] = [
    [{ hash: 'x', cloid: 7, twapId: -1 }, { hash: null, cloid: null, twapId: null }, 3],
    [{ builder: 'x', builderFee: '0.1' }, { builder: null, builderFee: '0.1' }, 1],
    [{ feeToken: 7 }, { feeToken: unknownName }, 1],
    [{ liquidation: 'yes' }, { liquidation: null }, 1],
    [{ liquidation: {} }, { liquidation: { method: unknownName } }, 3],
    [
      { liquidation: { ...market, liquidatedUser: null } },
      { liquidation: { markPx: '1', method: 'market' } },
      1,
    ],
    [{ liquidation: { ...market, method: '' } }, { liquidation: { ...market, method: unknownName } }, 1],
    [
      { liquidation: { ...market, markPx: 'x' } },
      { liquidation: { liquidatedUser: address, method: 'market' } },
      1,
    ],
  ];
  for (const [change, left, reasons] of parts) {
    const reading = readFill({ ...good, ...change });
    assert.ok(typeof reading !== 'string', JSON.stringify(change));
    assert.deepEqual(reading.fill, { ...good, ...change, ...left });
    assert.equal(reading.odd.length, reasons, JSON.stringify(change));
  }
});

test('an element of userTwapSliceFills is named for what it is', () => {
  assert.match(
    String(readFill({ fill: good, twapId: 7 })),
    /userTwapSliceFills.*expected a fill as userFills/,
  );
});
