import type { Age } from '../../endpoints/ages.ts';
import { createFooting, type Footing } from '../../endpoints/footing.ts';
import { monotonicMs } from '../../kernel/clock.ts';
import { type Flight, startFlight } from '../calls/flight.ts';
import { overloaded } from '../problems/request-problems.ts';
import type { Page } from './page.ts';

/** One making of a page. */
export interface Run {
  signal: AbortSignal;
  /** Takes down what the page rests on. */
  footing: Footing;
}

export type Produce = (run: Run) => Promise<Page>;

/** One cacheable answer: its page, once made, and how to make it again. */
export interface Entry {
  readonly key: string;
  readonly age: Age;
  readonly produce: Produce;
  page: Page | undefined;
  /** When the run that made the page began: the data are no newer than that. */
  madeMs: number;
  /** What that run took. */
  tookMs: number;
  footing: Footing;
  flight: Flight<Page> | undefined;
  /** A failed refresh is not repeated before this. */
  retryAtMs: number;
  /** Set by every use, cleared by the eviction that spared the entry. */
  used: boolean;
}

export type CacheResult = 'hit' | 'stale' | 'miss' | 'joined' | 'uncached';

export interface PageCacheOptions {
  maxBytes: number;
  /** Runs at the same time, shared or not; more are refused with 503. */
  maxFlights: number;
  deadlineMs: number;
  count?: (result: CacheResult) => void;
  /** Called for each refresh that failed behind a page still served. */
  refreshFailed?: (key: string, error: unknown) => void;
  monotonic?: () => number;
}

const refreshRetryMs = 250;
/**
 * A page that something moved behind is made again at this part of its lag, or as many times as long after its last making began as that
 * took, whichever comes first: a page that is cheap is fresh, one that is not costs a fiftieth of the time.
 */
const restShare = 0.6;
const restRuns = 50;

/**
 * Pages by key, bounded by bytes. A page is served as it is while nothing that it rests on has moved. Once something has, it is served
 * up to its lag while one run behind it makes the next; after that requests wait. One run per key at a time.
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
      // Encodings in use stay at hand: the swap makes no request wait.
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

  /** Second chance: the oldest entries go first, unless used since the last sweep. */
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
        // What still points here must not serve from it: the entry no longer counts against the bound.
        entry.page = undefined;
      }
    }
  }

  /** The page of an entry where it may be served without waiting. Changes nothing. */
  function peek({ page, madeMs, age, footing }: Entry): Page | undefined {
    if (page === undefined) return undefined;
    return now() - madeMs < age.lagMs || !footing.hasMoved() ? page : undefined;
  }

  /** Says that the page of `peek` is served: counts it, and starts the refresh of one that something moved behind. */
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
    /** The entry of a key; a new one without a page where there is none. */
    entry(key: string, age: Age, produce: Produce): Entry {
      const known = entries.get(key);
      if (known !== undefined) return known;
      const none = { page: undefined, madeMs: 0, tookMs: 0, footing: createFooting(), flight: undefined };
      return { key, age, produce, ...none, retryAtMs: 0, used: false };
    },
    peek,
    touch,
    /** True where an entry takes no new run: its page is there, or is being made. */
    atHand: (entry: Entry) =>
      peek(entry) !== undefined || (entry.flight !== undefined && !entry.flight.cancelled()),
    /**
     * The page of an entry, made where need be.
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
    /** Makes a page for one request alone. @throws as `page` */
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

/** 503 where too many answers are being made. */
export function tooManyRuns() {
  const detail = 'Too many answers are being made at the moment. Try again shortly.';
  return overloaded({ detail, retryAfterSeconds: 1, shed: 'runs' });
}
