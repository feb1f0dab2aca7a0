/**
 * Live data with server stores: one process reads the exchange, the others serve, and another takes over if the reader is killed.
 */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { createExchangePace } from '../../packages/exchange-simulator/src/exchange-pace.ts';
import { openExchangeService } from '../../packages/exchange-simulator/src/exchange-service.ts';
import { createExchangeRecord } from '../../packages/exchange-simulator/src/record/exchange-record.ts';
import { recordTruth } from '../../packages/exchange-simulator/test/world-truth.ts';
import { openClickHouse } from '../../src/analytics/clickhouse.ts';
import type { AnalyticsStore } from '../../src/analytics/store.ts';
import { hourMs, monotonicMs, systemClock } from '../../src/kernel/clock.ts';
import { type ClickHouseServer, startClickHouse } from '../clickhouse-harness.ts';
import { assertSilentAudit } from '../ingest/store-harness.ts';
import { fillDifferences, toldByTrades, trackedAddresses, upToTrade } from '../live/ledger-check.ts';
import { type PostgresServer, postgresInstallations, startPostgres } from '../postgres-harness.ts';
import { type RedisServer, startRedis } from '../redis-harness.ts';
import { sized } from '../size.ts';
import { runCommand, startServer } from './command.ts';

type Server = Awaited<ReturnType<typeof startServer>>;

const root = mkdtempSync(join(tmpdir(), 'tidemark-live-servers-'));
const record = createExchangeRecord({
  seed: 'servers',
  wallets: 20,
  coins: 2,
  startMs: systemClock.nowMs() - hourMs,
  fillsPerSecond: 1,
  tickMs: 10_000,
});
const truth = recordTruth(record);
const pace = createExchangePace(record, systemClock);
/** How long anything may take that goes by itself; the machine may be busy. */
const patienceMs = 180_000;

let clickhouse: ClickHouseServer;
let postgres: PostgresServer;
let redis: RedisServer;
let exchange: Awaited<ReturnType<typeof openExchangeService>>;
let store: AnalyticsStore;
let settings: Record<string, string>;
let key: string;
let standStill: () => void;
const running = new Set<Server>();

before(async () => {
  const [installation] = await postgresInstallations();
  [clickhouse, postgres, redis] = await Promise.all([
    startClickHouse(),
    startPostgres(installation!),
    startRedis(),
  ]);
  await pace.catchUp({ signal: new AbortController().signal });
  standStill = pace.start();
  exchange = await openExchangeService({ record, weightPerMinute: 1e9 });
  settings = {
    TIDEMARK_CLICKHOUSE_URL: clickhouse.url,
    TIDEMARK_POSTGRES_URL: await postgres.createDatabase(),
    TIDEMARK_REDIS_URL: redis.url,
    TIDEMARK_EXCHANGE_URL: exchange.url,
    TIDEMARK_EXCHANGE_WS: exchange.wsUrl,
    TIDEMARK_EXCHANGE_WEIGHT: '1000000',
    TIDEMARK_LOG_LEVEL: 'info',
  };
  const made = await runCommand(
    ['keys', 'create', '--tier', 'enterprise', '--data', join(root, 'ops')],
    settings,
  );
  assert.equal(made.code, 0, made.stderr);
  key = made.stdout.trim();
  store = await openClickHouse({ url: clickhouse.url, database: 'tidemark' });
});
after(async () => {
  standStill?.();
  for (const { child } of running) child.kill('SIGKILL');
  await store?.close();
  await exchange?.close();
  await Promise.all([clickhouse, postgres, redis].map((engine) => engine?.stop()));
  rmSync(root, { recursive: true, force: true });
});

async function start(name: string, ...flags: string[]): Promise<Server> {
  const server = await startServer(['--data', join(root, name), ...flags], settings);
  running.add(server);
  return server;
}

async function stop(server: Server): Promise<string> {
  server.child.kill('SIGTERM');
  const { code, stderr } = await server.ended;
  running.delete(server);
  assert.equal(code, 0, stderr);
  return stderr;
}

/** Polls until the answer is the expected one. */
async function until<T>(
  what: string,
  ask: () => Promise<T>,
  isIt: (answer: T) => boolean,
  everyMs = 100,
): Promise<T> {
  const deadlineMs = monotonicMs() + patienceMs;
  for (;;) {
    const answer = await ask();
    if (isIt(answer)) return answer;
    const logs = () => [...running].map(({ written }) => written.stderr.slice(-1_500)).join('\n---\n');
    if (monotonicMs() > deadlineMs)
      assert.fail(`${what}: still ${JSON.stringify(answer).slice(0, 2_000)}\n${logs()}`);
    await delay(everyMs); // waits: a poll, the state of another process
  }
}

async function readiness({ address }: Server) {
  const answer = await fetch(`${address}/ready`);
  const { checks } = (await answer.json()) as { checks: Record<string, true | string> };
  return { status: answer.status, live: checks.live };
}

const isReady = ({ live, status }: { live: unknown; status: number }) => live === true && status === 200;

async function get({ address }: Server, path: string) {
  const answer = await fetch(`${address}/api/public/v1/pulse/${path}`, { headers: { 'X-API-Key': key } });
  return {
    status: answer.status,
    source: answer.headers.get('x-data-source'),
    body: (await answer.json()) as never,
  };
}

async function tradesOf(server: Server): Promise<number> {
  const { body } = await get(server, 'stats');
  return (body as { totalTrades?: number }).totalTrades ?? 0;
}

async function metrics({ address }: Server): Promise<string> {
  return (await fetch(`${address}/metrics`)).text();
}

/** Whether a process with these metrics has a connector that hears trades. */
const reads = (text: string) => /^tidemark_live_received_total\{feed="trades"\} [1-9]/m.test(text);

/** Unix milliseconds. */
let readingSinceMs = Number.POSITIVE_INFINITY;
/** Fills of a wallet that trades show: no feed has later splits and merges, which are read within hours. */
const shown = (wallet: string) => upToTrade(truth.fills(wallet));
/** Wallets with trades since reading began: wallets that stopped before are in no trade. */
const knowable = () => truth.active().filter((wallet) => (shown(wallet).at(-1)?.time ?? 0) > readingSinceMs);
/** Number of fills of all knowable wallets that the exchange shows. */
const made = () => knowable().reduce((sum, wallet) => sum + shown(wallet).length, 0);

const live = ['--source', 'hyperliquid'];

describe('one process reads the exchange into shared stores, and others serve them', () => {
  let reader: Server;
  let standby: Server;
  let server: Server;

  /** Asserts that the store matches the exchange, each fill once; the exchange is stopped. */
  async function assertSame(): Promise<void> {
    // Wallets are discovered by their trades: a fast run has seen few of them by now.
    await until(
      'half of the wallets are known',
      () => trackedAddresses(store),
      ({ length }) => length >= 10,
    );
    standStill();
    const known = await trackedAddresses(store);
    const wallets = [...new Set([...knowable(), ...known])];
    await until(
      'the ledger',
      async () => fillDifferences(store, { truth: await toldByTrades(store, truth) }, wallets),
      (found) => found.length === 0,
      1_000, // all fills are compared each time
    );
    await assertSilentAudit(store);
  }

  test('what it reads is answered by all of them within seconds, who say how fresh it is', async () => {
    [reader, server] = await Promise.all([start('reader', ...live), start('server')]);
    const log = async () => reader.written.stderr;
    await until('the first one reads', log, (text) => text.includes('"reading the exchange"'));
    standby = await start('standby', ...live);
    await until('the reader is ready', () => readiness(reader), isReady);
    readingSinceMs = systemClock.nowMs();
    for (const other of [standby, server]) {
      await until('the others report', () => readiness(other), isReady);
      const before = made();
      await until(
        'boards follow',
        () => tradesOf(other),
        (trades) => trades >= before,
      );
      const [known, sinceMs] = [await tradesOf(reader), monotonicMs()];
      await until(
        'it reports what the reader reports',
        () => tradesOf(other),
        (trades) => trades >= known,
      );
      // A machine that is busy with other tests is no measure.
      const tookMs = monotonicMs() - sinceMs;
      assert.ok(tookMs <= sized({ check: patienceMs, campaign: 5_000 }), `${tookMs} ms later`);
      assert.equal(
        (await get(other, 'stats')).source,
        null,
        'what comes from an exchange elsewhere is not marked',
      );
      assert.ok(!reads(await metrics(other)), 'it reads nothing itself');
    }
    assert.ok(reads(await metrics(reader)));
  });

  test('killed in the middle, it is missed by the others until the one that stands by has taken over', async () => {
    reader.child.kill('SIGKILL');
    running.delete(reader);
    const missed = await until(
      'it is missed',
      () => readiness(server),
      // The reader's own last report may come first.
      ({ live }) => /^no process reads the exchange: the last one was seen \d+ s ago$/.test(String(live)),
    );
    assert.equal(missed.status, 503);
    await until('another has taken over', () => metrics(standby), reads);
    reader = standby;
    await until('all know', () => readiness(server), isReady);
    const before = made();
    await until(
      'boards go on',
      () => tradesOf(server),
      (trades) => trades >= before,
    );
  });

  // Starts and a takeover more, which wait for a lease to run out.
  if (sized({ check: false, campaign: true })) {
    test('nothing else writes meanwhile, and another exchange is never mixed in', async () => {
      const file = join(root, 'fills');
      writeFileSync(file, '');
      const other = { ...settings, TIDEMARK_EXCHANGE_URL: 'https://api.hyperliquid.xyz' };
      const [imported, mixed] = await Promise.all([
        runCommand(['import', file, '--data', join(root, 'ops')], settings),
        runCommand(['serve', '--port', '0', '--data', join(root, 'mixed'), ...live], other),
      ]);
      assert.deepEqual([imported.code, imported.stdout], [1, '']);
      assert.match(imported.stderr, /tidemark serve \(pid \d+ on .+\) writes into these stores/);
      assert.equal(mixed.code, 1);
      assert.match(
        mixed.stderr,
        /hold data of the exchange at http:\/\/127\.0\.0\.1:\d+, and must not be mixed with data of https/,
      );
    });

    test('one that stood still until another had taken over finds that out, and every fill is stored once', async () => {
      const stood = reader;
      stood.child.kill('SIGSTOP');
      // The killed process restarts with its old data.
      reader = await start('reader', ...live);
      await until('the other takes over', () => metrics(reader), reads);
      stood.child.kill('SIGCONT');
      const log = async () => stood.written.stderr;
      await until('it finds out', log, (text) => text.includes('this process stops reading live data'));
      await until('it serves on', () => readiness(stood), isReady);
      await assertSame();
      await stop(stood);
    });
  }

  test('stopped in order, it is not missed: the others serve what is stored, and say that it is not kept up', async () => {
    await assertSame();
    await stop(reader);
    const ended = await until(
      'its end is known',
      () => readiness(server),
      ({ live }) => live === undefined,
    );
    assert.equal(ended.status, 200);
    await stop(server);
  });
});
