import assert from 'node:assert/strict';
import { test } from 'node:test';
import type * as Sdk from '@nktkas/hyperliquid/api/info';
import { type InfoAnswer, type InfoType, infoReader, infoWeight } from './info-request.ts';

/** Valid input of an answer that is read as T: null counts as missing. */
type Input<T> = T extends object
  ? { [K in keyof T]: undefined extends T[K] ? Input<T[K]> | null : Input<T[K]> }
  : T;
type Fits<T extends InfoType, Theirs extends Input<InfoAnswer<T>>> = Theirs;

/**
 * Checked by the compiler: the SDK's answer types must fit the answers here, in names and types. Pairs are lists in the SDK.
 */
export type SdkAnswers = [
  Fits<'meta', Sdk.MetaResponse>,
  Fits<'l2Book', NonNullable<Sdk.L2BookResponse>>,
  Fits<'perpDexs', Sdk.PerpDexsResponse>,
  Fits<'clearinghouseState', Sdk.ClearinghouseStateResponse>,
  Fits<'candleSnapshot', Sdk.CandleSnapshotResponse>,
  Fits<'recentTrades', Sdk.RecentTradesResponse>,
  Fits<'userFills', Sdk.UserFillsResponse>,
  Fits<'fundingHistory', Sdk.FundingHistoryResponse>,
  Fits<'userFunding', Sdk.UserFundingResponse>,
  Fits<'userRole', Sdk.UserRoleResponse>,
  Fits<'userToMultiSigSigners', Sdk.UserToMultiSigSignersResponse>,
  Fits<'subAccounts', Sdk.SubAccountsResponse>,
  Fits<'outcomeMeta', Sdk.OutcomeMetaResponse>,
];

test('a request weighs what the exchange says, and its longest answer is known before it is sent', () => {
  assert.equal(infoWeight('clearinghouseState'), 2);
  assert.equal(infoWeight('userRole'), 60);
  assert.equal(infoWeight('meta', 500), 20, 'a list that is not weighed');
  assert.equal(infoWeight('userFillsByTime'), 120);
  assert.equal(infoWeight('userFillsByTime', 0), 20);
  assert.equal(infoWeight('userFillsByTime', 39), 22);
  assert.equal(infoWeight('candleSnapshot'), 20 + 84);
  assert.equal(infoWeight('fundingHistory'), 45);
});

test('the list of all dexes is read with and without contexts, and where the rest of a meta cannot be', () => {
  const universe = [{ name: 'BTC', szDecimals: 5, maxLeverage: 40, isDelisted: true }];
  const meta = { universe, marginTables: [], collateralToken: 0 };
  const read = infoReader('allPerpMetas');
  const names = [{ name: 'BTC', isDelisted: true }];
  const expected = {
    data: [
      { universe: names, meta },
      { universe: names, meta },
    ],
    rejected: [],
  };
  assert.deepEqual(read([meta, meta]), expected);
  const pairs = [meta, meta].map((each) => [each, []]);
  assert.deepEqual(read(pairs), expected);
  const odd = { ...meta, marginTables: 'of another kind' };
  const reason = 'meta.marginTables is "of another kind", should be array';
  assert.deepEqual(read([meta, odd]), {
    data: [{ universe: names, meta }, { universe: names }],
    rejected: [{ index: 1, reason, value: odd }],
  });
  assert.ok('fault' in read({}));
});

test('no sub-accounts and an outcome that is not settled are null', () => {
  for (const type of ['subAccounts', 'settledOutcome'] as const) {
    assert.deepEqual(infoReader(type)(null), { data: null, rejected: [] });
  }
});
