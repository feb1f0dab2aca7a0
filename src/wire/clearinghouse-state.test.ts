import assert from 'node:assert/strict';
import { test } from 'node:test';
import { stateRows } from '../ingest/facts/position-rows.ts';
import { readAccountState } from './clearinghouse-state.ts';

const sums = { accountValue: '5', totalNtlPos: '4', totalRawUsd: '1', totalMarginUsed: '1' };
const held = (coin: string, change: object = {}) => ({
  type: 'oneWay',
  position: {
    coin,
    szi: '1.0',
    leverage: { type: 'cross', value: 10 },
    entryPx: '2.0',
    positionValue: '2.0',
    unrealizedPnl: '0.0',
    returnOnEquity: '0.0',
    liquidationPx: null,
    marginUsed: '1.0',
    maxLeverage: '40',
    cumFunding: { allTime: '0.0', sinceOpen: '0.0', sinceChange: '0.0' },
    ...change,
  },
});
const state = (assetPositions: unknown[], change: object = {}) => ({
  marginSummary: sums,
  crossMarginSummary: sums,
  crossMaintenanceMarginUsed: '0.1',
  withdrawable: '1.0',
  assetPositions,
  time: '1785500000000',
  ...change,
});
const owner = { wallet: `0x${'a'.repeat(40)}`, dex: '' };

function read(value: unknown) {
  const reading = readAccountState(value);
  assert.ok('data' in reading, JSON.stringify(reading));
  return { ...reading, rows: stateRows(owner, reading.data, ['SOL', 'DOGE']) };
}

test('a liquidation price that no market reaches is none', () => {
  const prices = ['-1250.5', '0.0', 0, '0.00001', '140.5', null];
  const { data } = read(state(prices.map((liquidationPx, i) => held(`C${i}`, { liquidationPx }))));
  assert.deepEqual(
    data.assetPositions.map(({ position }) => position.liquidationPx),
    [undefined, undefined, undefined, '0.00001', '140.5', undefined],
  );
});

test('a part of a position that is null, missing or odd costs that part, not the state', () => {
  const { entryPx: _, ...without } = held('ETH').position;
  const odd = held('SOL', {
    leverage: { type: 'both', value: 3 },
    cumFunding: 'x',
    liquidationPx: 'x',
    marginUsed: [],
  });
  const {
    rows,
    rejected,
    odd: parts = [],
  } = read(state([held('BTC', { entryPx: null }), { position: without }, odd]));
  assert.deepEqual(rejected, []);
  assert.equal(parts.length, 2, 'what is missing is not reported');
  assert.match(parts[0]!.reason, /position\.entryPx is null, should be a decimal/);
  assert.match(parts[1]!.reason, /leverage.*; .*liquidationPx.*; .*marginUsed.*; .*cumFunding|cumFunding/);
  assert.deepEqual(
    rows.positions.map(({ coin, szi, entry_px, leverage, max_leverage }) => [
      coin,
      szi,
      entry_px,
      leverage,
      max_leverage,
    ]),
    [
      ['BTC', '1.0', null, 10, 40],
      ['ETH', '1.0', null, 10, 40],
      ['SOL', '1.0', '2.0', 0, 40],
      ['DOGE', '0', null, 0, 0],
    ],
  );
  const sol = rows.positions[2]!;
  for (const name of [
    'margin_used',
    'funding_all_time',
    'funding_since_open',
    'funding_since_change',
  ] as const)
    assert.equal(sol[name], null, name);
  assert.equal(rows.account.account_value, '5');
});

test('a position without its size costs itself, and closes none', () => {
  const { rows, rejected } = read(state([held('BTC', { szi: null }), held('SOL')]));
  assert.equal(rejected.length, 1);
  assert.deepEqual(
    rows.positions.map(({ coin }) => coin),
    ['SOL'],
  );
});

test('sums of an account that cannot be read cost themselves, neither the others nor its positions', () => {
  const { rows, odd = [] } = read(state([held('BTC')], { marginSummary: { ...sums, totalNtlPos: null } }));
  assert.deepEqual(
    [rows.account.account_value, rows.account.total_ntl_pos, rows.account.cross_account_value],
    [null, null, '5'],
  );
  assert.equal(read(state([], { withdrawable: null })).rows.account.withdrawable, null);
  assert.equal(odd.length, 1);
  assert.equal(rows.positions[0]!.coin, 'BTC');
  assert.ok('fault' in readAccountState(state([], { time: 'x' })));
  assert.ok('fault' in readAccountState({ ...state([]), assetPositions: null }));
});
