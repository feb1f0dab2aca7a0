import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readSpotState } from './account-balances.ts';
import { infoReader } from './info-request.ts';

test('a balance that cannot be read costs none of the others, and the answer says so', () => {
  const reading = readSpotState({
    balances: [
      { coin: 'USDC', token: 0, total: '11.515057', hold: '11.515057', entryNtl: '0.0' },
      { coin: '+92260', total: '3.0', hold: '0.0', entryNtl: 'x' },
      { coin: 'HYPE', token: 150 },
    ],
    tokenToAvailableAfterMaintenance: [[0, '1.0']],
  });
  assert.ok('data' in reading);
  assert.deepEqual(reading.data, {
    balances: [
      { coin: 'USDC', token: 0, total: '11.515057', hold: '11.515057', entryNtl: '0.0' },
      { coin: '+92260', total: '3.0', hold: '0.0' },
    ],
    escrows: [],
    isPartial: true,
  });
  assert.deepEqual([reading.rejected.length, reading.odd?.length], [1, 1]);
  assert.ok('fault' in readSpotState({ balances: null }));
  assert.ok('fault' in readSpotState([]));
});

test('what is lent and owed is read token by token, and an escrow that cannot be read makes the escrows unknown', () => {
  const amounts = { borrow: { basis: '0.0', value: '0.5' }, supply: { basis: '1000.0', value: '1000.93' } };
  const reading = infoReader('borrowLendUserState')({
    tokenToState: [
      [0, amounts],
      [150, { borrow: amounts.borrow }],
    ],
    health: 'healthy',
    healthFactor: null,
  });
  assert.ok('data' in reading);
  assert.deepEqual(reading.data, [{ token: 0, supplied: '1000.93', borrowed: '0.5' }]);
  assert.equal(reading.rejected.length, 1);
  const escrows = [{ coin: 'HYPE', token: 150, total: '2.5' }];
  const read = (evmEscrows: unknown) => readSpotState({ balances: [], evmEscrows });
  assert.deepEqual(read(escrows), {
    data: { balances: [], escrows },
    rejected: [],
  });
  const odd = read([{ coin: 'HYPE' }]);
  assert.ok('data' in odd);
  assert.deepEqual([odd.data, odd.rejected.length], [{ balances: [] }, 1]);
});

test('vault equities are read one by one, a staking account whole, and a mode is its text', () => {
  const vaultAddress = `0x${'aB'.repeat(20)}`;
  const equities = infoReader('userVaultEquities')([
    { vaultAddress, equity: '742500.082809', lockedUntilTimestamp: 1741132800000 },
    { vaultAddress: 'x', equity: '1.0' },
  ]);
  assert.ok('data' in equities);
  assert.deepEqual(equities.data, [
    {
      vaultAddress: vaultAddress.toLowerCase(),
      equity: '742500.082809',
      lockedUntilTimestamp: 1741132800000,
    },
  ]);
  assert.equal(equities.rejected.length, 1);
  const staking = { delegated: '12060.16529862', undelegated: '0.0', totalPendingWithdrawal: '0.0' };
  assert.deepEqual(infoReader('delegatorSummary')({ ...staking, nPendingWithdrawals: 0 }), {
    data: staking,
    rejected: [],
  });
  assert.deepEqual(infoReader('userAbstraction')('unifiedAccount'), { data: 'unifiedAccount', rejected: [] });
  assert.ok('fault' in infoReader('userAbstraction')({ mode: 'default' }));
});
