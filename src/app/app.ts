import { join } from 'node:path';
import { openChdb } from '../analytics/chdb.ts';
import { openClickHouse } from '../analytics/clickhouse.ts';
import { migrateAnalytics } from '../analytics/migrate.ts';
import type { AnalyticsStore } from '../analytics/store.ts';
import type { RunningSnapshots } from '../boards/refresher.ts';
import type { App, OpenOperations, ServeStart } from '../cli/context.ts';
import type { Config } from '../config/config.ts';
import { openPglite } from '../control/pglite.ts';
import { openPostgres } from '../control/postgres.ts';
import type { ControlStore } from '../control/store.ts';
import { createWalletIndex } from '../domain/wallet-index.ts';
import { catalogue } from '../endpoints/catalogue.ts';
import { createRegistry } from '../endpoints/registry.ts';
import { checkPort } from '../http/server/port-check.ts';
import { createServer } from '../http/server/server.ts';
import type { ServerLimits } from '../http/server/server-limits.ts';
import type { Readiness } from '../http/server/service-routes.ts';
import { createBatchStore } from '../ingest/batch-store.ts';
import { openJournal } from '../ingest/journal.ts';
import { recoverBatches } from '../ingest/recover.ts';
import { aborting } from '../kernel/aborting.ts';
import { fixedClock, systemClock } from '../kernel/clock.ts';
import { createLog, type Log } from '../kernel/log.ts';
import { networksOf } from '../kernel/networks.ts';
import { createShutdown, type Shutdown } from '../kernel/shutdown.ts';
import { serveAdmin } from '../operate/admin/server.ts';
import { claimDataDir, type DataDirClaim } from '../operate/data-dir.ts';
import { guardImports, readDataMark } from '../operate/data-mark.ts';
import { createLocalOperations } from '../operate/local-operations.ts';
import type { Operations } from '../operate/operations.ts';
import { serveOperations } from '../operate/socket-server.ts';
import type { Positions } from '../positions/positions.ts';
import { version } from '../version.ts';
import { openAccess, openRequestLog, openSelling } from './access.ts';
import { openAgents } from './agents.ts';
import { openDerived } from './derived-filling.ts';
import { type Live, openLive } from './live.ts';
import { openMarket } from './market.ts';
import { openPositions } from './positions.ts';
import { openSchedule } from './scheduled-jobs.ts';
import { openSharedWriter } from './shared-writer.ts';
import { openSnapshots } from './snapshots.ts';
import { openedSources } from './sources.ts';

/** Time for a store to end what runs: the longest statement of an import is one batch. */
const closeTimeoutMs = 30_000;

/**
 * Opens both stores, brings them to this version and finishes what a killed import began.
 * This is the only place that knows both modes: embedded in the data directory, or on servers.
 */
async function openStores(config: Config, shutdown: Shutdown, command: string) {
  const { dataDir, clickhouseUrl, clickhouseDatabase, postgresUrl } = config;
  const analytics =
    clickhouseUrl === undefined
      ? await openChdb({ dir: join(dataDir, 'analytics') })
      : await openClickHouse({ url: clickhouseUrl, database: clickhouseDatabase });
  shutdown.register('analytics store', () => analytics.close());
  await migrateAnalytics(analytics);

  let opened: Promise<ControlStore> | undefined;
  async function openControl(): Promise<ControlStore> {
    const store =
      postgresUrl === undefined
        ? await openPglite({ dir: join(dataDir, 'control') })
        : await openPostgres({ url: postgresUrl });
    await store.migrate();
    return store;
  }
  const control = () => (opened ??= openControl());
  shutdown.register('control store', async () => (await opened)?.close());

  const journalDir = join(dataDir, 'ingest');
  const { batches, becomeWriter } =
    clickhouseUrl === undefined
      ? await openOwnWriter(analytics, journalDir)
      : openSharedWriter({ analytics, control, journalDir, command });

  const operations = createLocalOperations({
    analytics,
    batches,
    control,
    journalDir,
    batchFills: config.importBatchFills,
    becomeWriter,
    status: {
      version,
      pid: process.pid,
      command,
      startedAtMs: systemClock.nowMs(),
      ...(clickhouseUrl === undefined && { dataDir }),
    },
  });
  return { analytics, batches, control, journalDir, becomeWriter, operations };
}

/**
 * The data directory is claimed already, and with it the right to write to it. What a killed process began is
 * finished first.
 */
async function openOwnWriter(analytics: AnalyticsStore, journalDir: string) {
  const batches = createBatchStore(analytics);
  await recoverBatches(batches, openJournal(journalDir));
  const { signal: lost } = new AbortController();
  return { batches, becomeWriter: async () => ({ lost, giveBack: async () => undefined }) };
}

/**
 * The operations for one command, of this process.
 * @param claim of the data directory, which this gives back; absent where the stores are servers
 */
export async function openOwnOperations(
  config: Config,
  command: string,
  claim?: DataDirClaim,
): Promise<OpenOperations> {
  const shutdown = createShutdown({ closeTimeoutMs });
  const close = async () => reportFaults(await shutdown.close());
  try {
    if (claim !== undefined) shutdown.register('data directory', () => claim.release());
    const opened = await openStores(config, shutdown, command);
    if (claim === undefined) return { operations: opened.operations, close };
    const operations = guardImports(opened.operations, config.dataDir);
    const socket = await offer(config, operations, shutdown);
    return {
      operations,
      async close(options) {
        if (options?.abort !== true) await socket.drain();
        await close();
      },
    };
  } catch (error) {
    await shutdown.close();
    throw error;
  }
}

/** Lets other commands on this data directory use this process's stores. */
async function offer(config: Config, operations: Operations, shutdown: Shutdown, log?: Log) {
  const socket = await serveOperations({ dataDir: config.dataDir, operations, log });
  shutdown.register('operations socket', () => socket.close());
  return socket;
}

/** Opens the snapshots. Where there is a history to be made first, they hold it then: nobody shall find an empty page. */
async function showHistory(
  live: Live | undefined,
  openBoards: () => RunningSnapshots,
  { signal = new AbortController().signal, onStep }: ServeStart,
): Promise<RunningSnapshots> {
  if (live?.history === undefined) return openBoards();
  await aborting(live.history, signal);
  const running = openBoards();
  onStep?.({ current: 'building the boards', share: 1 });
  await aborting(running.ready, signal);
  return running;
}

/** Opens the admin surface where it has a port; the configuration has a token then. */
async function openAdmin(config: Config, operations: Operations, log: Log, shutdown: Shutdown) {
  const { adminPort: port, adminHost: host, adminToken: token } = config;
  if (port === undefined || token === undefined) return;
  const admin = await serveAdmin({ operations, log, token, host, port });
  shutdown.register(
    'admin surface',
    () => admin.close(config.shutdownGraceMs),
    config.shutdownGraceMs + 5_000,
  );
  log.info({ url: admin.url }, 'admin surface ready');
}

function claimOwnDirectory({ dataDir }: Config, shutdown: Shutdown): void {
  const claim = claimDataDir(dataDir, { pid: process.pid, command: 'serve' });
  shutdown.register('data directory', () => claim.release());
}

/** Where callers find the service, and what is beside it. */
function ownAddresses({ baseUrl, signupUrl, upgradeUrl }: Config) {
  return { baseUrl, signupUrl, upgradeUrl };
}

/** Boots the API: stores, operations, snapshots, HTTP; closed in reverse. The store is for those who measure. */
export const serve = (async (config: Config, start: ServeStart = {}) => {
  const log = createLog({ level: config.logLevel });
  const shutdown = createShutdown({ closeTimeoutMs });
  const clock = config.nowMs === undefined ? systemClock : fixedClock(config.nowMs);
  try {
    const embedded = config.clickhouseUrl === undefined;
    if (embedded) claimOwnDirectory(config, shutdown);
    await checkPort(config.host, config.port);
    const stores = await openStores(config, shutdown, 'serve');
    const { analytics, control } = stores;
    start.signal?.throwIfAborted();
    const market = await openMarket({ config, analytics, clock, log, shutdown });
    const live = await openLive({ ...stores, config, market, log, shutdown, onStep: start.onStep });
    const served = await openDerived({ ...stores, config, history: live?.history, log, shutdown });
    const operations = embedded ? guardImports(stores.operations, config.dataDir) : stores.operations;
    const socket = embedded ? await offer(config, operations, shutdown, log) : undefined;

    const { authenticator, limiter } = await openAccess(config, await control(), log, shutdown);
    const sold = await openSelling(config, await control(), log, shutdown);

    await openAdmin(config, operations, log, shutdown);
    const requestLog = await openRequestLog(config, analytics, log, shutdown);

    const memory = { analytics, wallets: createWalletIndex(), cutOffs: config.cutOffs };
    const running = await showHistory(live, () => openSnapshots(memory, clock, log, shutdown), start);

    const { snapshots } = running;
    const { positions } = openPositions({ ...memory, market, log, shutdown });
    const ofJobs = { ...memory, boards: snapshots.boards, positions, market: market.port, clock };
    await openSchedule({ sources: ofJobs, control, log, shutdown });
    const ofEndpoints = { ...ofJobs, analytics: served, snapshots, market, live, config, log, shutdown };
    const sources = openedSources(ofEndpoints);
    const server = await createServer({
      registry: createRegistry(catalogue),
      ...{ authenticator, limiter, sources, clock, log },
      ...ownAddresses(config),
      newestBlock: snapshots.newestBlock,
      version: snapshots.version,
      readiness: () => readinessOf(running, sources.positions, live),
      live,
      dataSource: dataSourceOf(config),
      requestLog,
      ...sold,
      agents: openAgents(log),
      trustedProxies: trustedProxiesOf(config),
      limits: serverLimits(config),
    });
    shutdown.register('http', () => server.close(config.shutdownGraceMs), config.shutdownGraceMs + 5_000);
    const { url } = await server.listen(config.host, config.port);
    const stop = async () => {
      void socket?.close(); // first: an import that went on would hold up every other close
      for (const fault of await shutdown.close()) log.error(fault, 'did not close as it should');
    };
    return { address: config.baseUrl ?? url, data: describeData(config), analytics, stop };
  } catch (error) {
    await shutdown.close();
    throw error;
  }
}) satisfies App['serve'];

function trustedProxiesOf({ trustedProxies }: Config) {
  return trustedProxies === undefined ? undefined : networksOf(trustedProxies);
}

/** What every answer names as its source, where it is not the exchange. */
function dataSourceOf({ clickhouseUrl, dataDir }: Config): 'simulated' | undefined {
  if (clickhouseUrl !== undefined) return undefined;
  return readDataMark(dataDir)?.source === 'simulated' ? 'simulated' : undefined;
}

/** What is served from where, for the ready line. */
function describeData({ clickhouseUrl, dataDir, source }: Config): string {
  const live = source === 'hyperliquid' ? ', live from the exchange' : '';
  if (clickhouseUrl !== undefined) return `data on servers${live}`;
  const mark = readDataMark(dataDir);
  if (mark?.source !== 'simulated') return `data ${dataDir}${live}`;
  return `SIMULATED data, seed ${mark.seed}, in ${dataDir}`;
}

/** Each part by name: true where it is ready, else a text that says what it waits for. */
function readinessOf(running: RunningSnapshots, positions: Positions, live: Live | undefined): Readiness {
  const checks: Readiness['checks'] = {
    snapshots: running.built() || 'the boards are being built for the first time',
    positions: positions.built() || 'the positions are being read for the first time',
    ...live?.check(),
  };
  return { ready: Object.values(checks).every((check) => check === true), checks };
}

function serverLimits(config: Config): Partial<ServerLimits> {
  const {
    queryDeadlineMs,
    maxMemoryMib,
    maxConnections,
    maxConnectionsPerAddress,
    maxInFlight,
    maxLoopDelayMs,
  } = config;
  return {
    deadlineMs: queryDeadlineMs,
    maxConnections,
    maxConnectionsPerAddress,
    maxInFlight,
    maxLoopDelayMs,
    ...(maxMemoryMib !== undefined && { maxResidentBytes: maxMemoryMib * 2 ** 20 }),
  };
}

function reportFaults(faults: { name: string; message: string }[]): void {
  for (const { name, message } of faults) process.stderr.write(`${name}: ${message}\n`);
}
