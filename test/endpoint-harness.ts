import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Ajv2020, { type ValidateFunction } from 'ajv/dist/2020.js';
import { openChdb } from '../src/analytics/chdb.ts';
import { requestReads } from '../src/analytics/gathered-reads.ts';
import { migrateAnalytics } from '../src/analytics/migrate.ts';
import { copyPast } from '../src/analytics/past-copy.ts';
import type { AnalyticsStore } from '../src/analytics/store.ts';
import { openSources } from '../src/app/sources.ts';
import { createRecentFills } from '../src/boards/recent-fills.ts';
import { type ChangeFeed, createChangeFeed } from '../src/changes/change-feed.ts';
import type { CohortCutOffs } from '../src/domain/cohort-cut-offs.ts';
import { type Tier, tierLimits } from '../src/domain/tier.ts';
import { createWalletIndex } from '../src/domain/wallet-index.ts';
import { headerPairs } from '../src/endpoints/answer-headers.ts';
import type { Answer, AnyEndpoint } from '../src/endpoints/endpoint.ts';
import type { SourceWatches } from '../src/endpoints/footing.ts';
import { parseRequest } from '../src/endpoints/parse-request.ts';
import type { Static } from '../src/endpoints/schema.ts';
import type { Sources } from '../src/endpoints/sources.ts';
import { createBatchStore } from '../src/ingest/batch-store.ts';
import { type Journal, openJournal } from '../src/ingest/journal.ts';
import { openSink } from '../src/ingest/sink.ts';
import { fixedClock } from '../src/kernel/clock.ts';
import { createLifecycleFold } from '../src/lifecycles/lifecycle-fold.ts';
import { openStoredMarket } from '../src/market/stored-market.ts';
import { jsonSchema, namedSchemas } from '../src/routes/json-schema.ts';
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
  /** Change feed of the views. */
  readonly feed: ChangeFeed;
  /** Reads every view, as a service does before it reports ready. */
  start(): Promise<void>;
  /**
   * Calls an endpoint as the pipeline does.
   * @param request path parameters by name; `query` is the text after `?`; tier free by default
   * @throws Problem, AnalyticsError; Error if the body violates the endpoint's schema
   */
  ask<E extends AnyEndpoint>(endpoint: E, request?: HarnessRequest): Promise<Answer<Static<E['response']>>>;
  /** Stores further fills; the followers find them through the feed. */
  add(fills: NonNullable<Given['fills']>): Promise<void>;
  /** Resolves once the in-memory views include all folded lifecycles. */
  followed(): Promise<void>;
  close(): Promise<void>;
}

export interface HarnessRequest {
  path?: Record<string, string>;
  query?: string;
  tier?: Tier;
  /** Answers as a process that has not read the newest fills yet, or whose memory of them does not reach back far enough. */
  withoutRecentFills?: boolean;
  /** Sources that replace the harness's own. */
  instead?: Partial<Sources>;
}

export interface HarnessOptions {
  /** Contents of the store. */
  given: Given;
  /** Fixed time of the clock. */
  nowMs: number;
  /** Names of builders by address. */
  builderNames?: ReadonlyMap<string, string>;
  /** Of cohorts; those of the service by default. */
  cutOffs?: CohortCutOffs;
  /** Folds lifecycles from the fills. */
  lifecycles?: boolean;
  /** When facts without a time were published; default: `nowMs`. */
  factsMs?: number;
  /** Contents later than `nowMs`, published at `laterMs`: answers come from a copy that ends at `nowMs`, as with `--now`. */
  later?: Given & { laterMs: number };
  /** Opens the store; default: an embedded engine in the directory. Not with `later`. */
  openStore?: (dir: string) => Promise<AnalyticsStore>;
  /** Called where a view of the store cannot read it; default: the test fails. */
  onError?: (error: unknown) => void;
  /** True if the process reads a live exchange; default: an archive. */
  hasSource?: boolean;
  /** Imports files into the store before anything is derived from its fills. */
  imports?: (store: AnalyticsStore, journal: Journal) => Promise<void>;
  /** A small value yields several parts with unmerged rollups. */
  batchFills?: number;
}

/** Opens a store in a new directory, stores the given data through the real sink and fact writer, and builds the snapshots. */
export async function openEndpointHarness(options: HarnessOptions): Promise<EndpointHarness> {
  const dir = mkdtempSync(join(tmpdir(), 'tidemark-endpoints-'));
  // Opened last, closed first; the directory is removed in any case, so that a failed run leaves nothing.
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
  // A shared registry, as in the service: a wallet's number is its row everywhere.
  const wallets = createWalletIndex();
  const { cutOffs } = options;
  const feed = createChangeFeed({ store, onError });
  opened.defer(() => feed.close());
  const { builderNames, hasSource } = options;
  const market = openStoredMarket({
    analytics: store,
    feed,
    clock,
    onError,
    ...(hasSource && { hasSource }),
  });
  opened.defer(market.close);
  await keepingAlive(market.ready);
  const { running, positions, sources, watches, reached, start } = openSources(
    {
      store,
      feed,
      market,
      wallets,
      clock,
      onError,
      waitMs: deadlineMs,
      ...(cutOffs && { cutOffs }),
      onClose: (_, close) => opened.defer(close),
    },
    { analytics: requestReads(store), ...(builderNames && { builderNames }) },
  );
  await keepingAlive(Promise.all([running.ready, positions.ready]));
  const unread = createRecentFills({ store, wallets, closing: new AbortController().signal }).fills;
  return {
    store,
    sources,
    watches,
    feed,
    start,
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
    followed: async () => keepingAlive(reached(await feed.look())),
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
