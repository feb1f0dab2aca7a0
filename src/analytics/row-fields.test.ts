import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { dateTime, double, int64 } from '../endpoints/bodies/fields.ts';
import { bodySchema, nullable, optional } from '../endpoints/schema.ts';
import { rowFields } from './row-fields.ts';

const toy = bodySchema('ToyTotals', {
  coin: Type.String(),
  lastTradeAt: dateTime(''),
  winRate: double(''),
  wins: int64(''),
  totalPnl: double(''),
  worst: nullable(double('')),
  isPerp: Type.Boolean(),
  displayName: optional(Type.String()),
});

const fields = {
  winRate: ({ wins }: { wins: number }, { fills }: { fills: number }) => (wins * 100) / fills,
  totalPnl: 'pnl_usd',
  worst: { column: 'least', map: (usd: number) => Math.min(usd, 0) },
  displayName: 'display_name',
};
const row = {
  coin: 'BTC',
  last_trade_at: '1768469412486',
  wins: '9007199254740991',
  pnl_usd: '-0.500000000001',
  least: '7.5',
  is_perp: true,
  display_name: null,
  fills: '9007199254740992',
};

test('a row becomes the body that its schema names, in the order of the schema', () => {
  const { bodyOf } = rowFields(toy, fields, { fills: 'integer' });
  const body = bodyOf(row);
  assert.ok(Compile(toy).Check(JSON.parse(JSON.stringify(body))));
  assert.equal(
    JSON.stringify(body),
    '{"coin":"BTC","lastTradeAt":"2026-01-15T09:30:12.486Z","winRate":99.99999999999999,"wins":9007199254740991,' +
      '"totalPnl":-0.500000000001,"worst":0,"isPerp":true}',
  );
  assert.equal(bodyOf({ ...row, least: null, display_name: 'Bitcoin' }).worst, null);
  assert.equal(bodyOf({ ...row, display_name: 'Bitcoin' }).displayName, 'Bitcoin');
});

test('a row is refused whose column is missing, is rounded already, or is of another kind', () => {
  const check = Compile(rowFields(toy, fields, { fills: 'integer' }).row);
  assert.ok(check.Check(row));
  assert.ok(check.Check({ ...row, fills: 12 }), 'a narrow integer comes as a number');
  for (const wrong of [
    { pnl_usd: -0.5 },
    { pnl_usd: '1e5' },
    { coin: null },
    { wins: '1.5' },
    { is_perp: 1 },
    { fills: '' },
  ]) {
    assert.ok(!check.Check({ ...row, ...wrong }), JSON.stringify(wrong));
  }
  const { least: _, ...without } = row;
  assert.ok(!check.Check(without));
});

test('an optional field that has no source is left out; a field whose schema says nothing needs one', () => {
  const { row: bare } = rowFields(toy, { winRate: () => 0 });
  assert.ok(!Object.keys(bare.properties).includes('display_name'));
  const odd = bodySchema('ToyOdd', { markPx: Type.Unknown() });
  assert.throws(() => rowFields(odd), /markPx/);
  assert.deepEqual(rowFields(odd, { markPx: { column: 'mark', as: 'decimal' } }).bodyOf({ mark: '1.25' }), {
    markPx: 1.25,
  });
});
