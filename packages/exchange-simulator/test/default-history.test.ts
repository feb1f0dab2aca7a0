import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hourMs, minuteMs } from '../../../src/kernel/clock.ts';
import type { Fill } from '../src/events.ts';
import { createExchange, type Exchange } from '../src/exchange.ts';
import { exchangeOptions, newLivePlan } from '../src/live/live-plan.ts';
import { sizeFactor } from '../src/market.ts';
import { tradesOf } from '../src/record/trade-tape.ts';

/** Observable traits of a fill: its kind of market, text, wallet, fee and context. */
function traitsOf(fill: Fill, exchange: Exchange): string[] {
  const { market, wallet, dir, liquidation } = fill;
  const { character, isolated } = exchange.wallets[wallet]!;
  const position = ((Math.abs(fill.start) + fill.sz) / sizeFactor(market)) * fill.px;
  const secondTier = market.table[1]?.lowerBound ?? Number.POSITIVE_INFINITY;
  return [
    `${market.kind} ${dir}`,
    character,
    ...(market.kind === 'perp' ? [`dex ${market.dex}`] : [market.kind === 'spot' ? market.coin : 'outcome']),
    ...(liquidation === undefined ? [] : [`${liquidation.method} liquidation on dex ${market.dex}`]),
    ...(isolated && market.kind === 'perp' ? ['isolated'] : []),
    ...(market.onlyIsolated ? ['isolated only'] : []),
    ...(market.growthMode ? ['growth mode'] : []),
    ...(position > secondTier ? ['second margin tier'] : []),
    ...(fill.twapId >= 0 ? ['TWAP slice'] : []),
    ...(fill.builderFee > 0 ? ['builder fee'] : []),
    ...(market.kind === 'outcome' && dir === 'Settlement' ? [`outcome that pays ${paidOf(fill)}`] : []),
    ...(fill.fee < 0 ? ['rebate'] : []),
    ...(fill.cloid ? ['client id'] : []),
  ];
}

function paidOf({ px }: Fill): string {
  if (px === 0) return '0';
  return px === 1e8 ? '1' : 'part';
}

const sides = ['Cross Long', 'Cross Short', 'Isolated Long', 'Isolated Short'];
const expected: readonly string[] = [
  ...['Open Long', 'Open Short', 'Close Long', 'Close Short', 'Long > Short', 'Short > Long'].map(
    (dir) => `perp ${dir}`,
  ),
  ...sides.map((side) => `perp Liquidated ${side}`),
  'perp Auto-Deleveraging',
  'perp Settlement',
  'spot Buy',
  'spot Sell',
  'spot Spot Dust Conversion',
  ...['Buy', 'Sell', 'Split Outcome', 'Merge Outcome', 'Merge Question', 'Negate Outcome', 'Settlement'].map(
    (dir) => `outcome ${dir}`,
  ),
  ...['0', 'part', '1'].map((paid) => `outcome that pays ${paid}`),
  'system',
  'maker',
  'trend',
  'holder',
  'scalper',
  'whale',
  'gambler',
  'retail',
  'subAccount',
  'vault',
  'dex 0',
  'dex 1',
  'dex 2',
  'outcome',
  'PURR/USDC',
  '@107',
  '@142',
  '@151',
  '@156',
  ...[0, 1, 2].flatMap((dex) => [`market liquidation on dex ${dex}`, `backstop liquidation on dex ${dex}`]),
  'isolated',
  'isolated only',
  'growth mode',
  'second margin tier',
  'TWAP slice',
  'builder fee',
  'rebate',
  'client id',
];

interface Seen {
  traits: Map<string, number>;
  events: string[];
  /** Marks of each perp that is still listed, at every tick, relative to the first. */
  marks: Map<string, number[]>;
  /** Funding by coin, in 10^-10 an hour. */
  rates: Map<string, number[]>;
  /** Minutes of the last two hours and a half in which a coin was traded. */
  tradedMinutes: Map<string, Set<number>>;
}

const nowMs = Date.UTC(2026, 4, 22, 9, 30);
let seen: Seen | undefined;

function addTo<T>(lists: Map<string, T[]>, key: string, value: T): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [value]);
  else list.push(value);
}

/** The history of a first start, made once for all tests. */
function history(): Seen {
  if (seen !== undefined) return seen;
  const [traits, events] = [new Map<string, number>(), [] as string[]];
  const [marks, rates] = [new Map<string, number[]>(), new Map<string, number[]>()];
  const tradedMinutes = new Map<string, Set<number>>();
  const plan = newLivePlan('1', nowMs);
  const exchange: Exchange = createExchange({
    ...exchangeOptions(() => plan),
    events: {
      block(block) {
        for (const fill of block.fills) {
          for (const trait of traitsOf(fill, exchange)) traits.set(trait, (traits.get(trait) ?? 0) + 1);
        }
        if (block.timeMs < nowMs - 2.5 * hourMs) return;
        for (const { market, timeMs } of tradesOf(block)) {
          const minutes = tradedMinutes.get(market.coin) ?? new Set();
          tradedMinutes.set(market.coin, minutes.add(Math.floor(timeMs / minuteMs)));
        }
      },
      market: ({ type }) => void events.push(type),
      fundingRate: ({ market, rate }) => addTo(rates, market.coin, rate),
      marks() {
        for (const market of exchange.markets) {
          if (market.kind !== 'perp' || !market.open) continue;
          addTo(marks, market.coin, exchange.context(market).markPx / market.startPx);
        }
      },
    },
  });
  exchange.advance(nowMs);
  seen = { traits, events, marks, rates, tradedMinutes };
  return seen;
}

test('the history that a first start makes has every kind of record and of wallet', () => {
  const { traits, events } = history();
  const rare = expected.filter((trait) => (traits.get(trait) ?? 0) < 5);
  assert.deepEqual(rare, [], JSON.stringify([...traits].sort()));
  assert.equal(events.filter((type) => type === 'delisted').length, 5);
  assert.ok(events.filter((type) => type === 'outcomeSettled').length > 300);
});

test('prices stay where they may be within a year: gold does not halve', () => {
  // Wider than the extremes of real years, by a premium.
  const factors: Record<string, number> = { BTC: 1.5, ETH: 1.8, 'xyz:GOLD': 1.25, 'xyz:XYZ100': 1.3 };
  for (const [coin, parts] of history().marks) {
    const factor = factors[coin] ?? 2.1;
    const [low, high] = [Math.min(...parts), Math.max(...parts)];
    assert.ok(high < factor && low > 1 / factor, `${coin}: ${low} to ${high} of its first price`);
    assert.ok(high / low > 1.1 || parts.length < 500, `${coin} moves: ${low} to ${high}`);
  }
});

test('funding varies by coin and by hour, with the rate of interest among its values', () => {
  const interest = 125_000;
  const means = new Set<number>();
  let [coins, ofBothSigns] = [0, 0];
  for (const [coin, rates] of history().rates) {
    if (rates.length < 500) continue;
    means.add(Math.round(rates.reduce((sum, rate) => sum + rate, 0) / rates.length));
    const atInterest = rates.filter((rate) => rate === interest).length / rates.length;
    assert.ok(atInterest > 0.1 && atInterest < 0.9, `${coin}: ${atInterest} of its hours`);
    coins += 1;
    if (rates.some((rate) => rate < 0) && rates.some((rate) => rate > interest)) ofBothSigns += 1;
    // Never as much as 900 % a year.
    const largest = Math.max(...rates.map(Math.abs));
    assert.ok(largest < 0.001 * 1e10, `${coin}: ${largest / 1e10}`);
  }
  assert.ok(
    ofBothSigns > 0.8 * coins,
    `${ofBothSigns} of ${coins} coins were below 0 and above the interest`,
  );
  assert.ok(means.size > 20, `${means.size} means`);
});

test('the largest coins are traded in every minute of the hours that pages show first', () => {
  const { tradedMinutes } = history();
  const lastHours = 2 * 60 + 30;
  for (const coin of ['BTC', 'ETH', 'HYPE', 'SOL', 'XRP']) {
    assert.ok(tradedMinutes.get(coin)!.size >= lastHours - 1, `${coin}: ${tradedMinutes.get(coin)!.size}`);
  }
});
