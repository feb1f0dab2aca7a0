import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { AnalyticsStore } from './analytics/store.ts';
import type { Config } from './config.ts';
import { rfc3339, systemClock, utcDate } from './kernel/clock.ts';
import type { Log } from './kernel/log.ts';
import type { Shutdown } from './kernel/shutdown.ts';
import { checkSource, readDataMark, type SimulatedMark, writeDataMark } from './operate/data-mark.ts';
import type { Operations } from './operate/operations.ts';
import { checkExchange, markExchange } from './operate/store-mark.ts';
import { type LiveExchange, startLiveExchange } from './sim/live/live-exchange.ts';
import { newLivePlan, simulationModel } from './sim/live/live-plan.ts';

/** The addresses of the exchange that a connector reads. */
export interface ExchangeAddresses {
  url: string;
  wsUrl: string;
  /** Where they differ from those of the real exchange. */
  limits?: { weightPerMinute: number };
  /** Every fill until then is stored, unix milliseconds. */
  completeToMs?: number;
}

/** Where live data come from in this process. */
export interface LiveSource {
  /** Resolves when there is something to show; undefined where there is already. */
  history: Promise<void> | undefined;
  /** Resolves when there is an exchange to connect to. */
  addresses: Promise<ExchangeAddresses>;
  /** What is still to be waited for; undefined where nothing is. */
  pending(): string | undefined;
  /** Marks stores that are shared with what is read; for who has the right to write, before the first datum. */
  mark?(): Promise<void>;
}

/** How far the work before live data has come. */
export interface StartStep {
  current: string;
  /** Done of it, 0 to 1. */
  share: number;
  count?: number;
  unit?: string;
}

interface SourceParts {
  config: Config;
  analytics: AnalyticsStore;
  /** For files on their way into the store. */
  journalDir: string;
  /** Unguarded: the history of a simulated exchange goes this way. */
  operations: Operations;
  /** Whether the stores hold fills already. */
  hasFills(): Promise<boolean>;
  log: Log;
  shutdown: Shutdown;
  onStep?: ((step: StartStep) => void) | undefined;
}

/**
 * Opens the source that the configuration names, and marks the data with it.
 *
 * @throws MixedData where the data directory, or the shared store, holds data of another one
 */
export async function openLiveSource(parts: SourceParts): Promise<LiveSource | undefined> {
  const { config } = parts;
  const { source, dataDir, seed } = config;
  if (config.clickhouseUrl !== undefined) return source === 'none' ? undefined : await openShared(parts);
  const mark = readDataMark(dataDir);
  const hasFills = source === 'simulated' && mark === undefined && (await parts.hasFills());
  checkSource({ dataDir, mark, source, seed, model: simulationModel, hasFills });
  if (source === 'none') return undefined;
  if (source === 'hyperliquid') {
    if (mark === undefined) writeDataMark(dataDir, { source });
    return openExchange(config);
  }
  return openSimulated(parts, mark?.source === 'simulated' ? mark : newMark(parts));
}

function openExchange(config: Config): LiveSource {
  const { exchangeUrl: url, exchangeWs: wsUrl, exchangeWeight: weightPerMinute } = config;
  const addresses = Promise.resolve({ url, wsUrl, limits: { weightPerMinute } });
  return { history: undefined, addresses, pending: () => undefined };
}

/** On servers the mark stands in the store: its data are of one exchange, whichever process reads it. */
async function openShared({ config, analytics, journalDir }: SourceParts): Promise<LiveSource> {
  const { exchangeUrl } = config;
  await checkExchange(analytics, exchangeUrl);
  return {
    ...openExchange(config),
    async mark() {
      // Another process may have been the first since.
      const isMarked = await checkExchange(analytics, exchangeUrl);
      if (!isMarked) await markExchange(analytics, exchangeUrl, journalDir);
    },
  };
}

/** Real traders share the exchange's 1,200 among all they watch; here the wallets are few and shall be up to date within seconds. */
const weightPerMinute = 60_000;

/** Written before the first datum: whatever kills this process, the directory says what is in it. */
function newMark({ config }: SourceParts): SimulatedMark {
  const plan = newLivePlan(config.seed ?? '1', systemClock.nowMs());
  const mark: SimulatedMark = { source: 'simulated', model: simulationModel, ...plan };
  writeDataMark(config.dataDir, mark);
  return mark;
}

function openSimulated(
  { config, operations, log, shutdown, onStep }: SourceParts,
  mark: SimulatedMark,
): LiveSource {
  const dir = join(config.dataDir, 'simulated');
  rmSync(dir, { recursive: true, force: true }); // what an earlier process did not get to import
  mkdirSync(dir, { recursive: true });
  let pending: string | undefined = 'the simulated exchange makes its history';
  log.info(
    { seed: mark.seed, from: rfc3339(mark.startMs) },
    'SIMULATED data: the exchange makes its history',
  );
  const exchange: LiveExchange = startLiveExchange({
    plan: mark,
    dir,
    filesFromMs: mark.storedUntilMs ?? 0,
    weightPerMinute,
    onProgress({ fills, timeMs }) {
      pending = `the simulated exchange makes its history: ${fills} fills, until ${rfc3339(timeMs)}`;
      const share = (timeMs - mark.startMs) / (systemClock.nowMs() - mark.startMs);
      onStep?.({
        current: `simulated history, until ${utcDate(timeMs)}`,
        share,
        count: fills,
        unit: 'fills',
      });
    },
    onFailure(err) {
      pending = `the simulated exchange has failed: ${err.message}`;
      log.error({ err }, 'the simulated exchange has failed; data stay as they are until the next start');
    },
  });
  const stop = new AbortController();
  const stored = exchange.written.then(async ({ untilMs }) => {
    pending = 'the history of the simulated exchange is being stored';
    const { fills, duplicates, interrupted } = await operations.importPaths(
      { paths: [dir] },
      ({ bytes, bytesDone }) =>
        onStep?.({ current: 'storing the simulated history', share: bytesDone / bytes }),
      stop.signal,
    );
    if (interrupted) throw new Error('the process was stopped before all of it was stored');
    writeDataMark(config.dataDir, { ...mark, storedUntilMs: untilMs });
    rmSync(dir, { recursive: true, force: true });
    pending = undefined;
    log.info({ fills, duplicates, until: rfc3339(untilMs) }, 'the past of the simulated exchange is stored');
    return untilMs;
  });
  stored.catch((err) => {
    if (stop.signal.aborted) return;
    pending = `the history of the simulated exchange could not be stored: ${err.message}`;
    log.error({ err }, 'the past of the simulated exchange could not be stored');
  });
  shutdown.register('simulated exchange', async () => {
    stop.abort();
    await exchange.close();
    await stored.catch(() => undefined);
  });
  const addresses = Promise.all([exchange.serving, stored]).then(([found, completeToMs]) => ({
    ...found,
    limits: { weightPerMinute },
    completeToMs,
  }));
  addresses.catch(() => undefined); // told above
  return {
    // Only the first start has nothing to show before.
    history: mark.storedUntilMs === undefined ? stored.then(() => undefined) : undefined,
    addresses,
    pending: () => pending,
  };
}
