import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Type } from 'typebox';
import { type EndpointHarness, openEndpointHarness } from '../../test/endpoint-harness.ts';
import { walletOf } from '../../test/source-fills.ts';
import { fundingDays as daysSql, fundingPayments } from '../analytics/funding-sql.ts';
import { query } from '../analytics/query.ts';
import { createBatchStore } from '../ingest/batch-store.ts';
import { dayMs, hourMs } from '../kernel/clock.ts';
import { audit } from './audit.ts';
import { fundingDays } from './funding-days.ts';

const startMs = Date.UTC(2026, 2, 14);
const { signal } = new AbortController();
let harness: EndpointHarness;
before(async () => {
  harness = await openEndpointHarness({
    given: { fills: [{ wallet: walletOf(1), time: startMs, coin: 'BTC', sz: '1', startPosition: '0' }] },
    nowMs: startMs + 3 * dayMs,
  });
});
after(() => harness.close());

const sumsOf = (name: string, sql: string) =>
  query({
    name,
    params: {},
    row: Type.Object({ key: Type.String(), usdc: Type.String(), payments: Type.String() }),
    sql,
  });
const byDays = sumsOf(
  'test_funding_days',
  `SELECT concat(hex(wallet), coin, toString(day)) AS key, toString(usdc) AS usdc, toString(payments) AS payments FROM ${daysSql()} ORDER BY key`,
);
const byPayments = sumsOf(
  'test_funding_of_payments',
  `SELECT concat(hex(wallet), coin, toString(toDate(hour))) AS key, toString(sum(usdc)) AS usdc, toString(count()) AS payments
    FROM ${fundingPayments()} GROUP BY wallet, coin, toDate(hour) ORDER BY key`,
);
const summed = query({
  name: 'test_summed_days',
  params: {},
  row: Type.Object({ days: Type.Integer() }),
  sql: `
    SELECT toUInt32(count()) AS days FROM (
      SELECT wallet FROM funding_coin_days GROUP BY wallet, coin, day HAVING max(summed).1 > max(changed))`,
});

type Payment = [n: number, coin: string, ms: number, usdc: string, samples?: number, isDay?: boolean];
async function pay(...payments: Payment[]): Promise<void> {
  const rows = payments.map(([n, coin, ms, usdc, samples = 0, isDay = false]) => {
    const wallet = `unhex('${walletOf(n).slice(2)}')`;
    return `(${wallet}, fromUnixTimestamp64Milli(${startMs + ms}, 'UTC'), '${coin}', ${usdc}, 1, ${samples}, ${isDay})`;
  });
  await harness.store.command(
    `INSERT INTO wallet_funding (wallet, time, coin, usdc, szi, samples, whole_day) VALUES ${rows}`,
  );
}

/** Sums of days are those of payments, whatever of them is summed. @returns how many days are */
async function assertAlike(what: string): Promise<number> {
  const { store } = harness;
  assert.deepEqual(await store.rows(byDays, {}), await store.rows(byPayments, {}), what);
  return (await store.rows(summed, {}))[0]!.days;
}

const sum = () =>
  fundingDays({ analytics: harness.store, settleMs: 0 })({ untilMs: startMs + 2 * dayMs, signal });
const audited = async () =>
  (await audit(harness.store, () => undefined, signal)).differences
    .filter(({ table }) => table === 'funding_coin_days')
    .map(({ key, column, stored, recomputed }) => [key, column, stored, recomputed]);
const keyOf = (n: number, coin: string, day: string) => `wallet=${walletOf(n)} coin=${coin} day=${day}`;

test('funding by day is what its payments come to, before they are summed, after, and once more come; an audit finds what is not', async () => {
  const { store } = harness;
  await pay(
    // Both records of a payment, two hours, another coin, and a day that is not over.
    ...([
      [1, 'BTC', 41, '-1.5'],
      [1, 'BTC', 44, '-1.5'],
      [1, 'BTC', hourMs + 12, '-0.25'],
    ] as Payment[]),
    ...([
      [1, 'ETH', 41, '7'],
      [1, 'BTC', 2 * dayMs + 41, '3'],
    ] as Payment[]),
    // A merged day with two of its hours; a day without hours; a remainder from an earlier version of the program.
    ...([
      [2, 'BTC', 0, '-24', 24, true],
      [2, 'BTC', 41, '-1'],
      [2, 'BTC', hourMs, '-2'],
    ] as Payment[]),
    ...([
      [3, 'BTC', 0, '12', 24, true],
      [4, 'BTC', 0, '5', 20],
      [4, 'BTC', hourMs, '1'],
    ] as Payment[]),
  );
  assert.equal(await assertAlike('nothing is summed'), 0);
  await sum();
  assert.equal(await assertAlike('days that are over are summed'), 5);
  assert.deepEqual(await audited(), []);

  await pay([1, 'BTC', 5 * hourMs, '100'], [5, 'SOL', dayMs + 41, '2']);
  assert.equal(await assertAlike('a day that changed counts as it is now'), 4);
  await sum();
  assert.equal(await assertAlike('it is summed again'), 6);
  assert.deepEqual(await audited(), []);

  await store.command(`
    INSERT INTO funding_coin_days (wallet, coin, day, changed, summed)
    VALUES (unhex('${walletOf(1).slice(2)}'), 'ETH', '2026-03-14', toDateTime64(0, 3, 'UTC'), (now64(3, 'UTC'), 8, 2))`);
  await store.command(
    `ALTER TABLE wallet_funding DELETE WHERE wallet = unhex('${walletOf(3).slice(2)}') SETTINGS mutations_sync = 2`,
  );
  assert.deepEqual(await audited(), [
    [keyOf(1, 'ETH', '2026-03-14'), 'usdc', '8', '7'],
    [keyOf(1, 'ETH', '2026-03-14'), 'payments', '2', '1'],
    [keyOf(3, 'BTC', '2026-03-14'), 'usdc', '12', 'absent'],
    [keyOf(3, 'BTC', '2026-03-14'), 'payments', '1', 'absent'],
  ]);
});

test('what is forgotten of a wallet are its payments and updates, too, and what follows from them', async () => {
  const { store } = harness;
  await store.command(`
    INSERT INTO ledger_updates (wallet, time, kind, class) VALUES
      (unhex('${walletOf(1).slice(2)}'), now64(3), 'deposit', 'external'), (unhex('${walletOf(9).slice(2)}'), now64(3), 'deposit', 'external')`);
  const batches = createBatchStore(store);
  // Damaged above.
  await batches.forgetLedger(walletOf(3));
  assert.equal(await batches.forgetLedger(walletOf(1)), 7);
  assert.equal(await batches.forgetLedger(walletOf(1)), 0);
  await assert.rejects(batches.forgetLedger("x' OR 1"), /no.*wallet/i);
  await assertAlike('the others stay');
  for (const [table, rows] of [
    ['wallet_funding', 6],
    ['ledger_updates', 1],
    ['funding_coin_days', 0],
  ] as const) {
    const of = table === 'funding_coin_days' ? ` WHERE wallet = unhex('${walletOf(1).slice(2)}')` : '';
    const counted = query({
      name: `test_left_of_${table}`,
      params: {},
      row: Type.Object({ rows: Type.Integer() }),
      sql: `SELECT toUInt32(count()) AS rows FROM (SELECT DISTINCT * FROM ${table}${of})`,
    });
    const [left] = await store.rows(counted, {});
    assert.equal(left!.rows, rows, table);
  }
});
