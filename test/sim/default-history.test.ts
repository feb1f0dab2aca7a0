import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Fill } from '../../src/sim/events.ts';
import { createExchange, type Exchange } from '../../src/sim/exchange.ts';
import { exchangeOptions, newLivePlan } from '../../src/sim/live/live-plan.ts';
import { sizeFactor } from '../../src/sim/market.ts';

/** Everything that can be seen on a fill: its kind of market, text, wallet, fee and what it was part of. */
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
  ...['perp Auto-Deleveraging', 'perp Settlement', 'spot Buy', 'spot Sell', 'spot Spot Dust Conversion'],
  ...['Buy', 'Sell', 'Split Outcome', 'Merge Outcome', 'Merge Question', 'Negate Outcome', 'Settlement'].map(
    (dir) => `outcome ${dir}`,
  ),
  ...['0', 'part', '1'].map((paid) => `outcome that pays ${paid}`),
  ...['system', 'maker', 'trend', 'holder', 'scalper', 'whale', 'gambler', 'retail', 'subAccount', 'vault'],
  ...['dex 0', 'dex 1', 'dex 2', 'outcome', 'PURR/USDC', '@107', '@142', '@151', '@156'],
  ...[0, 1, 2].flatMap((dex) => [`market liquidation on dex ${dex}`, `backstop liquidation on dex ${dex}`]),
  ...[
    'isolated',
    'isolated only',
    'growth mode',
    'second margin tier',
    'TWAP slice',
    'builder fee',
    'rebate',
    'client id',
  ],
];

test('the history that a first start makes has every kind of record and of wallet', () => {
  const counts = new Map<string, number>();
  const events: string[] = [];
  const nowMs = Date.UTC(2026, 4, 22, 9, 30);
  const plan = newLivePlan('1', nowMs);
  const exchange: Exchange = createExchange({
    ...exchangeOptions(() => plan),
    events: {
      block({ fills }) {
        for (const fill of fills) {
          for (const trait of traitsOf(fill, exchange)) counts.set(trait, (counts.get(trait) ?? 0) + 1);
        }
      },
      market: ({ type }) => void events.push(type),
    },
  });
  exchange.advance(nowMs);
  const rare = expected.filter((trait) => (counts.get(trait) ?? 0) < 5);
  assert.deepEqual(rare, [], JSON.stringify([...counts].sort()));
  assert.equal(events.filter((type) => type === 'delisted').length, 5);
  assert.ok(events.filter((type) => type === 'outcomeSettled').length > 300);
});
