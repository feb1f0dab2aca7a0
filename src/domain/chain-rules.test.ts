/** Lifecycles of balances: spot pairs and outcomes. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { sized } from '../../test/size.ts';
import { chainRulesOf } from './chain-rules.ts';
import { createChainFold, type Lifecycle, type LifecycleFill } from './lifecycle.ts';
import { lifecycleIds } from './lifecycle-id.ts';

const size = (value: number) => BigInt(Math.round(value * 1e6)) * 10n ** 6n;

interface Trade {
  buys?: number;
  sells?: number;
  /** The balance before. */
  from: number;
  px?: number;
  pnl?: number;
  fee?: number;
}

function fillsOf(trades: readonly Trade[]): LifecycleFill[] {
  return trades.map(({ buys, sells, from, px = 10, pnl = 0, fee = 0 }, at) => ({
    timeMs: 1_000 + at,
    tid: at + 1,
    isBuy: buys !== undefined,
    liquidation: '',
    oid: at + 1,
    closing: 'trade' as const,
    px: BigInt(Math.round(px * 1e6)) * 10n ** 4n,
    sz: size(buys ?? sells!),
    startPosition: size(from),
    closedPnl: size(pnl),
    fee: size(fee) * 10n ** 10n,
    builderFee: 0n,
  }));
}

function folded(coin: string, fills: readonly LifecycleFill[], after?: Lifecycle) {
  const rows: Lifecycle[] = [];
  const fold = createChainFold({
    rules: chainRulesOf(coin),
    idOf: lifecycleIds(`0x${'a'.repeat(40)}`, coin),
    onClosed: (one) => void rows.push({ ...one }),
    after,
  });
  for (const fill of fills) fold.add(fill);
  return fold.open === undefined ? rows : [...rows, { ...fold.open }];
}

const shown = (rows: readonly Lifecycle[]) =>
  rows.map(({ isClosed, isCensored, isLong, fills, position, peakSize, pnl, openedSize, closedSize }) => {
    const plain = [position, peakSize, openedSize, closedSize, pnl].map((value) => Number(value) / 1e12);
    return [
      isLong ? 'long' : 'short',
      isClosed ? 'closed' : 'open',
      isCensored ? 'censored' : 'whole',
      fills,
      ...plain,
    ];
  });

test('a token that is bought and sold is one lifecycle, whatever of it was paid as fees; dust is nothing', () => {
  const rows = folded(
    '@107',
    fillsOf([
      { buys: 10, from: 0, fee: 0.07 },
      { buys: 10, from: 9.993, px: 12 },
      { sells: 5, from: 19.986, px: 14, pnl: 15 },
      { sells: 14.98, from: 14.986, px: 13, pnl: 30 },
      // The exchange sells the remainder, and the next lifecycle begins.
      { sells: 0.006, from: 0.006, px: 13, pnl: 0.01 },
      { buys: 2, from: 0 },
    ]),
  );
  assert.deepEqual(shown(rows), [
    ['long', 'closed', 'whole', 4, 0, 19.993, 20, 19.98, 45],
    ['long', 'closed', 'censored', 1, 0, 0, 0, 0.006, 0.01],
    ['long', 'open', 'whole', 1, 2, 2, 2, 0, 0],
  ]);
});

test('what comes in without a fill has no known cost, what is given away leaves the cost of the rest', () => {
  const given = folded(
    'PURR/USDC',
    fillsOf([
      { buys: 10, from: 0 },
      { sells: 4, from: 5, px: 11, pnl: 4 },
      { sells: 1, from: 1, px: 11, pnl: 1 },
    ]),
  );
  assert.deepEqual(shown(given), [['long', 'closed', 'whole', 3, 0, 10, 10, 5, 5]]);
  const received = folded(
    'PURR/USDC',
    fillsOf([
      { buys: 10, from: 0 },
      { sells: 15, from: 15, pnl: 4 },
    ]),
  );
  assert.deepEqual(shown(received), [['long', 'closed', 'censored', 2, 0, 15, 10, 15, 4]]);
  const unseen = folded(
    'PURR/USDC',
    fillsOf([
      { sells: 4, from: 9 },
      { buys: 1, from: 5 },
    ]),
  );
  assert.deepEqual(shown(unseen), [['long', 'open', 'censored', 2, 6, 9, 1, 4, 0]]);
  const gone = folded(
    'PURR/USDC',
    fillsOf([
      { buys: 10, from: 0 },
      { buys: 3, from: 0 },
    ]),
  );
  assert.deepEqual(shown(gone), [
    ['long', 'closed', 'censored', 1, 0, 10, 10, 0, 0],
    ['long', 'open', 'whole', 1, 3, 3, 3, 0, 0],
  ]);
});

test('contracts of an outcome are held until they are sold or settled, however little they are worth', () => {
  const rows = folded(
    '#50',
    fillsOf([
      { buys: 100, from: 0, px: 0.5 },
      { buys: 20, from: 100, px: 0.001 },
      { sells: 30, from: 120, px: 0.7, pnl: 6 },
      { sells: 90, from: 90, px: 0, pnl: -45 },
      { sells: 10, from: 10, px: 1, pnl: 5 },
    ]),
  );
  assert.deepEqual(shown(rows), [
    ['long', 'closed', 'whole', 4, 0, 120, 120, 120, -39],
    ['long', 'closed', 'censored', 1, 0, 10, 0, 10, 5],
  ]);
});

const runs = sized({ check: 60, campaign: 5_000 });
const trade = fc.record({
  isBuy: fc.boolean(),
  sz: fc.integer({ min: 1, max: 50 }),
  px: fc.constantFrom(0.01, 0.5, 3, 10),
  pnl: fc.integer({ min: -20, max: 20 }),
  /** Share of the traded notional. */
  feeShare: fc.constantFrom(0, 0.0007),
  /** Change of the position before it, without a fill. */
  moved: fc.constantFrom(0, 0, 0, 0, -20, 15, -1_000),
});

test('PnL and fees of the fills are those of the lifecycles, and a fold may be left and taken up after any of them', () => {
  const chains = fc.tuple(fc.constantFrom('@1', 'PURR/USDC', '#10'), fc.array(trade, { maxLength: 30 }));
  const property = fc.property(chains, fc.nat({ max: 30 }), ([coin, drafts], cut) => {
    let held = 0;
    const fills = fillsOf(
      drafts.map(({ isBuy, sz, px, pnl, feeShare, moved }) => {
        held = Math.max(0, held + moved);
        const from = held;
        const fee = sz * feeShare;
        if (isBuy || held === 0) {
          held += sz - fee;
          return { buys: sz, from, px, pnl: 0, fee: fee * px };
        }
        const sold = Math.min(sz, held);
        held -= sold;
        return { sells: sold, from, px, pnl, fee: fee * px };
      }),
    );
    const rows = folded(coin, fills);
    const sum = (values: bigint[]) => values.reduce((all, value) => all + value, 0n);
    assert.equal(sum(rows.map(({ pnl }) => pnl)), sum(fills.map(({ closedPnl }) => closedPnl)));
    assert.equal(sum(rows.map(({ fees }) => fees)), sum(fills.map(({ fee }) => fee)));
    assert.equal(
      rows.reduce((all, one) => all + one.fills, 0),
      fills.length,
    );
    assert.deepEqual(
      rows.map(({ num }) => num),
      rows.map((_, index) => index + 1),
    );
    assert.ok(
      rows.every(({ isLong, position, isClosed }) => isLong && (isClosed ? position === 0n : position > 0n)),
    );
    const before = folded(coin, fills.slice(0, cut));
    const kept = before.filter(({ isClosed }) => isClosed);
    assert.deepEqual([...kept, ...folded(coin, fills.slice(cut), before.at(-1))], rows);
  });
  fc.assert(property, { numRuns: runs });
});
