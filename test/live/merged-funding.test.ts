import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { Decimal } from 'decimal.js';
import { Type } from 'typebox';
import { wirePayment } from '../../packages/exchange-simulator/src/payloads/funding.ts';
import type { SimulatedWorld } from '../../packages/exchange-simulator/test/simulated-world.ts';
import { fundingPayments } from '../../src/analytics/funding-sql.ts';
import { query } from '../../src/analytics/query.ts';
import type { AnalyticsStore } from '../../src/analytics/store.ts';
import { createCoverageLedger } from '../../src/coverage/ledger.ts';
import { walletFunding } from '../../src/ingest/facts/fact-tables.ts';
import { createFactWriter, type FactWriter } from '../../src/ingest/facts/fact-writer.ts';
import { walletFundingRow } from '../../src/ingest/facts/market-rows.ts';
import { weightShares } from '../../src/ingest/live/connector-limits.ts';
import { createFeedWatch } from '../../src/ingest/live/coverage/feed-watch.ts';
import type { WalletCursors } from '../../src/ingest/live/wallets/cursors.ts';
import { createWalletFunding } from '../../src/ingest/live/wallets/funding.ts';
import { createInfoClient, type InfoClient } from '../../src/ingest/sources/hyperliquid/info-client.ts';
import { createInfoTransport } from '../../src/ingest/sources/hyperliquid/info-transport.ts';
import { createWeightBudget } from '../../src/ingest/sources/hyperliquid/weight-budget.ts';
import { hourMs, utcDate, utcDayStartMs } from '../../src/kernel/clock.ts';
import { createLog } from '../../src/kernel/log.ts';
import { chdbHarness, type StoreHarness } from '../ingest/store-harness.ts';
import { openDirectory } from '../wallet-directory-harness.ts';
import { openLiveWorld } from './live-world.ts';

const log = createLog({ level: 'silent' });
let harness: StoreHarness;
let store: AnalyticsStore;
let world: SimulatedWorld;
let info: InfoClient;
let facts: FactWriter;
before(async () => {
  harness = await chdbHarness();
  store = await harness.open('merged');
  world = await openLiveWorld({
    seed: 'merged',
    wallets: 20,
    hourlyFundingDays: 1,
    tickMs: 300_000,
    historyMs: 9 * hourMs,
  });
  info = createInfoClient({
    transport: createInfoTransport({ url: `${world.url}/info`, connections: 4 }),
    budget: createWeightBudget({ limit: 1e9 }),
    shares: weightShares,
    keep: async () => undefined,
  });
  facts = createFactWriter({ analytics: store, dir: join(harness.dir, 'facts'), log, flushMs: 20 });
});
after(async () => {
  await info.close();
  await facts.close();
  await world.close();
  await store.close();
  await harness.stop();
});

const storedDays = query({
  name: 'test_funding_days',
  params: {},
  row: Type.Object({
    wallet: Type.String(),
    coin: Type.String(),
    day: Type.String(),
    paid: Type.String(),
    hours: Type.Integer(),
    mixed: Type.Integer(),
  }),
  sql: `
    SELECT concat('0x', lower(hex(wallet))) AS wallet, coin, toString(toDate(time)) AS day, toString(sum(usdc)) AS paid,
      toInt32(sum(greatest(samples, 1))) AS hours, countIf(samples > 0) > 0 AND countIf(samples = 0) > 0 AS mixed
    FROM ${fundingPayments()} GROUP BY wallet, coin, day`,
  limits: { maxRows: 100_000 },
});

const wholeDays = query({
  name: 'test_whole_days',
  params: {},
  row: Type.Object({ wallet: Type.String(), coin: Type.String(), day: Type.String() }),
  sql: `
    SELECT concat('0x', lower(hex(wallet))) AS wallet, coin, toString(toDate(time)) AS day
    FROM wallet_funding FINAL WHERE whole_day`,
  limits: { maxRows: 100_000 },
});

/** Holds every day against the exchange. @returns days that are stored by the hour and merged */
async function assertDays(wallets: readonly string[], step: string): Promise<number> {
  const stored = await store.rows(storedDays, {});
  assert.deepEqual(
    new Map(
      stored.map(({ wallet, coin, day, paid, hours }) => [
        `${wallet} ${coin} ${day}`,
        `${new Decimal(paid).toFixed()} in ${hours} h`,
      ]),
    ),
    toldDays(wallets),
    step,
  );
  return stored.filter((row) => row.mixed === 1).length;
}

/** A process that reads funding from stored cursors; it ends without a trace but for what it has stored. */
function startReader(cursors: ReadonlyMap<string, number>) {
  const { clock } = world;
  const { signal } = new AbortController();
  const watch = createFeedWatch({});
  const directory = openDirectory({ facts, clock, trackedLimit: 1_000 });
  const ledger = createCoverageLedger({ analytics: store, clock });
  const read = createWalletFunding({
    info,
    facts,
    directory,
    ledger,
    watch,
    clock,
    signal,
  });
  return async (wallet: string): Promise<number> => {
    const cursor: WalletCursors = {
      discoveredMs: 0,
      fillsToMs: 0,
      fundingToMs: cursors.get(wallet) ?? 0,
      roleCheckedMs: 0,
      ledgerToMs: 0,
      writtenMs: 0,
    };
    const tracked = directory.track(wallet, cursor)!;
    await read(tracked, { group: 'wallets', ageMs: 1, targetMs: 1 });
    return tracked.fundingToMs;
  };
}

/** What each wallet was paid by coin and day, and in how many hours. */
function toldDays(wallets: readonly string[]): Map<string, string> {
  const days = new Map<string, { paid: Decimal; hours: number }>();
  for (const wallet of wallets) {
    for (const { time, coin, usdc } of world.truth.payments(wallet).map(wirePayment)) {
      const key = `${wallet} ${coin} ${utcDate(time)}`;
      const day = days.get(key) ?? { paid: new Decimal(0), hours: 0 };
      days.set(key, { paid: day.paid.plus(usdc), hours: day.hours + 1 });
    }
  }
  return new Map([...days].map(([key, { paid, hours }]) => [key, `${paid.toFixed()} in ${hours} h`]));
}

test('however long no process reads, and whatever a kill takes, the stored funding of each day is what the exchange paid', async () => {
  const cursors = new Map<string, number>();
  let mixed = 0;
  // Away for hours, for a day that is merged meanwhile, and for several.
  for (const [step, awayMs] of [0, 5, 37, 3, 50, 21].map((hours) => hours * hourMs).entries()) {
    world.advance(awayMs);
    const wallets = world.truth.active();
    const read = startReader(cursors);
    const readTo = await Promise.all(wallets.map(read));
    for (const [i, wallet] of wallets.entries()) {
      // Of every third its rows are stored, and the cursor is not: it was killed between.
      if ((i + step) % 3 !== 0) cursors.set(wallet, readTo[i]!);
    }
    mixed = await assertDays(wallets, `step ${step}`);
  }
  assert.ok(mixed > 10, `${mixed} days are stored partly by the hour, partly merged`);
});

test("a node's record of hours that were read, and of merged days, changes no day", async () => {
  const wallets = world.truth.active();
  const rows = wallets.flatMap((wallet) =>
    world.truth
      .payments(wallet)
      .map(wirePayment)
      .map((payment) => {
        const time = Math.floor(payment.time / hourMs) * hourMs + 41;
        const { coin, usdc, szi, fundingRate } = payment;
        return walletFundingRow(wallet, { time, delta: { coin, usdc, szi, fundingRate } });
      }),
  );
  await facts.write(
    walletFunding,
    rows.filter((_, i) => i % 2 === 0),
  );
  await assertDays(wallets, 'half of the hours');
  await facts.write(walletFunding, rows);
  assert.equal(await assertDays(wallets, 'all hours'), 0, 'no day is left to its merged row');
  // As a day was stored before: what its hours left.
  const days = rows.map((row) => ({ ...row, time: utcDayStartMs(row.time), usdc: '1', samples: 3 }));
  const stored = await store.rows(wholeDays, {});
  const isWhole = ({ wallet, coin, time }: (typeof days)[0]) =>
    stored.some((day) => day.wallet === wallet && day.coin === coin && day.day === utcDate(time));
  await facts.write(walletFunding, days.filter(isWhole));
  await assertDays(wallets, 'days of before');
});
