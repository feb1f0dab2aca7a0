import { Counter, collectDefaultMetrics, Gauge, type Metric, Registry } from 'prom-client';
import type { RequestLog } from '../access/request-record.ts';
import type { CacheResult } from './page-cache.ts';

const bucketSeconds = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const bucketMs = bucketSeconds.map((seconds) => seconds * 1_000);

interface Series {
  labels: { endpoint: string; method: string; status: string };
  /** Not cumulative; the last is +Inf. */
  counts: number[];
  sumMs: number;
}

const durationName = 'tidemark_http_request_duration_seconds';

/**
 * The request histogram. Counted in plain arrays and turned into Prometheus values when scraped: observing through
 * the library hashes its labels each time, which the hot path would feel.
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

function registerLogCounts(registry: Registry, { counts }: RequestLog): void {
  new Counter({
    name: 'tidemark_request_log_records_total',
    help: 'Records of the request log that were stored, and that were dropped because the store was too slow.',
    labelNames: ['result'],
    registers: [registry],
    collect() {
      this.reset();
      this.inc({ result: 'stored' }, counts.stored);
      this.inc({ result: 'dropped' }, counts.dropped);
    },
  });
}

/** Metrics of one server, in a registry of its own. */
export function createRequestMetrics(requestLog?: RequestLog) {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const durations = createDurations();
  registry.registerMetric(durations.metric);
  let inFlight = 0;
  const cacheCounts: Record<CacheResult, number> = { hit: 0, stale: 0, miss: 0, joined: 0, uncached: 0 };
  const registers = [registry];
  new Gauge({
    name: 'tidemark_http_requests_in_flight',
    help: 'Requests that wait for their answer.',
    registers,
    collect() {
      this.set(inFlight);
    },
  });
  new Counter({
    name: 'tidemark_page_cache_requests_total',
    help: 'Answers by where they came from.',
    labelNames: ['result'],
    registers,
    collect() {
      this.reset();
      for (const [result, count] of Object.entries(cacheCounts)) this.inc({ result }, count);
    },
  });
  if (requestLog !== undefined) registerLogCounts(registry, requestLog);
  return {
    registry,
    /** @param endpoint its id, or a constant for what is no endpoint; never text of a request */
    observe: durations.observe,
    begin() {
      inFlight += 1;
    },
    end() {
      inFlight -= 1;
    },
    countCache(result: CacheResult) {
      cacheCounts[result] += 1;
    },
  };
}

export type RequestMetrics = ReturnType<typeof createRequestMetrics>;
