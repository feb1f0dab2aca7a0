import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { headingIds } from '../../../portal/build/markdown.ts';
import type { WireFill } from '../../../src/wire/fill.ts';
import { campaignSeed, sized } from '../../../test/size.ts';
import { checked } from './checked-blocks.ts';
import { simulateDay } from './simulated-day.ts';

const days = sized({ check: 5, campaign: 40 });
// Few days have all of it: these do.
const firstDay = sized({ check: 2, campaign: (campaignSeed - 1) * days + 1 });
/** `dir` texts of these days' fills. */
const dirs = new Set<string>();

test('every record of the simulator keeps every rule of the exchange, for many seeds', (t) => {
  const seen = new Map<string, number>();
  for (let seed = firstDay; seed < firstDay + days; seed++) {
    const { blocks, exchange } = simulateDay(`seed ${seed}`);
    const sizeDecimals = new Map(exchange.markets.map(({ coin, szDecimals }) => [coin, szDecimals]));
    const invariants = checked(blocks, { bothSides: true, sizeDecimals });
    assert.deepEqual(invariants.book.breaches(), [], `seed ${seed}`);
    for (const [rule, count] of invariants.book.counts) seen.set(rule, (seen.get(rule) ?? 0) + count.checked);
    for (const [, { dir }] of blocks.flatMap(({ events }) => events)) dirs.add(dir);
  }
  t.diagnostic(`${seen.size} rules, ${[...seen.values()].reduce((sum, count) => sum + count)} checks`);
  for (const rule of [
    'closed-pnl: closedPnl goes by the cut entry',
    'fill-fields: TWAP slices have no transaction',
    'liquidations: a market liquidation closes as taker',
    'liquidations: in a takeover the liquidator crosses',
    'liquidations: a takeover is of the whole position',
    'liquidations: deleveraging closes, and turns nothing round',
    'fees: a wallet pays one rate',
    'fees: on a builder dex the rate is twice the native one, or a fifth',
    'builder-dexes: all fees of a dex are in its collateral, of a token bought in it',
    'outcomes: selling and settling realize price less entry',
    'outcomes: what Yes and No pay adds to 1',
    'outcomes: a split or a merge is of as many Yes as No, for 1 together',
    'outcomes: a settlement ends the whole position',
    'outcomes: the prices of a minted or burnt pair add to 1',
    'dust: dust takes the whole balance, without trade id, hash or fee',
  ]) {
    assert.ok((seen.get(rule) ?? 0) > 10, `${rule}: only ${seen.get(rule)} cases`);
  }
  for (const rule of [
    'outcomes: a question is merged from a Yes of each, for 1 together',
    'outcomes: a No becomes a Yes of every other, at its price',
  ]) {
    assert.ok((seen.get(rule) ?? 0) > 1, `${rule}: only ${seen.get(rule)} cases`);
  }
  const sections = headingIds(readFileSync(new URL('../../../docs/exchange.md', import.meta.url), 'utf8'));
  const unfounded = [...seen.keys()].filter((rule) => !sections.has(rule.slice(0, rule.indexOf(':'))));
  assert.deepEqual(unfounded, [], 'rules that name no section of docs/exchange.md');
});

test('over these days the simulator makes every kind of record that the exchange has', () => {
  const expected = `Open Long,Open Short,Close Long,Close Short,Long > Short,Short > Long,Buy,Sell,Settlement,
    Auto-Deleveraging,Liquidated Cross Long,Liquidated Isolated Long,Spot Dust Conversion,Split Outcome,Merge Outcome,
    Merge Question,Negate Outcome`;
  assert.deepEqual(
    expected.split(/,\s*/).filter((dir) => !dirs.has(dir)),
    [],
  );
});

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
