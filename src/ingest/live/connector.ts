import type { AnalyticsStore } from '../../analytics/store.ts';
import { type Clock, systemClock } from '../../kernel/clock.ts';
import type { Log } from '../../kernel/log.ts';
import type { Rng } from '../../kernel/rng.ts';
import { type Cancel, systemTimers, type Timers } from '../../kernel/timers.ts';
import type { ExchangeReads } from '../../market/market.ts';
import { createMarketMemory, type MarketMemory } from '../../market/market-memory.ts';
import type { SpotState } from '../../wire/account-balances.ts';
import type { WireBook } from '../../wire/book.ts';
import type { AccountState } from '../../wire/clearinghouse-state.ts';
import type { FeedSubscription } from '../../wire/subscription.ts';
import type { BatchStore } from '../batch-store.ts';
import type { StateOwner } from '../facts/position-rows.ts';
import type { Dial } from '../sources/hyperliquid/feed-socket.ts';
import type { InfoTransport } from '../sources/hyperliquid/info-transport.ts';
import { type ConnectorLimits, limitsOf } from './connector-limits.ts';
import { type ConnectorParts, openParts } from './connector-parts.ts';
import type { ConnectorState } from './connector-state.ts';
import { type FeedGroup, openFeedGroup } from './feed-group.ts';
import { createFrameRouter } from './frame-router.ts';
import { coinsOf, type Markets, noMarkets } from './markets/directory.ts';
import type { MarketLists } from './markets/lists.ts';
import type { WalletDirectory } from './wallets/directory.ts';
import { nothingElsewhere, type ReadElsewhere } from './wallets/tracked-wallet.ts';
import { busiestWallets } from './wallets/work.ts';
import { dispatch } from './work/dispatcher.ts';
import { defaultPace, type Pace } from './work/pace.ts';
import { every } from './work/recurring-job.ts';

interface PlannedSubscriptions {
  subscriptions: FeedSubscription[];
  /** By type, what the limit leaves no room for. */
  unplanned: Record<string, number>;
}

interface PlanOptions {
  markets: Markets;
  /** Wallets to stream, at most as many as the exchange allows. */
  streamed: readonly string[];
  /** USD traded in a day, by coin: what is traded most goes first. */
  dayVolume(coin: string): number;
  limit: number;
}

/** Coins whose books come twice a second; each takes the room of another coin's book. */
const fastBooksLimit = 50;

/**
 * What to subscribe to within the limit. Trades of every market come first: they name who trades, which nothing else
 * does. Then the wallets that are streamed, then books, those of the
 * busiest coins fast, too, then candles: REST has the rest of both.
 */
export function planSubscriptions({
  markets,
  streamed,
  dayVolume,
  limit,
}: PlanOptions): PlannedSubscriptions {
  const coins = [...markets.perps, ...markets.spot, ...markets.outcomes];
  // Stable: markets without a volume keep the exchange's order.
  const byVolume = coins.toSorted((a, b) => dayVolume(b) - dayVolume(a));
  const wanted: FeedSubscription[] = [
    { type: 'allDexsAssetCtxs' },
    { type: 'outcomeMetaUpdates' },
    ...streamed.map((user): FeedSubscription => ({ type: 'userFills', user })),
    ...byVolume.map((coin): FeedSubscription => ({ type: 'trades', coin })),
    ...byVolume.flatMap((coin, place): FeedSubscription[] => [
      { type: 'l2Book', coin },
      ...(place < fastBooksLimit ? [{ type: 'l2Book', coin, fast: true } as const] : []),
    ]),
    ...byVolume.map((coin): FeedSubscription => ({ type: 'candle', coin, interval: '1m' })),
  ];
  const unplanned: Record<string, number> = {};
  for (const { type } of wanted.slice(limit)) unplanned[type] = (unplanned[type] ?? 0) + 1;
  return { subscriptions: wanted.slice(0, limit), unplanned };
}

/** Coins of which something is subscribed to. */
function plannedCoins(
  { subscriptions }: PlannedSubscriptions,
  type: 'trades' | 'l2Book' | 'candle',
): Set<string> {
  return new Set(subscriptions.flatMap((entry) => (entry.type === type ? [entry.coin] : [])));
}

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
  /**
   * All fills, payments and updates up to here are stored already, whichever wallets they are of: an archive was imported. Reading begins there,
   * unix milliseconds; default: from the first fill that the exchange still serves.
   */
  completeToMs?: number;
  /** What is not read here; nothing where absent. */
  elsewhere?: ReadElsewhere;
  log: Log;
  /** Of the exchange's time: it must not be far from it. */
  clock?: Clock;
  /** Where the newest states of markets are kept for the market port of this process. */
  memory?: MarketMemory;
  pace?: Partial<Pace>;
  limits?: Partial<ConnectorLimits>;
  /** Of the WebSocket connections and the requests, milliseconds. */
  feedTiming?: { pingMs?: number; silenceMs?: number; reconnectMs?: number };
  infoTiming?: { retryMs?: number; throttledMs?: number };
  /** The way to an exchange in this process; HTTP and WebSockets where absent. */
  transport?: InfoTransport;
  dial?: Dial;
  /** The machine's time and chance where absent. */
  timers?: Timers;
  rng?: Rng;
}

/** A connector that runs. */
export interface Connector {
  state(): ConnectorState;
  /** Single wallets and books, on request. */
  reads: ExchangeReads;
  /** Takes the state of an account that another reader has stored. @param requestedMs monotonic */
  takeState(owner: StateOwner, state: AccountState, requestedMs: number): void;
  /** The same of a wallet's tokens. */
  takeSpot(wallet: string, state: SpotState, requestedMs: number): void;
  /** The newest book of every coin that is followed. */
  books: { get(coin: string): WireBook | undefined; all(): IterableIterator<WireBook> };
  /** Stops reading, stores what has arrived, and commits how far it came. */
  close(): Promise<void>;
}

/**
 * Connects to the exchange and stores what it publishes, until it is closed. Resolves once what is stored was looked through;
 * an exchange that cannot be reached is tried again for as long as it takes.
 */
export async function startConnector(options: ConnectorOptions): Promise<Connector> {
  const { infoUrl, feedUrl, log, clock = systemClock, feedTiming, completeToMs = 0 } = options;
  const { timers = systemTimers, rng, dial } = options;
  const pace: Pace = { ...defaultPace, ...options.pace };
  const limits = limitsOf(options.limits);
  const startedMs = clock.nowMs();
  const stop = new AbortController();
  const { signal } = stop;
  const memory = options.memory ?? createMarketMemory({ clock });
  const { elsewhere = nothingElsewhere } = options;
  const given = { infoUrl, completeToMs, elsewhere, log, clock, pace, limits, memory, signal };
  const parts = await openParts({ ...options, ...given });
  const { listed, info, plan, directory, sampler, history } = parts;
  let planned: PlannedSubscriptions = { subscriptions: [], unplanned: {} };
  let cancelReplanning: Cancel | undefined;

  const outcomesJob = every({ targetMs: pace.outcomesMs, timers }, parts.readOutcomes);
  const marketsJob = every({ targetMs: pace.marketsMs, timers }, (staleness) =>
    parts.markets.read(staleness).then(() => {
      void keepMarkets(parts.markets, { markets: listed.markets, ended: followMarkets(), log });
    }),
  );
  const router = createFrameRouter(parts, {
    clock,
    hurryOutcomes: outcomesJob.hurry,
    hurryMarkets: marketsJob.hurry,
  });
  const feeds = openFeedGroup({
    url: feedUrl,
    connections: limits.connections,
    messagesPerMinute: limits.messagesPerMinute,
    dialsPerMinute: limits.dialsPerMinute,
    clock,
    log,
    events: router,
    world: { timers, ...(rng && { rng }), ...(dial && { dial }) },
    ...(feedTiming !== undefined && { timing: feedTiming }),
  });

  /** Resolves once nothing is left to read of what has ended. */
  async function followMarkets(): Promise<void> {
    planned = planSubscriptions({
      markets: listed.markets,
      streamed: busiestWallets(directory, limits.streamedWallets),
      dayVolume: sampler.dayVolume,
      limit: limits.subscriptions,
    });
    feeds.follow(planned.subscriptions);
    const coins = coinsOf(listed.markets);
    const streamed = {
      minutes: plannedCoins(planned, 'candle'),
      books: plannedCoins(planned, 'l2Book'),
    };
    sampler.follow(coins, streamed.books);
    // Who trades, and which markets are busy, is known soon after the first list of them.
    cancelReplanning ??= timers.after(pace.spotContextsMs, () => void followMarkets());
    await Promise.all([history.follow(listed.markets, streamed), parts.trades.retain(coins)]);
  }

  // Those of the process before.
  if (listed.markets !== noMarkets) void followMarkets();
  const spotJob = every({ targetMs: pace.spotContextsMs, timers }, async (staleness) => {
    const { data } = await info.ask({ type: 'spotMetaAndAssetCtxs' }, { staleness, signal });
    sampler.takeSpotContexts(data, clock.nowMs());
    parts.observer.takeSpotContexts(data, clock.nowMs());
  });
  const unlistedJob = every(
    { targetMs: pace.outcomesMs, group: () => 'histories', timers },
    parts.readUnlistedOutcomes,
  );
  for (const job of [marketsJob, outcomesJob, unlistedJob, spotJob, parts.rewardsJob]) plan.add(job);
  const { concurrency } = limits;
  const share = () => (isSpare(info, limits) ? pace.spareShare : 1);
  const running = dispatch({ plan, concurrency, share, idleMs: pace.idleMs, log, signal, timers });
  let wasAcknowledged = false;

  return {
    reads: parts.reads,
    books: sampler.books,
    takeState({ wallet, dex }, state, requestedMs) {
      const tracked = directory.get(wallet);
      if (tracked !== undefined) parts.states.take(tracked, dex, state, requestedMs);
    },
    takeSpot(wallet, state, requestedMs) {
      const tracked = directory.get(wallet);
      if (tracked !== undefined) parts.balances.take(tracked, state, requestedMs);
    },
    state() {
      const { unacknowledged } = feeds.state();
      wasAcknowledged ||= planned.subscriptions.length > 0 && unacknowledged === 0;
      const since = { startedMs, ready: wasAcknowledged };
      return stateOf(since, { parts, feeds, planned, limits, clock });
    },
    async close() {
      stop.abort(new Error('the connector was closed'));
      feeds.close();
      await info.close();
      await running;
      cancelReplanning?.();
      await parts.close();
    },
  };
}

/** Whether what is read over and over takes less than half of the weight. */
function isSpare(info: ConnectorParts['info'], { weightPerMinute }: ConnectorLimits): boolean {
  const { markets, wallets } = info.state().weightUsedBy;
  return markets + wallets < weightPerMinute / 2;
}

interface Keeping {
  markets: Markets;
  /** Resolves once nothing is left to read of what has ended. */
  ended: Promise<void>;
  log: Log;
}

/** The next process begins with these markets, and looks for no others. */
async function keepMarkets(
  lists: Pick<MarketLists, 'keep'>,
  { markets, ended, log }: Keeping,
): Promise<void> {
  await ended;
  try {
    lists.keep(markets);
  } catch (err) {
    log.error({ err }, 'the lists of markets cannot be kept for the next start');
  }
}

interface Running {
  parts: ConnectorParts;
  feeds: FeedGroup;
  planned: PlannedSubscriptions;
  limits: ConnectorLimits;
  clock: Clock;
}

function stateOf(since: Pick<ConnectorState, 'startedMs' | 'ready'>, running: Running): ConnectorState {
  const { parts, feeds, planned, limits, clock } = running;
  const { weightUsed, weightUsedBy, weightSpent, ...requests } = parts.info.state();
  const { open, total, lossReason, awayMs, disconnects, unacknowledged, refused } = feeds.state();
  return {
    ...since,
    connected: open === total,
    marketsFault: parts.markets.fault,
    feeds: parts.watch.status(clock.nowMs()),
    weight: { used: weightUsed, limit: limits.weightPerMinute, spent: weightSpent },
    requests,
    connections: { open, total, lossReason, awayMs, disconnects },
    subscriptions: {
      planned: planned.subscriptions.length,
      unacknowledged,
      refused,
      unplanned: planned.unplanned,
    },
    get wallets() {
      return { ...walletCounts(parts.directory), missingFills: parts.fills.missing };
    },
    unusable: parts.quarantine.state(),
  };
}

function walletCounts(directory: WalletDirectory) {
  const counts = { tracked: 0, complete: 0, behind: 0, untracked: directory.untracked };
  for (const { checkedMs, expected, suspectMs } of directory.all()) {
    counts.tracked += 1;
    if (expected.size > 0) counts.behind += 1;
    else if (checkedMs !== undefined && suspectMs === undefined) counts.complete += 1;
  }
  return counts;
}
