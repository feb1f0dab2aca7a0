import { join } from 'node:path';
import type { AnalyticsStore } from '../../analytics/store.ts';
import { type Clock, minuteMs, monotonicMs, systemClock } from '../../kernel/clock.ts';
import type { Log } from '../../kernel/log.ts';
import type { WireBook } from '../../wire/book.ts';
import type { BatchStore } from '../batch-store.ts';
import { createFactWriter } from '../facts/fact-writer.ts';
import type { DataFrame, FeedHole } from '../sources/hyperliquid/feed.ts';
import { createInfoClient, type InfoClient } from '../sources/hyperliquid/info-client.ts';
import { createInfoTransport } from '../sources/hyperliquid/info-transport.ts';
import { createLatestBooks } from '../sources/hyperliquid/latest-books.ts';
import { createWeightBudget } from '../sources/hyperliquid/weight-budget.ts';
import type { ConnectorState, FeedName } from './connector-state.ts';
import { dispatch } from './dispatcher.ts';
import { openFeedGroup } from './feed-group.ts';
import { createFeedWatch } from './feed-watch.ts';
import { type Markets, noMarkets, readMarkets } from './market-directory.ts';
import { type ConnectorLimits, defaultLimits, defaultPace, type Pace } from './pace.ts';
import { planSubscriptions } from './subscription-plan.ts';
import { openTradeFeed } from './trade-feed.ts';
import { createWorkPlan, type Job } from './work-plan.ts';

export interface ConnectorOptions {
  /** `https://api.hyperliquid.xyz/info`. */
  infoUrl: string;
  /** `wss://api.hyperliquid.xyz/ws`. */
  feedUrl: string;
  analytics: AnalyticsStore;
  /** The one of the process: its imports and the connector take turns. */
  batches: BatchStore;
  /** Directory of the write-ahead journal, the one of imports; facts on their way get a directory in it. */
  journalDir: string;
  log: Log;
  clock?: Clock;
  pace?: Partial<Pace>;
  limits?: Partial<ConnectorLimits>;
  /** Of the WebSocket connections, milliseconds. */
  feedTiming?: { pingMs?: number; silenceMs?: number; reconnectMs?: number };
}

/** A connector that runs. */
export interface Connector {
  state(): ConnectorState;
  /** The newest book of every coin that is followed. */
  books: { get(coin: string): WireBook | undefined; all(): IterableIterator<WireBook> };
  /** Stops reading, stores what has arrived, and commits how far it came. */
  close(): Promise<void>;
}

/** Jobs under way at once. */
const concurrency = 8;
/** Between two looks for work where nothing is due. */
const idleMs = 250;
/** Ages at which a feed that always says something is stale; the others depend on what happens. */
const staleMs: Partial<Record<FeedName, number>> = {
  trades: 2 * minuteMs,
  books: 2 * minuteMs,
  contexts: 2 * minuteMs,
};

/**
 * Connects to the exchange and stores what it tells, until it is closed. Resolves once what is stored was looked through;
 * an exchange that cannot be reached is tried again for as long as it takes.
 */
export async function startConnector(options: ConnectorOptions): Promise<Connector> {
  const { infoUrl, feedUrl, analytics, journalDir, log, clock = systemClock, feedTiming } = options;
  const pace: Pace = { ...defaultPace, ...options.pace };
  const limits: ConnectorLimits = { ...defaultLimits, ...options.limits };
  const startedMs = clock.nowMs();
  const stop = new AbortController();
  const { signal } = stop;
  const watch = createFeedWatch({ ...staleMs, markets: 3 * pace.marketsMs });
  const books = createLatestBooks();
  const info = openInfo(infoUrl, limits);
  const tradeRows = createFactWriter({
    analytics,
    log,
    dir: join(journalDir, 'live-trades'),
    flushMs: pace.flushMs,
  });
  const trades = await openTradeFeed({
    analytics,
    facts: tradeRows,
    info,
    watch,
    clock,
    log,
    signal,
    snapshotMs: pace.snapshotMs,
    onTrade: () => undefined,
  });

  let markets: Markets = noMarkets;
  let leftOut: Record<string, number> = {};
  let planned = 0;
  let faults = 0;
  let acknowledged = false;

  function onFrame(frame: DataFrame, receivedMs: number): void {
    faults += frame.rejected.length;
    if (frame.channel === 'trades') trades.take(frame.data, receivedMs);
    if (frame.channel === 'l2Book') {
      books.put(frame.data);
      watch.heard('books', { atMs: receivedMs, received: 1, newestMs: frame.data.time });
    }
  }
  function onHole({ subscription, fromMs }: FeedHole): void {
    if (subscription.type === 'trades') trades.interrupted(subscription.coin, fromMs);
  }
  function onFault(reason: string): void {
    log.debug({ reason }, 'a frame could not be used');
  }
  const feeds = openFeedGroup({
    url: feedUrl,
    connections: limits.connections,
    log,
    events: { onFrame, onHole, onFault },
    ...(feedTiming !== undefined && { timing: feedTiming }),
  });

  const plan = createWorkPlan();
  plan.add(
    every(pace.marketsMs, async (staleness) => {
      markets = await readMarkets(info, { staleness, signal });
      watch.heard('markets', { atMs: clock.nowMs(), received: markets.perps.length });
      const next = planSubscriptions({
        markets,
        streamed: [],
        dayVolumes: new Map(),
        limit: limits.subscriptions,
      });
      leftOut = next.leftOut;
      planned = next.subscriptions.length;
      feeds.follow(next.subscriptions);
    }),
  );
  const running = dispatch({ plan, concurrency, idleMs, log, signal });

  return {
    books,
    state() {
      const nowMs = clock.nowMs();
      const { weightUsed, ...requests } = info.state();
      const { open, total, disconnects, unacknowledged, faults: frameFaults } = feeds.state();
      acknowledged ||= planned > 0 && unacknowledged === 0;
      return {
        startedMs,
        ready: acknowledged,
        connected: open === total,
        feeds: watch.status(nowMs),
        weight: { used: weightUsed, limit: limits.weightPerMinute },
        requests,
        connections: { open, total, disconnects },
        subscriptions: { planned, unacknowledged, leftOut },
        wallets: { tracked: 0, complete: 0, behind: 0, leftOut: 0, missingFills: 0 },
        faults: faults + frameFaults,
      };
    },
    async close() {
      stop.abort(new Error('the connector was closed'));
      feeds.close();
      trades.close();
      await info.close();
      await running;
      await tradeRows.close();
    },
  };
}

function openInfo(url: string, { weightPerMinute }: ConnectorLimits): InfoClient {
  return createInfoClient({
    transport: createInfoTransport({ url, connections: concurrency }),
    budget: createWeightBudget({ limit: weightPerMinute }),
    concurrency,
  });
}

/** A job that is due when it was last done so long ago, and at once when it never was. */
function every(targetMs: number, run: Job['run']): Job {
  /** Finite: two that were never done are compared, too. */
  let doneMs = -1e12;
  return {
    staleness: (nowMs) => ({ ageMs: nowMs - doneMs, targetMs }),
    async run(staleness) {
      await run(staleness);
      doneMs = monotonicMs();
    },
  };
}
