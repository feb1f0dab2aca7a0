/** A stretch of load in its own process: keep-alive connections, each of which sends its next request at once. */
import autocannon from 'autocannon';
import { monotonicMs } from '../src/kernel/clock.ts';
import { tellResult } from './child.ts';

export interface LoadTask {
  url: string;
  connections: number;
  seconds: number;
  /** Requests a second over all connections; default: each connection sends its next request at once. */
  rate?: number;
  headers: Record<string, string>;
  /** Keys of callers, used in turn. */
  keys: readonly string[];
  /** Every answer must have it. */
  status: number;
}

export interface LoadRun {
  requestsPerSecond: number;
  p50Ms: number;
  p99Ms: number;
  maxMs: number;
}

const responsesLimit = 8_000_000;

const { url, connections, seconds, rate, headers, keys, status } = JSON.parse(process.argv[2]!) as LoadTask;
const times = new Float32Array(responsesLimit);
let count = 0;
let wrong = 0;
const requests = keys.map((key) => ({ headers: { ...headers, 'x-api-key': key } }));
const pace = rate === undefined ? {} : { overallRate: rate };
const run = autocannon({ url, connections, duration: seconds, requests, ...pace });
const startMs = monotonicMs();
run.on('response', (_client, statusCode, _bytes, responseMs) => {
  if (statusCode !== status) wrong += 1;
  if (count < responsesLimit) times[count++] = responseMs;
});
const { errors, timeouts } = await run;
const elapsedSeconds = (monotonicMs() - startMs) / 1000;
if (wrong + errors + timeouts > 0 || count === 0) {
  throw new Error(
    `${url}: of ${count} answers ${wrong} were not ${status}; ${errors} errors, ${timeouts} timeouts`,
  );
}
const sorted = times.subarray(0, count).sort();
const at = (share: number) => sorted[Math.min(count - 1, Math.floor(count * share))]!;
tellResult({
  requestsPerSecond: count / elapsedSeconds,
  p50Ms: at(0.5),
  p99Ms: at(0.99),
  maxMs: at(1),
} satisfies LoadRun);
process.exit(0);
