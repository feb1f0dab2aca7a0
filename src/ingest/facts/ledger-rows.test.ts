import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ledgerUpdate } from '../../wire/ledger-update.ts';
import { type MiscEvent, readMiscEvent } from '../../wire/misc-event.ts';
import type { LedgerUpdateRow } from './fact-tables.ts';
import { ledgerRows, type MiscRows, miscRows } from './ledger-rows.ts';

const me = `0x${'a1'.repeat(20)}`;
const other = `0x${'b2'.repeat(20)}`;
const vault = `0x${'c3'.repeat(20)}`;
const bridge = `0x2${'0'.repeat(36)}0c8`;
const hash = `0x${'5e'.repeat(32)}`;
const timeMs = Date.UTC(2026, 5, 11, 7, 0, 0, 41);
const time = '2026-06-11T07:00:00.041952123';

function eventOf(inner: object): MiscEvent {
  const read = readMiscEvent({ time, hash, inner });
  if (typeof read === 'string') return assert.fail(read);
  return read;
}

/** Rows of a node's events of one block. */
function nodeRows(...inners: object[]): MiscRows {
  const rows: MiscRows = { funding: [], ledger: [], twaps: [] };
  const take = miscRows(rows);
  for (const inner of inners) take(eventOf(inner));
  return rows;
}

/** The row of a wallet as the API has it. */
function apiRow(wallet: string, delta: object): LedgerUpdateRow {
  const read = ledgerUpdate.read({ time: timeMs, hash, delta });
  if ('fault' in read) return assert.fail(read.fault);
  return ledgerRows()({ wallet, timeMs: read.data.time, hash: read.data.hash }, read.data.reading);
}

const ends = { user: me, destination: other };
const sent = { nonce: 1, nativeTokenFee: '0.0' };

/** Class, token, amount, USD, fee and counterparty of the wallet; USD is undefined if unknown. */
type Content = [string, string, string, string | undefined, string, string];
const cases: { delta: Record<string, unknown> & { type: string }; rows: Record<string, Content> }[] = [
  {
    delta: { type: 'deposit', usdc: '250.50' },
    rows: { [me]: ['external', 'USDC', '250.5', '250.5', '0', ''] },
  },
  {
    delta: { type: 'withdraw', usdc: '99.0', nonce: 17, fee: '1.0' },
    rows: { [me]: ['external', 'USDC', '-99', '-99', '1', ''] },
  },
  {
    delta: { type: 'internalTransfer', usdc: '10.0', ...ends, fee: '1.0' },
    rows: {
      [me]: ['transfer', 'USDC', '-10', '-10', '1', other],
      [other]: ['transfer', 'USDC', '10', '10', '0', me],
    },
  },
  {
    delta: { type: 'subAccountTransfer', usdc: '3.25', ...ends },
    rows: {
      [me]: ['transfer', 'USDC', '-3.25', '-3.25', '0', other],
      [other]: ['transfer', 'USDC', '3.25', '3.25', '0', me],
    },
  },
  {
    delta: { type: 'accountClassTransfer', usdc: '7.0', toPerp: false },
    rows: { [me]: ['own', 'USDC', '-7', '0', '0', ''] },
  },
  {
    delta: {
      type: 'send',
      ...ends,
      sourceDex: 'spot',
      destinationDex: '',
      token: 'HYPE',
      amount: '2.0',
      usdcValue: '80.0',
      fee: '0.1',
      feeToken: 'HYPE',
      ...sent,
    },
    rows: {
      [me]: ['transfer', 'HYPE', '-2', '-80', '4', other],
      [other]: ['transfer', 'HYPE', '2', '80', '0', me],
    },
  },
  {
    delta: {
      type: 'send',
      user: me,
      destination: me,
      sourceDex: '',
      destinationDex: 'xyz',
      token: 'USDC',
      amount: '5.0',
      usdcValue: '5.0',
      fee: '0.0',
      feeToken: '',
      ...sent,
    },
    rows: { [me]: ['own', 'USDC', '5', '0', '0', ''] },
  },
  {
    delta: {
      type: 'spotTransfer',
      ...ends,
      token: 'PURR',
      amount: '100.0',
      fee: '1.0',
      feeToken: 'USDC',
      ...sent,
    },
    rows: {
      [me]: ['transfer', 'PURR', '-100', undefined, '1', other],
      [other]: ['transfer', 'PURR', '100', undefined, '0', me],
    },
  },
  {
    delta: { type: 'activateDexAbstraction', dex: 'xyz', token: 'USDC', amount: '12.5' },
    rows: { [me]: ['own', 'USDC', '12.5', '0', '0', ''] },
  },
  {
    delta: { type: 'spotTransfer', user: me, destination: bridge, token: 'USDC', amount: '4.0', fee: '0.0' },
    rows: { [me]: ['external', 'USDC', '-4', '-4', '0', bridge] },
  },
  {
    delta: { type: 'perpDexClassTransfer', amount: '6.0', token: 'USDH', dex: 'xyz', toPerp: true },
    rows: { [me]: ['own', 'USDH', '6', '0', '0', ''] },
  },
  {
    delta: { type: 'vaultCreate', vault, usdc: '100.0', fee: '100.0' },
    rows: { [me]: ['vault', 'USDC', '-100', '-100', '100', vault] },
  },
  {
    delta: { type: 'vaultDeposit', vault, usdc: '50.0' },
    rows: {
      [me]: ['vault', 'USDC', '-50', '-50', '0', vault],
      [vault]: ['vault', 'USDC', '50', '50', '0', ''],
    },
  },
  {
    delta: {
      type: 'vaultWithdraw',
      vault,
      user: me,
      requestedUsd: '60.0',
      commission: '1.0',
      closingCost: '0.5',
      basis: '50.0',
      netWithdrawnUsd: '58.5',
    },
    rows: {
      [me]: ['vault', 'USDC', '58.5', '58.5', '0', vault],
      [vault]: ['vault', 'USDC', '-58.5', '-58.5', '0', me],
    },
  },
  {
    delta: { type: 'vaultDistribution', vault, usdc: '9.0' },
    rows: {
      [me]: ['vault', 'USDC', '9', '9', '0', vault],
      [vault]: ['vault', 'USDC', '-9', '-9', '0', ''],
    },
  },
  {
    delta: { type: 'vaultLeaderCommission', user: me, usdc: '1.0' },
    rows: {
      [me]: ['reward', 'USDC', '1', '1', '0', ''],
      [vault]: ['vault', 'USDC', '-1', '-1', '0', me],
    },
  },
  {
    delta: {
      type: 'liquidation',
      liquidatedNtlPos: '1000.0',
      accountValue: '-2.0',
      leverageType: 'Cross',
      liquidatedPositions: [{ coin: 'BTC', szi: '0.01' }],
    },
    rows: { [me]: ['notice', '', '0', '0', '0', ''] },
  },
  {
    delta: { type: 'borrowLend', token: 'USDC', operation: 'borrow', amount: '20.0', interestAmount: '0.0' },
    rows: { [me]: ['own', 'USDC', '20', '0', '0', ''] },
  },
  {
    delta: { type: 'borrowLend', token: 'HYPE', operation: 'supply', amount: '2.0', interestAmount: '0.1' },
    rows: { [me]: ['own', 'HYPE', '-2', '0', '0', ''] },
  },
  {
    delta: { type: 'rewardsClaim', amount: '12.5', token: 'USDC' },
    rows: { [me]: ['reward', 'USDC', '12.5', '12.5', '0', ''] },
  },
  {
    delta: { type: 'cStakingTransfer', token: 'HYPE', amount: '3.0', isDeposit: true },
    rows: { [me]: ['staking', 'HYPE', '-3', '0', '0', ''] },
  },
  {
    delta: { type: 'spotGenesis', token: 'PURR', amount: '1000.0' },
    rows: { [me]: ['reward', 'PURR', '1000', undefined, '0', ''] },
  },
  {
    delta: { type: 'accountActivationGas', amount: '1.0', token: 'USDC' },
    rows: { [me]: ['cost', 'USDC', '-1', '-1', '0', ''] },
  },
  {
    delta: { type: 'gossipPriorityGasAuction', token: 'HYPE', amount: '0.1' },
    rows: { [me]: ['cost', 'HYPE', '-0.1', undefined, '0', ''] },
  },
  {
    delta: { type: 'deployGasAuction', token: 'HYPE', amount: '500.0' },
    rows: { [me]: ['cost', 'HYPE', '-500', undefined, '0', ''] },
  },
  {
    delta: { type: 'somethingNew', dex: 'xyz', token: 'USDC', amount: '1.0' },
    rows: { [me]: ['unknown', '', '0', undefined, '0', ''] },
  },
];

const contentOf = (row: LedgerUpdateRow): Content => [
  row.class,
  row.token,
  row.amount,
  row.is_valued ? row.usd : undefined,
  row.fee_usd,
  /^0x0*$|^$/.test(row.counterparty) ? '' : row.counterparty,
];

for (const { delta, rows } of cases) {
  const [first] = Object.values(rows);
  test(`${delta.type} as ${first![0]} is one row for each wallet, the same of a node and of the API`, () => {
    const wallets = Object.keys(rows);
    const { ledger } = nodeRows({ LedgerUpdate: { users: wallets, delta } });
    assert.deepEqual(Object.fromEntries(ledger.map((row) => [row.wallet, contentOf(row)])), rows);
    for (const row of ledger) {
      assert.deepEqual(apiRow(row.wallet, delta), row);
      assert.deepEqual(JSON.parse(row.raw), delta);
      assert.equal(row.time, timeMs);
    }
  });
}

test('staking events are rows of the wallets and validators that they name', () => {
  const rewards = {
    validator_to_reward: [
      [other, '1.5'],
      [me, '0.25'],
      [me, 'much'],
    ],
  };
  const inners = [
    { CDeposit: { user: me, amount: '3.0' } },
    { CWithdrawal: { user: me, amount: '2.0', is_finalized: false } },
    { Delegation: { user: me, validator: other, amount: '1.0', is_undelegate: false } },
    { Delegation: { user: me, validator: other, amount: '0.5', is_undelegate: true } },
    { ValidatorRewards: rewards },
    { GossipPriorityAuctionRestart: { slot_id: 1, previous_winner: { Ip: '10.0.0.1' }, end_gas: '0.1' } },
    { SomethingElse: { user: other, answer: 42 } },
  ];
  assert.deepEqual(
    nodeRows(...inners).ledger.map((row) => [row.wallet, row.kind, ...contentOf(row)]),
    [
      [me, 'CDeposit', 'staking', 'HYPE', '3', '0', '0', ''],
      [me, 'CWithdrawal', 'staking', 'HYPE', '-2', '0', '0', ''],
      [me, 'Delegation', 'staking', 'HYPE', '-1', '0', '0', other],
      [me, 'Delegation', 'staking', 'HYPE', '0.5', '0', '0', other],
      [other, 'ValidatorRewards', 'reward', 'HYPE', '1.5', undefined, '0', ''],
      [me, 'ValidatorRewards', 'reward', 'HYPE', '0.25', undefined, '0', ''],
      ['', 'GossipPriorityAuctionRestart', 'notice', '', '0', '0', '0', ''],
      [other, 'SomethingElse', 'unknown', '', '0', undefined, '0', ''],
    ],
  );
  assert.equal(eventOf({ ValidatorRewards: rewards }).rejected.length, 1);
});

test('a fee in a token without a known value makes what the payer paid unknown, and no other row', () => {
  const delta = { type: 'spotTransfer', ...ends, token: 'PURR', amount: '100.0', usdcValue: '20.0' };
  const isValued = (wallet: string, fees: object) => apiRow(wallet, { ...delta, ...fees }).is_fee_valued;
  const hype = { fee: '0.02', feeToken: 'HYPE', nativeTokenFee: '0.0' };
  assert.deepEqual([isValued(me, hype), isValued(other, hype)], [false, true]);
  assert.equal(isValued(me, { fee: '0.0', feeToken: '', nativeTokenFee: '0.00002' }), false);
  assert.equal(isValued(me, { fee: '0.5', feeToken: 'PURR', nativeTokenFee: '0.0' }), true);
  assert.equal(isValued(me, { fee: '0.0', feeToken: 'HYPE', nativeTokenFee: '0.0' }), true);
});

test('equal updates of one transaction are counted, whatever zeros they are written with', () => {
  const deposit = (usdc: string) => ({ LedgerUpdate: { users: [me], delta: { type: 'deposit', usdc } } });
  const { ledger } = nodeRows(deposit('5.0'), deposit('5.00'), deposit('6.0'));
  assert.deepEqual(
    ledger.map(({ copy }) => copy),
    [0, 1, 0],
  );
  assert.equal(ledger[0]!.digest, ledger[1]!.digest);
  assert.notEqual(ledger[0]!.digest, ledger[2]!.digest);
});

test('funding of both forms is a payment of its wallet, and a bad one costs only itself', () => {
  const deltas = [
    { user: me, coin: 'BTC', funding_amount: '-1.5', szi: '0.3', funding_rate: '0.0000125' },
    { user: me, coin: '', funding_amount: '-1.5', szi: '0.3', funding_rate: '0.0000125' },
  ];
  const older = { user: other, coin: 'ETH', usdc: '2.25', szi: '-3', fundingRate: '0.00002', nSamples: 1 };
  const inUpdate = { users: [me], delta: { ...older, type: 'funding', user: undefined } };
  assert.deepEqual(
    nodeRows({ Funding: { deltas } }, { Funding: older }, { LedgerUpdate: inUpdate }).funding.map(
      ({ wallet, time: at, coin, usdc, szi, samples }) => [wallet, at, coin, usdc, szi, samples],
    ),
    [
      [me, timeMs, 'BTC', '-1.5', '0.3', 0],
      [other, timeMs, 'ETH', '2.25', '-3', 0],
      [me, timeMs, 'ETH', '2.25', '-3', 0],
    ],
  );
  assert.deepEqual(
    eventOf({ Funding: { deltas } }).rejected.map(({ index }) => index),
    [1],
  );
});

test('what is no event says what would be one', () => {
  const reasons: [unknown, RegExp][] = [
    [17, /event is 17, should be/],
    [{ time: 'today', hash, inner: { Funding: {} } }, /event.time is "today", should be a UTC time/],
    [{ time, hash, inner: {} }, /event.inner is an object, should be an object with one key/],
    [{ time, hash, inner: { Funding: 3 } }, /Funding is 3, should be an object/],
    [
      { time, hash, inner: { Funding: { coin: 'BTC', usdc: '1', szi: '1', fundingRate: '1' } } },
      /should name one user/,
    ],
    [
      { time, hash, inner: { LedgerUpdate: { users: 'all', delta: {} } } },
      /users is "all", should be an array of addresses/,
    ],
    [{ time, hash, inner: { LedgerUpdate: { users: [me], delta: {} } } }, /delta.type is missing/],
    [
      { time, hash, inner: { LedgerUpdate: { users: [me], delta: { type: 'deposit', usdc: 'all' } } } },
      /deposit.usdc is "all", should be a decimal/,
    ],
    [{ time, hash, inner: { ValidatorRewards: {} } }, /validator_to_reward is missing/],
  ];
  for (const [event, reason] of reasons) {
    const read = readMiscEvent(event);
    assert.match(typeof read === 'string' ? read : JSON.stringify(read), reason);
  }
});
