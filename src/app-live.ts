import { setTimeout as delay } from 'node:timers/promises';
import type { AnalyticsStore } from './analytics/store.ts';
import { type LiveSource, openLiveSource, type StartStep } from './app-source.ts';
import type { Config } from './config.ts';
import type { Availability, Freshness, LiveData } from './endpoints/live-data.ts';
import type { BatchStore } from './ingest/batch-store.ts';
import { type Connector, startConnector } from './ingest/live/connector.ts';
import { connectorFault, createConnectorLog } from './ingest/live/connector-report.ts';
import type { ConnectorState, FeedName, FeedStatus } from './ingest/live/connector-state.ts';
import { aborting } from './kernel/aborting.ts';
import { minuteMs, rfc3339, systemClock } from './kernel/clock.ts';
import type { Log } from './kernel/log.ts';
import type { Shutdown } from './kernel/shutdown.ts';
import type { Operations } from './operate/operations.ts';

export interface LiveParts {
  config: Config;
  analytics: AnalyticsStore;
  batches: BatchStore;
  journalDir: string;
  /** Unguarded: the history of a simulated exchange goes this way. */
  operations: Operations;
  /** Takes the right to write fills; returns how to give it back. */
  becomeWriter(): Promise<() => Promise<void>>;
  log: Log;
  shutdown: Shutdown;
  onStep?: ((step: StartStep) => void) | undefined;
}

/** The live source of this process and the connector that reads it. */
export interface Live {
  /** Resolves when there is something to show; undefined where there is already. */
  history: Promise<void> | undefined;
  /** Whether live data are fresh, or what is waited for. */
  check(): true | string;
  state(): ConnectorState | undefined;
  data: LiveData;
}

const logEveryMs = 10_000;
const retryMs = 30_000;
/** All that waits is stored by then: what a store does not take must not keep the process. */
const closeTimeoutMs = 20_000;

/**
 * Opens the source that the configuration names, and reads it as soon as it is there.
 *
 * @throws MixedData where the data directory holds data of another source
 */
export async function openLive(parts: LiveParts): Promise<Live | undefined> {
  const { batches, log, shutdown } = parts;
  const hasFills = async () => (await batches.state()).lastSeq > 0;
  const source = await openLiveSource({ ...parts, hasFills });
  if (source === undefined) return undefined;
  const stop = new AbortController();
  let connector: Connector | undefined;
  const connecting = connect(parts, source, stop.signal).then((opened) => {
    connector = opened;
  });
  connecting.catch((err) => {
    if (!stop.signal.aborted) log.error({ err }, 'live data cannot be read');
  });
  const tell = createConnectorLog(log);
  const timer = setInterval(() => connector && tell(connector.state()), logEveryMs);
  async function close(): Promise<void> {
    stop.abort();
    clearInterval(timer);
    await connecting.catch(() => undefined);
    await connector?.close();
  }
  shutdown.register('live connector', close, closeTimeoutMs);
  const state = () => connector?.state();
  return {
    history: source.history,
    state,
    check() {
      const now = state();
      if (now === undefined) return source.pending() ?? 'the live connector is starting';
      return connectorFault(now, systemClock.nowMs()) ?? true;
    },
    data: liveData(state),
  };
}

async function connect(parts: LiveParts, source: LiveSource, signal: AbortSignal): Promise<Connector> {
  const { analytics, batches, journalDir, log } = parts;
  const { url, wsUrl, limits, completeToMs } = await aborting(source.addresses, signal);
  const giveBack = await writerTurn(parts, signal);
  try {
    const infoUrl = `${url.replace(/\/+$/, '')}/info`;
    const connector = await startConnector({
      infoUrl,
      feedUrl: wsUrl,
      analytics,
      batches,
      journalDir,
      log,
      ...(limits && { limits }),
      ...(completeToMs !== undefined && { completeToMs }),
    });
    log.info({ url }, 'reading the exchange');
    return { ...connector, close: () => connector.close().finally(giveBack) };
  } catch (error) {
    await giveBack();
    throw error;
  }
}

/** On servers one process at a time writes fills: the others wait, and serve what it writes. */
async function writerTurn({ becomeWriter, log }: LiveParts, signal: AbortSignal) {
  for (let told = false; ; told = true) {
    try {
      return await becomeWriter();
    } catch (err) {
      if (!told) log.info({ reason: (err as Error).message }, 'another process writes; waiting to read live');
    }
    await delay(retryMs, undefined, { signal });
  }
}

/** The feed behind each kind of data. */
const behind: Record<keyof Freshness | keyof Availability, FeedName> = {
  historicalClearinghouse: 'positions',
  livePositions: 'positions',
  longShort: 'positions',
  liquidations: 'fills',
  userActions: 'fills',
  liveCandles: 'candles',
  markPrices: 'contexts',
};

/** What no feed has told of for so long is not at hand, also where its silence means nothing while connected. */
const awayMs = 15 * minuteMs;

/** The blocks that tell a reader how fresh an answer is, from the state of the connector. */
export function liveData(
  state: () => ConnectorState | undefined,
  nowMs: () => number = systemClock.nowMs,
): LiveData {
  function block<K extends keyof typeof behind, V>(kinds: readonly K[], of: Of<V>): Record<K, V> {
    const now = state();
    const told = (kind: K) =>
      of(
        now?.feeds.find(({ name }) => name === behind[kind]),
        now,
      );
    return Object.fromEntries(kinds.map((kind) => [kind, told(kind)])) as Record<K, V>;
  }
  return {
    availability: () =>
      block(
        ['historicalClearinghouse', 'liquidations', 'liveCandles', 'markPrices', 'userActions'],
        (feed, now) =>
          feed !== undefined &&
          Number.isFinite(feed.ageMs) &&
          feed.ageMs <= feed.staleMs &&
          (now?.connected === true || feed.ageMs <= awayMs),
      ),
    freshness: () =>
      block(
        [
          'historicalClearinghouse',
          'liquidations',
          'liveCandles',
          'livePositions',
          'longShort',
          'markPrices',
        ],
        (feed) => {
          if (feed === undefined || !Number.isFinite(feed.ageMs)) return '';
          // Contexts and candles tell no time of their own: theirs is when they came.
          return rfc3339(feed.newestMs > 0 ? feed.newestMs : nowMs() - feed.ageMs);
        },
      ),
  };
}

type Of<V> = (feed: FeedStatus | undefined, now: ConnectorState | undefined) => V;
