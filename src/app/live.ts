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
  /** Set if the process serves a copy of the past. */
  copy?: string;
  /** Unguarded, because the history of a simulated exchange is imported through them. */
  operations: Operations;
  becomeWriter: BecomeWriter;
  /** Fold progress of this process: on servers, the reading process folds lifecycles too. */
  folds: FoldWatch;
  market: OpenedMarket;
  log: Log;
  shutdown: Shutdown;
  onStep?: ((step: StartStep) => void) | undefined;
}

/** Live data of this process: its own, or those reported by another process that writes into the same stores. */
export interface Live {
  /** Resolves when there are data to show; undefined if some are stored already. */
  history: Promise<void> | undefined;
  /** Freshness by source: true, or the reason for waiting. Empty if no process reads the exchange. */
  check(): {
    live?: true | string;
    node?: true | string;
    nodeLedger?: true | string;
    nodeTwaps?: true | string;
    nodeInfo?: true | string;
  };
  /** State of this process's connector; undefined if none runs. */
  state(): ConnectorState | undefined;
  /** State of the node files that this process follows. */
  node(record?: NodeRecord): FollowState | undefined;
  /** State of the node's info server that this process reads. */
  nodeInfo(): NodeInfoState | undefined;
  /** Provides the wallets whose account states are read from a node. */
  useOpen(open: OpenPositions): void;
  /** Sets the callback for fills of a node stored by this process. */
  whenStored(run: () => void): void;
  data: LiveData;
  /** Time up to which every fill of every wallet is stored, unix milliseconds; undefined if unknown. */
  wholeToMs(): number | undefined;
}

const logEveryMs = 10_000;
/** Pause between attempts to become the reader; `failedMs` after a failed read. */
const retryMs = 1_000;
const failedMs = 5_000;
/** Long enough to store all pending data; a store that accepts nothing must not keep the process alive. */
const closeTimeoutMs = 20_000;

/**
 * Opens the configured source, and reads it once it is ready and no other process does.
 *
 * @throws MixedData if the stores hold data of another source
 */
export async function openLive(parts: LiveParts): Promise<Live | undefined> {
  const { analytics, batches, copy, control, market, log, shutdown } = parts;
  // Live data of another process are newer than the whole copy.
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
    const [ledger, twaps] = [node('ledger'), node('twaps')];
    const params = nodeInfo();
    return {
      ...(now && { live: connectorFault(now, systemClock.nowMs()) ?? true }),
      ...(followed && { node: followFault(followed, systemClock.nowMs()) ?? true }),
      ...(ledger && { nodeLedger: followFault(ledger, systemClock.nowMs(), 'ledger') ?? true }),
      ...(twaps && { nodeTwaps: followFault(twaps, systemClock.nowMs(), 'twaps') ?? true }),
      ...(params && { nodeInfo: nodeInfoFault(params) ?? true }),
    };
  }
  const reading = keepReading(parts, {
    source,
    signal: stop.signal,
    report() {
      // The other checks only inform; they do not make the process unready.
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
      return { live: others?.check() ?? source.pending() ?? 'reading of live data is starting' };
    },
    data: { availability: () => data().availability(), freshness: () => data().freshness() },
    wholeToMs: () => source.wholeToMs?.(),
  };
}

/** Live data of a process that reads no exchange; another process may read it. */
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
  /** Ends the reading. */
  signal: AbortSignal;
  report(): unknown;
  /** Receives the readers while they run, and an empty object afterwards. */
  use(readers: Readers): void;
}

/** Reads the exchange whenever this process has the right to write, until the signal aborts. Never rejects. */
async function keepReading(parts: LiveParts, reading: Reading): Promise<void> {
  const { source, signal, report, use } = reading;
  const { log } = parts;
  let addresses: ExchangeAddresses | undefined;
  try {
    if (source.addresses !== undefined) addresses = await withAbort(source.addresses, signal);
  } catch (err) {
    if (!signal.aborted) log.error({ err }, "the exchange's address is not available");
    return;
  }
  while (!signal.aborted) {
    try {
      const turn = await writerTurn(parts, report, signal);
      try {
        await source.mark?.();
        const readers = await openReaders(parts, { ...reading, addresses });
        use(readers);
        // A process with its own data directory fills derived tables whether it reads or not.
        const shared = parts.analytics.kind === 'clickhouse';
        const filling = shared ? keepDerived(parts, AbortSignal.any([signal, turn.lost])) : undefined;
        await aborted(signal, turn.lost);
        if (turn.lost.aborted) log.error({ err: turn.lost.reason }, 'this process stops reading live data');
        await closeReaders(readers);
        await filling;
      } finally {
        use({});
        await turn.giveBack();
      }
    } catch (err) {
      if (signal.aborted) return;
      // Permanent: another process has marked the store with another exchange since the check at start.
      if (err instanceof MixedData) return log.error({ err }, 'this exchange is not read');
      log.error({ err }, 'live data cannot be read; trying again');
      await pause(failedMs, signal);
    }
  }
}

/** On servers one process at a time writes fills; the others wait, and serve its data. */
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

async function aborted(...signals: AbortSignal[]): Promise<void> {
  const any = AbortSignal.any(signals);
  if (!any.aborted) await once(any, 'abort');
}
