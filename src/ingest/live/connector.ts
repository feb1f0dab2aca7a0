import type { AnalyticsStore } from '../../analytics/store.ts';
import type { MovedWallet } from '../../domain/ledger-update.ts';
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
  unplanned: Record<string, number>;
}

interface PlanOptions {
  markets: Markets;
  /** Wallets to stream, at most as many as the exchange allows. */
  streamed: readonly string[];
  /** USD volume of a day, by coin; the busiest coins come first. */
  dayVolume(coin: string): number;
  limit: number;
}

/** Coins with fast books (twice a second); each takes the subscription of another coin's book. */
const fastBooksLimit = 50;

/**
 * Selects subscriptions within the limit, in order of priority: contexts, fast prices and outcome updates, fills of streamed wallets, trades
 * of every market (only trades name who trades), books, then candles. The busiest coins also get fast books. REST reads the
 * books and candles beyond the limit.
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
    { type: 'fastAssetCtxs' },
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
  /** Shared by the whole process, so that imports and the connector take turns. */
  batches: BatchStore;
  /** Directory of the write-ahead journal, shared with imports; pending facts get subdirectories. */
  journalDir: string;
  /**
   * All fills, payments and updates of all wallets up to this time are stored, because an archive was imported. Reading begins
   * there. Unix milliseconds; default: the first fill that the exchange still serves.
   */
  completeToMs?: number;
  /** Data that other readers of this process store, so the connector does not read them; default: none. */
  elsewhere?: ReadElsewhere;
  log: Log;
  /** Must stay close to the exchange's time. */
  clock?: Clock;
  /** Newest market states, for the market port of this process. */
  memory?: MarketMemory;
  pace?: Partial<Pace>;
  limits?: Partial<ConnectorLimits>;
  feedTiming?: { pingMs?: number; silenceMs?: number; reconnectMs?: number };
  infoTiming?: { retryMs?: number; throttledMs?: number };
  /** Connections to an exchange in this process; default: HTTP and WebSockets. */
  transport?: InfoTransport;
  dial?: Dial;
  timers?: Timers;
  rng?: Rng;
}

export interface Connector {
  state(): ConnectorState;
  reads: ExchangeReads;
  /** Applies an account state that another reader stored. @param requestedMs monotonic */
  takeState(owner: StateOwner, state: AccountState, requestedMs: number): void;
  /** Same for a wallet's spot tokens. */
  takeSpot(wallet: string, state: SpotState, requestedMs: number): void;
  /** Makes the accounts of wallets due whose money moved, by the files of a node. */
  noteMoved(moved: readonly MovedWallet[]): void;
  /** Newest book of every followed coin. */
  books: { get(coin: string): WireBook | undefined; all(): IterableIterator<WireBook> };
  /** Stops reading, then stores the received data, the cursors and the coverage. */
  close(): Promise<void>;
}

/**
 * Connects to the exchange and stores its data until closed. Resolves after loading the stored cursors, wallets and gaps.
 * Retries an unreachable exchange without limit.
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

  /** Resolves once the last data of ended markets are read. */
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
    // Replans soon after the first market list, once active wallets and busy markets are known.
    cancelReplanning ??= timers.after(pace.spotContextsMs, () => void followMarkets());
    await Promise.all([history.follow(listed.markets, streamed), parts.trades.retain(coins)]);
  }

  // Starts with the markets kept by the previous process.
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
    noteMoved(moved) {
      for (const { wallet, timeMs, betweenPartsMs } of moved) {
        const tracked = directory.get(wallet);
        if (tracked !== undefined) directory.noteMoved(tracked, timeMs, betweenPartsMs);
      }
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

/** Whether recurring reads of markets and wallets use less than half of the weight. */
function isSpare(info: ConnectorParts['info'], { weightPerMinute }: ConnectorLimits): boolean {
  const { markets, wallets } = info.state().weightUsedBy;
  return markets + wallets < weightPerMinute / 2;
}

interface Keeping {
  markets: Markets;
  ended: Promise<void>;
  log: Log;
}

/** Keeps the markets for the next process, once the ended ones are read: that process looks for no others. */
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
