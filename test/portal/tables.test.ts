import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import * as numbers from '../../portal/src/format/numbers.ts';
import { portalModule } from './portal-module.ts';

interface Column<Row> {
  id: string;
  head: string;
  value?: (row: Row) => number | string | null | undefined;
}
type Row = { name: string; pnl: number | null };

interface Columns {
  sortRows: (rows: readonly Row[], column: Column<Row> | undefined, isDown: boolean) => readonly Row[];
}
let sortRows: Columns['sortRows'];
interface Csv {
  csvOf: (rows: readonly Row[], columns: readonly Column<Row>[]) => string;
}
let csvOf: Csv['csvOf'];
before(async () => {
  ({ sortRows } = await portalModule<Columns>('table/column.ts'));
  ({ csvOf } = await portalModule<Csv>('table/csv.ts'));
});

const name: Column<Row> = { id: 'name', head: 'Name', value: (row) => row.name };
const pnl: Column<Row> = { id: 'pnl', head: 'PnL', value: (row) => row.pnl };
const rows: readonly Row[] = [
  { name: 'b', pnl: 2 },
  { name: 'c', pnl: null },
  { name: 'a', pnl: -10 },
];
const names = (sorted: readonly Row[]) => sorted.map((row) => row.name).join('');

test('rows without a value come last, whichever way a column is sorted', () => {
  assert.equal(names(sortRows(rows, pnl, true)), 'bac');
  assert.equal(names(sortRows(rows, pnl, false)), 'abc');
  assert.equal(names(sortRows(rows, name, true)), 'cba');
  assert.equal(sortRows(rows, undefined, true), rows);
});

test('a CSV has the numbers as they are, and no cell that a spreadsheet would run', () => {
  const hostile: Row[] = [...rows, { name: '=HYPERLINK("x"),"y"', pnl: 0.1 }];
  const shown: Column<Row> = { id: 'bar', head: 'Bar' };
  assert.equal(
    csvOf(hostile, [name, shown, pnl]),
    ['name,pnl', 'b,2', 'c,', 'a,-10', `"'=HYPERLINK(""x""),""y""",0.1`, ''].join('\r\n'),
  );
});

test('numbers are short, keep their sign, and say where they are not known', () => {
  assert.deepEqual([999.6, 1_234_567, -45_600, 0, 0.126, 1e12, null, Number.NaN].map(numbers.usd), [
    '$1.00k',
    '$1.23M',
    '−$45.6k',
    '$0',
    '$0.13',
    '$1.00T',
    '–',
    '–',
  ]);
  assert.deepEqual([5, -5, 0].map(numbers.signedUsd), ['+$5.00', '−$5.00', '$0']);
  assert.deepEqual([64_210.55, 3.14259, 0.00001234, 0].map(numbers.price), [
    '64,210.6',
    '3.1426',
    '0.000012340',
    '0',
  ]);
  assert.deepEqual(
    [numbers.percent(-0.001), numbers.share(0.256), numbers.signedPercent(1.5)],
    ['0.0%', '25.6%', '+1.50%'],
  );
  assert.deepEqual([90_061_000, 3_600_000, 400, 59_900].map(numbers.duration), ['1d 1h', '1h', '0s', '1m']);
});
