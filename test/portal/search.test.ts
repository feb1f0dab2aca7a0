import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { portalModule } from './portal-module.ts';

interface SearchLists {
  markets: { coin: string; openInterest: number }[];
  outcomes: { outcomeId: number; name: string; displayName: string }[];
  builders: { builder: string; builderName?: string }[];
}

interface SearchTargets {
  searchTargets: (text: string, lists: SearchLists) => { kind: string; href: string }[];
}
let searchTargets: SearchTargets['searchTargets'];
before(async () => {
  ({ searchTargets } = await portalModule<SearchTargets>('search/search-targets.ts'));
});

const address = `0x${'Ab'.repeat(20)}`;
const market = (coin: string, openInterest: number) =>
  ({ coin, openInterest }) as SearchLists['markets'][number];
const lists: SearchLists = {
  markets: [market('kPEPE', 5), market('xyz:GOLD', 3), market('GOLDEN', 9), market('OLD', 1)],
  outcomes: [{ outcomeId: 7, name: 'gold above 4000', displayName: 'Gold above 4000' }],
  builders: [{ builder: `0x${'1'.repeat(40)}`, builderName: 'Goldfinger' }],
};
const found = (text: string) => searchTargets(text, lists).map(({ kind, href }) => `${kind} ${href}`);

test('a whole address is a wallet and a builder, in the spelling of the API', () => {
  const lower = address.toLowerCase();
  assert.deepEqual(found(` ${address} `), [`wallet /trader/${lower}`, `builder /builder/${lower}`]);
  assert.deepEqual(found(address.slice(0, -1)), [], 'a part of one is nothing');
});

test('ids and days lead to their pages', () => {
  assert.deepEqual(found('4503599627370497'), ['position /lifecycle/4503599627370497']);
  assert.deepEqual(found('#12'), ['outcome /outcome/12']);
  assert.deepEqual(found('2026-05-19'), ['day /daily/2026-05-19']);
});

test('names that begin with the text come first, then words of names, then what holds it', () => {
  assert.deepEqual(found('gold'), [
    'coin /coin/GOLDEN',
    `builder /builder/0x${'1'.repeat(40)}`,
    'outcome /outcome/7',
    'coin /coin/xyz%3AGOLD',
  ]);
  assert.deepEqual(found('OLD')[0], 'coin /coin/OLD');
  assert.deepEqual(found('pepe'), ['coin /coin/kPEPE']);
});

test('pages and cohorts are found by name, and nothing by nothing', () => {
  assert.deepEqual(found('smart'), ['cohort /cohorts?tier=smart_money']);
  assert.deepEqual(found('Liquidat'), ['page /liquidations']);
  assert.deepEqual(found('  '), []);
});
