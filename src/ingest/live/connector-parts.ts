import { join } from 'node:path';
import type { AnalyticsStore } from '../../analytics/store.ts';
import { createCoverageLedger } from '../../coverage/ledger.ts';
import { type Clock, systemClock } from '../../kernel/clock.ts';
import type { Log } from '../../kernel/log.ts';
import { type Rng, secureRng } from '../../kernel/rng.ts';
import { systemTimers, type Timers } from '../../kernel/timers.ts';
import { withTimeout } from '../../kernel/with-timeout.ts';
import type { MarketMemory } from '../../market/market-memory.ts';
import { heaviestRequest } from '../../wire/info-request.ts';
import type { BatchStore } from '../batch-store.ts';
import { createFactWriter } from '../facts/fact-writer.ts';
import { createExchangeClock } from '../fills-ahead.ts';
import { openJournal } from '../journal.ts';
import { loseQuarantined } from '../quarantined-records.ts';
import { createExchangeReads } from '../sources/hyperliquid/exchange-reads.ts';
import { createInfoClient } from '../sources/hyperliquid/info-client.ts';
import { createInfoTransport, type InfoTransport } from '../sources/hyperliquid/info-transport.ts';
import { createWeightBudget } from '../sources/hyperliquid/weight-budget.ts';
import { paceWeight } from '../sources/hyperliquid/weight-pace.ts';
import { recordWeight } from '../sources/hyperliquid/weight-record.ts';
import { builderRewardsJob } from './builders/rewards.ts';
import { type ConnectorLimits, weightShares } from './connector-limits.ts';
import type { FeedName } from './connector-state.ts';
import { createFeedWatch } from './coverage/feed-watch.ts';
import { createQuarantine } from './coverage/quarantine.ts';
import { type Markets, noMarkets } from './markets/directory.ts';
import { openMarketHandOver } from './markets/hand-over.ts';
import { type MarketHistoryOptions, openMarketHistory } from './markets/history.ts';
import { readLastMinutes } from './markets/last-minutes.ts';
import { openListingStore } from './markets/listing-store.ts';
import { openMarketLists } from './markets/lists.ts';
import { createMarketObserver } from './markets/observer.ts';
import { createMarketSampler } from './markets/sampler.ts';
import { createStreamedCandles } from './markets/streamed-candles.ts';
import { openTemplateReader, type TemplateReader } from './outcomes/template-reader.ts';
import { createUnlistedOutcomes } from './outcomes/unlisted-outcomes.ts';
import { openOutcomeWatch } from './outcomes/watch.ts';
import { openTradeFeed } from './trades/feed.ts';
import { createWalletBalances } from './wallets/balances.ts';
import { createWalletDirectory } from './wallets/directory.ts';
import { createFillIntake } from './wallets/fill-intake.ts';
import { createWalletFills } from './wallets/fills.ts';
import { createWalletFunding } from './wallets/funding.ts';
import { createWalletLedger } from './wallets/ledger.ts';
import { loadWallets } from './wallets/load.ts';
import { createWalletRoles } from './wallets/roles.ts';
import { createWalletStates } from './wallets/states.ts';
import type { ReadElsewhere, TrackedWallet } from './wallets/tracked-wallet.ts';
import { createWalletTwaps } from './wallets/twaps.ts';
import { createWalletJobs, type WalletReaders } from './wallets/work.ts';
import type { Pace } from './work/pace.ts';
import { createWorkPlan, type Job } from './work/plan.ts';

export interface PartsOptions {
  infoUrl: string;
  analytics: AnalyticsStore;
  batches: BatchStore;
  journalDir: string;
  completeToMs: number;
  log: Log;
  clock: Clock;
  pace: Pace;
  limits: ConnectorLimits;
  /** Read by the market port of this process. */
  memory: MarketMemory;
  elsewhere: ReadElsewhere;
  infoTiming?: { retryMs?: number; throttledMs?: number };
  transport?: InfoTransport;
  timers?: Timers;
  rng?: Rng;
  signal: AbortSignal;
}

/** How long closing waits for the last market minutes to be stored. */
const closeMs = 2_000;

export type ConnectorParts = Awaited<ReturnType<typeof openParts>>;

type Base = ReturnType<typeof openBase>;

function openBase(options: PartsOptions) {
  const { analytics, batches, journalDir, infoUrl, log, clock, pace, limits } = options;
  const { timers = systemTimers, rng = secureRng } = options;
  const { concurrency } = limits;
  const watch = createFeedWatch({
    trades: 2 * pace.marketsMs,
    contexts: 2 * pace.marketsMs,
    markets: 3 * pace.marketsMs,
    spotContexts: 5 * pace.spotContextsMs,
  });
  const openWriter = (name: string) =>
    createFactWriter({ analytics, log, dir: join(journalDir, name), flushMs: pace.flushMs, timers });
  const ledger = createCoverageLedger({
    analytics,
    clock,
    timers,
    onLost: (feed) => watch.lost(feed as FeedName),
    onRetry: (err) => log.warn({ err }, 'the coverage ledger could not be written; trying again'),
  });
  const quarantine = createQuarantine({
    writer: openWriter('live-quarantine'),
    clock,
    log,
    timers,
    lose: (records) => loseQuarantined(ledger, records),
  });
  const journal = openJournal(journalDir);
  const limit = limits.weightPerMinute;
  const budget = recordWeight(
    paceWeight(createWeightBudget({ limit }), { limit, heaviest: heaviestRequest }),
    {
      file: join(journalDir, 'live-weight.json'),
      url: infoUrl,
      clock: systemClock,
      timers,
    },
  );
  const exchangeClock = createExchangeClock(clock);
  const info = createInfoClient({
    transport: options.transport ?? createInfoTransport({ url: infoUrl, connections: concurrency }),
    budget,
    keep: quarantine.keep,
    shares: weightShares,
    concurrency,
    clock: exchangeClock,
    timers,
    rng,
    ...options.infoTiming,
  });
  const listed: { markets: Markets } = { markets: noMarkets };
  // Trades have their own writer, so that larger batches do not delay them.
  const tradeRows = openWriter('live-trades');
  const facts = openWriter('live-facts');
  const stateRows = openWriter('live-states');
  const intake = createFillIntake({ batches, journal, flushMs: pace.flushMs, log, timers });
  const plan = createWorkPlan(pace);
  const parts = { watch, quarantine, budget, info, exchangeClock, listed };
  return { ...parts, tradeRows, facts, stateRows, ledger, intake, plan };
}

type MarketPartsOptions = Pick<PartsOptions, 'infoUrl' | 'journalDir' | 'limits' | 'log' | 'memory'> &
  Pick<Base, 'listed' | 'stateRows' | 'ledger'> &
  Omit<MarketHistoryOptions, 'dayVolume' | 'takeBook' | 'takeCandles'> & { templates: TemplateReader };

async function openMarketParts(parts: MarketPartsOptions) {
  const { analytics, facts, stateRows, watch, log, listed, memory, pace, infoUrl: url, journalDir } = parts;
  const listing = await openListingStore({ ...parts, findTemplate: parts.templates.find });
  const file = join(journalDir, 'live-markets.json');
  const markets = openMarketLists({ ...parts, file, url, onAnswers: listing.take });
  const observer = createMarketObserver({ memory, markets: () => listed.markets });
  const everyMs = pace.handOverMs;
  const handOver = await openMarketHandOver({ ...parts, facts: stateRows, everyMs, clock: systemClock });
  const sampler = createMarketSampler({
    ...parts,
    lastMinutes: await readLastMinutes(analytics),
    markets: () => listed.markets,
    onTurn: () => candles.flush(),
  });
  const history = await openMarketHistory({
    ...parts,
    dayVolume: sampler.dayVolume,
    takeBook(book, receivedMs) {
      sampler.takeBook(book, receivedMs);
      observer.takeBook(book, receivedMs);
    },
    takeCandles: observer.takeCandles,
  });
  const candles = createStreamedCandles({ facts, watch, log, history });
  const weightPerMinute = parts.limits.demandWeight;
  const reads = createExchangeReads({ ...parts, weightPerMinute, dexes: memory.listing.dexes });
  async function closeMarkets(): Promise<void> {
    sampler.flush();
    candles.flush();
    const stored = [settled(), handOver.close()];
    await withTimeout(Promise.all(stored), closeMs, () => undefined, parts.timers);
  }
  async function settled(): Promise<void> {
    await Promise.all([sampler.settled(), candles.settled(), listing.settled()]);
  }
  return { markets, observer, sampler, history, candles, reads, closeMarkets, settled };
}

function planWallets(plan: Base['plan'], jobsOf: (wallet: TrackedWallet) => Job[]) {
  const jobs = new Map<TrackedWallet, Job[]>();
  return {
    onTrack(wallet: TrackedWallet): void {
      const own = jobsOf(wallet);
      jobs.set(wallet, own);
      for (const job of own) plan.add(job);
    },
    onDismiss(wallet: TrackedWallet): void {
      plan.remove(jobs.get(wallet) ?? []);
      jobs.delete(wallet);
    },
  };
}

/** Builds the connector parts that work without a feed, and loads where earlier runs ended. */
export async function openParts(options: PartsOptions) {
  const { analytics, log, clock, pace, limits, elsewhere, signal } = options;
  const base = openBase(options);
  const { watch, quarantine, budget, info, listed, tradeRows, facts, stateRows, ledger, intake, plan } = base;
  const { reachableFills } = limits;
  const { timers = systemTimers } = options;
  const isReady = () => listed.markets !== noMarkets;
  const directory = createWalletDirectory({
    facts,
    clock,
    log,
    trackedLimit: limits.trackedWallets,
    expectedLimit: limits.expectedFills,
    completeToMs: options.completeToMs,
    settleMs: pace.settleMs,
    fillsElsewhere: elsewhere.fills,
    timers,
    ...planWallets(plan, (wallet) => jobsOf(wallet)),
  });
  const templates = await openTemplateReader({ analytics, info, facts, clock, signal });
  const common = { analytics, info, facts, directory, watch, clock, pace, signal, timers, templates };
  const fills = createWalletFills({
    ...common,
    intake,
    ledger,
    settleMs: pace.settleMs,
    reachableFills,
    dexes: () => listed.markets.universes.keys(),
  });
  const states = createWalletStates(common);
  const dexes = () => listed.markets.universes.keys();
  const tokenName = (index: number) => listed.markets.tokens.get(index);
  const balances = createWalletBalances({ ...common, states, dexes, tokenName });
  const readers: WalletReaders = {
    fills: fills.read,
    states: states.read,
    spot: balances.spot,
    holdings: balances.holdings,
    funding: createWalletFunding({ ...common, ledger }),
    ledger: createWalletLedger({ ...common, ledger }),
    role: createWalletRoles(common),
    twaps: createWalletTwaps(common),
  };
  const jobsOf = createWalletJobs({ readers, pace, elsewhere, reachableFills, clock, isReady, timers });
  const marketParts = await openMarketParts({ ...options, ...base, ...common });
  const readOutcomes = await openOutcomeWatch({ ...common, finish: marketParts.history.finish });
  await loadWallets(directory, { analytics, clock, pace, limit: limits.trackedWallets, timers });
  const trades = await openTradeFeed({
    ...common,
    ledger,
    log,
    facts: tradeRows,
    snapshotMs: pace.snapshotMs,
    onTrade: directory.noteTrade,
  });

  return {
    ...base,
    directory,
    fills,
    states,
    balances,
    ...marketParts,
    readOutcomes,
    rewardsJob: builderRewardsJob(common),
    readUnlistedOutcomes: createUnlistedOutcomes(common),
    trades,
    /** Stores all received data. Call after the requests have ended. */
    async close() {
      await trades.close();
      await Promise.all([intake.close(), marketParts.closeMarkets()]);
      await stateRows.close();
      await facts.close();
      // Waits for pending market writes, however slow the store is, so that their coverage is recorded.
      await ledger.close(marketParts.settled());
      await quarantine.close();
      budget.close();
    },
  };
}
