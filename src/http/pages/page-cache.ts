import type { CacheRule } from '../../endpoints/endpoint.ts';
import { monotonicMs } from '../../kernel/clock.ts';
import { type Flight, startFlight } from '../calls/flight.ts';
import { overloaded } from '../problems/request-problems.ts';
import type { Page } from './page.ts';

export type Produce = (signal: AbortSignal) => Promise<Page>;

/** One cacheable answer: its page, once made, and how to make it again. */
export interface Entry {
  readonly key: string;
  readonly rule: CacheRule;
  readonly produce: Produce;
  page: Page | undefined;
  /** When the run that made the page began: the data are no newer than that. */
  madeMs: number;
  version: number;
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
  /** Changes when the data behind the pages do: a page of an older version counts as stale after 5 s, however long its rule is. */
  version?: () => number;
  count?: (result: CacheResult) => void;
  /** Told of refreshes that failed behind a page still served. */
  refreshFailed?: (key: string, error: unknown) => void;
  monotonic?: () => number;
}

const refreshRetryMs = 250;
/** New data make a page stale no sooner than this after it was made, where its rule lets it be that old: a live source brings some every second. */
const renewMs = 5_000;

/**
 * Pages by key, bounded by bytes. Single-flight: one run per key at a time. Stale-while-revalidate: a page past
 * `freshMs` is served for `staleMs` more while one run behind it makes the next; after that requests wait.
 */
export function createPageCache(options: PageCacheOptions) {
  const { maxBytes, maxFlights, deadlineMs } = options;
  const now = options.monotonic ?? monotonicMs;
  const version = options.version ?? (() => 0);
  const count = options.count ?? (() => {});
  const entries = new Map<string, Entry>();
  let bytes = 0;
  let flights = 0;

  function fly(run: Produce, background: boolean): Flight<Page> {
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
    const startVersion = version();
    const previous = entry.page;
    const flight = fly(async (signal) => {
      const page = await entry.produce(signal);
      // Encodings in use stay at hand, so that the swap does not send hot requests off the fast path.
      if (previous?.br !== undefined) await page.encoded('br');
      if (previous?.gzip !== undefined) await page.encoded('gzip');
      return page;
    }, background);
    entry.flight = flight;
    flight.result.then(
      (page) => {
        if (entry.flight === flight) entry.flight = undefined;
        store(entry, page, startedMs, startVersion);
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

  function store(entry: Entry, page: Page, madeMs: number, pageVersion: number): void {
    const present = entries.get(entry.key) === entry;
    if (present) bytes += page.sizeBytes - (entry.page?.sizeBytes ?? 0);
    entry.page = page;
    entry.madeMs = madeMs;
    entry.version = pageVersion;
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
        // Whoever still points here must not serve from it: the entry no longer counts against the bound.
        entry.page = undefined;
      }
    }
  }

  /** The page of an entry where it may be served without waiting. Changes nothing. */
  function peek(entry: Entry): Page | undefined {
    const { page, rule } = entry;
    return page !== undefined && now() - entry.madeMs < rule.freshMs + rule.staleMs ? page : undefined;
  }

  /** Tells that the page of `peek` is served: counts it, and starts the refresh of a stale one. */
  function touch(entry: Entry): void {
    entry.used = true;
    const nowMs = now();
    const { freshMs } = entry.rule;
    const forMs = entry.version === version() ? freshMs : Math.min(freshMs, renewMs);
    if (nowMs - entry.madeMs < forMs) {
      count('hit');
      return;
    }
    count('stale');
    if (entry.flight === undefined && nowMs >= entry.retryAtMs && flights < maxFlights) startRun(entry, true);
  }

  return {
    /** The entry of a key; a new one without a page where there is none. */
    entry(key: string, rule: CacheRule, produce: Produce): Entry {
      const known = entries.get(key);
      if (known !== undefined) return known;
      const base = { madeMs: 0, version: 0, flight: undefined, retryAtMs: 0, used: false, page: undefined };
      const entry: Entry = { key, rule, produce, ...base };
      return entry;
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
      return fly(produce, false).join(signal);
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
