import type { Metric } from 'prom-client';

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
export function createDurations() {
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
