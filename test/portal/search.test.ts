import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { portalModule } from './portal-module.ts';

interface Match {
  kind: string;
  id: string;
  name?: string;
}

interface SearchTargets {
  searchTargets: (text: string, found: readonly Match[]) => { kind: string; name: string; href: string }[];
}
let searchTargets: SearchTargets['searchTargets'];
before(async () => {
  ({ searchTargets } = await portalModule<SearchTargets>('search/search-targets.ts'));
});

const address = `0x${'Ab'.repeat(20)}`;
const found = (text: string, matches: readonly Match[] = []) =>
  searchTargets(text, matches).map(({ kind, href }) => `${kind} ${href}`);

test('a whole address is a wallet and a builder at once, whatever the service finds, and each once', () => {
  const lower = address.toLowerCase();
  const both = [`wallet /trader/${lower}`, `builder /builder/${lower}`];
  assert.deepEqual(found(` ${address} `), both);
  assert.deepEqual(found(address, [{ kind: 'wallet', id: lower }]), both);
  assert.deepEqual(found(address.slice(0, 8), [{ kind: 'wallet', id: lower }]), [`wallet /trader/${lower}`]);
});

test('what the service finds leads to its page, in its order', () => {
  const matches = [
    { kind: 'coin', id: '@151', name: 'UETH/USDC' },
    { kind: 'coin', id: 'xyz:GOLD' },
    { kind: 'builder', id: address, name: 'Goldfinger' },
    { kind: 'cohort', id: 'smart_money', tierType: 'pnl' },
    { kind: 'outcome', id: '7', name: 'Gold above 4000' },
    { kind: 'lifecycle', id: '4503599627370497' },
  ];
  assert.deepEqual(found('x', matches), [
    'coin /coin/%40151',
    'coin /coin/xyz%3AGOLD',
    `builder /builder/${address}`,
    'cohort /cohorts?type=pnl&tier=smart_money',
    'outcome /outcome/7',
    'position /lifecycle/4503599627370497',
  ]);
  assert.deepEqual(
    searchTargets('x', matches)
      .map(({ name }) => name)
      .slice(0, 4),
    ['UETH/USDC (@151)', 'xyz:GOLD', 'Goldfinger', 'Smart money'],
  );
});

test('days and pages are found by themselves, and nothing by nothing', () => {
  assert.deepEqual(found('2026-05-19'), ['day /daily/2026-05-19']);
  assert.deepEqual(found('Liquidat'), ['page /liquidations']);
  assert.deepEqual(found('  '), []);
});
