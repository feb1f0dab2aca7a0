import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import type { AnalyticsStore } from '../analytics/store.ts';
import type { ChangeFeed } from '../changes/change-feed.ts';
import type { Config } from '../config/config.ts';
import type { ControlStore } from '../control/store.ts';
import type { CoverageLedger } from '../coverage/ledger.ts';
import type { LiveData } from '../endpoints/live-data.ts';
import type { BatchStore, BecomeWriter } from '../ingest/batch-store.ts';
import { connectorFault, createConnectorLog } from '../ingest/live/connector-report.ts';
import type { ConnectorState } from '../ingest/live/connector-state.ts';
import type { FollowState } from '../ingest/node/follow.ts';
import { followFault } from '../ingest/node/follow-report.ts';
import type { OpenPositions } from '../ingest/node/info/account-plan.ts';
import { type NodeInfoState, nodeInfoFault } from '../ingest/node/info/info-report.ts';
import type { NodeRecord } from '../ingest/node/node-dir.ts';
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
import { closeReaders, openReaders, type Readers, type ReaderWires, readsOf } from './live-readers.ts';
import type { ExchangeAddresses, LiveSource, StartStep } from './live-source.ts';
import type { OpenedMarket } from './market.ts';
import { type ReaderWatch, reportOf, watchReader } from './reader-watch.ts';

export interface LiveParts {
  config: Config;
  analytics: AnalyticsStore;
  feed: ChangeFeed;
  batches: BatchStore;
  ledger: CoverageLedger;
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
  check(): {
    live?: true | string;
    node?: true | string;
    nodeLedger?: true | string;
    nodeInfo?: true | string;
  };
  /** Of the connector of this process, where it reads. */
  state(): ConnectorState | undefined;
  /** Of the files of a node that this process follows. */
  node(record?: NodeRecord): FollowState | undefined;
  /** Of the info server of a node that this process reads. */
  nodeInfo(): NodeInfoState | undefined;
  /** The wallets whose account states are read from a node: from now on they are known. */
  useOpen(open: OpenPositions): void;
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
  let open: OpenPositions | undefined;
  const state = () => readers.connector?.state();
  const node = (record?: NodeRecord) => readers.follower?.state(record);
  const nodeInfo = () => readers.info?.state();
  const own = liveData({ state, node, nodeInfo });
  function ownCheck(): ReturnType<Live['check']> {
    const now = state();
    const followed = node();
    const ledger = node('ledger');
    const params = nodeInfo();
    return {
      ...(now && { live: connectorFault(now, systemClock.nowMs()) ?? true }),
      ...(followed && { node: followFault(followed, systemClock.nowMs()) ?? true }),
      ...(ledger && { nodeLedger: followFault(ledger, systemClock.nowMs(), 'ledger') ?? true }),
      ...(params && { nodeInfo: nodeInfoFault(params) ?? true }),
    };
  }
  const reading = keepReading(parts, {
    source,
    signal: stop.signal,
    report() {
      // The others inform, and make no process unready.
      const { live: read, node: files } = ownCheck();
      const found = [read, files].filter((check) => check !== undefined);
      return found.length === 0 ? undefined : reportOf(found.find((check) => check !== true) ?? true, own);
    },
    stored: () => stored(),
    open: () => open,
    use: (opened) => {
      readers = opened;
      market.use(readsOf(opened));
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
    nodeInfo,
    useOpen(found) {
      open = found;
    },
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
    history: undefined,
    state: () => undefined,
    node: () => undefined,
    check: found,
    data,
    nodeInfo: () => undefined,
    useOpen: () => undefined,
    whenStored: () => undefined,
    wholeToMs: () => undefined,
  };
}

interface Reading extends Pick<ReaderWires, 'stored' | 'open'> {
  source: LiveSource;
  /** Ends it. */
  signal: AbortSignal;
  report(): unknown;
  /** Gets what reads while it runs. */
  use(readers: Readers): void;
}

/** Reads the exchange whenever this process has the right to write, until it is ended. Never rejects. */
async function keepReading(parts: LiveParts, reading: Reading): Promise<void> {
  const { source, signal, report, use } = reading;
  const { log } = parts;
  let addresses: ExchangeAddresses | undefined;
  try {
    if (source.addresses !== undefined) addresses = await withAbort(source.addresses, signal);
  } catch (err) {
    if (!signal.aborted) log.error({ err }, 'there is no exchange to read');
    return;
  }
  while (!signal.aborted) {
    try {
      const turn = await writerTurn(parts, report, signal);
      try {
        await source.mark?.();
        const readers = await openReaders(parts, { ...reading, addresses });
        use(readers);
        // With a data directory of its own a process fills them whether it reads or not.
        const shared = parts.analytics.kind === 'clickhouse';
        const filling = shared ? keepDerived(parts, AbortSignal.any([signal, turn.lost])) : undefined;
        await aborted(signal, turn.lost);
        if (turn.lost.aborted) log.error({ err: turn.lost.reason }, 'reading live data has to stop here');
        await closeReaders(readers);
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
