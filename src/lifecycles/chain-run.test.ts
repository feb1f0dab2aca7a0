import assert from 'node:assert/strict';
import { test } from 'node:test';
import { campaignSeed, sized } from '../../test/size.ts';
import { seededNumbers } from '../../test/source-fills.ts';
import { readRowBinary } from '../analytics/row-binary.ts';
import { orderChain } from '../domain/chain-order.ts';
import { chainRulesOf } from '../domain/chain-rules.ts';
import { createChainFold, type Lifecycle, type LifecycleFill } from '../domain/lifecycle.ts';
import { lifecycleIds } from '../domain/lifecycle-id.ts';
import { createChainRun } from './chain-run.ts';
import { readFill, readMoments } from './fill-moments.ts';
import { createRowWriter } from './lifecycle-rows.ts';
import { createLifecycleSums, type LifecycleSums, lifecycleOf } from './lifecycle-sums.ts';

const wallet = Buffer.alloc(20, 0xab);
const prices = { maePx: 0n, mfePx: 0n };

function int128(row: Buffer, value: bigint, at: number): void {
  row.writeBigUInt64LE(BigInt.asUintN(64, value), at);
  row.writeBigInt64LE(BigInt.asIntN(64, value >> 64n), at + 8);
}

/** A row as the engine gives it (`fillColumns`). */
function rowOf(coin: string, fill: LifecycleFill): Buffer {
  const head = 21 + coin.length;
  const ordinary = fill.closing === 'trade' ? '' : fill.closing;
  const how = fill.liquidation === '' ? ordinary : `!${fill.liquidation}`;
  const row = Buffer.alloc(head + 130 + how.length);
  wallet.copy(row);
  row.writeUInt8(coin.length, 20);
  row.write(coin, 21);
  row.writeBigInt64LE(BigInt(fill.timeMs), head);
  row.writeInt8(fill.isBuy ? 1 : 2, head + 8);
  row.writeBigInt64LE(fill.px, head + 9);
  const { sz, startPosition, closedPnl, fee, builderFee, px } = fill;
  const amounts = [sz, startPosition, closedPnl, fee, builderFee, px * sz];
  for (const [i, amount] of amounts.entries()) int128(row, amount, head + 17 + 16 * i);
  row.writeBigInt64LE(BigInt(fill.tid), head + 113);
  row.writeBigInt64LE(BigInt(fill.oid), head + 121);
  row.writeUInt8(how.length, head + 129);
  row.write(how, head + 130);
  return row;
}

/**
 * Fills of one chain, most of them ordinary: sizes from 10^-5 to 10^10, some with digits that no exchange gives, some missing, some
 * liquidations, several in a millisecond that lost their order.
 */
function chainOf(seed: number, count: number): LifecycleFill[] {
  const below = seededNumbers(seed);
  const unit = 10n ** BigInt([0, 4, 7, 12, 16, 22][below(6)]!);
  const fills: LifecycleFill[] = [];
  let [position, timeMs] = [below(5) === 0 ? 3n * unit : 0n, 1_780_000_000_000];
  for (let tid = 1; tid <= count; tid++) {
    if (below(3) > 0) timeMs += 1 + below(2_000);
    const closes = position !== 0n && below(3) === 0;
    const isBuy = closes ? position < 0n : below(2) === 0;
    const noise = below(12) === 0 ? BigInt(below(9)) : 0n;
    const size = closes ? (position < 0n ? -position : position) : BigInt(1 + below(9)) * unit;
    const liquidation = below(40) === 0 ? (below(2) === 0 ? 'market' : 'backstop') : '';
    const forced = below(40) === 0 ? 'adl' : 'trade';
    const fill: LifecycleFill = {
      timeMs,
      isBuy,
      sz: size + noise,
      startPosition: position,
      tid: tid * 7_000_000_000,
      px: BigInt(1 + below(9_000_000)) * 10n ** BigInt(below(9)),
      closedPnl: BigInt(below(2_000_001) - 1_000_000) * 10n ** BigInt(below(14)),
      fee: BigInt(below(2_000) - 500) * 10n ** BigInt(below(20)) + 1n,
      builderFee: below(4) === 0 ? 10n ** 19n : 0n,
      oid: tid,
      liquidation,
      closing: liquidation === '' ? forced : 'liquidation',
    };
    position += isBuy ? fill.sz : -fill.sz;
    if (position < 400_000n && position > -400_000n) position = 0n;
    if (below(50) > 0) fills.push(fill);
  }
  for (let from = 1; from < fills.length; from++) {
    const [a, b] = [fills[from - 1]!, fills[from]!];
    if (a.timeMs === b.timeMs && below(3) === 0) [fills[from - 1], fills[from]] = [b, a];
  }
  return fills;
}

interface Folded {
  lifecycle: Lifecycle;
  row: string;
}

const head = (coin: string) => Buffer.concat([wallet, Buffer.from([coin.length]), Buffer.from(coin)]);

function rowBytes(coin: string, one: Lifecycle | LifecycleSums): string {
  const writer = createRowWriter();
  writer.add(head(coin), one, prices);
  return Buffer.from(writer.bytes()).toString('hex');
}

function byRules(coin: string, fills: readonly LifecycleFill[]): Folded[] {
  const found: Folded[] = [];
  const keep = (lifecycle: Lifecycle) => found.push({ lifecycle, row: rowBytes(coin, lifecycle) });
  const idOf = lifecycleIds(`0x${wallet.toString('hex')}`, coin);
  const fold = createChainFold({ rules: chainRulesOf(coin), idOf, onClosed: keep });
  const inOrder = [...fills];
  orderChain(inOrder);
  for (const fill of inOrder) fold.add(fill);
  if (fold.open !== undefined) keep(fold.open);
  return found;
}

/** Some of the lifecycles are open at the cut, and gone on with by another run. */
function byRun(coin: string, parts: readonly Buffer[][]): { found: Folded[]; inNumbers: number } {
  const found: Folded[] = [];
  const sums = createLifecycleSums();
  const idOf = lifecycleIds(`0x${wallet.toString('hex')}`, coin);
  let inNumbers = 0;
  let after: Lifecycle | undefined;
  function keep(one: Lifecycle | LifecycleSums): void {
    const row = rowBytes(coin, one);
    const lifecycle = 'sums' in one ? lifecycleOf(one) : { ...one };
    if ('sums' in one) inNumbers += one.fills;
    found.push({ lifecycle, row });
    after = lifecycle;
  }
  for (const [i, part] of parts.entries()) {
    const run = createChainRun({ coin, idOf, sums, onClosed: keep, after, count: 0 });
    const moments = readMoments(Buffer.concat(part));
    while (moments.next()) run.add(moments);
    const open = run.open();
    if (open === undefined) continue;
    if (i === parts.length - 1) keep(open);
    else after = 'sums' in open ? lifecycleOf(open) : open;
  }
  return { found, inNumbers };
}

test('fills folded in numbers give what the rules give, to the last digit, whatever they are', () => {
  let [inNumbers, all] = [0, 0];
  for (let run = 0; run < sized({ check: 150, campaign: 3_000 }); run++) {
    const coin = ['BTC', 'xyz:GOLD', 'BTC', '@107', '#50'][run % 5]!;
    const fills = chainOf(campaignSeed * 1_000_003 + run, 60);
    const cut = fills.findIndex(({ timeMs }, i) => i > 25 && timeMs > fills[i - 1]!.timeMs);
    const rows = fills.map((fill) => rowOf(coin, fill));
    const { found, inNumbers: simple } = byRun(coin, [rows.slice(0, cut), rows.slice(cut)]);
    assert.deepEqual(found, byRules(coin, fills), `run ${run}`);
    inNumbers += simple;
    all += fills.length;
  }
  assert.ok(inNumbers > all / 10 && inNumbers < all, `${inNumbers} of ${all}`);
});

test('a fill read by itself is the one of a moment', () => {
  const fills = chainOf(5, 20);
  const bytes = Buffer.concat(fills.map((fill) => rowOf('BTC', fill)));
  const rows = readRowBinary(bytes);
  for (const fill of fills) {
    rows.wallet();
    rows.text();
    assert.deepEqual(readFill(rows), fill);
  }
  assert.ok(rows.done);
});
