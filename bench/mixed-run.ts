/** Requests at a steady rate, nine in ten for pages that were requested before, in its own process. Started by mixed.ts. */
import { readFileSync } from 'node:fs';
import { Agent, get } from 'node:http';
import { monotonicMs } from '../src/kernel/clock.ts';
import { seededRng } from '../src/kernel/rng.ts';
import { tellResult } from './child.ts';
import type { MixedEndpoint } from './mixed-requests.ts';

export interface MixedTask {
  url: string;
  /** Keys of callers, used in turn. */
  keys: readonly string[];
  /** A file with a list of {@link MixedEndpoint} as JSON. */
  endpoints: string;
  requestsPerSecond: number;
  seconds: number;
}

export interface MixedRun {
  requestsPerSecond: number;
  /** Latency of all requests, from their due times. */
  p50Ms: number;
  p99Ms: number;
  maxMs: number;
  /** Answers by status, those of an error with their code: `503 OVERLOADED`. */
  statuses: Record<string, number>;
  /** By endpoint: requests for pages other than the usual one. */
  others: Record<string, { requests: number; meanMs: number; p99Ms: number }>;
}

const tickMs = 5;
/** Every n-th request is for another page. */
const otherEvery = 10;
const connections = 256;

const task = JSON.parse(process.argv[2]!) as MixedTask;
const { url, keys, requestsPerSecond, seconds } = task;
const endpoints = JSON.parse(readFileSync(task.endpoints, 'utf8')) as MixedEndpoint[];
const varied = endpoints.filter(({ others }) => others.length > 0);
const { below } = seededRng('mixed');
const agent = new Agent({ keepAlive: true, maxSockets: connections });
const total = Math.round(requestsPerSecond * seconds);
const times = new Float32Array(total);
const statuses: Record<string, number> = {};
const ofOthers = new Map<string, number[]>();
const requests = new Map<string, number>();
let sent = 0;
let answered = 0;

function nextPath(): { path: string; other: string | undefined } {
  if (sent % otherEvery !== 0) return { path: endpoints[below(endpoints.length)]!.usual, other: undefined };
  const { id, others } = varied[(sent / otherEvery) % varied.length]!;
  const n = requests.get(id) ?? 0;
  requests.set(id, n + 1);
  return { path: others[n % others.length]!, other: id };
}

function count(status: string): void {
  statuses[status] = (statuses[status] ?? 0) + 1;
}

/** @param dueMs start of the latency, so that waiting for a connection counts */
function ask(dueMs: number): void {
  const { path, other } = nextPath();
  const headers = { 'x-api-key': keys[sent % keys.length]!, 'accept-encoding': 'gzip' };
  sent += 1;
  function done(status: string): void {
    const tookMs = monotonicMs() - dueMs;
    times[answered++] = tookMs;
    count(status);
    if (other === undefined) return;
    const list = ofOthers.get(other) ?? [];
    ofOthers.set(other, list);
    list.push(tookMs);
  }
  get(url + path, { agent, headers }, (response) => {
    const status = String(response.statusCode);
    const pieces: Buffer[] = [];
    response.on('data', (piece: Buffer) => (status === '200' ? undefined : pieces.push(piece)));
    response.on('end', () => done(status === '200' ? status : `${status} ${codeOf(pieces)}`));
    response.on('error', () => done('cut off'));
  }).on('error', () => done('no connection'));
}

function codeOf(pieces: readonly Buffer[]): string {
  try {
    return String((JSON.parse(Buffer.concat(pieces).toString()) as { code?: string }).code);
  } catch {
    return '';
  }
}

const startMs = monotonicMs();
const { promise, resolve } = Promise.withResolvers<void>();
const ticking = setInterval(() => {
  const dueMs = startMs + (sent * 1_000) / requestsPerSecond;
  const nowMs = monotonicMs();
  for (let at = dueMs; at <= nowMs && sent < total; at += 1_000 / requestsPerSecond) ask(at);
  if (sent < total || answered < total) return;
  clearInterval(ticking);
  resolve();
}, tickMs);
await promise;
const sorted = times.toSorted();
const at = (share: number) => sorted[Math.min(total - 1, Math.floor(total * share))]!;
tellResult({
  requestsPerSecond: total / ((monotonicMs() - startMs) / 1_000),
  p50Ms: at(0.5),
  p99Ms: at(0.99),
  maxMs: at(1),
  statuses,
  others: Object.fromEntries(
    [...ofOthers].map(([id, ms]) => {
      const list = ms.toSorted((a, b) => a - b);
      const meanMs = list.reduce((sum, one) => sum + one, 0) / list.length;
      return [id, { requests: list.length, meanMs, p99Ms: list[Math.ceil(list.length * 0.99) - 1]! }];
    }),
  ),
} satisfies MixedRun);
process.exit(0);
