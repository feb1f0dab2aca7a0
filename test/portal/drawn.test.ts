/** Charts, calendar and lists of the pages, drawn from answers. */
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
type Total = Record<string, number | null>;
interface Costs {
  stepsOf: (total: Total) => {
    steps: { part: string; amount: number | null; bar: { from: number; width: number } | undefined }[];
    zero: number;
  };
}
let stepsOf: Costs['stepsOf'];
type Market = { coin: string; change24h: number; openInterest: number; fundingRate: number };
interface MoverOrder {
  moversOf: (markets: readonly object[], view: string, rows: number) => Market[];
}
let moversOf: MoverOrder['moversOf'];
interface FollowedLists {
  readFollowed: (text: string | null) => {
    wallets: string[];
    labels: Record<string, string>;
    seen: string[];
  };
  toggled: (list: readonly string[], one: string) => string[];
  withSeen: (seen: readonly string[], one: string) => string[];
}
let lists: FollowedLists;
interface Averages {
  movingAverage: (
    closes: readonly { timeMs: number; close: number }[],
    length: number,
  ) => { timeMs: number; value: number }[];
}
let movingAverage: Averages['movingAverage'];
let verdictOf: (daily: object, total: object) => string;
before(async () => {
  ({ drawdownsOf, weeksOf, monthOf } = await portalModule<Days>('trader/days.ts'));
  ({ verdictOf } = await portalModule<{ verdictOf: typeof verdictOf }>('trader/verdict.ts'));
  ({ stepsOf } = await portalModule<Costs>('trader/costs.ts'));
  lists = await portalModule<FollowedLists>('followed/followed.ts');
  ({ movingAverage } = await portalModule<Averages>('coin/indicators.ts'));
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

test('a moving average is the mean of the closes up to each candle, of whole lengths only', () => {
  const closes = [4, 8, 6, 2].map((close, timeMs) => ({ timeMs, close }));
  assert.deepEqual(movingAverage(closes, 2), [
    { timeMs: 1, value: 6 },
    { timeMs: 2, value: 7 },
    { timeMs: 3, value: 4 },
  ]);
  assert.deepEqual(
    movingAverage(closes, 1).map(({ value }) => value),
    [4, 8, 6, 2],
  );
  assert.deepEqual(movingAverage(closes, 5), []);
});

test('what is followed is read as far as it is whole, stays bounded, and a second time takes it out', () => {
  const empty = { wallets: [], coins: [], labels: {}, seen: [], views: {} };
  for (const text of [null, '{', '7', '{"wallets":7,"labels":[3],"seen":{}}'])
    assert.deepEqual(lists.readFollowed(text), empty, String(text));
  const stored = { wallets: ['0xa', 1], labels: { '0xa': 'x'.repeat(99), '0xb': 2 } };
  const { wallets, labels } = lists.readFollowed(JSON.stringify(stored));
  assert.deepEqual([wallets, labels], [['0xa'], { '0xa': 'x'.repeat(40) }]);
  const many = Array.from({ length: 50 }, (_, i) => `${i}`);
  assert.deepEqual(lists.toggled(many, 'new'), ['new', ...many.slice(0, 49)]);
  assert.deepEqual(lists.toggled(['a', 'b'], 'a'), ['b']);
  assert.deepEqual(lists.withSeen(['a', 'b'], 'b'), ['b', 'a']);
});

test('movers are the ends of each order, of markets that trade; spot has neither open interest nor funding', () => {
  const market = (coin: string, change24h: number, openInterest: number, fundingRate: number) => ({
    coin,
    change24h,
    openInterest,
    fundingRate,
    markPx: 1,
    hasActivity: true,
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
  assert.deepEqual(found('down'), ['B'], 'a market that rose is not among the worst');
  assert.deepEqual(found('oi'), ['B', 'A']);
  assert.deepEqual(found('funding'), ['B', 'A'], 'however it is paid');
  assert.equal(markets.length, 5);
});

test('each cost begins where the one before it ended, sums stand on 0, and nothing is drawn behind what is not known', () => {
  const total = {
    realizedPnl: 60,
    fees: 20,
    funding: -10,
    netPnl: 30,
    unrealizedPnl: -50,
    totalReturnUsd: -20,
  };
  const { steps, zero } = stepsOf(total);
  assert.equal(zero, 0.25);
  assert.deepEqual(
    steps.map(({ amount, bar }) => [amount, bar!.from * 80 - 20, bar!.width * 80]),
    [
      [60, 0, 60],
      [-20, 40, 20],
      [-10, 30, 10],
      [30, 0, 30],
      [-50, -20, 50],
      [-20, -20, 20],
    ],
  );
  const unknown = stepsOf({ ...total, funding: null, netPnl: null, totalReturnUsd: null });
  assert.deepEqual(
    unknown.steps.map(({ bar }) => bar !== undefined),
    [true, true, false, false, false, false],
  );
  const nothing = Object.fromEntries(Object.keys(total).map((part) => [part, 0]));
  assert.ok(stepsOf(nothing).steps.every(({ bar }) => bar!.from === 0 && bar!.width === 0));
});

test('a wallet is judged by the interval of its days, not by its gain alone', () => {
  const total = { from: '2026-10-01T00:00:00Z', to: '2026-10-31T00:00:00Z', netPnl: 500 };
  const daily = { value: 40, low: 5, high: 80, days: 90, closedPositions: 60 };
  const said = (changes: object, of: object = total) => verdictOf({ ...daily, ...changes }, of);
  const recent = '; +$500 after costs in the last 30 days.';
  assert.equal(
    said({}),
    `It made money, more than luck explains: +$40 a day over 90 days (95 %: +$5.00 to +$80)${recent}`,
  );
  assert.match(said({ low: -5 }), /^It made money, but that may be luck: \+\$40 a day/);
  assert.match(said({ low: null }), /may be luck: .*95 %: no bound to/);
  assert.match(
    said({ value: -40, low: -90, high: -1 }),
    /^It lost money, more than bad luck explains: −\$40/,
  );
  assert.match(said({ value: -40, low: -90, high: 1 }), /^It lost money, but that may be bad luck/);
  const few = said({ low: null, high: null, days: 12, closedPositions: 3, insufficient: ['days'] });
  assert.match(
    few,
    /^It made money, but 12 days with 3 closed positions are too few to rule out luck: \+\$40/,
  );
  const unknown = { value: null, low: null, high: null, reason: 'funding-not-read' };
  assert.equal(
    said(unknown, { ...total, netPnl: null }),
    'Whether it makes money is not known: funding payments were not read.',
  );
});
