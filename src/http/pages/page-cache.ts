import type { Age } from '../../endpoints/ages.ts';
import { createFooting, type Footing } from '../../endpoints/footing.ts';
import { monotonicMs } from '../../kernel/clock.ts';
import { type Flight, startFlight } from '../calls/flight.ts';
import { overloaded } from '../problems/request-problems.ts';
import type { Page } from './page.ts';

export interface Run {
  signal: AbortSignal;
  /** Records the sources of the page. */
  footing: Footing;
}

export type Produce = (run: Run) => Promise<Page>;

export interface Entry {
  readonly key: string;
  readonly age: Age;
  readonly produce: Produce;
  page: Page | undefined;
  /** Start of the run that made the page; the age of its data counts from here. */
  madeMs: number;
  /** Duration of that run. */
  tookMs: number;
  footing: Footing;
  flight: Flight<Page> | undefined;
  /** No refresh before this time, after a failure. */
  retryAtMs: number;
  /** Set by every use; cleared when eviction spares the entry. */
  used: boolean;
}

export type CacheResult = 'hit' | 'stale' | 'miss' | 'joined' | 'uncached';

export interface PageCacheOptions {
  maxBytes: number;
  /** Concurrent runs, shared or not; more are refused with 503. */
  maxFlights: number;
  deadlineMs: number;
  count?: (result: CacheResult) => void;
  /** Called when the refresh of a page still served fails. */
  refreshFailed?: (key: string, error: unknown) => void;
  monotonic?: () => number;
}

const refreshRetryMs = 250;
/**
 * A stale page is refreshed this share of its lag after its last run began, or `restRuns` times that run's duration after it,
 * whichever is sooner. Cheap pages stay fresher, and cost at most about a fiftieth of the time.
 */
const restShare = 0.6;
const restRuns = 50;

/**
 * Caches pages by key, bounded by bytes. A page is current while its sources have not changed. A stale page is served
 * up to its lag while a run refreshes it; after that requests wait. At most one run per key.
 */
export function createPageCache(options: PageCacheOptions) {
  const { maxBytes, maxFlights, deadlineMs } = options;
  const now = options.monotonic ?? monotonicMs;
  const count = options.count ?? (() => {});
  const entries = new Map<string, Entry>();
  let bytes = 0;
  let flights = 0;

  function fly(run: (signal: AbortSignal) => Promise<Page>, background: boolean): Flight<Page> {
    if (flights >= maxFlights) throw tooManyRuns();
    flights += 1;
    const flight = startFlight(run, { deadlineMs, background });
    const landed = () => {
      flights -= 1;
    };
    flight.result.then(landed, landed);
    return flight;
  }

  function startRun(entry: Entry, background: boolean): Flight<Page> {
    const startedMs = now();
    const footing = createFooting();
    const previous = entry.page;
    const flight = fly(async (signal) => {
      const page = await entry.produce({ signal, footing });
      // Compresses the encodings in use before the swap, so that no request waits for them.
      if (previous !== undefined) await page.follow(previous);
      return page;
    }, background);
    entry.flight = flight;
    flight.result.then(
      (page) => {
        if (entry.flight === flight) entry.flight = undefined;
        entry.tookMs = now() - startedMs;
        store(entry, page, startedMs, footing);
      },
      (error: unknown) => {
        if (entry.flight === flight) entry.flight = undefined;
        entry.retryAtMs = now() + refreshRetryMs;
        if (entry.page === undefined && entries.get(entry.key) === entry) entries.delete(entry.key);
        if (background) options.refreshFailed?.(entry.key, error);
      },
    );
    return flight;
  }

  function store(entry: Entry, page: Page, madeMs: number, footing: Footing): void {
    const present = entries.get(entry.key) === entry;
    if (present) bytes += page.sizeBytes - (entry.page?.sizeBytes ?? 0);
    entry.page = page;
    entry.madeMs = madeMs;
    entry.footing = footing;
    if (present && bytes > maxBytes) evict();
  }

  /** Second-chance eviction: the oldest entries first, except those used since the last sweep. */
  function evict(): void {
    let visits = entries.size * 2;
    while (bytes > maxBytes && visits > 0) {
      visits -= 1;
      const entry = entries.values().next().value;
      if (entry === undefined) return;
      entries.delete(entry.key);
      if (entry.used || entry.flight !== undefined) {
        entry.used = false;
        entries.set(entry.key, entry);
      } else {
        bytes -= entry.page?.sizeBytes ?? 0;
        // Remaining references must not serve the page: it no longer counts against the bound.
        entry.page = undefined;
      }
    }
  }

  /** The page of an entry if it may be served without waiting. No side effects. */
  function peek({ page, madeMs, age, footing }: Entry): Page | undefined {
    if (page === undefined) return undefined;
    return now() - madeMs < age.lagMs || !footing.hasMoved() ? page : undefined;
  }

  /** Counts the use of a page from `peek`, and starts a refresh if it is stale and due. */
  function touch(entry: Entry): void {
    entry.used = true;
    if (!entry.footing.hasMoved()) {
      count('hit');
      return;
    }
    count('stale');
    const nowMs = now();
    const restMs = Math.min(entry.age.lagMs * restShare, entry.tookMs * restRuns);
    const isDue = nowMs >= Math.max(entry.madeMs + restMs, entry.retryAtMs);
    if (isDue && entry.flight === undefined && flights < maxFlights) startRun(entry, true);
  }

  return {
    /** The entry of a key; a new entry without a page if the key is unknown. */
    entry(key: string, age: Age, produce: Produce): Entry {
      const known = entries.get(key);
      if (known !== undefined) return known;
      const none = { page: undefined, madeMs: 0, tookMs: 0, footing: createFooting(), flight: undefined };
      return { key, age, produce, ...none, retryAtMs: 0, used: false };
    },
    peek,
    touch,
    /** True if the entry needs no new run: its page may be served, or is being made. */
    atHand: (entry: Entry) =>
      peek(entry) !== undefined || (entry.flight !== undefined && !entry.flight.cancelled()),
    /**
     * The page of an entry; runs the endpoint if necessary.
     * @throws Problem 503 beyond `maxFlights`, 504 at the deadline; RequestGone; whatever the run throws
     */
    async page(entry: Entry, signal: AbortSignal | undefined): Promise<Page> {
      const page = peek(entry);
      if (page !== undefined) {
        touch(entry);
        return page;
      }
      if (entry.flight !== undefined && !entry.flight.cancelled()) {
        count('joined');
        return entry.flight.join(signal);
      }
      count('miss');
      const flight = startRun(entry, false);
      entries.set(entry.key, entry);
      return flight.join(signal);
    },
    /** Makes an uncached page for one request. @throws as `page` */
    async once(produce: Produce, signal: AbortSignal | undefined): Promise<Page> {
      count('uncached');
      return fly((runSignal) => produce({ signal: runSignal, footing: createFooting() }), false).join(signal);
    },
    sizeBytes: () => bytes,
    count: () => entries.size,
    flights: () => flights,
  };
}

export type PageCache = ReturnType<typeof createPageCache>;

/** 503 above the bound on concurrent runs. */
export function tooManyRuns() {
  const detail = 'Too many answers are being made at the moment. Try again shortly.';
  return overloaded({ detail, retryAfterSeconds: 1, shed: 'runs' });
}
