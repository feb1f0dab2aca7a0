/**
 * The program in a hostile environment: an exchange with faults and outages, imports during live ingestion, hostile clients, kills, a full
 * disk and clock changes, all at random moments. At the end the store must match the exchange. Runs with odd seeds have embedded stores,
 * runs with even seeds servers, which are killed too.
 */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { Type } from 'typebox';
import { createExchangePace } from '../../packages/exchange-simulator/src/exchange-pace.ts';
import {
  type ExchangeService,
  openExchangeService,
} from '../../packages/exchange-simulator/src/exchange-service.ts';
import { createFaultPlan } from '../../packages/exchange-simulator/src/faults/fault-plan.ts';
import { createExchangeRecord } from '../../packages/exchange-simulator/src/record/exchange-record.ts';
import { recordTruth } from '../../packages/exchange-simulator/test/world-truth.ts';
import { query } from '../../src/analytics/query.ts';
import { catalogue } from '../../src/endpoints/catalogue.ts';
import { createRegistry } from '../../src/endpoints/registry.ts';
import { hourMs, minuteMs, monotonicMs, systemClock } from '../../src/kernel/clock.ts';
import { runClients, type Tally } from '../hostile/clients.ts';
import { type ExchangeGate, openExchangeGate } from '../hostile/exchange-gate.ts';
import { createTestedService } from '../hostile/service.ts';
import { openEmbeddedStores, openServerStores, type TestedStores } from '../hostile/stores.ts';
import { type GeneratedBlock, generateBlocks, writeHourTree } from '../ingest/generated-fills.ts';
import { fillDifferences, trackedAddresses } from '../live/ledger-check.ts';
import { campaignSeed, runMinutes } from '../size.ts';
import { seededNumbers } from '../source-fills.ts';
import { startCommand } from './command.ts';

const below = seededNumbers(20_261_100 + campaignSeed);
const root = mkdtempSync(join(tmpdir(), 'tidemark-hostile-'));
const clockFile = join(root, 'clock');
const tree = join(root, 'tree');
const record = createExchangeRecord({
  seed: `hostile ${campaignSeed}`,
  wallets: 30,
  coins: 4,
  fillsPerSecond: 3,
  tickMs: 10_000,
  startMs: systemClock.nowMs() - hourMs,
});
const truth = recordTruth(record);
const pace = createExchangePace(record, systemClock);
const faults = createFaultPlan({ seed: `hostile ${campaignSeed}`, rates: 'mild', clock: systemClock });
const archive: GeneratedBlock[] = [
  ...generateBlocks({ seed: campaignSeed, blocks: 900, wallets: 150, stepMs: 4_000 }),
];

let exchange: ExchangeService;
let gate: ExchangeGate;
let standStill: () => void;
let stores: TestedStores;
let service: ReturnType<typeof createTestedService>;
const keys: string[] = [];

const pauseMs = (most: number) => delay(500 + below(most)); // waits: disturbances come at random moments

before(async () => {
  stores = await (campaignSeed % 2 === 0 ? openServerStores : openEmbeddedStores)(root, pauseMs);
  writeFileSync(clockFile, '0');
  writeHourTree(tree, archive, false);
  await pace.catchUp({ signal: new AbortController().signal });
  standStill = pace.start();
  exchange = await openExchangeService({ record, faults, weightPerMinute: 1e6 });
  gate = await openExchangeGate(exchange.url);
  const preload = new URL('../hostile/shifted-clock.ts', import.meta.url).href;
  const live = ['--source', 'hyperliquid', '--exchange-url', gate.url, '--exchange-ws', gate.wsUrl];
  const { data, commandData } = stores;
  service = createTestedService(['--data', data, ...live], ['--data', commandData], {
    ...stores.settings,
    TIDEMARK_EXCHANGE_WEIGHT: '100000',
    TIDEMARK_LOG_LEVEL: 'info',
    TIDEMARK_IMPORT_BATCH_FILLS: '500',
    NODE_OPTIONS: `--import ${preload}`,
    TEST_CLOCK_FILE: clockFile,
  });
  await service.start();
  for (const tier of ['enterprise', 'enterprise', 'free']) {
    const made = await service.command(['keys', 'create', '--tier', tier]);
    assert.equal(made.code, 0, made.stderr);
    keys.push(made.stdout.trim());
  }
});
after(async () => {
  standStill?.();
  await service?.kill();
  await gate?.close();
  await exchange?.close();
  await stores?.close();
  rmSync(root, { recursive: true, force: true });
});

const happened = new Map<string, number>();

/** Servers have a single writer: the service stops before an import, and restarts after it. */
async function makeRoom(): Promise<void> {
  if (stores.oneWriter) assert.equal(await service.stop(), 0, service.said().slice(-2_000));
}

const disturbances: Readonly<Record<string, () => Promise<void>>> = {
  async 'service killed'() {
    await service.kill();
    if (below(2) === 0) await pauseMs(4_000);
    await service.start();
  },
  async 'service killed as it starts'() {
    await service.kill();
    const starting = service.start();
    await pauseMs(3_000);
    await service.kill();
    await starting;
    await service.kill();
    await service.start();
  },
  async 'service stopped in order'() {
    assert.equal(await service.stop(), 0, service.said().slice(-2_000));
    await service.start();
  },
  async 'exchange killed'() {
    await gate.cut();
    await pauseMs(12_000);
    await gate.mend();
  },
  async 'clock set'() {
    const sizes = [2_000, minuteMs, 10 * minuteMs, 3 * hourMs];
    const shiftMs = (below(2) === 0 ? 1 : -1) * below(sizes[below(sizes.length)]!);
    writeFileSync(clockFile, String(shiftMs));
    await pauseMs(10_000);
    writeFileSync(clockFile, '0');
  },
  async 'import killed'() {
    await makeRoom();
    const { child, ended } = startCommand(['import', tree, '--data', stores.commandData], stores.settings);
    await pauseMs(3_000);
    child.kill('SIGKILL');
    await ended;
  },
  async imported() {
    await makeRoom();
    await service.command(['import', tree]);
  },
  async 'looked through'() {
    await service.command(['gaps']);
    await service.command(['quarantine']);
    await service.command(['audit']);
  },
};

/** Runs disturbances one at a time, so that a failure names its disturbance; each ends with everything running. */
async function disturb(endMs: number): Promise<void> {
  const all = { ...disturbances, ...stores.disturbances };
  const names = Object.keys(all);
  while (monotonicMs() < endMs) {
    const name = names[below(names.length)]!;
    happened.set(name, (happened.get(name) ?? 0) + 1);
    await all[name]!();
    if (service.address() === undefined) await service.start();
    service.look();
    await pauseMs(6_000);
    service.look();
  }
}

const imported = query({
  name: 'test_imported',
  params: {},
  row: Type.Object({ wallet: Type.String(), key: Type.String() }),
  limits: { maxRows: 1_000_000, deadlineMs: 60_000 },
  sql: `
    SELECT concat('0x', lower(hex(wallet))) AS wallet, concat(coin, ' ', toString(toUnixTimestamp64Milli(time)), ' ', toString(tid), ' ', toString(oid)) AS key
    FROM fills WHERE startsWith(hex(fills.wallet), '000000')`,
});

/** Differences between the store and the truth. */
async function differences(): Promise<string[]> {
  const store = await stores.open();
  try {
    // Wallets of imports, and those that clients ask for, are no wallets of the exchange.
    const known = await trackedAddresses(store);
    const wallets = known.filter((wallet) => record.exchange.walletIndex(wallet) !== undefined);
    const found = await fillDifferences(store, { truth }, wallets);
    const active = truth.active().length;
    if (wallets.length < 0.8 * active) found.push(`${wallets.length} wallets are tracked of ${active}`);
    const rows = (await store.rows(imported, {})).map(({ wallet, key }) => `${wallet} ${key}`).sort();
    const reported = archive.flatMap(({ events }) =>
      events.map(([wallet, { coin, time, tid, oid }]) => `${wallet} ${coin} ${time} ${tid} ${oid}`),
    );
    const expected = [...new Set(reported)].sort();
    if (rows.join('\n') !== expected.join('\n'))
      found.push(`${rows.length} imported fills of ${expected.length}`);
    return found;
  } finally {
    await store.close();
  }
}

async function untilReady(): Promise<void> {
  const deadlineMs = monotonicMs() + 5 * minuteMs;
  for (let said = ''; ; ) {
    const answer = await fetch(`${service.address()}/ready`).catch(() => undefined);
    if (answer?.status === 200) return;
    said = (await answer?.text()) ?? said;
    if (monotonicMs() > deadlineMs) assert.fail(`it does not become ready: ${said}`);
    await delay(500); // waits: readiness is polled, by status only
  }
}

/** Waits until missed data were re-read, then compares everything; re-reads after a stop count, too. */
async function settled(): Promise<string[]> {
  let found: string[] = [];
  for (let attempt = 0; attempt < 4; attempt++) {
    await service.start();
    await untilReady();
    await delay(20_000 * (attempt + 1)); // waits: gaps are filled as the weight allows
    assert.equal(await service.stop(), 0, service.said().slice(-2_000));
    found = await differences();
    if (found.length === 0) break;
  }
  return found;
}

function report(tally: Tally): string {
  const list = (counts: Map<string | number, number>) =>
    [...counts].toSorted((a, b) => b[1] - a[1]).map(([name, count]) => `${count} × ${name}`);
  const mebibytes = service.resident.map((bytes) => Math.round(bytes / 2 ** 20));
  return [
    `seed ${campaignSeed}, ${runMinutes} minutes; ${stores.kind}; ${list(happened).join(', ')}`,
    `${tally.requests} requests, ${tally.broken} connections refused or broken; ${list(tally.statuses).join(', ')}`,
    ...list(tally.refusals).slice(0, 25),
    `resident MiB: ${mebibytes.join(' ')}`,
    `${truth.active().reduce((sum, wallet) => sum + truth.fills(wallet).length, 0)} fills of ${truth.active().length} wallets made`,
  ].join('\n');
}

test('after kills, cuts, full disks, clock jumps and hostile clients the store equals the ledger', async (t) => {
  const stop = new AbortController();
  const clients = runClients({
    registry: createRegistry(catalogue),
    seed: campaignSeed,
    keys,
    signal: stop.signal,
    address: () => service.address(),
    traders: truth.active(),
  });
  let tally: Tally;
  try {
    await disturb(monotonicMs() + runMinutes * minuteMs);
  } finally {
    stop.abort();
    tally = await clients;
    t.diagnostic(report(tally));
  }
  faults.end();
  await makeRoom();
  const last = await service.command(['import', tree]);
  assert.equal(last.code, 0, last.stderr);
  standStill();
  // All that is wrong at once: a run takes minutes.
  const found = await settled();
  const audited = await service.command(['audit']);
  if (audited.code !== 0 || audited.stdout !== '') found.push(audited.stdout);
  found.push(...tally.faults, ...service.surprises);
  if (keys.some((key) => service.said().includes(key))) found.push('a log has a key');
  assert.deepEqual(found, []);
  const most = Math.max(...service.resident);
  assert.ok(most < 3 * 2 ** 30, `${Math.round(most / 2 ** 20)} MiB`);
});
