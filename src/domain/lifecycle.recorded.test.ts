import assert from 'node:assert/strict';
import { test } from 'node:test';
import { recordedLines } from '../../test/recorded-data.ts';
import type { WireFill } from '../wire/fill.ts';
import { orderChain } from './chain-order.ts';
import { chainRulesOf } from './chain-rules.ts';
import { isPerp } from './coin-name.ts';
import { createChainFold, type Lifecycle, type LifecycleFill } from './lifecycle.ts';
import { lifecycleIds } from './lifecycle-id.ts';

/** `value × 10^decimals` of decimal text. */
function scaled(value: string | number, decimals: number): bigint {
  const text = String(value);
  const [whole = '', fraction = ''] = text.replace('-', '').split('.');
  const digits = BigInt(whole + fraction.slice(0, decimals).padEnd(decimals, '0'));
  return text.startsWith('-') ? -digits : digits;
}

function lifecycleFill(wallet: string, fill: WireFill): LifecycleFill {
  const isOwn = fill.liquidation?.liquidatedUser === wallet;
  return {
    timeMs: Number(fill.time),
    isBuy: fill.side === 'B',
    px: scaled(fill.px, 10),
    sz: scaled(fill.sz, 12),
    startPosition: scaled(fill.startPosition, 12),
    closedPnl: scaled(fill.closedPnl, 12),
    tid: Number(fill.tid),
    oid: Number(fill.oid),
    fee: scaled(fill.fee, 22),
    builderFee: scaled(fill.builderFee ?? '0', 22),
    liquidation: isOwn ? fill.liquidation!.method : '',
    closing: isOwn ? 'liquidation' : 'trade',
  };
}

interface Chain {
  wallet: string;
  coin: string;
  fills: WireFill[];
}

const lines = recordedLines('fills/node_fills.jsonl').map((line) => JSON.parse(line) as [string, WireFill]);
const chains: Chain[] = [...Map.groupBy(lines, ([wallet, { coin }]) => `${wallet} ${coin}`).values()]
  .map((pairs) => ({ wallet: pairs[0]![0], coin: pairs[0]![1].coin, fills: pairs.map(([, fill]) => fill) }))
  .filter(({ coin }) => isPerp(coin));

function folded({ wallet, coin }: Chain, fills: LifecycleFill[]): Lifecycle[] {
  const all: Lifecycle[] = [];
  const fold = createChainFold({
    rules: chainRulesOf('BTC'),
    idOf: lifecycleIds(wallet, coin),
    onClosed: (lifecycle) => void all.push(lifecycle),
  });
  for (const fill of fills) fold.add(fill);
  if (fold.open !== undefined) all.push(fold.open);
  return all;
}

/** Counts runs of positions on one side of 0, in floats and without the fold. */
function countRuns({ fills }: Chain): { runs: number; isOpen: boolean } {
  let side = Math.sign(Number(fills[0]!.startPosition));
  let runs = side === 0 ? 0 : 1;
  for (const { startPosition, side: fillSide, sz } of fills) {
    const end = Number(startPosition) + (fillSide === 'B' ? 1 : -1) * Number(sz);
    const next = Math.abs(end) < 5e-7 ? 0 : Math.sign(end);
    if (next !== 0 && next !== side) runs += 1;
    side = next;
  }
  return { runs, isOpen: side !== 0 };
}

test('real chains give as many lifecycles as their positions have runs, and all of their PnL, fees and liquidations', () => {
  assert.ok(chains.length > 30);
  let liquidated = 0;
  for (const chain of chains) {
    const fills = chain.fills.map((fill) => lifecycleFill(chain.wallet, fill));
    const all = folded(chain, fills);
    const { runs, isOpen } = countRuns(chain);
    assert.deepEqual([all.length, all.some(({ isClosed }) => !isClosed)], [runs, isOpen], chain.coin);
    // Chains are complete: only positions open before the first fill are unseen.
    const isUnseen = Number(chain.fills[0]!.startPosition) !== 0;
    assert.deepEqual(
      all.map(({ isCensored }) => isCensored),
      all.map((_, at) => at === 0 && isUnseen),
    );
    const sum = (values: bigint[]) => values.reduce((a, b) => a + b, 0n);
    assert.equal(sum(all.map(({ pnl }) => pnl)), sum(fills.map(({ closedPnl }) => closedPnl)));
    assert.equal(sum(all.map(({ fees }) => fees)), sum(fills.map(({ fee }) => fee)));
    assert.equal(
      sum(all.map(({ builderFees }) => builderFees)),
      sum(fills.map(({ builderFee }) => builderFee)),
    );
    liquidated += all.reduce((count, { liquidatedFills }) => count + liquidatedFills, 0);
  }
  assert.equal(liquidated, 19);
});

test('the same where the order inside milliseconds is lost', () => {
  for (const chain of chains) {
    const fills = chain.fills.map((fill) => lifecycleFill(chain.wallet, fill));
    const lost = fills.toSorted((a, b) => a.timeMs - b.timeMs || a.tid - b.tid);
    orderChain(lost);
    const shown = (all: Lifecycle[]) =>
      all.map(({ openedMs, lastMs, isLong, isClosed, isCensored, pnl, fees, fills: count }) =>
        [openedMs, lastMs, isLong, isClosed, isCensored, pnl, fees, count].join(' '),
      );
    assert.deepEqual(
      shown(folded(chain, lost)),
      shown(folded(chain, fills)),
      `${chain.wallet} ${chain.coin}`,
    );
  }
});
