import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import type { WireFill } from '../../src/wire/fill.ts';
import { createInvariants, type Invariants } from './invariants.ts';
import type { RecordBlock } from './record.ts';
import { recordBlock, simulateDay } from './simulated-day.ts';

const dataDir = new URL('../../../shared/data/', import.meta.url);

test('every record of the simulator keeps every rule of the exchange, for many seeds', (t) => {
  const seen = new Map<string, number>();
  for (let seed = 1; seed <= 12; seed++) {
    const { blocks, exchange } = simulateDay(`seed ${seed}`);
    const sizeDecimals = new Map(exchange.markets.map(({ coin, szDecimals }) => [coin, szDecimals]));
    const invariants = checked(blocks, { bothSides: true, sizeDecimals });
    assert.deepEqual(invariants.book.breaches(), [], `seed ${seed}`);
    for (const [rule, count] of invariants.book.counts) seen.set(rule, (seen.get(rule) ?? 0) + count.checked);
  }
  t.diagnostic(`${seen.size} rules, ${[...seen.values()].reduce((sum, count) => sum + count)} checks`);
  for (const rule of [
    '§9.2 closedPnl goes by the cut entry',
    '§7 TWAP slices have no transaction',
    '§8 a market liquidation closes as taker',
    '§8 in a takeover the liquidator crosses',
    '§8 a takeover is of the whole position, and its text names its side',
    '§8 deleveraging closes, and turns nothing round',
    '§11 a wallet pays one rate',
    '§11 on a builder dex the rate is twice the native one, or a fifth',
    '§12 all fees of a dex are in its collateral, of a token bought in it',
    '§13 selling and settling realize price less entry',
    '§13 what Yes and No pay adds to 1',
    '§13 a split or a merge is of as many Yes as No, for 1 together',
    '§13 a settlement ends the whole position, without fee',
    '§13 the prices of a minted or burnt pair add to 1',
    '§15 dust takes the whole balance, without trade id, hash or fee',
  ]) {
    assert.ok((seen.get(rule) ?? 0) > 10, `${rule}: only ${seen.get(rule)} cases`);
  }
});

test('the simulator makes every kind of record that the exchange has', () => {
  const dirs = new Set<string>();
  for (let seed = 1; seed <= 6; seed++) {
    for (const { events } of simulateDay(`seed ${seed}`).blocks)
      for (const [, { dir }] of events) dirs.add(dir);
  }
  const expected = `Open Long,Open Short,Close Long,Close Short,Long > Short,Short > Long,Buy,Sell,Settlement,
    Auto-Deleveraging,Liquidated Cross Long,Liquidated Isolated Long,Spot Dust Conversion,Split Outcome,Merge Outcome`;
  assert.deepEqual(
    expected.split(/,\s*/).filter((dir) => !dirs.has(dir)),
    [],
  );
});

test('the same rules hold on real records of the exchange', (t) => {
  if (!existsSync(dataDir)) {
    t.diagnostic('no ../shared/data here: nothing to check');
    return;
  }
  const blocks = checked(linesOf('fills/node_fills_by_block.jsonl').map(recordBlock), { bothSides: true });
  assert.deepEqual(blocks.book.breaches(), []);
  const lines = linesOf('fills/node_fills.jsonl');
  const fills = checked(
    lines.map((line) => ({ timeMs: undefined, events: [JSON.parse(line)] })),
    { bothSides: false },
  );
  const pnl = fills.book.counts.get('§9.2 closedPnl goes by the cut entry')!;
  t.diagnostic(`closedPnl exact in ${pnl.checked - pnl.broken} of ${pnl.checked} real closing fills`);
  // The exchange keeps its average in floating point: ties of one tick are measured at under 2 % (§9.2).
  assert.ok(pnl.broken <= pnl.checked * 0.02);
  const others = fills.book.breaches().filter((breach) => !breach.startsWith('§9.2 closedPnl'));
  assert.deepEqual(others, []);
});

test('the same rules hold on retyped records of rare kinds', (t) => {
  if (!existsSync(dataDir)) {
    t.diagnostic('no ../shared/data here: nothing to check');
    return;
  }
  const fills = linesOf('rare-records.jsonl').flatMap((line) => rareFills(JSON.parse(line)));
  assert.equal(fills.length, 6);
  // Each is of another wallet.
  for (const event of fills) {
    const { book } = checked([{ timeMs: undefined, events: [event] }], { bothSides: false });
    assert.deepEqual(book.breaches(), [], JSON.stringify(event));
  }
});

/**
 * Fills that are whole; those of an API answer do not name their wallet, which is the liquidated one where the kind
 * says so.
 */
function rareFills({ kind, record }: { kind: string; record: never }): [wallet: string, fill: WireFill][] {
  const block = record as { events?: [string, WireFill][] };
  if (block.events !== undefined)
    return block.events.map(([wallet, fill]) => [wallet, { ...fill, twapId: null }]);
  if (Array.isArray(record) && typeof record[0] === 'string') return [record as [string, WireFill]];
  const fill = record as WireFill;
  if (fill.hash?.length !== 66 || fill.startPosition === undefined) return [];
  const stranger = `0x${'1'.repeat(40)}`;
  return [[(kind.includes('own') && fill.liquidation?.liquidatedUser) || stranger, fill]];
}

test('a record that was changed in any field breaks a rule', () => {
  const { blocks } = simulateDay('changed', { fills: 3_000 });
  const changes: [name: string, change: (fill: WireFill) => Partial<WireFill>][] = [
    ['px', ({ px }) => ({ px: `${px}1234567` })],
    ['side', ({ side }) => ({ side: side === 'B' ? 'A' : 'B' })],
    ['sz', ({ sz }) => ({ sz: String(Number(sz) * 2) })],
    ['startPosition', ({ startPosition }) => ({ startPosition: String(Number(startPosition) + 1) })],
    ['dir', () => ({ dir: 'Close Sideways' })],
    ['closedPnl', () => ({ closedPnl: '123456.0' })],
    ['crossed', ({ crossed }) => ({ crossed: !crossed })],
    ['fee', () => ({ fee: '99999.0' })],
    ['fee a little', ({ fee }) => ({ fee: String(Number(fee) * 0.97) })],
    ['oid', () => ({ oid: 1.5 })],
    ['cloid', () => ({ cloid: '0x1' })],
    ['feeToken', () => ({ feeToken: 'BTC' })],
    ['hash', () => ({ hash: `0x${'ab'.repeat(32)}` })],
    ['tid', () => ({ tid: 7 })],
    ['time', ({ time }) => ({ time: time + 1 })],
  ];
  const at = blocks.findIndex(
    ({ events }) => events[0]?.[1].dir === 'Close Short' && events[0][1].fee !== '0.0' && events.length === 2,
  );
  const [wallet, fill] = blocks[at]!.events[0]!;
  for (const [name, change] of changes) {
    const changed = blocks.slice();
    const events = [[wallet, { ...fill, ...change(fill) }] as const, ...blocks[at]!.events.slice(1)];
    changed[at] = { timeMs: blocks[at]!.timeMs, events };
    assert.notDeepEqual(
      checked(changed, { bothSides: true }).book.breaches(),
      [],
      `${name} of ${JSON.stringify(fill)}`,
    );
  }
});

function checked(blocks: readonly RecordBlock[], source: Parameters<typeof createInvariants>[0]): Invariants {
  const invariants = createInvariants(source);
  for (const block of blocks) invariants.add(block);
  return invariants;
}

function linesOf(name: string): string[] {
  return readFileSync(new URL(name, dataDir), 'utf8').trim().split('\n');
}
