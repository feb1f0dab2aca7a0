import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Type } from 'typebox';
import { type EndpointHarness, openEndpointHarness } from '../../test/endpoint-harness.ts';
import { walletOf } from '../../test/source-fills.ts';
import { query } from '../analytics/query.ts';
import { lendingRows, spotRows, stakingRows, vaultRows } from '../ingest/facts/balance-rows.ts';
import * as tables from '../ingest/facts/fact-tables.ts';
import type { FactWriter } from '../ingest/facts/fact-writer.ts';
import { stateRows } from '../ingest/facts/position-rows.ts';
import { fixedClock, hourMs, minuteMs } from '../kernel/clock.ts';
import type { AccountState } from '../wire/clearinghouse-state.ts';
import { accountHours } from './account-hours.ts';

const midnightMs = Date.parse('2026-03-15T00:00:00Z');
const onTheHourMs = midnightMs + 12 * hourMs;
const [trader, pooled, quiet] = [1, 2, 3].map(walletOf) as [string, string, string];
const vault = `0x${'aa'.repeat(20)}`;
let harness: EndpointHarness;

function stateOf(
  time: number,
  accountValue: string,
  rawUsd: string,
  sizes: Record<string, string>,
): AccountState {
  const summary = { accountValue, totalNtlPos: '1', totalRawUsd: rawUsd, totalMarginUsed: '0' };
  const assetPositions = Object.entries(sizes).map(([coin, szi]) => ({ position: { coin, szi } }));
  return { marginSummary: summary, assetPositions, time };
}

before(async () => {
  const contexts = [
    { coin: 'BTC', markPx: '80000' },
    { coin: 'flx:OIL', markPx: '70' },
    { coin: '@107', markPx: '30.5' },
    { coin: '@230', markPx: '0.999' },
  ];
  const listed = [
    { coin: 'flx:OIL', collateral: 'USDH' },
    { coin: '@107', ticker: 'HYPE', collateral: 'USDC' },
    { coin: '@230', ticker: 'USDH', collateral: 'USDC' },
  ];
  const given = { market: { contexts, listed }, write: storeAccounts };
  harness = await openEndpointHarness({ given, nowMs: onTheHourMs });
});
after(() => harness.close());

async function storeAccounts(facts: Pick<FactWriter, 'write'>): Promise<void> {
  const time = onTheHourMs - 10 * minuteMs;
  const store = async (wallet: string, dex: string, state: AccountState) => {
    const { account, positions } = stateRows({ wallet, dex }, state, []);
    await Promise.all([facts.write(tables.accounts, [account]), facts.write(tables.positions, positions)]);
  };
  await store(trader, '', stateOf(time, '1000', '9000.5', { BTC: '-0.1' }));
  await store(trader, 'flx', stateOf(time, '100', '30', { 'flx:OIL': '1' }));
  await store(pooled, '', stateOf(time, '0', '0', { BTC: '1' }));
  await store(quiet, '', stateOf(midnightMs - 40 * hourMs, '7', '7', {}));
  const owner = { wallet: trader, time };
  // The newer answer replaces everything of the older one.
  await facts.write(
    tables.balances,
    spotRows({ ...owner, time: time - 1 }, { balances: [{ coin: 'PURR', total: '5' }] }),
  );
  await facts.write(tables.balances, [
    ...spotRows(owner, {
      balances: [
        { coin: 'USDC', total: '10.25' },
        { coin: 'HYPE', total: '2' },
      ],
      escrows: [{ coin: 'HYPE', total: '1' }],
    }),
    ...vaultRows(owner, [{ vaultAddress: vault, equity: '500.000001' }], false),
    ...lendingRows(owner, [{ token: 0, supplied: '1000', borrowed: '50' }], {
      isPartial: false,
      nameOf: () => 'USDC',
    }),
    ...stakingRows(owner, { delegated: '1.5', undelegated: '0', totalPendingWithdrawal: '0' }),
    ...spotRows({ wallet: pooled, time }, { balances: [{ coin: 'USDC', total: '4918.25' }], escrows: [] }),
  ]);
  await facts.write(tables.accountModes, [
    { wallet: trader, time, mode: 'default' },
    { wallet: pooled, time, mode: 'portfolioMargin' },
  ]);
}

const stored = query({
  name: 'account_hours_of_test',
  params: { hour: 'TimeMs' },
  row: Type.Object({
    wallet: Type.String(),
    values: Type.String(),
    oldest: Type.String(),
    is_pooled: Type.Boolean(),
  }),
  sql: `
    SELECT concat('0x', lower(hex(wallet))) AS wallet, toString(tuple(dexes, perps, spot, vaults, staked, lent, escrow, total, known)) AS values,
      toString(toUnixTimestamp64Milli(oldest)) AS oldest, is_pooled
    FROM account_hours FINAL WHERE hour = {hour:TimeMs} ORDER BY wallet`,
});

async function at(hour: number, clockMs = hour + 2_000) {
  const { store: analytics, sources } = harness;
  const run = accountHours({ analytics, market: sources.market, clock: fixedClock(clockMs) });
  await run({ untilMs: hour, signal: new AbortController().signal });
  const rows = await analytics.rows(stored, { hour });
  return Object.fromEntries(rows.map(({ wallet, values, is_pooled }) => [wallet, { values, is_pooled }]));
}

test("accounts that were read are valued at the hour's marks, exactly, and a repeat changes nothing", async () => {
  const first = await at(onTheHourMs);
  // 9000.5 − 0.1 × 80000; (30 + 70) × 0.999; 10.25 + 2 × 30.5; 1.5 × 30.5; 1000 − 50; 30.5
  const values = "(['','flx'],[1000.5,99.9],71.25,500.000001,45.75,950,30.5,2697.900001,2697.900001)";
  assert.deepEqual(first, {
    [trader]: { values, is_pooled: false },
    [pooled]: { values: "([''],[NULL],4918.25,NULL,NULL,0,0,NULL,4918.25)", is_pooled: true },
  });
  assert.deepEqual(await at(onTheHourMs, onTheHourMs + minuteMs), first);
});

test('at midnight every account has a row, and an hour that is over is not made of what came later', async () => {
  const all = await at(midnightMs + 24 * hourMs, midnightMs + 24 * hourMs + 1_000);
  assert.deepEqual(Object.keys(all).sort(), [trader, pooled, quiet].sort());
  assert.deepEqual(await at(onTheHourMs - hourMs, onTheHourMs), {});
});
