/** What charts, calendar and lists of the pages make of answers. */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { portalModule } from './portal-module.ts';

type Day = { date: string; cumulativePnl: number };
type Cell = { date: string; day: Day | undefined };
interface Days {
  drawdownsOf: (days: readonly Pick<Day, 'cumulativePnl'>[]) => number[];
  weeksOf: (days: readonly Day[]) => Cell[][];
  monthOf: (week: readonly Cell[], before: readonly Cell[] | undefined) => string;
}
let drawdownsOf: Days['drawdownsOf'];
let weeksOf: Days['weeksOf'];
let monthOf: Days['monthOf'];
type Market = { coin: string; change24h: number; openInterest: number; fundingRate: number };
interface MoverOrder {
  moversOf: (markets: readonly object[], view: string, rows: number) => Market[];
}
let moversOf: MoverOrder['moversOf'];
before(async () => {
  ({ drawdownsOf, weeksOf, monthOf } = await portalModule<Days>('trader/days.ts'));
  ({ moversOf } = await portalModule<MoverOrder>('home/mover-order.ts'));
});

test('a drawdown is how far the running sum is below its highest, from nothing on', () => {
  const sums = [-5, 10, 4, 12, 12, -1];
  const found = drawdownsOf(sums.map((cumulativePnl) => ({ cumulativePnl })));
  const plain = sums.map((sum, i) => sum - Math.max(0, ...sums.slice(0, i + 1)));
  assert.deepEqual(found, plain);
  assert.deepEqual(found, [-5, 0, -6, 0, 0, -13]);
});

test('the calendar has whole weeks from Monday on, days without fills too, and a month above the week it begins in', () => {
  const days = ['2026-10-29', '2026-11-02', '2026-11-10'].map((date) => ({ date, cumulativePnl: 1 }));
  const weeks = weeksOf(days);
  assert.deepEqual(
    weeks.map((week) => [week[0]!.date, week.length]),
    [
      ['2026-10-26', 7],
      ['2026-11-02', 7],
      ['2026-11-09', 2],
    ],
  );
  const traded = weeks.flat().filter(({ day }) => day !== undefined);
  assert.deepEqual(
    traded.map(({ date }) => date),
    days.map(({ date }) => date),
  );
  assert.deepEqual(
    weeks.map((week, i) => monthOf(week, weeks[i - 1])),
    ['Nov', '', ''],
  );
  assert.deepEqual(weeksOf([]), []);
});

test('movers are the ends of each order, of markets that trade; spot has neither open interest nor funding', () => {
  const market = (coin: string, change24h: number, openInterest: number, fundingRate: number) => ({
    ...{ coin, change24h, openInterest, fundingRate, markPx: 1, hasActivity: true },
  });
  const markets = [
    market('A', 1, 5, 0.1),
    market('@107', 9, 0, 0),
    market('B', -4, 50, -0.3),
    { ...market('C', 20, 100, 1), hasActivity: false },
    { ...market('D', 20, 100, 1), markPx: 0 },
  ];
  const found = (view: string) => moversOf(markets, view, 2).map(({ coin }) => coin);
  assert.deepEqual(found('up'), ['@107', 'A']);
  assert.deepEqual(found('down'), ['B', 'A']);
  assert.deepEqual(found('oi'), ['B', 'A']);
  assert.deepEqual(found('funding'), ['B', 'A'], 'however it is paid');
  assert.equal(markets.length, 5);
});
