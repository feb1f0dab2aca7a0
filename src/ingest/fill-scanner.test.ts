import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { fillsOf, rowsOf } from '../../test/fill-rows.ts';
import { scan } from '../../test/scanned-fill.ts';
import { readFill, type WireFill } from '../wire/fill.ts';
import { fillColumnSpecs } from './fill-column-specs.ts';
import type { FillColumns } from './fill-columns.ts';

const wallet = '0x109a42c3ead059b041560cb6da71058516e7ba3e';
const plain: WireFill = {
  coin: 'BTC',
  px: '66405.0',
  sz: '0.00123',
  side: 'B',
  time: 1_772_323_200_103,
  startPosition: '-1128265.1000000001',
  dir: 'Open Long',
  closedPnl: '0.0',
  hash: `0x${'1a'.repeat(32)}`,
  oid: 221_986_250_858,
  crossed: false,
  fee: '-0.462304',
  tid: 1_125_899_906_842_623,
  feeToken: 'USDC',
};

/** Every byte of every column, as an append of the parsed fill would leave it. */
function assertSame(columns: FillColumns, fill: WireFill): void {
  const expected = rowsOf([{ wallet, fill, block: 0, seq: 0 }]);
  assert.deepEqual(fillsOf(columns), fillsOf(expected));
  for (const { name } of fillColumnSpecs) {
    if (name !== 'fee_px') assert.deepEqual(columns.bytes[name], expected.bytes[name], name);
  }
  assert.deepEqual(
    [columns.timesMs, columns.tids, columns.oids],
    [expected.timesMs, expected.tids, expected.oids],
  );
}

test('an ordinary fill is scanned, in whatever order its fields stand', () => {
  const whole = { ...plain, cloid: `0x${'0f'.repeat(16)}`, twapId: 17, builder: wallet, builderFee: '0.05' };
  for (const fill of [plain, { ...plain, cloid: null, twapId: null, builder: null }, whole]) {
    for (const fields of [Object.entries(fill), Object.entries(fill).reverse()]) {
      const columns = scan(JSON.stringify([wallet, Object.fromEntries(fields)]));
      assert.ok(columns !== undefined);
      assertSame(columns, fill);
    }
  }
});

const digits = (length: number) => fc.stringMatching(new RegExp(`^\\d{1,${length}}$`));
const decimal = fc
  .tuple(fc.boolean(), digits(17), fc.option(digits(14)))
  .map(([negative, whole, rest]) => `${negative ? '-' : ''}${whole}${rest === null ? '' : `.${rest}`}`);
const odd = fc.oneof(
  fc.constantFrom(null, '', '.', '-', '1.', '.5', '1e3', '+1', ' 1', '0x1', 'é', 'a"b', 'a\\b', true, [], {}),
  fc.constantFrom(1e-7, -0, 0, 2 ** 53, 2 ** 53 - 1, 1.5, '0'.repeat(30)),
  fc.string(),
);
const names = fc.oneof(
  fc.constantFrom('BTC', '@107', 'xyz:TSLA', '#10', 'Open Long', 'Settlement'),
  fc.string(),
);
const changed: fc.Arbitrary<[keyof WireFill | 'unknown', unknown]> = fc.oneof(
  fc.tuple(
    fc.constantFrom('px', 'sz', 'startPosition', 'closedPnl', 'fee', 'builderFee'),
    fc.oneof(decimal, odd),
  ),
  fc.tuple(fc.constantFrom('coin', 'dir', 'feeToken'), fc.oneof(names, odd)),
  fc.tuple(fc.constantFrom('oid', 'tid', 'time', 'twapId'), fc.oneof(fc.maxSafeNat(), odd)),
  fc.tuple(fc.constantFrom('side', 'crossed', 'hash', 'cloid', 'builder', 'unknown', 'liquidation'), odd),
);

test('whatever it takes, parsing takes too and gives the same columns; a fault it always declines', () => {
  let taken = 0;
  fc.assert(
    fc.property(fc.array(changed, { maxLength: 3 }), (changes) => {
      const fill = { ...plain, ...Object.fromEntries(changes) } as WireFill;
      const text = JSON.stringify([wallet, fill]);
      const columns = scan(text);
      if (columns === undefined) return;
      taken += 1;
      const [, parsed] = JSON.parse(text) as [string, WireFill];
      assert.deepEqual(readFill(parsed), { fill: parsed, odd: [] });
      assertSame(columns, parsed);
    }),
    { numRuns: 5_000, seed: 11 },
  );
  assert.ok(taken > 1_000, `${taken} fills were scanned`);
});

test('text that is cut or changed anywhere is declined, or is still the JSON that it is taken for', () => {
  const text = JSON.stringify([wallet, { ...plain, cloid: `0x${'0f'.repeat(16)}`, twapId: null }]);
  for (let at = 0; at < text.length; at++) {
    assert.equal(scan(text.slice(0, at)), undefined, text.slice(0, at));
    for (const character of ['"', ',', '0', 'x', '-', '.', '}', ' ']) {
      const broken = text.slice(0, at) + character + text.slice(at + 1);
      const columns = scan(broken);
      if (columns === undefined) continue;
      const [, parsed] = JSON.parse(broken) as [string, WireFill];
      assert.deepEqual(readFill(parsed), { fill: parsed, odd: [] }, broken);
      assert.deepEqual(
        fillsOf(columns)[0]!.fill,
        fillsOf(rowsOf([{ wallet, fill: parsed, block: 0, seq: 0 }]))[0]!.fill,
      );
    }
  }
});
