import { collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import type { SharedCounts } from '../../access/limiter.ts';
import type { RequestLog } from '../../access/request-record.ts';
import type { CacheResult } from '../pages/page-cache.ts';
import { showCounts } from './counts-metric.ts';
import { createRefusalMetrics } from './refusal-metrics.ts';
import { createDurations } from './request-durations.ts';

/** Metrics of one server, in a registry of its own. */
export function createRequestMetrics(requestLog?: RequestLog, sharedCounts?: SharedCounts) {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const durations = createDurations();
  registry.registerMetric(durations.metric);
  let inFlight = 0;
  const cacheCounts: Record<CacheResult, number> = { hit: 0, stale: 0, miss: 0, joined: 0, uncached: 0 };

  /** Shows a number that is read when scraped. */
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

  showGauge('tidemark_http_requests_in_flight', 'Requests that wait for their answer.', () => inFlight);
  showCounts({
    registry,
    name: 'tidemark_page_cache_requests_total',
    help: 'Answers by where they came from.',
    label: 'result',
    counts: cacheCounts,
  });
  if (requestLog !== undefined) {
    showCounts({
      registry,
      name: 'tidemark_request_log_records_total',
      help: 'Records of the request log that were stored, and that were dropped because the store was too slow.',
      label: 'result',
      counts: requestLog.counts as Readonly<Record<'stored' | 'dropped', number>>,
    });
  }
  if (sharedCounts !== undefined) {
    const { up, timesAway } = sharedCounts;
    showGauge('tidemark_limits_redis_up', '1 while limits are counted in Redis, 0 while it is away.', () =>
      Number(up()),
    );
    showGauge('tidemark_limits_redis_times_away', 'How often Redis went away since the start.', timesAway);
  }
  return {
    registry,
    ...createRefusalMetrics(registry),
    showGauge,
    /** @param endpoint its id, or a constant for what is no endpoint; never text of a request */
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
