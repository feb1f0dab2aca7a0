import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { rowsOf } from '../../../test/fill-rows.ts';
import { walletOf } from '../../../test/source-fills.ts';
import type { SourceFill } from '../source-fill.ts';
import { chainOrder } from './chunk-builder.ts';

const walletA = walletOf(10);
const walletB = walletOf(11);

/** Puts a run into the order that its columns give. */
function orderByChain(run: SourceFill[]): void {
  const order = chainOrder(rowsOf(run), 0, run.length);
  if (order !== undefined) run.splice(0, Infinity, ...[...order].map((at) => run[at]!));
}

/** A fill of `size` (negative: sold) that starts from `start`. */
function record(wallet: string, coin: string, start: number | string, size: number, tid = 0): SourceFill {
  const fill: SourceFill['fill'] = {
    coin,
    px: '1.0',
    sz: String(Math.abs(size)),
    side: size > 0 ? 'B' : 'A',
    time: 1760130964831,
    startPosition: String(start),
    dir: 'Open Long',
    closedPnl: '0.0',
    oid: 1,
    crossed: true,
    fee: '0.0',
    tid,
  };
  return { wallet, fill, block: 0, seq: 0 };
}

/** Fills that chain, from `start` over `sizes`; tids number them. */
function chain(wallet: string, coin: string, start: number, sizes: number[]): SourceFill[] {
  let position = start;
  return sizes.map((size, i) => {
    const fill = record(wallet, coin, position, size, i);
    position += size;
    return fill;
  });
}

function chains(fills: SourceFill[]): boolean {
  return fills.every(({ fill }, i) => {
    if (i === 0) return true;
    const { startPosition, side, sz } = fills[i - 1]!.fill;
    return Number(startPosition) + (side === 'B' ? 1 : -1) * Number(sz) === Number(fill.startPosition);
  });
}

const sizes = fc.array(
  fc.integer({ min: -50, max: 50 }).filter((size) => size !== 0),
  { minLength: 2, maxLength: 40 },
);

test('a shuffled run is put back into an order that chains every wallet and coin', () => {
  const start = fc.integer({ min: -20, max: 20 });
  fc.assert(
    fc.property(sizes, sizes, start, fc.infiniteStream(fc.nat()), (first, second, position, stream) => {
      const fills = [...chain(walletA, 'BTC', position, first), ...chain(walletB, 'BTC', position, second)];
      const keys = fills.map((fill) => ({ fill, key: stream.next().value as number }));
      const run = keys.sort((a, b) => a.key - b.key).map(({ fill }) => fill);
      const wallets = run.map(({ wallet }) => wallet);
      orderByChain(run);
      assert.deepEqual(new Set(run), new Set(fills), 'no fill lost or doubled');
      assert.deepEqual(
        run.map(({ wallet }) => wallet),
        wallets,
        'each wallet keeps its places',
      );
      for (const wallet of [walletA, walletB])
        assert.ok(chains(run.filter((fill) => fill.wallet === wallet)));
    }),
  );
});

test('where only one order chains, shuffling gives exactly that order back', () => {
  fc.assert(
    fc.property(fc.shuffledSubarray([0, 1, 2, 3, 4, 5, 6, 7], { minLength: 8 }), (order) => {
      const original = chain(walletA, 'ETH', -3, [1, 2, 4, 8, -16, 32, 64, -128]);
      const run = order.map((i) => original[i]!);
      orderByChain(run);
      assert.deepEqual(run, original);
    }),
  );
});

test('a run that chains already, and one that no order chains, keep the source order', () => {
  // A round trip chains from either end: the source's order is kept.
  const trip = [...chain(walletA, 'BTC', 5, [-5]), ...chain(walletA, 'BTC', 0, [5])];
  const broken = [record(walletA, 'BTC', 7, 1), record(walletA, 'BTC', 1, 1), record(walletA, 'BTC', 3, 1)];
  for (const fills of [trip, broken]) {
    const run = [...fills];
    orderByChain(run);
    assert.deepEqual(run, fills);
  }
});

test('two circles that do not touch are no chain', () => {
  const fills = [...chain(walletA, 'BTC', 0, [1, -1]), ...chain(walletA, 'BTC', 10, [1, -1])];
  const run = [fills[0]!, fills[2]!, fills[1]!, fills[3]!];
  const before = [...run];
  orderByChain(run);
  assert.deepEqual(run, before);
});

test('float noise in a start position does not break a chain', () => {
  const run = [record(walletA, 'UNI', '1128265.1000000001', -2.1), record(walletA, 'UNI', '1128261', 4.1)];
  orderByChain(run);
  assert.deepEqual(
    run.map(({ fill }) => fill.startPosition),
    ['1128261', '1128265.1000000001'],
  );
});

test('spot and outcome coins are left as the source has them', () => {
  for (const coin of ['@107', 'PURR/USDC', '#118440', '+118440']) {
    const run = [record(walletA, coin, 2, 3), record(walletA, coin, 0, 2)];
    const before = [...run];
    orderByChain(run);
    assert.deepEqual(run, before, coin);
  }
});

test('thousands of fills in one millisecond are ordered without a search', () => {
  const original = chain(
    walletA,
    'BTC',
    0,
    Array.from({ length: 50_000 }, (_, i) => (i % 2 === 0 ? 3 : -2)),
  );
  const run = [...original].reverse();
  orderByChain(run);
  assert.ok(chains(run));
});
