/** What a simulated past says of its accounts, against the exchange's own books, and what an import makes of it. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { Type } from 'typebox';
import { completeStretches, openStretches } from '../../packages/exchange-simulator/src/live/stretches.ts';
import { dexes, sziDecimals } from '../../packages/exchange-simulator/src/market.ts';
import {
  createExchangeRecord,
  type ExchangeRecord,
} from '../../packages/exchange-simulator/src/record/exchange-record.ts';
import { query } from '../../src/analytics/query.ts';
import type { AnalyticsStore } from '../../src/analytics/store.ts';
import { createBatchStore } from '../../src/ingest/batch-store.ts';
import { openJournal } from '../../src/ingest/journal.ts';
import { runPipeline } from '../../src/ingest/pipeline.ts';
import { openArchive } from '../../src/ingest/sources/archive.ts';
import { dayMs, hourMs, minuteMs } from '../../src/kernel/clock.ts';
import { readAccountParts } from '../../src/positions/account-parts.ts';
import { savedStateColumns } from '../../src/wire/saved-state.ts';
import { chdbHarness, type StoreHarness } from '../ingest/store-harness.ts';

const startMs = Date.UTC(2026, 4, 1, 20);
const endMs = startMs + 6 * hourMs;
const signal = new AbortController().signal;
let harness: StoreHarness;
let store: AnalyticsStore;
let record: ExchangeRecord;
let dir: string;
/** By the exchange's own books, 10^-8 USD, by hour and wallet. */
const worth = new Map<string, bigint>();
before(async () => {
  harness = await chdbHarness();
  store = await harness.open('accounts');
  record = createExchangeRecord({
    seed: '3',
    wallets: 80,
    coins: 4,
    startMs,
    fillsPerSecond: 0.5,
    tickMs: 10 * minuteMs,
    movements: { everyMs: 10_000 },
  });
  record.subscribe({
    hour(timeMs) {
      for (const [wallet, { address }] of record.exchange.wallets.entries())
        worth.set(`${timeMs} ${address}`, worthOf(wallet));
    },
  });
  const stretches = openStretches(join(harness.dir, 'past'), { record, fromMs: 0, unseenToMs: endMs });
  record.advance(endMs);
  stretches.next(true);
  dir = completeStretches(join(harness.dir, 'past'))[0]!.path;
});
after(async () => {
  await store.close();
  await harness.stop();
});

/** Cash of every dex, positions at their marks, spot, outcomes, what it has in vaults and in staking. */
function worthOf(wallet: number): bigint {
  const { exchange } = record;
  const markOf = (coin: string) => {
    const market = exchange.market(coin)!;
    return { px: BigInt(exchange.context(market).markPx), unit: 10n ** BigInt(market.pxDecimals) };
  };
  let sum = BigInt(exchange.spotCash(wallet));
  for (const dex of dexes.keys()) {
    const { positions, marginSummary } = exchange.account(wallet, dex);
    const held = positions.reduce(
      (all, { market, szi, rawUsd }) =>
        all +
        BigInt(rawUsd) * 100n +
        usdOf({ size: szi, decimals: sziDecimals(market) }, markOf(market.coin)),
      0n,
    );
    const isolated = positions.reduce((all, { rawUsd }) => all + rawUsd, 0);
    sum += held + BigInt(marginSummary.totalRawUsd - isolated) * 100n;
  }
  for (const { market, size, decimals } of exchange.balances(wallet))
    sum += usdOf({ size, decimals }, markOf(market.coin));
  for (const { wallet: vault, relation } of exchange.owned(wallet))
    if (relation === 'vault') sum += BigInt(exchange.vaultEquity(vault)) * 100n;
  return sum + usdOf({ size: exchange.staked(wallet), decimals: 8 }, markOf('@107'));
}

function usdOf(held: { size: number; decimals: number }, { px, unit }: { px: bigint; unit: bigint }): bigint {
  return (BigInt(held.size) * px * 10n ** 8n) / (unit * 10n ** BigInt(held.decimals));
}

async function importing(paths: string[]) {
  return runPipeline({
    source: await openArchive({ paths }),
    store: createBatchStore(store),
    signal,
    journal: openJournal(join(harness.dir, 'journal')),
    onProgress: () => undefined,
  });
}

const storedHours = query({
  name: 'test_account_hours',
  params: {},
  row: Type.Object({ at: Type.String(), total: Type.String() }),
  limits: { maxRows: 100_000 },
  sql: `
    SELECT concat(toString(toUnixTimestamp(hour) * 1000), ' 0x', lower(hex(wallet))) AS at, toString(assumeNotNull(total)) AS total
    FROM account_hours FINAL WHERE total IS NOT NULL`,
});
const counts = query({
  name: 'test_account_counts',
  params: {},
  row: Type.Object({ rows: Type.Array(Type.String()) }),
  sql: `
    SELECT [toString((SELECT count() FROM account_hours FINAL)), toString((SELECT count() FROM accounts FINAL)),
      toString((SELECT count() FROM positions FINAL WHERE szi != 0)), toString((SELECT count() FROM balances FINAL)),
      toString((SELECT count() FROM account_modes FINAL))] AS rows`,
});

test('what accounts were worth by the hour is what the exchange had on its books, and a repeat changes nothing', async () => {
  const done = await importing([dir]);
  assert.ok(done.states > 100 && done.quarantined === 0 && done.partial === 0, JSON.stringify(done));
  const stored = await store.rows(storedHours, {});
  const hours = new Set(stored.map(({ at }) => Number(at.split(' ')[0])));
  // The hour of the end is over with it.
  const expected = Array.from({ length: 6 }, (_, at) => startMs + (at + 1) * hourMs).filter(
    (at) => at < endMs,
  );
  assert.deepEqual([...hours].filter((at) => at < endMs).sort(), expected);
  assert.ok(hours.has(Math.ceil(startMs / dayMs) * dayMs), 'midnight is among them');
  let some = 0;
  for (const { at, total } of stored) {
    const own = worth.get(at)!;
    const given = BigInt(Math.round(Number(total) * 1e4));
    // Each part is cut to its own unit.
    assert.ok((given - own / 10_000n) ** 2n <= 4n, `${at}: ${total}, not ${own} of 10^-8`);
    if (own !== 0n) some += 1;
  }
  assert.ok(some > 100, `${some} hours of accounts with money`);
  const rows = await store.rows(counts, {});
  await importing([dir]);
  assert.deepEqual(await store.rows(counts, {}), rows);
});

test('at its end every part of an account is known, as the API answers it', async () => {
  const { exchange } = record;
  const traded = [...exchange.wallets.entries()].filter(([wallet]) => exchange.truth(wallet).fills > 0);
  const stored = await readAccountParts(
    store,
    traded.map(([, { address }]) => address),
    signal,
  );
  for (const [at, [wallet, { address }]] of traded.entries()) {
    const parts = stored[at];
    assert.ok(parts?.spot && parts.vaults && parts.staked && parts.lent && parts.escrow, address);
    assert.equal(parts.mode, exchange.isPooled(wallet) ? 'unifiedAccount' : 'default');
    const { marginSummary } = exchange.account(wallet, 0);
    const value = exchange.isPooled(wallet) ? 0 : marginSummary.accountValue / 1e6;
    assert.equal(Number(parts.dexes.find(({ dex }) => dex === '')!.accountValue), value);
  }
  assert.ok(traded.some(([wallet]) => exchange.isPooled(wallet)));
  assert.ok([...exchange.wallets.keys()].some((wallet) => exchange.staked(wallet) > 0));
});

test('money is withdrawn, sent to others and moved between accounts', () => {
  const folder = join(dir, 'misc_events_by_block');
  const text = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => readFileSync(join(parentPath, name), 'utf8'))
    .join('');
  const types = ['withdraw', 'accountClassTransfer', 'internalTransfer', 'spotTransfer', 'cStakingTransfer'];
  for (const type of types) assert.ok(text.includes(`{"type":"${type}"`), type);
});

test('nothing is put into a vault that its leader did not bring: a leader gains by trading alone', () => {
  // Few lead a vault.
  const pace = { startMs, fillsPerSecond: 2, tickMs: 10 * minuteMs };
  const { exchange, ledger, advance } = createExchangeRecord({ seed: '3', wallets: 600, coins: 4, ...pace });
  advance(startMs + hourMs);
  const leaders = new Map<number, { brought: number; put: number }>();
  for (const wallet of exchange.wallets.keys())
    for (const update of ledger.updates(wallet, { fromMs: 0, toMs: endMs, limit: 10_000 })) {
      if (update.wallet !== wallet) continue;
      const of = leaders.get(wallet) ?? { brought: 0, put: 0 };
      leaders.set(wallet, of);
      if (update.type === 'deposit') of.brought += update.amount;
      if (update.type === 'vaultDeposit') of.put += update.amount;
    }
  const led = [...leaders.values()].filter(({ put }) => put > 0);
  assert.ok(led.length > 0);
  for (const { brought, put } of led) assert.ok(brought >= put, `${put} put, ${brought} brought`);
});

test('an answer that cannot be read goes to quarantine with its line, and the others are stored', async () => {
  const file = join(harness.dir, 'states.csv');
  const user = `0x${'a1'.repeat(20)}`;
  const line = (type: string, answer: string) =>
    `2026-05-03T00:00:00.000Z,${user},${type},,"${answer.replaceAll('"', '""')}"`;
  const balances = [
    { coin: 'USDC', total: '5.5' },
    { coin: 'HYPE', total: 'much' },
  ];
  const lines = [
    savedStateColumns.join(','),
    line('userAbstraction', '"default"'),
    line('delegatorSummary', '{"delegated":'),
    line('userRole', '{}'),
    line('accountValue', '{"isPooled":1}'),
    line('spotClearinghouseState', JSON.stringify({ balances })),
    line('borrowLendUserState', '{"tokenToState":[[0,{"borrow":{"value":"0.0"},"supply":{"value":"7.0"}}]]}'),
  ];
  writeFileSync(file, `${lines.join('\n')}\n`);
  const done = await importing([file]);
  assert.deepEqual([done.states, done.quarantined, done.partial], [3, 3, 1]);
  const [parts] = await readAccountParts(store, [user], signal);
  assert.equal(parts?.mode, 'default');
  // One balance cannot be read, and tokens that are lent have no name here: neither part is whole.
  assert.deepEqual([parts?.spot, parts?.lent, parts?.staked], [undefined, undefined, undefined]);
});
