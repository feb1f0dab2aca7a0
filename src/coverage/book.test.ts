import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seededRng } from '../kernel/rng.ts';
import { type CoverageRow, coverageBook } from './book.ts';

/** A block a second; `by` blocks, or by times alone. */
const spanOf = (from: number, to: number, by: 'block' | 'time') => ({
  fromMs: from * 1_000,
  toMs: to * 1_000,
  ...(by === 'block' && { fromBlock: from, toBlock: to }),
});

/** State of each block by its newest row. */
function paint(rows: readonly CoverageRow[], length: number): string[] {
  const newest = new Map<string, CoverageRow>();
  for (const row of rows) newest.set(`${row.fromMs} ${row.fromBlock} ${row.toMs} ${row.toBlock}`, row);
  const painted = new Array<string>(length).fill('');
  for (const { state, fromBlock, toBlock } of newest.values()) {
    if (state === 'replaced' || state === 'covered') continue;
    for (let block = fromBlock!; block <= toBlock!; block++) painted[block] = state;
  }
  return painted;
}

test('thousands of gaps that are healed and lost by other spans are what a look at every block says', () => {
  const rng = seededRng('book');
  const [gaps, apart, length] = [4_000, 10, 40_000];
  const book = coverageBook([]);
  const plain = new Array<string>(length).fill('');
  const rows: CoverageRow[] = [];
  let nowMs = 0;
  const apply = (change: Parameters<typeof book.apply>[0]) => {
    nowMs += 1;
    rows.push(...book.apply(change, nowMs).flat());
  };
  for (let i = 0; i < gaps; i++) {
    const from = 1 + ((i * 2_477) % gaps) * apart;
    apply({
      to: 'open',
      at: { feed: 'node_fills', ...spanOf(from, from + 4, 'block') },
      reason: 'none came',
    });
    plain.fill('open', from, from + 5);
  }
  for (let i = 0; i < gaps; i++) {
    const from = 1 + rng.below(length - 100);
    const to = from + rng.below(30);
    const at = { feed: 'node_fills', ...spanOf(from, to, 'block') };
    const isLost = rng.below(8) === 0;
    const isOpenOnly = rng.below(2) === 0;
    apply(isLost ? { to: 'lost', at, reason: 'nothing has it' } : { to: 'healed', at, isOpenOnly });
    for (let block = from; block <= to; block++) {
      const state = plain[block];
      if (isLost) plain[block] = 'lost';
      else if (state === 'open' || (state === 'lost' && !isOpenOnly)) plain[block] = 'healed';
    }
  }
  assert.deepEqual(paint(rows, length), plain);
  assert.ok(['open', 'healed', 'lost'].every((state) => plain.includes(state)));
});

test('what is known by time and by block finds each other by time, other keys stay, and what is covered grows together', () => {
  const wallet = `0x${'a'.repeat(40)}`;
  const book = coverageBook([]);
  const key = { feed: 'fills', wallet };
  book.apply({ to: 'open', at: { ...key, ...spanOf(10, 20, 'block') }, reason: '' }, 1);
  book.apply({ to: 'open', at: { ...key, ...spanOf(30, 40, 'time') }, reason: '' }, 1);
  book.apply({ to: 'open', at: { feed: 'fills', ...spanOf(10, 40, 'time') }, reason: '' }, 1);
  const healed = book.apply({ to: 'healed', at: { ...key, ...spanOf(15, 35, 'time') }, isOpenOnly: true }, 2);
  assert.deepEqual(
    healed.map((rows) => rows.map(({ state, fromMs, toMs }) => [state, fromMs, toMs])),
    [
      [
        ['replaced', 10_000, 20_000],
        ['open', 10_000, 14_999],
        ['healed', 15_000, 20_000],
      ],
      [
        ['replaced', 30_000, 40_000],
        ['open', 35_001, 40_000],
        ['healed', 30_000, 35_000],
      ],
    ],
  );
  for (const from of [1, 3, 5])
    book.apply({ to: 'covered', at: { ...key, ...spanOf(from, from, 'block') } }, 3);
  const [grown, ...gone] = book.apply({ to: 'covered', at: { ...key, ...spanOf(2, 4, 'block') } }, 4);
  assert.deepEqual(
    grown!.map(({ state, fromBlock, toBlock }) => [state, fromBlock, toBlock]),
    [['covered', 1, 5]],
  );
  assert.equal(gone.length, 2);
  assert.deepEqual(book.apply({ to: 'covered', at: { ...key, ...spanOf(2, 4, 'block') } }, 5), []);
});
