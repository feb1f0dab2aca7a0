import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { Type } from 'typebox';
import { maxListItems, maxTextBytes } from '../../src/analytics/param-value.ts';
import { query } from '../../src/analytics/query.ts';
import { AnalyticsError } from '../../src/analytics/store.ts';
import type { OpenStore } from './analytics.ts';

const text = query({
  name: 'value.text',
  params: { text: 'String', list: 'Array(String)' },
  row: Type.Object({ text: Type.String(), bytes: Type.String(), list: Type.Array(Type.String()) }),
  sql: 'SELECT {text:String} AS text, length({text:String}) AS bytes, {list:Array(String)} AS list',
});

const numbers = query({
  name: 'value.numbers',
  params: { signed: 'Int64', unsigned: 'UInt64', list: 'Array(Int64)', float: 'Float64' },
  row: Type.Object({
    signed: Type.String(),
    unsigned: Type.String(),
    list: Type.Array(Type.String()),
    float: Type.Number(),
    types: Type.String(),
  }),
  sql: `SELECT {signed:Int64} AS signed, {unsigned:UInt64} AS unsigned, {list:Array(Int64)} AS list, {float:Float64} AS float,
    concat(toTypeName(signed), ' ', toTypeName(unsigned), ' ', toTypeName(list), ' ', toTypeName(float)) AS types`,
});

const times = query({
  name: 'value.times',
  params: { time: 'TimeMs', day: 'Date' },
  row: Type.Object({ ms: Type.String(), day: Type.String(), types: Type.String() }),
  sql: `SELECT toUnixTimestamp64Milli({time:TimeMs}) AS ms, toString({day:Date}) AS day,
    concat(toTypeName({time:TimeMs}), ' ', toTypeName({day:Date})) AS types`,
});

const wallets = query({
  name: 'value.wallets',
  params: { wallet: 'Wallet', list: 'Array(Wallet)' },
  row: Type.Object({
    wallet: Type.String(),
    list: Type.Array(Type.String()),
    found: Type.Number(),
    types: Type.String(),
  }),
  sql: `SELECT lower(hex({wallet:Wallet})) AS wallet, arrayMap(x -> lower(hex(x)), {list:Array(Wallet)}) AS list,
    {wallet:Wallet} IN {list:Array(Wallet)} AS found,
    concat(toTypeName({wallet:Wallet}), ' ', toTypeName({list:Array(Wallet)})) AS types`,
});

const hostile = [
  '',
  "'",
  "\\'; DROP TABLE fills; --",
  '\\',
  '\\\\n\\0\\x41',
  '\0',
  'before\0after',
  '{text:String}',
  '{list:Array(String)} {other:UInt64}',
  "unhex('00')",
  '\r\n\t\b\f\v',
  '`"/*--*/#;',
  '%00%27+&param_text=x',
  '$&$1$`',
  '\\N',
  'NULL',
  '🌊 ☃ \u{10ffff} \u0301',
];

const wallet = fc
  .uint8Array({ minLength: 20, maxLength: 20 })
  .map((bytes) => `0x${Buffer.from(bytes).toString('hex')}`);
const runs = { numRuns: 60 };
const int64 = { min: -(2n ** 63n), max: 2n ** 63n - 1n };

export function valueGuarantees(store: OpenStore): void {
  describe('values', () => {
    test('hostile text arrives as it was sent and never becomes SQL', async () => {
      for (const value of hostile) await checkText(store, value, [value, '', value]);
      await checkText(store, 'all', hostile);
      await checkText(store, '\\'.repeat(maxTextBytes), ["'".repeat(maxTextBytes)]);
    });

    test('any text arrives as it was sent', async () => {
      const anyText = fc.string({ unit: 'binary', maxLength: 40 });
      const property = fc.asyncProperty(anyText, fc.array(anyText, { maxLength: 5 }), (value, list) =>
        checkText(store, value, list),
      );
      await fc.assert(property, runs);
    });

    test('64-bit integers and floats arrive without losing a digit', async () => {
      const property = fc.asyncProperty(
        fc.bigInt(int64),
        fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }),
        fc.array(fc.bigInt(int64), { maxLength: 5 }),
        fc.double({ noNaN: true, noDefaultInfinity: true }),
        async (signed, unsigned, list, float) => {
          const [row] = await store.current.rows(numbers, { signed, unsigned, list, float });
          assert.deepEqual(row, {
            signed: String(signed),
            unsigned: String(unsigned),
            list: list.map(String),
            // JSON text may drop the sign of zero.
            float: row!.float === 0 ? row!.float : float,
            types: 'Int64 UInt64 Array(Int64) Float64',
          });
          assert.equal(row!.float === 0, float === 0);
        },
      );
      const examples: [bigint, bigint, bigint[], number][] = [
        [int64.min, 0n, [], Number.MIN_VALUE],
        [int64.max, 2n ** 64n - 1n, [int64.min, int64.max], Number.MAX_VALUE],
      ];
      await fc.assert(property, { ...runs, examples });
    });

    test('times arrive to the millisecond and dates to the day', async () => {
      // Range of DateTime64(3) and Date.
      const timeMs = fc.integer({ min: Date.UTC(1900, 0, 1), max: Date.UTC(2299, 11, 31) });
      const day = fc
        .integer({ min: 0, max: 65_535 })
        .map((days) => new Date(days * 86_400_000).toISOString().slice(0, 10));
      const property = fc.asyncProperty(timeMs, day, async (time, date) => {
        const rows = await store.current.rows(times, { time, day: date });
        assert.deepEqual(rows, [{ ms: String(time), day: date, types: "DateTime64(3, 'UTC') Date" }]);
      });
      await fc.assert(property, runs);
    });

    test('wallets arrive as 20 bytes and are found in lists', async () => {
      const property = fc.asyncProperty(
        wallet,
        fc.array(wallet, { maxLength: 4 }),
        fc.boolean(),
        async (one, others, among) => {
          const list = among ? [...others, one] : others;
          const rows = await store.current.rows(wallets, { wallet: one, list });
          assert.deepEqual(rows, [
            {
              wallet: one.slice(2),
              list: list.map((address) => address.slice(2)),
              found: list.includes(one) ? 1 : 0,
              types: 'FixedString(20) Array(FixedString(20))',
            },
          ]);
        },
      );
      await fc.assert(property, runs);
    });

    test('a list of as many wallets as the bound allows arrives, one more is refused', async () => {
      const all = Array.from({ length: maxListItems + 1 }, (_, i) => `0x${i.toString(16).padStart(40, '0')}`);
      const list = all.slice(1);
      const values = { wallet: list.at(-1)!, list };
      const [row] = await store.current.rows(wallets, values);
      assert.equal(row!.found, 1);
      assert.equal(row!.list.length, maxListItems);
      assert.ok((await store.current.bytes(wallets, values)).length > maxListItems * 40);
      await assert.rejects(store.current.rows(wallets, { ...values, list: all }), /at most 2000 fit/);
    });

    test('a value that does not fit its type is refused before it reaches the engine', async () => {
      const { current } = store;
      const good = { signed: 0, unsigned: 0, list: [], float: 0 };
      const wallet = `0x${'0'.repeat(40)}`;
      const refused: [Promise<unknown>, RegExp][] = [
        [current.rows(numbers, { ...good, signed: 2n ** 63n }), /out of range/],
        [current.rows(numbers, { ...good, unsigned: -1 }), /out of range/],
        [current.rows(numbers, { ...good, unsigned: 2n ** 64n }), /out of range/],
        [current.rows(numbers, { ...good, signed: 0.5 }), /not an integer/],
        [current.rows(numbers, { ...good, signed: 2 ** 53 }), /not an integer/],
        [current.rows(numbers, { ...good, list: [Number.NaN] }), /not an integer/],
        [current.rows(numbers, { ...good, float: Number.POSITIVE_INFINITY }), /not a finite number/],
        [current.rows(wallets, { wallet: `0x${'A'.repeat(40)}`, list: [] }), /not a wallet address/],
        [current.rows(wallets, { wallet, list: [`${wallet}00`] }), /not a wallet address/],
        [current.rows(times, { time: 0, day: "2026-01-01' OR 1" }), /not a date/],
        [current.rows(times, { day: '2026-01-01' } as never), /parameter time has no value/],
        [current.rows(text, { text: 'x'.repeat(maxTextBytes + 1), list: [] }), /at most 60000 fit/],
        [current.rows(text, { text: '', list: ['é'.repeat(30_000), 'x'] }), /at most 60000 fit/],
        [current.bytes(wallets, { wallet: '', list: [] }), /not a wallet address/],
      ];
      for (const [call, reason] of refused) await assert.rejects(call, reason);
    });

    test('decimals and 64-bit integers of a row arrive as text, unrounded', async () => {
      const exact = query({
        name: 'value.exact',
        params: {},
        row: Type.Object({
          wide: Type.String(),
          price: Type.String(),
          big: Type.String(),
          small: Type.Number(),
        }),
        sql: `SELECT toDecimal128('12345678901234567890.123456789012345678', 18) AS wide, toDecimal64('0.10000001', 8) AS price,
          toUInt64(18446744073709551615) AS big, toUInt32(7) AS small`,
      });
      assert.deepEqual(await store.current.rows(exact, {}), [
        {
          wide: '12345678901234567890.123456789012345678',
          price: '0.10000001',
          big: '18446744073709551615',
          small: 7,
        },
      ]);
    });

    test('a row that is not what the query declares is an error that names the query', async () => {
      const wrong = query({
        name: 'value.wrong-row',
        params: {},
        row: Type.Object({ volume: Type.Number() }),
        sql: `SELECT toUInt64(1) AS volume`,
      });
      await assert.rejects(store.current.rows(wrong, {}), (error: unknown) => {
        assert.ok(error instanceof AnalyticsError);
        assert.equal(error.failure, 'engine');
        assert.equal(error.queryName, 'value.wrong-row');
        assert.match(error.message, /volume/);
        return true;
      });
    });

    test('bytes are the RowBinary of the result', async () => {
      const binary = query({
        name: 'value.bytes',
        params: { from: 'UInt64' },
        row: Type.Object({}),
        sql: 'SELECT toUInt16(number + {from:UInt64}) AS n, toString(number) AS text FROM numbers(2) ORDER BY number',
      });
      const bytes = await store.current.bytes(binary, { from: 258 });
      assert.deepEqual([...bytes], [2, 1, 1, 0x30, 3, 1, 1, 0x31]);
      const empty = query({
        name: 'value.none',
        params: {},
        row: Type.Object({}),
        sql: 'SELECT 1 AS n WHERE n = 2',
      });
      assert.equal((await store.current.bytes(empty, {})).length, 0);
      assert.deepEqual(await store.current.rows(empty, {}), []);
    });
  });
}

async function checkText(store: OpenStore, value: string, list: string[]): Promise<void> {
  const rows = await store.current.rows(text, { text: value, list });
  assert.deepEqual(rows, [{ text: value, bytes: String(Buffer.byteLength(value)), list }]);
}
