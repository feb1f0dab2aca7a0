import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Ajv2020, { type ValidateFunction } from 'ajv/dist/2020.js';
import { openChdb } from '../src/analytics/chdb.ts';
import { requestReads } from '../src/analytics/gathered-reads.ts';
import { migrateAnalytics } from '../src/analytics/migrate.ts';
import { copyPast } from '../src/analytics/past-copy.ts';
import type { AnalyticsStore } from '../src/analytics/store.ts';
import { sourceWatches } from '../src/app/source-watches.ts';
import { type RunningArchetypes, startArchetypes } from '../src/archetypes/start-archetypes.ts';
import { createRecentFills } from '../src/boards/recent-fills.ts';
import { startSnapshots } from '../src/boards/refresher.ts';
import { type ChangeFeed, createChangeFeed } from '../src/changes/change-feed.ts';
import type { CohortCutOffs } from '../src/domain/cohort-cut-offs.ts';
import { joinSpellings } from '../src/domain/coin-spelling.ts';
import { type Tier, tierLimits } from '../src/domain/tier.ts';
import { createWalletIndex } from '../src/domain/wallet-index.ts';
import { headerPairs } from '../src/endpoints/answer-headers.ts';
import type { Answer, AnyEndpoint } from '../src/endpoints/endpoint.ts';
import type { SourceWatches } from '../src/endpoints/footing.ts';
import { parseRequest } from '../src/endpoints/parse-request.ts';
import type { Static } from '../src/endpoints/schema.ts';
import { type Sources, sourcesOf } from '../src/endpoints/sources.ts';
import { createBatchStore } from '../src/ingest/batch-store.ts';
import { type Journal, openJournal } from '../src/ingest/journal.ts';
import { openSink } from '../src/ingest/sink.ts';
import { fixedClock } from '../src/kernel/clock.ts';
import { createLifecycleFold } from '../src/lifecycles/lifecycle-fold.ts';
import { createMarketMemory } from '../src/market/market-memory.ts';
import { createMarket } from '../src/market/open-market.ts';
import { followStoredMarket } from '../src/market/stored-market.ts';
import { startPositions } from '../src/positions/start-positions.ts';
import { jsonSchema, namedSchemas } from '../src/routes/json-schema.ts';
import { createPositionTallies } from '../src/views/tallies/position-tallies.ts';
import { openViews } from '../src/views/views.ts';
import { seedEngine } from './data-template.ts';
import { rowsOf } from './fill-rows.ts';
import { type Given, givenFills, storeFacts } from './given-facts.ts';

const deadlineMs = 30_000;

/** Endpoints over a real engine, without HTTP: parameters are parsed, bodies are checked against their schema. */
export interface EndpointHarness {
  readonly store: AnalyticsStore;
  readonly sources: Sources;
  /** What moves each of them, as in the service. */
  readonly watches: SourceWatches;
  /** What the views follow. */
  readonly feed: ChangeFeed;
  /**
   * Asks an endpoint as the pipeline does.
   * @param request path parameters by name; `query` is the text after `?`; tier free by default
   * @throws Problem, AnalyticsError; Error where the body is not what the endpoint's schema says
   */
  ask<E extends AnyEndpoint>(endpoint: E, request?: HarnessRequest): Promise<Answer<Static<E['response']>>>;
  /** Stores further fills; what follows them finds them by itself. */
  add(fills: NonNullable<Given['fills']>): Promise<void>;
  /** Resolves once what is kept in memory has what is folded. */
  followed(): Promise<void>;
  close(): Promise<void>;
}

export interface HarnessRequest {
  path?: Record<string, string>;
  query?: string;
  tier?: Tier;
  /** As a process answers that has not read the newest fills yet, or whose memory of them does not reach back far enough. */
  withoutRecentFills?: boolean;
  /** Sources in the place of the harness's own. */
  instead?: Partial<Sources>;
}

export interface HarnessOptions {
  /** What the store holds. */
  given: Given;
  /** What the clock shows all the time. */
  nowMs: number;
  /** Names of builders by address. */
  builderNames?: ReadonlyMap<string, string>;
  /** Of cohorts; those of the service by default. */
  cutOffs?: CohortCutOffs;
  /** Folds lifecycles from the fills. */
  lifecycles?: boolean;
  /** When facts without a time were published; default: `nowMs`. */
  factsMs?: number;
  /** What the store holds that is later than `nowMs`, published at `laterMs`: it is answered from a copy that ends at `nowMs`, as `--now` does. */
  later?: Given & { laterMs: number };
  /** Opens what holds it, in place of an embedded engine in the directory. Not with `later`. */
  openStore?: (dir: string) => Promise<AnalyticsStore>;
  /** Called where a view of the store cannot read it; default: the test fails. */
  onError?: (error: unknown) => void;
  /** Whether the process has an exchange to read; an archive where absent. */
  hasSource?: boolean;
  /** Puts files into the store as an import does, before anything is made of its fills. */
  imports?: (store: AnalyticsStore, journal: Journal) => Promise<void>;
  /** Small batches make several parts, whose rollups are not merged yet. */
  batchFills?: number;
}

/** Opens a store in a directory of its own, stores what is given through the real sink and the real writer of facts, and builds the snapshots. */
export async function openEndpointHarness(options: HarnessOptions): Promise<EndpointHarness> {
  const dir = mkdtempSync(join(tmpdir(), 'tidemark-endpoints-'));
  // Opened last, closed first; the directory goes in any case, so that a run that fails leaves nothing.
  const opened = new AsyncDisposableStack();
  opened.defer(() => rmSync(dir, { recursive: true, force: true }));
  try {
    return await harnessIn(dir, options, opened);
  } catch (error) {
    await opened.disposeAsync();
    throw error;
  }
}

async function harnessIn(
  dir: string,
  options: HarnessOptions,
  opened: AsyncDisposableStack,
): Promise<EndpointHarness> {
  const clock = fixedClock(options.nowMs);
  const { onError = failed } = options;
  const engine = { dir: seedEngine(join(dir, 'engine')) };
  const whole = await (options.openStore?.(engine.dir) ?? openChdb(engine));
  opened.defer(() => whole.close());
  await migrateAnalytics(whole);
  const sink = openSink({
    store: createBatchStore(whole),
    journal: openJournal(join(dir, 'journal')),
    batchFills: options.batchFills ?? 1_000,
    stored: {},
  });
  const { given, later, factsMs = options.nowMs } = options;
  async function add(more: NonNullable<Given['fills']>): Promise<void> {
    const fills = rowsOf(givenFills({ fills: more }));
    await sink.add({ fills, rejected: [], blocks: 0, bytesRead: 0, file: 'test' });
    await sink.flush();
  }
  await options.imports?.(whole, openJournal(join(dir, 'imports')));
  await add([...(given.fills ?? []), ...(later?.fills ?? [])]);
  await storeFacts(whole, dir, given, factsMs);
  let store = whole;
  if (later !== undefined) {
    await storeFacts(whole, dir, later, later.laterMs);
    store = await openChdb({ ...engine, database: 'past' });
    opened.defer(() => store.close());
    await migrateAnalytics(store);
    const { signal } = new AbortController();
    await copyPast({ store: whole, copy: store, atMs: options.nowMs, signal });
  }
  if (options.lifecycles === true) await foldLifecycles(store, dir);
  // One registry, as in the service: a wallet's number is its row everywhere.
  const wallets = createWalletIndex();
  const { cutOffs } = options;
  const feed = createChangeFeed({ store, onError });
  opened.defer(() => feed.close());
  const running = startSnapshots({ store, feed, clock, wallets, ...(cutOffs && { cutOffs }), onError });
  opened.defer(() => running.close());
  await keepingAlive(running.ready);
  const following = startPositions({ store, feed, wallets, onError });
  opened.defer(() => following.close());
  await keepingAlive(following.positions.ready);
  const memory = createMarketMemory({ clock, lastTrade: running.snapshots.coins.lastTrade });
  const stored = await followStoredMarket({ analytics: store, feed, memory, onError });
  opened.defer(() => stored.close());
  const market = createMarket({
    memory,
    clock,
    reads: () => undefined,
    hasSource: options.hasSource ?? false,
  });
  const { boards } = running.snapshots;
  const coins = joinSpellings(running.snapshots.coins, memory.listing);
  const requests = requestReads(store);
  const own = openViews({ analytics: store, requests, wallets, clock, feed, onError });
  opened.defer(() => own.close());
  let closers: RunningArchetypes | undefined;
  opened.defer(() => closers?.close());
  /** They have a thread, and most tests ask nothing of them. */
  async function archetypes(): Promise<RunningArchetypes> {
    closers ??= startArchetypes({ store, feed, wallets, clock, onError });
    await keepingAlive(closers.ready);
    return closers;
  }
  const sources = sourcesOf({
    analytics: requests,
    boards,
    recentFills: running.snapshots.recentFills,
    coins,
    tradedCoins: running.snapshots.coins,
    market,
    positions: following.positions,
    tallies: createPositionTallies({ positions: following.positions, market, clock }),
    newestBlock: running.snapshots.newestBlock,
    ...(options.builderNames && { builderNames: options.builderNames }),
    ...own.views,
    archetypes: {
      closers: async () => (await archetypes()).closers(),
      events: async (list) => (await archetypes()).events(list),
      list: async (list) => (await archetypes()).list(list),
    },
  });
  const unread = createRecentFills({ store, wallets, closing: new AbortController().signal }).fills;
  return {
    store,
    sources,
    watches: sourceWatches({
      ...{ feed, snapshots: running.snapshots, positions: following.positions, market: memory, clock },
      ...{ archetypes: () => closers?.version(), views: own.versions },
    }),
    feed,
    add,
    async ask(
      endpoint,
      { path = {}, query = '', tier = 'free', withoutRecentFills = false, instead = {} } = {},
    ) {
      const limits = tierLimits[tier];
      const context = { tier, windowDays: limits.windowDays, nowMs: options.nowMs };
      const answer = await endpoint.run({
        params: parseRequest(endpoint, path, query, context),
        caller: { accountId: 'test', tier, limits },
        sources: { ...sources, ...(withoutRecentFills && { recentFills: unread }), ...instead },
        clock,
        upgradeUrl: 'https://example.org/upgrade',
        signal: AbortSignal.timeout(deadlineMs),
      });
      checkBody(endpoint, answer.body);
      headerPairs(answer.headers ?? {}, endpoint.headers ?? []);
      return answer as Answer<never>;
    },
    async followed() {
      await (await archetypes()).reached(await feed.look());
    },
    close: () => opened.disposeAsync(),
  };
}

async function foldLifecycles(store: AnalyticsStore, dir: string): Promise<void> {
  const fold = createLifecycleFold({ store, dir: join(dir, 'fold') });
  const { signal } = new AbortController();
  while ((await fold.step(signal)) !== undefined);
  await fold.close();
}

/** Snapshots are built by timers and a thread that do not keep a process running, as nothing else does here. */
async function keepingAlive<T>(work: Promise<T>): Promise<T> {
  const timer = setInterval(() => undefined, 1_000);
  try {
    return await work;
  } finally {
    clearInterval(timer);
  }
}

function failed(error: unknown): void {
  throw error;
}

// Formats of numbers are notes for readers; those of texts are tested by value.
const formatNames = ['int32', 'int64', 'double', 'uri', 'date-time'];
const formats = Object.fromEntries(formatNames.map((name) => [name, true as const]));
const bodyChecks = new WeakMap<AnyEndpoint, ValidateFunction>();

function bodyCheck(endpoint: AnyEndpoint): ValidateFunction {
  const ajv = new Ajv2020.default({ allErrors: true, formats });
  const address = (name: string) => `${name}.json`;
  for (const [name, type] of namedSchemas([endpoint.response])) {
    ajv.addSchema(jsonSchema(type, address), address(name));
  }
  return ajv.compile(jsonSchema(endpoint.response, address, false));
}

/** @throws Error naming every place where a body differs from the endpoint's schema; unknown fields count too */
export function checkBody(endpoint: AnyEndpoint, body: unknown): void {
  const check = bodyChecks.get(endpoint) ?? bodyCheck(endpoint);
  bodyChecks.set(endpoint, check);
  if (check(JSON.parse(JSON.stringify(body)))) return;
  const faults = check.errors!.map(({ instancePath, message }) => `${instancePath} ${message}`);
  throw new Error(`${endpoint.id}: ${faults.join('; ')}`);
}
