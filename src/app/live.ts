import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { onLane } from '../analytics/on-lane.ts';
import type { AnalyticsStore } from '../analytics/store.ts';
import type { ChangeFeed } from '../changes/change-feed.ts';
import type { Config } from '../config/config.ts';
import type { ControlStore } from '../control/store.ts';
import { createCoverageLedger } from '../coverage/ledger.ts';
import type { LiveData } from '../endpoints/live-data.ts';
import type { BatchStore, BecomeWriter } from '../ingest/batch-store.ts';
import { keepLiveDetails } from '../ingest/facts/fact-retention.ts';
import { type Connector, startConnector } from '../ingest/live/connector.ts';
import { connectorFault, createConnectorLog } from '../ingest/live/connector-report.ts';
import type { ConnectorState } from '../ingest/live/connector-state.ts';
import type { FollowState } from '../ingest/node/follow.ts';
import { followFault } from '../ingest/node/follow-report.ts';
import { type NodeFollower, startFollower } from '../ingest/node/follower.ts';
import { systemClock } from '../kernel/clock.ts';
import type { Log } from '../kernel/log.ts';
import { pause } from '../kernel/pause.ts';
import type { Shutdown } from '../kernel/shutdown.ts';
import { withAbort } from '../kernel/with-abort.ts';
import type { FoldWatch } from '../lifecycles/fold-watch.ts';
import { MixedData } from '../operate/data-mark.ts';
import type { Operations } from '../operate/operations.ts';
import { openLiveSource } from './chosen-source.ts';
import { keepDerived } from './derived-filling.ts';
import { liveData } from './live-data.ts';
import { type ExchangeAddresses, infoUrlOf, type LiveSource, type StartStep } from './live-source.ts';
import type { OpenedMarket } from './market.ts';
import { type ReaderWatch, reportOf, watchReader } from './reader-watch.ts';

export interface LiveParts {
  config: Config;
  analytics: AnalyticsStore;
  feed: ChangeFeed;
  batches: BatchStore;
  control(): Promise<ControlStore>;
  journalDir: string;
  /** Set where a copy of the past is served. */
  copy?: string;
  /** Unguarded: the history of a simulated exchange goes this way. */
  operations: Operations;
  becomeWriter: BecomeWriter;
  /** Of the fold of this process: who reads on servers folds, too. */
  folds: FoldWatch;
  market: OpenedMarket;
  log: Log;
  shutdown: Shutdown;
  onStep?: ((step: StartStep) => void) | undefined;
}

/** The live data of this process: what it reads itself, or what another one reports that writes into the same stores. */
export interface Live {
  /** Resolves when there is something to show; undefined where there is already. */
  history: Promise<void> | undefined;
  /** Whether live data are fresh, or what is waited for; empty where no process reads any. */
  check(): { live?: true | string; node?: true | string };
  /** Of the connector of this process, where it reads. */
  state(): ConnectorState | undefined;
  /** Of the files of a node that this process follows. */
  node(): FollowState | undefined;
  /** Runs it whenever fills of a node were stored by this process. */
  whenStored(run: () => void): void;
  data: LiveData;
  /** Until when every fill of every wallet is stored, unix milliseconds; undefined where that is not known. */
  wholeToMs(): number | undefined;
}

const logEveryMs = 10_000;
/** Between two attempts to become the one that reads, and after one that failed. */
const retryMs = 1_000;
const failedMs = 5_000;
const handOverMs = 2_000;
/** All that waits is stored by then: what a store does not take must not keep the process. */
const closeTimeoutMs = 20_000;

/**
 * Opens the source that the configuration names, and reads it as soon as it is there and no other process does.
 *
 * @throws MixedData where the stores hold data of another source
 */
export async function openLive(parts: LiveParts): Promise<Live | undefined> {
  const { analytics, batches, copy, control, market, log, shutdown } = parts;
  // What another process reads now is later than all of it.
  if (copy !== undefined) return undefined;
  const hasFills = async () => (await batches.state()).lastSeq > 0;
  const source = await openLiveSource({ ...parts, hasFills });
  const others = analytics.kind === 'clickhouse' ? await watchReader((await control()).writers) : undefined;
  if (others !== undefined) shutdown.register('watch of the reader', () => others.close());
  if (source === undefined) return others && serveOthers(others);

  const stop = new AbortController();
  let readers: Readers = {};
  let stored: () => void = () => undefined;
  const state = () => readers.connector?.state();
  const node = () => readers.follower?.state();
  const own = liveData(state, node);
  function ownCheck(): ReturnType<Live['check']> {
    const now = state();
    const followed = node();
    return {
      ...(now && { live: connectorFault(now, systemClock.nowMs()) ?? true }),
      ...(followed && { node: followFault(followed, systemClock.nowMs()) ?? true }),
    };
  }
  const reading = keepReading(parts, {
    source,
    signal: stop.signal,
    report() {
      const found = Object.values(ownCheck());
      return found.length === 0 ? undefined : reportOf(found.find((check) => check !== true) ?? true, own);
    },
    stored: () => stored(),
    use: (opened) => {
      readers = opened;
      market.use(opened.connector?.reads);
    },
  });
  const logState = createConnectorLog(log);
  const timer = setInterval(() => readers.connector && logState(readers.connector.state()), logEveryMs);
  async function close(): Promise<void> {
    stop.abort();
    clearInterval(timer);
    await reading;
  }
  shutdown.register('live connector', close, closeTimeoutMs);
  const reads = () => readers.connector !== undefined || readers.follower !== undefined;
  const data = () => (!reads() && others !== undefined ? others.data : own);
  return {
    history: source.history,
    state,
    node,
    whenStored(run) {
      stored = run;
    },
    check() {
      if (reads()) return ownCheck();
      return { live: others?.check() ?? source.pending() ?? 'live data are about to be read' };
    },
    data: { availability: () => data().availability(), freshness: () => data().freshness() },
    wholeToMs: () => source.wholeToMs?.(),
  };
}

/** In a process that reads no exchange, beside one that may. */
function serveOthers({ check, data }: ReaderWatch): Live {
  const found = () => {
    const live = check();
    return live === undefined ? {} : { live };
  };
  return {
    ...{ history: undefined, state: () => undefined, node: () => undefined, check: found, data },
    whenStored: () => undefined,
    wholeToMs: () => undefined,
  };
}

interface Reading {
  source: LiveSource;
  /** Ends it. */
  signal: AbortSignal;
  report(): unknown;
  /** Fills of a node were stored. */
  stored(): void;
  /** Gets what reads while it runs. */
  use(readers: Readers): void;
}

/** What reads in this process, each where the configuration names it. */
interface Readers {
  connector?: Connector;
  follower?: NodeFollower;
}

/** Reads the exchange whenever this process has the right to write, until it is ended. Never rejects. */
async function keepReading(parts: LiveParts, reading: Reading): Promise<void> {
  const { source, signal, report, use } = reading;
  const { log } = parts;
  const found: Promise<ExchangeAddresses | 'none'> = source.addresses ?? Promise.resolve('none');
  const addresses = await withAbort(found, signal).catch((err) => {
    if (!signal.aborted) log.error({ err }, 'there is no exchange to read');
  });
  if (addresses === undefined) return;
  while (!signal.aborted) {
    try {
      const turn = await writerTurn(parts, report, signal);
      try {
        await source.mark?.();
        const readers: Readers = {
          ...(addresses !== 'none' && { connector: await openConnector(parts, addresses) }),
          ...openFollower(parts, reading),
        };
        use(readers);
        // With a data directory of its own a process fills them whether it reads or not.
        const shared = parts.analytics.kind === 'clickhouse';
        const filling = shared ? keepDerived(parts, AbortSignal.any([signal, turn.lost])) : undefined;
        if (addresses !== 'none') log.info({ url: addresses.url }, 'reading the exchange');
        await aborted(signal, turn.lost);
        if (turn.lost.aborted) log.error({ err: turn.lost.reason }, 'reading live data has to stop here');
        await Promise.all([readers.connector?.close(), readers.follower?.close()]);
        await filling;
      } finally {
        use({});
        await turn.giveBack();
      }
    } catch (err) {
      if (signal.aborted) return;
      // Another process has marked the store since this one looked: that does not change any more.
      if (err instanceof MixedData) return log.error({ err }, 'this exchange is not read');
      log.error({ err }, 'live data cannot be read; trying again');
      await pause(failedMs, signal);
    }
  }
}

function openFollower(parts: LiveParts, { stored }: Reading): Readers {
  const { config, analytics, batches, journalDir, log } = parts;
  const { nodeDir: dir } = config;
  if (dir === undefined) return {};
  const ledger = createCoverageLedger({
    analytics: onLane(analytics, 'live'),
    clock: systemClock,
    onRetry: (err) => log.warn({ err }, 'the ledger of coverage could not be written; trying again'),
  });
  log.info({ dir }, "following a node's files");
  const follower = startFollower({ dir, journalDir, store: batches, ledger, log, onStored: stored });
  const { state } = follower;
  async function close(): Promise<void> {
    await follower.close();
    await ledger.close();
  }
  return { follower: { state, close } };
}

async function openConnector(parts: LiveParts, addresses: ExchangeAddresses): Promise<Connector> {
  const { config, analytics, batches, journalDir, market, log } = parts;
  await keepLiveDetails(analytics, config.liveDays);
  const { url, wsUrl, limits, completeToMs } = addresses;
  return startConnector({
    infoUrl: infoUrlOf(url),
    feedUrl: wsUrl,
    analytics: onLane(analytics, 'live'),
    batches,
    journalDir,
    log,
    memory: market.memory,
    // Other processes see a change as soon as their own look; an embedded store sees it at its next start.
    ...(analytics.kind === 'clickhouse' && { pace: { handOverMs } }),
    ...(limits && { limits }),
    ...(completeToMs !== undefined && { completeToMs }),
  });
}

/** On servers one process at a time writes fills: the others wait, and serve what it writes. */
async function writerTurn({ becomeWriter, log }: LiveParts, report: () => unknown, signal: AbortSignal) {
  for (let logged = ''; ; ) {
    try {
      return await becomeWriter({ report, signal });
    } catch (err) {
      signal.throwIfAborted();
      const reason = (err as Error).message;
      if (reason !== logged) log.info({ reason }, 'waiting to read live');
      logged = reason;
    }
    await delay(retryMs, undefined, { signal });
  }
}

/** Resolves when one of the signals is aborted. */
async function aborted(...signals: AbortSignal[]): Promise<void> {
  const any = AbortSignal.any(signals);
  if (!any.aborted) await once(any, 'abort');
}
