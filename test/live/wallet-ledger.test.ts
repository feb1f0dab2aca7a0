import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { Type } from 'typebox';
import { ledgerEvents } from '../../packages/exchange-simulator/src/node/misc-events.ts';
import type { SimulatedWorld } from '../../packages/exchange-simulator/test/simulated-world.ts';
import { query } from '../../src/analytics/query.ts';
import type { AnalyticsStore } from '../../src/analytics/store.ts';
import { createCoverageLedger } from '../../src/coverage/ledger.ts';
import { ledgerUpdates } from '../../src/ingest/facts/fact-tables.ts';
import { createFactWriter, type FactWriter } from '../../src/ingest/facts/fact-writer.ts';
import { type MiscRows, miscRows } from '../../src/ingest/facts/ledger-rows.ts';
import { weightShares } from '../../src/ingest/live/connector-limits.ts';
import { createFeedWatch } from '../../src/ingest/live/coverage/feed-watch.ts';
import { createWalletLedger } from '../../src/ingest/live/wallets/ledger.ts';
import { createInfoClient, type InfoClient } from '../../src/ingest/sources/hyperliquid/info-client.ts';
import { createInfoTransport } from '../../src/ingest/sources/hyperliquid/info-transport.ts';
import { createWeightBudget } from '../../src/ingest/sources/hyperliquid/weight-budget.ts';
import { hourMs } from '../../src/kernel/clock.ts';
import { createLog } from '../../src/kernel/log.ts';
import { readLedgerDelta } from '../../src/wire/ledger-update.ts';
import { readMiscEvent } from '../../src/wire/misc-event.ts';
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
  store = await harness.open('ledger');
  world = await openLiveWorld({ seed: 'ledger', wallets: 60, tickMs: 60_000, historyMs: 30 * hourMs });
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

const stored = query({
  name: 'test_stored_updates',
  params: {},
  row: Type.Object({ row: Type.String() }),
  sql: `
    SELECT concat('0x', lower(hex(wallet)), ' ', toString(toUnixTimestamp64Milli(time)), ' 0x', lower(hex(hash)), ' ', kind, ' ', raw) AS row
    FROM ledger_updates FINAL`,
  limits: { maxRows: 100_000 },
});
const storedRows = async () => (await store.rows(stored, {})).map(({ row }) => row).sort();

/** What the exchange serves of wallets. */
async function served(wallets: readonly string[]): Promise<string[]> {
  const rows: string[] = [];
  for (const user of wallets) {
    const body = JSON.stringify({ type: 'userNonFundingLedgerUpdates', user, startTime: 0 });
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(`${world.url}/info`, { method: 'POST', headers, body });
    const updates = (await answer.json()) as { time: number; hash: string; delta: { type: string } }[];
    for (const { time, hash, delta } of updates)
      rows.push(`${user} ${time} ${hash} ${delta.type} ${JSON.stringify(delta)}`);
  }
  return rows.sort();
}

function startReader(from: Pick<InfoClient, 'ask'> = info) {
  const directory = openDirectory({ facts, clock: world.clock, trackedLimit: 1_000 });
  const watch = createFeedWatch({});
  const read = createWalletLedger({
    info: { ...info, ...from },
    facts,
    directory,
    watch,
    clock: world.clock,
    ledger: createCoverageLedger({ analytics: store, clock: world.clock }),
    signal: new AbortController().signal,
  });
  return { directory, read, watch };
}

const staleness = { group: 'roles', ageMs: 1, targetMs: 1 } as const;
const cursors = { discoveredMs: 0, fillsToMs: 0, fundingToMs: 0, roleCheckedMs: 0, writtenMs: 0 };

test("a wallet's updates are stored once, from its cursor on, also where a kill took the cursor", async () => {
  const readTo = new Map<string, number>();
  for (const [step, awayMs] of [0, 3 * hourMs, 7 * hourMs].entries()) {
    world.advance(awayMs);
    const { directory, read } = startReader();
    const wallets = world.truth.active();
    for (const [i, wallet] of wallets.entries()) {
      const tracked = directory.track(wallet, { ...cursors, ledgerToMs: readTo.get(wallet) ?? 0 })!;
      await read(tracked, staleness);
      assert.ok(tracked.ledgerToMs > world.clock.nowMs() - 2 * 60_000);
      if ((i + step) % 3 !== 0) readTo.set(wallet, tracked.ledgerToMs);
    }
    const rows = await served(wallets);
    assert.deepEqual(await storedRows(), rows, `step ${step}`);
    assert.ok(rows.length > 20, `${rows.length} updates`);
  }
});

test("a node's record of the same updates changes nothing", async () => {
  const { exchange, ledger } = world.record;
  const before = await storedRows();
  const read = new Set(before.map((row) => row.slice(0, 42)));
  const rows: MiscRows = { funding: [], ledger: [], twaps: [] };
  const seen = new Set<string>();
  for (const wallet of exchange.wallets.keys()) {
    for (const update of ledger.updates(wallet, { fromMs: 0, toMs: world.clock.nowMs(), limit: 10_000 })) {
      if (seen.has(update.hash)) continue;
      seen.add(update.hash);
      const take = miscRows(rows);
      for (const { timeMs, hash, inner } of ledgerEvents(update, exchange.wallets)) {
        const time = new Date(timeMs).toISOString().replace('Z', '952123');
        take(
          readMiscEvent({ time, hash, inner: JSON.parse(inner) }) as Exclude<
            ReturnType<typeof readMiscEvent>,
            string
          >,
        );
      }
    }
  }
  const ofRead = rows.ledger.filter(({ wallet }) => read.has(wallet));
  assert.equal(ofRead.length, before.length);
  await facts.write(ledgerUpdates, ofRead);
  assert.deepEqual(await storedRows(), before);
});

test('an update of a type without a rule is stored as it came, and counted', async () => {
  const wallet = `0x${'7'.repeat(40)}`;
  const time = world.clock.nowMs();
  const updates = [
    { type: 'deposit', usdc: '5' },
    { type: 'ofTomorrow', points: '5' },
  ].map((delta, n) => ({ time, hash: `0x${String(n).repeat(64)}`, reading: readLedgerDelta(delta) }));
  const answer = async () => ({ data: updates, rejected: [] });
  const { directory, read, watch } = startReader({ ask: answer as unknown as InfoClient['ask'] });
  await read(directory.track(wallet, { ...cursors, ledgerToMs: 0 })!, staleness);
  const feed = watch.status(time).find(({ name }) => name === 'walletLedger')!;
  assert.deepEqual([feed.received, feed.unknown], [2, 1]);
  const rows = (await storedRows()).filter((row) => row.startsWith(wallet));
  assert.deepEqual(
    rows.map((row) => row.split(' ').slice(3).join(' ')),
    ['deposit {"type":"deposit","usdc":"5"}', 'ofTomorrow {"type":"ofTomorrow","points":"5"}'],
  );
});
