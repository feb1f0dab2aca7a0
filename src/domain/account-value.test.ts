import assert from 'node:assert/strict';
import { test } from 'node:test';
import { scaledNumber } from '../kernel/scaled.ts';
import {
  type AccountParts,
  type AccountPrices,
  accountValue,
  type DexPart,
  valueDecimals,
} from './account-value.ts';

const atMs = Date.UTC(2026, 4, 1);
const pairs: Record<string, { coin: string; quote: string }> = {
  HYPE: { coin: '@107', quote: 'USDC' },
  UBTC: { coin: '@142', quote: 'USDH' },
  USDH: { coin: '@230', quote: 'USDC' },
  USDE: { coin: '@150', quote: 'USDC' },
  '+1730': { coin: '#1730', quote: 'USDC' },
};
const marks: Record<string, string> = {
  '@107': '34.2',
  '@142': '77600',
  '@230': '0.9995',
  '#1730': '0.62',
  BTC: '80000',
};
const pricesOf = (own: Record<string, string> = marks): AccountPrices => ({
  markOf: (coin) => own[coin],
  pairOf: (token) => pairs[token],
});
const dex = (own: Partial<DexPart> = {}): DexPart => ({
  dex: '',
  collateral: 'USDC',
  accountValue: '1000.5',
  totalRawUsd: '200.5',
  totalNtlPos: '800',
  open: 1,
  atMs,
  ...own,
});
const held = (...assets: [string, string][]) => ({
  held: assets.map(([asset, amount]) => ({ asset, amount })),
  atMs,
});
const parts = (own: Partial<AccountParts> = {}): AccountParts => ({
  mode: 'default',
  dexes: [dex()],
  spot: held(),
  vaults: held(),
  staked: held(),
  lent: held(),
  escrow: held(),
  ...own,
});
const usd = (value: bigint | null) => (value === null ? null : scaledNumber(value, valueDecimals));

test('perps of every dex, spot, vaults and staked HYPE add up exactly, each at its own price', () => {
  const value = accountValue(
    parts({
      dexes: [dex(), dex({ dex: 'flx', collateral: 'USDH', accountValue: '100' })],
      spot: held(['USDC', '10.00000001'], ['HYPE', '2'], ['UBTC', '0.1'], ['USDH', '3'], ['+1730', '50']),
      vaults: held(['0xaa', '742500.082809']),
      staked: held(['delegated', '1.5'], ['pending', '0.5']),
    }),
    pricesOf(),
  );
  assert.deepEqual(
    value.perps.map(({ dex, value }) => [dex, usd(value)]),
    [
      ['', 1000.5],
      ['flx', 99.95],
    ],
  );
  // 10.00000001 + 68.4 + 0.1 × 77600 × 0.9995 + 3 × 0.9995 + 31
  assert.equal(usd(value.spot.value), 7868.51850001);
  assert.deepEqual([usd(value.vaults.value), usd(value.staked.value)], [742500.082809, 68.4]);
  assert.equal(usd(value.total), 751537.45130901);
  assert.equal(value.total, value.known);
  assert.deepEqual(value.stables, [{ token: 'USDH', price: 999_500_000_000n }]);
  assert.deepEqual([value.isPooled, value.modeBasis, value.unpriced], [false, 'exchange', []]);
});

test('what a pooled account has in spot is counted once, whatever its dexes say, and never comes to 0', () => {
  const spot = held(['USDC', '4918.25']);
  for (const mode of ['unifiedAccount', 'portfolioMargin']) {
    const value = accountValue(parts({ mode, spot }), pricesOf());
    assert.equal(usd(value.total), 4918.25);
    assert.deepEqual([value.perps[0]!.value, value.perps[0]!.reason], [null, 'counted-in-spot']);
  }
  const zero = dex({ accountValue: '0', totalRawUsd: '0.0', totalNtlPos: '0' });
  const shown = accountValue(parts({ mode: undefined, dexes: [zero], spot }), pricesOf());
  assert.deepEqual([usd(shown.total), shown.isPooled, shown.modeBasis], [4918.25, true, 'sign']);
  const unread = accountValue(parts({ mode: undefined, dexes: [zero], spot: undefined }), pricesOf());
  assert.deepEqual([unread.total, unread.spot.reason], [null, 'not-read']);
  // Without a position it may as well be an account that has nothing.
  const empty = accountValue(parts({ mode: undefined, dexes: [{ ...zero, open: 0 }], spot }), pricesOf());
  assert.deepEqual([usd(empty.total), empty.isPooled, empty.modeBasis], [4918.25, false, 'assumed']);
});

test('a part that is not known is null with its reason, and the sum says what is known', () => {
  const unread = accountValue(parts({ vaults: undefined }), pricesOf());
  assert.deepEqual([unread.total, usd(unread.known)], [null, 1000.5]);
  assert.deepEqual(unread.vaults, { value: null, known: 0n, reason: 'not-read', atMs: undefined });
  const silent = accountValue(parts({ dexes: [dex({ accountValue: null })] }), pricesOf());
  assert.deepEqual([silent.total, silent.perps[0]!.reason], [null, 'not-in-state']);
  const noPrice = accountValue(
    parts({ spot: held(['USDC', '5'], ['HYPE', '1'], ['PURR', '0']) }),
    pricesOf({}),
  );
  assert.deepEqual([noPrice.total, usd(noPrice.known), noPrice.spot.reason], [null, 1005.5, 'no-price']);
  assert.equal(accountValue(parts({ dexes: [] }), pricesOf()).total, null);
});

test('a token without a pair has no mark: it is named, and the rest is known', () => {
  const value = accountValue(parts({ spot: held(['USDC', '5'], ['WARS', '9']) }), pricesOf());
  assert.deepEqual([usd(value.total), value.unpriced], [1005.5, ['WARS']]);
});

test('what is lent out and what is in escrow are parts, and what is owed is taken off', () => {
  const value = accountValue(
    parts({ lent: held(['USDC', '1000.93372645'], ['HYPE', '-2']), escrow: held(['HYPE', '1']) }),
    pricesOf(),
  );
  assert.deepEqual([usd(value.lent.value), usd(value.escrow.value)], [932.53372645, 34.2]);
  assert.equal(usd(value.total), 1967.23372645);
  for (const part of ['lent', 'escrow'] as const) {
    const unread = accountValue(parts({ [part]: undefined }), pricesOf());
    assert.deepEqual([unread.total, unread[part].reason], [null, 'not-read']);
  }
});

test('in portfolio margin what is lent is in the balance of spot already, and where the mode is not known the sum is not', () => {
  const [spot, lent] = [held(['USDC', '70']), held(['USDC', '50'])];
  const counted = accountValue(parts({ mode: 'portfolioMargin', spot, lent }), pricesOf());
  assert.deepEqual([usd(counted.total), counted.lent.reason], [70, 'counted-in-spot']);
  const apart = accountValue(parts({ mode: 'unifiedAccount', spot, lent }), pricesOf());
  assert.equal(usd(apart.total), 120);
  assert.equal(accountValue(parts({ mode: undefined, spot, lent }), pricesOf()).total, null);
});

test('a mode of the account that came later makes perps unknown: their collateral may be in spot, too', () => {
  const value = accountValue(parts({ mode: 'subMargin', spot: held(['USDC', '70']) }), pricesOf());
  assert.deepEqual([value.total, usd(value.known), value.perps[0]!.reason], [null, 70, 'not-read']);
});

test('money that moved into a part, or out of it, since it was read makes the sum unknown', () => {
  for (const part of ['vaults', 'staked', 'lent'] as const) {
    const at = (movedMs: number) => accountValue(parts({ [part]: { ...held(), movedMs } }), pricesOf());
    assert.deepEqual([at(atMs + 1).total, at(atMs + 1)[part].reason], [null, 'moved-since']);
    assert.equal(usd(at(atMs).total), 1000.5);
  }
});

test('a side of a settled outcome counts at its payout, and one without market and settlement is not known', () => {
  const settled = { asset: 'o990', amount: '8', settled: '0.25' };
  const spot = { atMs, held: [...held(['USDC', '5']).held, settled] };
  assert.equal(usd(accountValue(parts({ spot }), pricesOf()).total), 1007.5);
  const open = accountValue(parts({ spot: held(['USDC', '5'], ['+99', '1']) }), pricesOf());
  assert.deepEqual([open.total, open.spot.reason, open.unpriced], [null, 'no-price', []]);
});

test('a dollar token counts at its pair within bounds, and as 1 outside them or without a price, and the answer says so', () => {
  const flx = (mark: Record<string, string>) => {
    const dexes = [dex({ dex: 'flx', collateral: 'USDE', accountValue: '100' })];
    const { total, stables } = accountValue(parts({ dexes }), pricesOf(mark));
    return [usd(total), stables[0]!.assumed];
  };
  assert.deepEqual(flx({ '@150': '0.9' }), [90, undefined]);
  assert.deepEqual(flx({ '@150': '1.1' }), [110, undefined]);
  assert.deepEqual(flx({ '@150': '0.89' }), [100, 'out-of-bounds']);
  assert.deepEqual(flx({ '@150': '1.11' }), [100, 'out-of-bounds']);
  assert.deepEqual(flx({}), [100, 'no-price']);
});

test('with its positions a perp account is cash and positions at the marks given, and as the exchange valued it where a mark is missing', () => {
  const positions = [{ coin: 'BTC', szi: '-0.01' }];
  const at = (own: Record<string, string>) =>
    usd(accountValue(parts({ dexes: [dex({ positions })] }), pricesOf(own)).total);
  assert.equal(at({ BTC: '80000' }), -599.5);
  assert.equal(at({}), 1000.5);
});

test('more decimals than an amount has are cut, and negative equity stays negative', () => {
  const value = accountValue(parts({ dexes: [dex({ accountValue: '-0.1234567890123456' })] }), pricesOf());
  assert.equal(usd(value.total), -0.123456789012);
});
