import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { sized } from '../../test/size.ts';
import { chainRulesOf } from './chain-rules.ts';
import { createChainFold, type FillShare, type Lifecycle, type LifecycleFill } from './lifecycle.ts';
import { lifecycleIds } from './lifecycle-id.ts';

const unit = 10n ** 12n;
const wallet = `0x${'a'.repeat(40)}`;

interface Draft {
  isBuy: boolean;
  sz: number;
  px: number;
  pnl: number;
  fee: number;
  /** True if the fill is not in the store. */
  isMissing: boolean;
  isLiquidation: boolean;
}

/** Fills in whole units that continue each other, without those that are missing. */
function fillsOf(drafts: readonly Draft[], start = 0): LifecycleFill[] {
  let position = start;
  return drafts.flatMap(({ isBuy, sz, px, pnl, fee, isMissing, isLiquidation }, at) => {
    const fill = {
      timeMs: 1_000 + at,
      isBuy,
      px: BigInt(px) * 10n ** 10n,
      sz: BigInt(sz) * unit,
      startPosition: BigInt(position) * unit,
      closedPnl: BigInt(pnl) * unit,
      tid: at + 1,
      oid: at + 1,
      fee: BigInt(fee) * 10n ** 22n + 7n,
      builderFee: BigInt(fee) * 10n ** 21n,
      liquidation: isLiquidation ? 'market' : '',
      closing: isLiquidation ? ('liquidation' as const) : ('trade' as const),
    };
    position += isBuy ? sz : -sz;
    return isMissing ? [] : [fill];
  });
}

interface Share extends FillShare {
  tid: number;
  /** True if its side decreases the position. */
  closes: boolean;
}

function folded(fills: readonly LifecycleFill[]) {
  const closed: Lifecycle[] = [];
  const shares = new Map<number, Share[]>();
  const fold = createChainFold({
    rules: chainRulesOf('BTC'),
    idOf: lifecycleIds(wallet, 'BTC'),
    onClosed: (lifecycle) => void closed.push(lifecycle),
    onShare({ id, isLong }, { tid, isBuy }, share) {
      shares.set(id, [...(shares.get(id) ?? []), { tid, closes: isBuy !== isLong, ...share }]);
    },
  });
  for (const fill of fills) fold.add(fill);
  return { all: fold.open === undefined ? closed : [...closed, fold.open], shares };
}

interface Episode {
  isLong: boolean;
  peak: number;
  opened: number;
  entryCost: number;
  closed: number;
  exitCost: number;
  tids: Set<number>;
  isOpen: boolean;
}

/** The same by walking one coin at a time: a lifecycle is a run of positions that are not 0. */
function walked(drafts: readonly Draft[]): Episode[] {
  const episodes: Episode[] = [];
  let position = 0;
  for (const [at, { isBuy, sz, px }] of drafts.entries()) {
    for (let left = sz; left > 0; left--) {
      const before = position;
      position += isBuy ? 1 : -1;
      if (before === 0) {
        const empty = { peak: 0, opened: 0, entryCost: 0, closed: 0, exitCost: 0, isOpen: true };
        episodes.push({ ...empty, isLong: isBuy, tids: new Set() });
      }
      const episode = episodes.at(-1)!;
      episode.tids.add(at + 1);
      episode.peak = Math.max(episode.peak, Math.abs(position));
      const grows = Math.abs(position) > Math.abs(before);
      episode[grows ? 'opened' : 'closed'] += 1;
      episode[grows ? 'entryCost' : 'exitCost'] += px;
      episode.isOpen = position !== 0;
    }
  }
  return episodes;
}

const draft = fc.record({
  isBuy: fc.boolean(),
  sz: fc.integer({ min: 1, max: 5 }),
  px: fc.integer({ min: 1, max: 1_000 }),
  pnl: fc.integer({ min: -50, max: 50 }),
  fee: fc.integer({ min: -3, max: 9 }),
  isMissing: fc.constant(false),
  isLiquidation: fc.constant(false),
});
const gappy = draft.chain((whole) =>
  fc
    .integer({ min: 0, max: 9 })
    .map((dice) => ({ ...whole, isMissing: dice === 0, isLiquidation: dice === 1 })),
);
const numRuns = sized({ check: 200, campaign: 20_000 });
const sum = (values: bigint[]) => values.reduce((a, b) => a + b, 0n);

test('lifecycles are the runs of positions that are not flat, flips split by size', () => {
  fc.assert(
    fc.property(fc.array(draft, { maxLength: 40 }), (drafts) => {
      const { all } = folded(fillsOf(drafts));
      const found = all.map((one) => ({
        isLong: one.isLong,
        peak: Number(one.peakSize / unit),
        opened: Number(one.openedSize / unit),
        entryCost: Number(one.entryCost / 10n ** 22n),
        closed: Number(one.closedSize / unit),
        exitCost: Number(one.exitCost / 10n ** 22n),
        fills: one.fills,
        isOpen: !one.isClosed,
      }));
      const expected = walked(drafts).map(({ tids, ...episode }) => ({ ...episode, fills: tids.size }));
      assert.deepEqual(found, expected);
      assert.deepEqual(
        all.map(({ num, isCensored }) => ({ num, isCensored })),
        all.map((_, at) => ({ num: at + 1, isCensored: false })),
      );
    }),
    { numRuns },
  );
});

test('PnL, fees and builder fees add up to those of the fills exactly, whatever is missing', () => {
  fc.assert(
    fc.property(fc.array(gappy, { maxLength: 40 }), fc.integer({ min: -4, max: 4 }), (drafts, start) => {
      const fills = fillsOf(drafts, start);
      const { all, shares } = folded(fills);
      assert.equal(sum(all.map(({ pnl }) => pnl)), sum(fills.map(({ closedPnl }) => closedPnl)));
      assert.equal(sum(all.map(({ fees }) => fees)), sum(fills.map(({ fee }) => fee)));
      assert.equal(
        sum(all.map(({ builderFees }) => builderFees)),
        sum(fills.map(({ builderFee }) => builderFee)),
      );
      const liquidated = fills.filter(({ liquidation }) => liquidation !== '');
      const liquidatedTids = new Set(liquidated.map(({ tid }) => tid));
      for (const { id, pnl, fees, builderFees, openedSize, closedSize, fills: count, ...one } of all) {
        const own = shares.get(id)!;
        const liquidating = own.filter(({ tid, closes }) => closes && liquidatedTids.has(tid));
        assert.equal(one.liquidatedFills, liquidating.length);
        assert.equal(one.penalty, sum(liquidating.map(({ fee }) => fee)));
        assert.equal(one.liquidationPnl, sum(liquidating.map((share) => share.pnl)));
        assert.equal(one.liquidationMethod, liquidating.length > 0 ? 'market' : '');
        assert.equal(sum(own.map((share) => share.pnl)), pnl);
        assert.equal(sum(own.map((share) => share.fee)), fees);
        assert.equal(sum(own.map((share) => share.builderFee)), builderFees);
        assert.equal(sum(own.map(({ size }) => size)), openedSize + closedSize);
        assert.equal(own.length, count);
      }
    }),
    { numRuns },
  );
});

test('a fold that goes on from its newest lifecycle gives the same, wherever it was cut', () => {
  fc.assert(
    fc.property(fc.array(gappy, { maxLength: 30 }), fc.nat({ max: 30 }), (drafts, cut) => {
      const fills = fillsOf(drafts);
      const before = folded(fills.slice(0, cut)).all;
      const rows = before.filter(({ isClosed }) => isClosed);
      const fold = createChainFold({
        rules: chainRulesOf('BTC'),
        idOf: lifecycleIds(wallet, 'BTC'),
        onClosed: (lifecycle) => void rows.push(lifecycle),
        after: before.at(-1),
      });
      for (const fill of fills.slice(cut)) fold.add(fill);
      if (fold.open !== undefined) rows.push(fold.open);
      assert.deepEqual(rows, folded(fills).all);
    }),
    { numRuns },
  );
});

test('a fold may begin at every lifecycle that starts apart', () => {
  fc.assert(
    fc.property(fc.array(gappy, { maxLength: 30 }), (drafts) => {
      const fills = fillsOf(drafts);
      const { all } = folded(fills);
      for (const [at, { openedMs, startsApart }] of all.entries()) {
        if (!startsApart) continue;
        const rows: Lifecycle[] = [];
        const options = { idOf: lifecycleIds(wallet, 'BTC'), count: at };
        const fold = createChainFold({
          rules: chainRulesOf('BTC'),
          ...options,
          onClosed: (one) => void rows.push(one),
        });
        for (const fill of fills.filter(({ timeMs }) => timeMs >= openedMs)) fold.add(fill);
        if (fold.open !== undefined) rows.push(fold.open);
        assert.deepEqual(rows, all.slice(at));
      }
    }),
    { numRuns },
  );
});

test('a flip: size and fee by size, the closed PnL whole to what it closes', () => {
  const plain = { px: 10, pnl: 0, fee: 0, isMissing: false, isLiquidation: false };
  const { all, shares } = folded(
    fillsOf([
      { ...plain, isBuy: true, sz: 1 },
      { ...plain, isBuy: false, sz: 4, px: 12, pnl: 2, fee: 8 },
    ]),
  );
  const [long, short] = all;
  assert.equal(long!.isClosed && long!.isLong && !short!.isLong && !short!.isClosed, true);
  assert.deepEqual(shares.get(long!.id)!.at(-1), {
    tid: 2,
    closes: true,
    size: unit,
    pnl: 2n * unit,
    isSplit: true,
    // The fee has seven units below what divides by four: they stay here.
    fee: 2n * 10n ** 22n + 2n,
    builderFee: 2n * 10n ** 21n,
  });
  assert.deepEqual(shares.get(short!.id), [
    {
      tid: 2,
      closes: false,
      size: 3n * unit,
      pnl: 0n,
      fee: 6n * 10n ** 22n + 5n,
      builderFee: 6n * 10n ** 21n,
      isSplit: true,
    },
  ]);
});

test('a flip that liquidates: the position that it closes was liquidated, the one that it opens was not', () => {
  const plain = { px: 10, pnl: -2, fee: 8, isMissing: false };
  const [long, short] = folded(
    fillsOf([
      { ...plain, isBuy: true, sz: 1, isLiquidation: false },
      { ...plain, isBuy: false, sz: 4, isLiquidation: true },
    ]),
  ).all.map(({ liquidatedFills, liquidationMethod, liquidationPnl, penalty }) => ({
    liquidatedFills,
    liquidationMethod,
    liquidationPnl,
    hasPenalty: penalty > 0n,
  }));
  const liquidated = { liquidatedFills: 1, liquidationMethod: 'market', liquidationPnl: -2n * unit };
  assert.deepEqual(long, { ...liquidated, hasPenalty: true });
  const none = { liquidatedFills: 0, liquidationMethod: '', liquidationPnl: 0n, hasPenalty: false };
  assert.deepEqual(short, none);
});

test('what was not seen is censored: the opening, a fill in between, a close', () => {
  const plain = { px: 10, pnl: 0, fee: 0, isMissing: false, isLiquidation: false };
  const buy = (sz: number, isMissing = false) => ({ ...plain, isBuy: true, sz, isMissing });
  const sell = (sz: number, isMissing = false) => ({ ...plain, isBuy: false, sz, isMissing });
  const reported = (drafts: Draft[], start = 0) =>
    folded(fillsOf(drafts, start)).all.map(
      ({ isLong, isCensored, isClosed }) =>
        `${isCensored ? 'censored ' : ''}${isClosed ? 'closed' : 'open'} ${isLong ? 'long' : 'short'}`,
    );
  assert.deepEqual(reported([sell(2), buy(1)], 2), ['censored closed long', 'open long']);
  assert.deepEqual(reported([sell(5)], 2), ['censored closed long', 'open short']);
  assert.deepEqual(reported([buy(2), buy(1, true), buy(1)]), ['censored open long']);
  assert.deepEqual(reported([buy(2), sell(2, true), buy(1)]), ['censored closed long', 'open long']);
  assert.deepEqual(reported([buy(2), sell(5, true), buy(1)]), [
    'censored closed long',
    'censored open short',
  ]);
});

test('ids are positive, below 2^53, and differ by wallet, coin, tid and kind', () => {
  const seen = new Set<number>();
  for (const coin of ['BTC', 'ETH', 'xyz:GOLD']) {
    for (let n = 0; n < 20; n++) {
      const idOf = lifecycleIds(`0x${n.toString(16).padStart(40, '0')}`, coin);
      for (let tid = 0; tid < 500; tid++) {
        for (const isUnseen of [false, true]) {
          const id = idOf({ tid: tid * 1_125_899_906 + tid, oid: 1, timeMs: 1 }, isUnseen);
          assert.ok(Number.isSafeInteger(id) && id > 0);
          seen.add(id);
        }
      }
    }
  }
  assert.equal(seen.size, 3 * 20 * 500 * 2);
});

test('ids of a chain differ by whatever its opening fills differ in: time, trade, order, and whether the opening was seen', () => {
  const idOf = lifecycleIds(wallet, '@107');
  const openings = [0, 7].flatMap((tid) =>
    [0, 7].flatMap((oid) => [1_000, 2_000].map((timeMs) => ({ tid, oid, timeMs }))),
  );
  const idsOf = () => openings.flatMap((opening) => [idOf(opening, false), idOf(opening, true)]);
  assert.equal(new Set(idsOf()).size, 16);
  assert.deepEqual(idsOf(), idsOf(), 'the same on every rebuild');
});

test('a lifecycle says how it was closed, and whether a part of it was auto-deleveraged', () => {
  const plain = { px: 10, pnl: 0, fee: 0, isMissing: false, isLiquidation: false };
  const [buy, sell] = [true, false].map((isBuy) => ({ ...plain, isBuy, sz: 2 })) as [Draft, Draft];
  const closings = ['trade', 'adl', 'trade', 'trade', 'trade', 'settlement', 'trade'] as const;
  const drafts = [
    buy,
    { ...sell, sz: 1 },
    { ...sell, sz: 1 },
    buy,
    { ...sell, sz: 3 },
    { ...buy, sz: 1 },
    buy,
  ];
  const fills = fillsOf([...drafts, { ...sell, isMissing: true }, buy]).map((fill, at) => ({
    ...fill,
    closing: closings[at] ?? ('trade' as const),
  }));
  assert.deepEqual(
    folded(fills).all.map(({ closedBy, deleveragedFills }) => [closedBy, deleveragedFills]),
    [
      ['trade', 1],
      ['trade', 0],
      ['settlement', 0],
      ['unknown', 0],
      ['', 0],
    ],
  );
});
