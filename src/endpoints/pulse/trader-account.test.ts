import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type EndpointHarness, openEndpointHarness } from '../../../test/endpoint-harness.ts';
import { walletOf } from '../../../test/source-fills.ts';
import { lendingRows, spotRows, stakingRows, vaultRows } from '../../ingest/facts/balance-rows.ts';
import * as tables from '../../ingest/facts/fact-tables.ts';
import type { FactWriter } from '../../ingest/facts/fact-writer.ts';
import { minuteMs, rfc3339 } from '../../kernel/clock.ts';
import { trader } from './trader.ts';

const nowMs = Date.parse('2026-03-15T12:00:00Z');
const [whole, unified, shown, partly, unread] = [1, 2, 3, 4, 5].map(walletOf) as [
  string,
  string,
  string,
  string,
  string,
];
const vault = `0x${'aa'.repeat(20)}`;
const readMs = nowMs - 7 * minuteMs;
const asOf = rfc3339(readMs);

let harness: EndpointHarness;
before(async () => {
  harness = await openEndpointHarness({
    given: {
      fills: [whole, unified, shown, partly, unread].map((wallet) => ({
        wallet,
        coin: 'BTC',
        time: nowMs - minuteMs,
      })),
      market: {
        contexts: [
          { coin: '@107', markPx: '30.5' },
          { coin: '@230', markPx: '0.5' },
          { coin: '#1730', markPx: '0.62' },
          { coin: 'flx:OIL', markPx: '70' },
        ],
        listed: [
          { coin: 'flx:OIL', collateral: 'USDH' },
          { coin: '@107', ticker: 'HYPE', collateral: 'USDC' },
          { coin: '@230', ticker: 'USDH', collateral: 'USDC' },
        ],
      },
      write: storeAccounts,
    },
    nowMs,
  });
});
after(() => harness.close());

const account = (wallet: string, dex: string, value: string | null): tables.AccountRow => ({
  wallet,
  dex,
  time: readMs,
  account_value: value,
  total_ntl_pos: value,
  total_raw_usd: value,
  total_margin_used: value,
  cross_account_value: value,
  cross_maintenance_margin: '0',
  withdrawable: '0',
});
const spot = (wallet: string, ...balances: [string, string][]) =>
  spotRows(
    { wallet, time: readMs },
    { balances: balances.map(([coin, total]) => ({ coin, total })), escrows: [] },
  );
const lent = (wallet: string, supplied: string, time = readMs) =>
  lendingRows({ wallet, time }, [{ token: 0, supplied, borrowed: '0' }], {
    isPartial: false,
    nameOf: () => 'USDC',
  });

async function storeAccounts(facts: Pick<FactWriter, 'write'>): Promise<void> {
  await facts.write(tables.accounts, [
    account(whole, '', '1000.5'),
    account(whole, 'flx', '100'),
    account(unified, '', '6600'),
    account(shown, '', '0'),
    account(partly, '', null),
  ]);
  await facts.write(tables.balances, [
    ...spot(whole, ['USDC', '10.25'], ['HYPE', '2'], ['+1730', '50'], ['WARS', '9']),
    ...vaultRows({ wallet: whole, time: readMs }, [{ vaultAddress: vault, equity: '500.000001' }], false),
    ...stakingRows(
      { wallet: whole, time: readMs },
      { delegated: '1', undelegated: '0', totalPendingWithdrawal: '0.5' },
    ),
    ...lent(whole, '1000.93372645'),
    ...[unified, shown].flatMap((wallet) => spot(wallet, ['USDC', '4918.25'])),
  ]);
  await facts.write(tables.accountModes, [
    { wallet: whole, time: readMs, mode: 'default' },
    { wallet: unified, time: readMs, mode: 'unifiedAccount' },
  ]);
}

async function accountOf(wallet: string) {
  return (await harness.ask(trader, { path: { address: wallet } })).body.accountValue;
}

test('an account is worth its perps of every dex, spot, vaults and staked HYPE, each with its time', async () => {
  assert.deepEqual(await accountOf(whole), {
    // 1000.5 + 100 + 10.25 + 61 + 31 + 500.000001 + 45.75 + 1000.93372645
    totalUsd: 2749.43372745,
    knownUsd: 2749.43372745,
    collateral: 'apart',
    collateralBasis: 'exchange',
    parts: [
      { part: 'perps', dex: 'hl', valueUsd: 1000.5, asOf },
      { part: 'perps', dex: 'flx', valueUsd: 100, asOf },
      { part: 'spot', valueUsd: 102.25, asOf },
      { part: 'vaults', valueUsd: 500.000001, asOf },
      { part: 'staked', valueUsd: 45.75, asOf },
      { part: 'lent', valueUsd: 1000.93372645, asOf },
      { part: 'escrow', valueUsd: 0, asOf },
    ],
    dollarTokens: [{ token: 'USDH', priceUsd: 1, assumed: 'out-of-bounds' }],
    unpricedTokens: ['WARS'],
  });
});

test('a unified account is what it has in spot, known by the exchange or by what it shows, and its unread parts are null', async () => {
  const parts = [
    { part: 'perps', dex: 'hl', valueUsd: null, reason: 'counted-in-spot', asOf },
    { part: 'spot', valueUsd: 4918.25, asOf },
    { part: 'vaults', valueUsd: null, reason: 'not-read' },
    { part: 'staked', valueUsd: null, reason: 'not-read' },
    { part: 'lent', valueUsd: null, reason: 'not-read' },
    { part: 'escrow', valueUsd: 0, asOf },
  ];
  const pooled = { totalUsd: null, knownUsd: 4918.25, collateral: 'pooled', parts };
  const others = { dollarTokens: [], unpricedTokens: [] };
  assert.deepEqual(await accountOf(unified), { ...pooled, ...others, collateralBasis: 'exchange' });
  assert.deepEqual(await accountOf(shown), { ...pooled, ...others, collateralBasis: 'sign' });
});

test('a state without its value is no 0, and a wallet whose account was never read has no account value', async () => {
  const value = await accountOf(partly);
  assert.deepEqual(
    [value?.totalUsd, value?.parts[0]],
    [null, { part: 'perps', dex: 'hl', valueUsd: null, reason: 'not-in-state', asOf }],
  );
  assert.equal(await accountOf(unread), undefined);
});
