import { collectDefaultMetrics, Gauge, type Metric, Registry } from 'prom-client';
import type { KeyRefusal } from '../../access/key-problem.ts';
import type { SharedCounts } from '../../access/limiter.ts';
import type { RequestLog } from '../../access/request-record.ts';
import type { Problem } from '../../kernel/problem.ts';
import type { Dropped } from '../calls/connections.ts';
import type { CacheResult } from '../pages/page-cache.ts';
import type { ShedReason } from '../problems/request-problems.ts';
import { showCounts } from './counts-metric.ts';

const bucketSeconds = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const bucketMs = bucketSeconds.map((seconds) => seconds * 1_000);

interface Series {
  labels: { endpoint: string; method: string; status: string };
  /** Not cumulative; the last bucket is +Inf. */
  counts: number[];
  sumMs: number;
}

const durationName = 'tidemark_http_request_duration_seconds';

/**
 * The request histogram, counted in plain arrays and converted to Prometheus values at each scrape. The library
 * hashes the labels at each observation, which is too slow for the hot path.
 */
function createDurations() {
  const series = new Map<string, Map<number, Series>>();

  function observe(endpoint: string, method: string, status: number, durationMs: number): void {
    const name = method === 'GET' ? endpoint : `${method} ${endpoint}`;
    let byStatus = series.get(name);
    if (byStatus === undefined) {
      byStatus = new Map();
      series.set(name, byStatus);
    }
    let one = byStatus.get(status);
    if (one === undefined) {
      const counts = new Array<number>(bucketMs.length + 1).fill(0);
      one = { labels: { endpoint, method, status: String(status) }, counts, sumMs: 0 };
      byStatus.set(status, one);
    }
    let bucket = 0;
    while (bucket < bucketMs.length && durationMs > bucketMs[bucket]!) bucket += 1;
    one.counts[bucket]! += 1;
    one.sumMs += durationMs;
  }

  function values() {
    const found: { metricName: string; labels: Record<string, string | number>; value: number }[] = [];
    for (const { labels, counts, sumMs } of [...series.values()].flatMap((byStatus) => [
      ...byStatus.values(),
    ])) {
      let total = 0;
      for (const [i, count] of counts.entries()) {
        total += count;
        const le = bucketSeconds[i] ?? '+Inf';
        found.push({ metricName: `${durationName}_bucket`, labels: { ...labels, le }, value: total });
      }
      found.push({ metricName: `${durationName}_sum`, labels, value: sumMs / 1_000 });
      found.push({ metricName: `${durationName}_count`, labels, value: total });
    }
    return found;
  }

  const help = 'Time from the arrival of a request to its answer, by endpoint, method and status.';
  const get = async () => ({
    name: durationName,
    help,
    type: 'histogram',
    values: values(),
    aggregator: 'sum',
  });
  const metric = { name: durationName, help, get, reset: () => series.clear() };
  return { observe, metric: metric as unknown as Metric };
}

type Limit = 'minute' | 'route' | 'day' | 'month' | 'ip' | 'visitors';

function addTo(counts: Record<string, number>, reason: string): void {
  // Counts only the predefined label values.
  if (Object.hasOwn(counts, reason)) counts[reason]! += 1;
}

/** Counts refusals by reason. Labels never contain keys, addresses or other request text. */
function createRefusalMetrics(registry: Registry) {
  const keys: Record<KeyRefusal, number> = { missing: 0, checksum: 0, unknown: 0, revoked: 0, expired: 0 };
  const limits: Record<Limit, number> = { minute: 0, route: 0, day: 0, month: 0, ip: 0, visitors: 0 };
  const shed: Record<ShedReason, number> = {
    event_loop: 0,
    memory: 0,
    in_flight: 0,
    runs: 0,
    key_lookups: 0,
  };
  const dropped: Record<Dropped, number> = {
    total: 0,
    address: 0,
    unfinished: 0,
    slow_reader: 0,
    unsent_bytes: 0,
  };
  showCounts({
    registry,
    name: 'tidemark_key_refusals_total',
    help: 'Requests without an accepted key: none, mistyped, well-formed but unknown, revoked or expired.',
    label: 'reason',
    counts: keys,
  });
  showCounts({
    registry,
    name: 'tidemark_limit_refusals_total',
    help: 'Requests refused by a limit: of the account (minute, route, day, month), of an address without a valid key (ip), of all visitors or a network of them (visitors).',
    label: 'scope',
    counts: limits,
  });
  showCounts({
    registry,
    name: 'tidemark_shed_requests_total',
    help: 'Requests refused with 503 because of overload, by the scarce resource.',
    label: 'reason',
    counts: shed,
  });
  showCounts({
    registry,
    name: 'tidemark_connections_dropped_total',
    help: 'Connections closed by this process: too many in total or from one address, idle when room was needed, answers not read in time, or too much unread in total.',
    label: 'reason',
    counts: dropped,
  });
  const byStatus: Readonly<Record<number, Record<string, number>>> = { 401: keys, 429: limits, 503: shed };
  return {
    countRefusal({ fields }: Problem): void {
      const counts = byStatus[fields.status];
      if (counts !== undefined && fields.countedAs !== undefined) addTo(counts, fields.countedAs);
    },
    countDropped: (reason: Dropped) => addTo(dropped, reason),
  };
}

export function createRequestMetrics(requestLog?: RequestLog, sharedCounts?: SharedCounts) {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const durations = createDurations();
  registry.registerMetric(durations.metric);
  let inFlight = 0;
  const cacheCounts: Record<CacheResult, number> = { hit: 0, stale: 0, miss: 0, joined: 0, uncached: 0 };

  /** Registers a gauge that is read at each scrape. */
  function showGauge(name: string, help: string, read: () => number): void {
    new Gauge({
      name,
      help,
      registers: [registry],
      collect() {
        this.set(read());
      },
    });
  }

  showGauge('tidemark_http_requests_in_flight', 'Requests in progress.', () => inFlight);
  showCounts({
    registry,
    name: 'tidemark_page_cache_requests_total',
    help: 'Answers by their source.',
    label: 'result',
    counts: cacheCounts,
  });
  if (requestLog !== undefined) {
    showCounts({
      registry,
      name: 'tidemark_request_log_records_total',
      help: 'Records of the request log: stored, and dropped because the store was too slow.',
      label: 'result',
      counts: requestLog.counts as Readonly<Record<'stored' | 'dropped', number>>,
    });
  }
  if (sharedCounts !== undefined) {
    const { up, timesAway } = sharedCounts;
    showGauge(
      'tidemark_limits_redis_up',
      '1 while limits are counted in Redis, 0 while it is unavailable.',
      () => Number(up()),
    );
    showGauge('tidemark_limits_redis_times_away', 'Outages of Redis since the start.', timesAway);
  }
  return {
    registry,
    ...createRefusalMetrics(registry),
    showGauge,
    /** @param endpoint its id, or a constant for other routes; never request text */
    observe: durations.observe,
    begin() {
      inFlight += 1;
    },
    end() {
      inFlight -= 1;
    },
    inFlight: () => inFlight,
    countCache(result: CacheResult) {
      cacheCounts[result] += 1;
    },
  };
}

export type RequestMetrics = ReturnType<typeof createRequestMetrics>;
