import { giveBackFreed, keepGivingBack } from '../analytics/freed-memory.ts';
import type { AnalyticsStore, ServerWatch } from '../analytics/store.ts';
import type { RunningSnapshots } from '../boards/refresher.ts';
import type { App, ServeStart } from '../cli/context.ts';
import type { Config } from '../config/config.ts';
import { catalogue } from '../endpoints/catalogue.ts';
import { createRegistry } from '../endpoints/registry.ts';
import type { Readiness } from '../http/calls/readiness.ts';
import { checkPort, createServer, type HttpServer } from '../http/server/server.ts';
import type { ServerLimits } from '../http/server/server-limits.ts';
import type { BatchStore } from '../ingest/batch-store.ts';
import { openJournal } from '../ingest/journal.ts';
import { between } from '../ingest/recover.ts';
import { newestEdition } from '../jobs/daily/edition.ts';
import { fixedClock, rfc3339, systemClock } from '../kernel/clock.ts';
import { createLog, type Log } from '../kernel/log.ts';
import { networksOf } from '../kernel/networks.ts';
import { createShutdown, type Shutdown } from '../kernel/shutdown.ts';
import { withAbort } from '../kernel/with-abort.ts';
import { withTimeout } from '../kernel/with-timeout.ts';
import { createFoldWatch } from '../lifecycles/fold-watch.ts';
import type { ShownMetrics } from '../operate/admin/router.ts';
import { serveAdmin } from '../operate/admin/server.ts';
import { guardImports, readDataMark } from '../operate/data-mark.ts';
import type { Operations } from '../operate/operations.ts';
import { ownAlone } from '../operate/own-or-connect.ts';
import type { Positions } from '../positions/positions.ts';
import { streamLimitsOf } from '../streams/stream-limits.ts';
import { version } from '../version.ts';
import { openAccess, openRequestLog, openSelling } from './access.ts';
import { openAgents } from './agents.ts';
import { openAlerts } from './alerts.ts';
import { openDerived } from './derived-filling.ts';
import { openDoctor, type ServedState } from './doctor.ts';
import { type Live, openLive } from './live.ts';
import { openMarket } from './market.ts';
import { closeTimeoutMs, offerOperations } from './own-operations.ts';
import { openPast } from './past.ts';
import { dataSourceOf, openPages } from './portal.ts';
import { openOperatorPages, openPortalFiles } from './portal-files.ts';
import { openSchedule } from './scheduled-jobs.ts';
import type { OpenSources } from './sources.ts';
import { createStartProgress, type StartProgress } from './start-progress.ts';
import { createStorageCheck, type StorageCheck } from './storage-check.ts';
import { createStoreFigures } from './store-figures.ts';
import { serversCheck, watchedServers } from './store-servers.ts';
import { type FillStore, openEngine, openStores } from './stores.ts';
import { openChangeFeed, openOwnSources, openSavedViews, openStreams } from './views.ts';
import type { Wholeness } from './wholeness.ts';

/** Opens both stores at start, because a server needs all of their data. Reads may be served from a copy of the past. */
async function openServed(config: Config, start: ServeStart, log: Log, shutdown: Shutdown) {
  const { fills, ...others } = openStores(config, shutdown, 'serve', log);
  if (config.clickhouseUrl === undefined) keepSmall(log, shutdown);
  const store = await fills();
  const openDatabase = (name: string) => openEngine(config, name);
  const nowMs = config.isNowDataEnd === true ? await dataEndOf(store, log) : config.nowMs;
  const served = await openPast({ ...others, ...start, nowMs, store, openDatabase, log, shutdown });
  const { wholeness } = store;
  watchWholeness(wholeness, shutdown);
  return { ...others, ...served, wholeness, nowMs, own: store.analytics, folds: createFoldWatch() };
}

/** Time of the newest stored fill; undefined for an empty store, which then follows the clock. */
async function dataEndOf({ batches }: FillStore, log: Log): Promise<number | undefined> {
  const { maxTimeMs } = await batches.state();
  if (maxTimeMs > 0) return maxTimeMs;
  log.warn('no data is stored: "now" follows the clock');
  return undefined;
}

/** Runs work between two batches, if this process owns the store and so writes every batch itself. */
function inTurnOf({
  analytics,
  batches,
  journalDir,
}: {
  analytics: AnalyticsStore;
  batches: BatchStore;
  journalDir: string;
}) {
  return analytics.kind === 'chdb' ? between(batches, openJournal(journalDir)) : undefined;
}

function watchWholeness(wholeness: Wholeness, shutdown: Shutdown): void {
  const stop = new AbortController();
  const watching = wholeness.watch(stop.signal);
  shutdown.register('watch of the store', () => {
    stop.abort();
    return watching;
  });
}

/** Views that take longer finish their first read while requests are served. */
const firstReadingMs = 60_000;

/**
 * Opens the sources of endpoints and reads their large views before the first request. If a history is being stored, waits for these reads
 * and the newest edition, so that no page is empty at the ready line.
 */
async function showHistory(
  live: Live | undefined,
  open: () => OpenSources,
  stores: Parameters<typeof newestEdition>[0],
  { signal = new AbortController().signal, begin }: Pick<Starting, 'signal' | 'begin'>,
): Promise<OpenSources> {
  if (live?.history === undefined) {
    const opened = open();
    void opened.start();
    return opened;
  }
  begin('making and storing the simulated history');
  await withAbort(live.history, signal);
  // Returns memory freed by storing the history to the system.
  await giveBackFreed();
  const opened = open();
  begin('reading the boards and views');
  const read = withTimeout(opened.start(), firstReadingMs, () => undefined);
  await withAbort(Promise.all([opened.running.ready, read]), signal);
  // The job retries a failure.
  await newestEdition(stores, AbortSignal.any([signal, AbortSignal.timeout(firstReadingMs)])).catch(
    () => undefined,
  );
  return opened;
}

/** Opens the admin surface if a port is configured; the configuration has a token then. */
async function openAdmin(
  config: Config,
  { operations, metrics }: { operations: Operations; metrics: ShownMetrics },
  log: Log,
  shutdown: Shutdown,
) {
  const { adminPort: port, adminHost: host, adminToken: token } = config;
  if (port === undefined || token === undefined) return;
  const admin = await serveAdmin({ operations, metrics, log, token, host, port, pages: openOperatorPages() });
  shutdown.register(
    'admin surface',
    () => admin.close(config.queryDeadlineMs),
    config.queryDeadlineMs + 5_000,
  );
  log.info({ url: admin.url }, 'admin surface ready');
}

async function claimOwnDirectory(
  { dataDir }: Config,
  { signal }: ServeStart,
  log: Log,
  shutdown: Shutdown,
): Promise<void> {
  const onWait = (message: string) => log.warn(message);
  const claim = await ownAlone({ dataDir, command: 'serve', onWait, signal });
  shutdown.register('data directory', () => claim.release());
}

/** Operations on this process. A data directory with simulated data refuses imports. */
function operationsOf(config: Config, stored: Operations, doctor: Operations['doctor']): Operations {
  const guarded = config.clickhouseUrl === undefined ? guardImports(stored, config.dataDir) : stored;
  return { ...guarded, doctor };
}

function serverSettings(config: Config) {
  const { baseUrl, signupUrl, upgradeUrl, securityContact } = config;
  return {
    baseUrl,
    signupUrl,
    upgradeUrl,
    securityContact,
    trustedProxies: trustedProxiesOf(config),
    limits: serverLimits(config),
    dataSource: dataSourceOf(config),
    showsMetrics: config.adminPort === undefined,
  };
}

interface Starting extends StartProgress {
  signal: AbortSignal | undefined;
}

/** Opens everything in the order of the start. The returned store is for benchmarks. */
async function openService(config: Config, start: Starting, log: Log, shutdown: Shutdown) {
  const { begin, onStep, isReady } = start;
  const embedded = config.clickhouseUrl === undefined;
  begin('opening the stores');
  const stores = await openServed(config, start, log, shutdown);
  const storage = embedded ? createStorageCheck(config.dataDir) : undefined;
  const { reads: analytics, control, copy, wholeness, nowMs } = stores;
  const clock = nowMs === undefined ? systemClock : fixedClock(nowMs);
  start.signal?.throwIfAborted();
  begin('opening saved views and the live source');
  const saved = await openSavedViews({ ...stores, config, analytics, log, shutdown });
  const feed = openChangeFeed({ analytics, saved }, log, shutdown);
  const market = await openMarket({ config, analytics, feed, clock, log, shutdown });
  const live = await openLive({ ...stores, feed, config, market, log, shutdown, onStep });
  const derived = await openDerived({ ...stores, feed, config, history: live?.history, log, shutdown });
  const served: ServedState = { live, folds: stores.folds, readiness: () => undefined, isReady };
  const doctor = openDoctor(stores.operations, served, shutdown);
  const operations = operationsOf(config, stores.operations, doctor);
  const socket = embedded ? await offerOperations(config, operations, shutdown, log) : undefined;

  const { pageKeys, tickets, ...keys } = await openAccess(config, await control(), log, shutdown);
  const { sales, ...sold } = await openSelling(config, await control(), log, shutdown);

  let server: HttpServer | undefined;
  await openAdmin(config, { operations, metrics: () => server?.metrics() }, log, shutdown);
  const requestLog = await openRequestLog(config, stores.own, log, shutdown);

  // Shows fills stored by this process at once. The next poll retries a failure.
  live?.whenStored(() => void feed.lookAtFills().catch(() => undefined));
  const memory = { feed, wallets: saved.wallets, clock };
  const ofEndpoints = { ...memory, store: analytics, served: derived, market, live, config, log, shutdown };
  const opened = await showHistory(live, () => openOwnSources(ofEndpoints), { analytics, clock }, start);
  begin('opening the API');
  const { sources, watches, running, positions } = opened;
  live?.useOpen({ positions, markOf: (coin) => Number(market.port.mark(coin)?.px ?? 0) });
  const { boards, newestBlock } = running.snapshots;
  const ofJobs = { ...memory, analytics, cutOffs: config.cutOffs, boards, positions, market: market.port };
  const openJobs = { ...ofJobs, inTurn: inTurnOf(stores), wholeToMs: live?.wholeToMs };
  await openSchedule({ sources: openJobs, copy, control, log, shutdown });
  const ofPages = { config, control: await control(), keys: pageKeys, sales, shutdown };
  const servers = watchedServers(stores.own, log);
  const figures = createStoreFigures({ analytics, running, feed, storage, clock, servers, wholeness });
  const checked = { live, storage, servers, wholeness, nowMs };
  const faults = () => ({ gaps: figures.gaps(), control: stores.controlFault() });
  const readiness = () => readinessOf(running, positions, { ...checked, ...faults() });
  served.readiness = readiness;
  const hub = openStreams({ ...memory, store: analytics, boards: sources.boards, control }, log, shutdown);
  const alerts = await openAlerts({ ...stores, analytics, boards: sources.boards, hub }, log, shutdown);
  const ofServer = { ...keys, ...sold, ...serverSettings(config), sources, watches, requestLog };
  const state = { newestBlock, readiness, live, clock, log };
  server = await createServer({
    ...ofServer,
    ...state,
    streams: { hub, limits: streamLimitsOf(config), tickets },
    registry: createRegistry(catalogue),
    version: () => feed.last()?.seq,
    alerts,
    folds: stores.folds,
    store: { version, read: figures.read },
    agents: openAgents(log),
    files: openPortalFiles(log, dataSourceOf(config)),
    portal: await openPages({
      ...ofPages,
      ...state,
      analytics: stores.own,
      drift: stores.drift,
      diagnose: doctor,
      alerts: nowMs === undefined ? stores.alerts : undefined,
      figures: figures.read,
    }),
  });
  const { close, askingFor } = server;
  shutdown.register('http', () => close(config.queryDeadlineMs), config.queryDeadlineMs + 5_000);
  const { url } = await server.listen(config.host, config.port);
  const stop = async () => {
    void socket?.close(); // first: a running import would delay every other close
    for (const fault of await shutdown.close()) log.error(fault, 'did not close cleanly');
  };
  const data = describeData(config, live, nowMs);
  return { address: config.baseUrl ?? url, data, analytics, askingFor, stop };
}

/** Boots the API: stores, operations, snapshots, HTTP; closes in reverse. */
export const serve = (async (config: Config, start: ServeStart = {}) => {
  let progress: StartProgress | undefined;
  const log = createLog({ level: config.logLevel, onWarn: (text) => progress?.warn(text) });
  const shutdown = createShutdown({ closeTimeoutMs });
  try {
    if (config.clickhouseUrl === undefined) await claimOwnDirectory(config, start, log, shutdown);
    await checkPort(config.host, config.port);
    progress = createStartProgress(config, { log, onStep: start.onStep });
    shutdown.register('progress of the start', progress.close);
    const service = await openService(config, { ...progress, signal: start.signal }, log, shutdown);
    progress.ready();
    return service;
  } catch (error) {
    await shutdown.close();
    throw error;
  }
}) satisfies App['serve'];

/** The embedded engine runs in this process: returns its freed memory to the system, most of it after the start. */
function keepSmall(log: Log, shutdown: Shutdown): void {
  const stop = new AbortController();
  shutdown.register('freed memory', () => stop.abort());
  void keepGivingBack(log, stop.signal);
}

function trustedProxiesOf({ trustedProxies }: Config) {
  return trustedProxies === undefined ? undefined : networksOf(trustedProxies);
}

/** Describes the served data for the ready line. */
function describeData(
  { clickhouseUrl, dataDir, source }: Config,
  live: Live | undefined,
  nowMs: number | undefined,
): string {
  const found = source === 'hyperliquid' || source === 'node' ? live?.check() : undefined;
  const check = found?.live ?? found?.node;
  // Stored data are served before the exchange has answered.
  const from = found?.live === undefined ? "a node's files" : 'the exchange';
  const followed = check === true ? `, live from ${from}` : check === undefined ? '' : `, ${check}`;
  const asOf = nowMs === undefined ? '' : `, as of ${rfc3339(nowMs)}`;
  if (clickhouseUrl !== undefined) return `data on servers${followed}${asOf}`;
  const mark = readDataMark(dataDir);
  if (mark?.source !== 'simulated') return `data ${dataDir}${followed}${asOf}`;
  return `SIMULATED data, seed ${mark.seed}, in ${dataDir}${asOf}`;
}

/** Readiness of each part: true, or the reason for waiting. */
function readinessOf(
  running: RunningSnapshots,
  positions: Positions,
  others: {
    live: Live | undefined;
    storage: StorageCheck | undefined;
    servers: ServerWatch | undefined;
    wholeness: Wholeness;
    gaps: Readiness['gaps'];
    /** Damage of the control store; undefined if none. */
    control: string | undefined;
    /** The past moment of all answers, unix milliseconds; undefined follows the clock. */
    nowMs: number | undefined;
  },
): Readiness {
  const { live, storage, servers, wholeness, control, nowMs, gaps } = others;
  const states = servers?.states();
  const checks: Readiness['checks'] = {
    snapshots: running.built() || 'the boards are being built for the first time',
    positions: positions.built() || 'the positions are being read for the first time',
    ...live?.check(),
    ...(storage && { storage: storage.check() }),
    ...(control !== undefined && { control }),
    store: wholeness.check(),
    audit: wholeness.audited(),
    ...(states && { clickhouse: serversCheck(states) }),
  };
  // Audit findings need attention, but are no reason to stop serving.
  // Without a node's account states positions derive from fills; a node may write no misc events or TWAP statuses.
  const informs = ['audit', 'nodeInfo', 'nodeLedger', 'nodeTwaps', ...(wholeness.gates ? [] : ['store'])];
  const ready = Object.entries(checks).every(([name, check]) => check === true || informs.includes(name));
  const asOf = nowMs === undefined ? undefined : rfc3339(nowMs);
  return {
    ready,
    checks,
    ...(asOf && { asOf }),
    ...(gaps && { gaps }),
    ...(states && { clickhouse: states.map(({ state }) => state) }),
  };
}

function serverLimits(config: Config): Partial<ServerLimits> {
  const { queryDeadlineMs, maxMemoryMib, maxConnections, maxLoopDelayMs } = config;
  return {
    deadlineMs: queryDeadlineMs,
    maxConnections,
    maxLoopDelayMs,
    ...(maxMemoryMib !== undefined && { maxResidentBytes: maxMemoryMib * 2 ** 20 }),
  };
}
