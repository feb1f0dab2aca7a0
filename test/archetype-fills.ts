import assert from 'node:assert/strict';
import { chainFills, unseenOpening } from './chain-fills.ts';
import { assertNear } from './lifecycle-rows.ts';
import { type PlainLifecycle, plainLifecycles } from './plain-lifecycles.ts';
import { type FillDraft, walletOf } from './source-fills.ts';

const dayMs = 86_400_000;
const seeds = [1, 2, 3, 4, 5];

/** Trades of five seeds, each with its own wallets, two weeks apart: four months, of which the end counts. */
export interface ArchetypeFills {
  fills: FillDraft[];
  nowMs: number;
  /** First moment of the 90 UTC days. */
  fromMs: number;
  /** Lifecycles that were closed in them, oldest close first. */
  closes: PlainLifecycle[];
}

export function archetypeFills(): ArchetypeFills {
  const startMs = Date.parse('2026-01-05T03:00:00Z');
  const coins = ['BTC', 'xyz:GOLD'];
  const fills = seeds.flatMap((seed, i) => {
    const fromMs = startMs + i * 14 * dayMs;
    const own = chainFills({ seed, trades: 140, wallets: 5, coins, fromMs, stepMs: 0.7 * dayMs });
    return own.map((fill) => moved(fill, i));
  });
  fills.push(...closesOfOneMoment(startMs + 60 * dayMs));
  const nowMs = fills.reduce((latest, { time }) => Math.max(latest, time), 0) + 3_600_000;
  const fromMs = Math.floor(nowMs / dayMs) * dayMs - 89 * dayMs;
  const closes = plainLifecycles(fills)
    .filter(({ isClosed, lastMs }) => isClosed && lastMs >= fromMs)
    .sort((a, b) => a.lastMs - b.lastMs);
  // Its opening was not seen, so it counts nowhere.
  return { fills: [...fills, ...unseenOpening(walletOf(0xaaaa), nowMs)], nowMs, fromMs, closes };
}

/** Wallets that close a loss and a win in the same millisecond, and win again later: ids do not reveal the order. */
function closesOfOneMoment(fromMs: number): FillDraft[] {
  return Array.from({ length: 8 }, (_, i) => i).flatMap((i): FillDraft[] => {
    const own = { wallet: walletOf(0xbbb0 + i), px: '100', sz: '1', fee: '0.1', crossed: true };
    const times = [fromMs + i * 3_600_000, fromMs + 3 * dayMs + i * 1_000, fromMs + 4 * dayMs + i * 1_000];
    const trade = (n: number, coin: string, time: number, closedPnl: string | undefined): FillDraft => ({
      ...own,
      coin,
      time,
      tid: 90_000 + i * 10 + n,
      oid: 90_000 + i * 10 + n,
      ...(closedPnl === undefined
        ? { side: 'B', startPosition: '0' }
        : { side: 'A', startPosition: '1', dir: 'Close Long', closedPnl }),
    });
    return [
      trade(0, 'BTC', times[0]!, undefined),
      trade(1, 'xyz:GOLD', times[0]!, undefined),
      trade(2, 'BTC', times[1]!, '-30'),
      trade(3, 'xyz:GOLD', times[1]!, i % 2 === 0 ? '22' : '11'),
      trade(4, 'BTC', times[1]! + 1, undefined),
      trade(5, 'BTC', times[2]!, '40'),
    ];
  });
}

/** Moves a fill to its seed's wallets and trade ids, with no two trades in a millisecond: the order within one is not tested here. */
function moved(fill: FillDraft, i: number): FillDraft {
  const walletIn = (wallet: string) => walletOf(Number(wallet) + i * 100);
  const { liquidation } = fill;
  const [tid, oid] = [Number(fill.tid), Number(fill.oid)];
  return {
    ...fill,
    wallet: walletIn(fill.wallet),
    time: fill.time + tid,
    tid: tid + i * 1_000,
    oid: oid + i * 2_000,
    ...(liquidation && {
      liquidation: { ...liquidation, liquidatedUser: walletIn(liquidation.liquidatedUser!) },
    }),
  };
}

/** Amounts of whole cents, whose sums in floats are off by less. */
export const cents = (value: number) => Math.round(value * 100) / 100;

/** Sums of each group, in the order of the groups' first rows. */
export function grouped<T, R>(rows: readonly T[], key: (row: T) => string, sumUp: (rows: T[]) => R): R[] {
  return [...Map.groupBy(rows, key).values()].map(sumUp);
}

/** Rows with the same fields and values, but for the rounding of sums, in the same order. */
export function assertRows(found: readonly object[] | null, expected: readonly object[]): void {
  assert.equal(found!.length, expected.length);
  for (const [place, row] of expected.entries()) {
    const values = found![place] as Record<string, unknown>;
    assert.deepEqual(Object.keys(values).sort(), Object.keys(row).sort());
    for (const [name, value] of Object.entries(row)) {
      if (typeof value === 'number') assertNear(values[name] as number, value);
      else assert.deepEqual(values[name], value, `${name} of row ${place}`);
    }
  }
}
