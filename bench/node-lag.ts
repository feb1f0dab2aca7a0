import { closeSync, openSync, readdirSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { monotonicMs, systemClock } from '../src/kernel/clock.ts';
import { leaderboardPath, load } from './against-bare.ts';
import { cpuSeconds, startChild } from './child.ts';
import type { Results } from './results.ts';
import { type Service, startService, tidemark } from './service.ts';

const part = 'node-lag';
const requestsPerSecond = 200;
const askEveryMs = 20;
/** Fills a second, and the bar of the time from a written block to its answer. */
const paces = [
  { fillsPerSecond: 100, barMs: 300 },
  { fillsPerSecond: 2_000, barMs: 1_000 },
];

/**
 * Lag from a node's write of a block to its answer over HTTP. A simulated exchange writes a node's files in real time; the service follows
 * them under a load of 200 requests a second, and the busiest wallet's newest trade is polled.
 */
export async function benchNodeLag(results: Results, workDir: string, quick: boolean): Promise<object> {
  const seconds = quick ? 4 : 60;
  const found: Record<string, object> = {};
  for (const pace of paces)
    found[pace.fillsPerSecond] = await measurePace(results, { workDir, seconds, ...pace });
  return found;
}

async function measurePace(
  results: Results,
  { workDir, seconds, fillsPerSecond, barMs }: (typeof paces)[number] & { workDir: string; seconds: number },
): Promise<object> {
  const nodeDir = join(workDir, `node-${fillsPerSecond}`);
  const exchange = startChild(tidemark, [
    'simulate-server',
    '--port',
    '0',
    '--wallets',
    '5000',
    '--coins',
    '60',
    '--history',
    '1m',
    '--fills-per-second',
    String(fillsPerSecond),
    '--node-dir',
    nodeDir,
  ]);
  let service: Service | undefined;
  try {
    await exchange.line(/ready at/);
    const flags = ['--source', 'node', '--node-dir', nodeDir];
    service = await startService(join(workDir, `node-lag-${fillsPerSecond}`), flags);
    const writes = followWrites(join(nodeDir, 'node_fills_by_block/hourly'));
    const [keyOfLoad] = (await service.newKeys(1)) as [string];
    await delay(10_000);
    const before = cpuSeconds(service.child.pid) ?? 0;
    const target = { url: service.url + leaderboardPath, pid: service.child.pid };
    const loading = load(target, { connections: 16, seconds, rate: requestsPerSecond, keys: [keyOfLoad] });
    const lags = await lagsOf(service, writes, seconds * 1_000);
    const served = await loading;
    writes.stop();
    const cores = ((cpuSeconds(service.child.pid) ?? 0) - before) / seconds;
    const at = (share: number) => lags[Math.min(lags.length - 1, Math.floor(lags.length * share))]!;
    const of = `${fillsPerSecond} fills/s`;
    results.measure(part, `${of}: from a written block to its answer, p50`, 'ms', [at(0.5)]);
    results.measure(part, `${of}: leaderboard meanwhile, p99`, 'ms', [served.p99Ms]);
    results.measure(part, `${of}: processors used by the service`, '', [cores]);
    results.hold(part, `${of}: from a written block to its answer, p99`, 'ms', at(0.99), '≤', barMs);
    return { p50Ms: at(0.5), p99Ms: at(0.99), maxMs: lags.at(-1), samples: lags.length, cores, served };
  } finally {
    await service?.stop();
    await exchange.stop();
  }
}

/** A block of a wallet that is in a file. */
export interface Write {
  blockMs: number;
  seenMs: number;
}

/** Writes of the wallet with the most fills. */
export interface Writes {
  busiest(): string;
  /** Its blocks since the previous call. */
  takeOf(wallet: string): Write[];
}

/** Writes of all wallets. */
export interface AllWrites extends Writes {
  /** Wallets by number of blocks, highest first. */
  wallets(): string[];
  /** Arrival of the newest block of a block time, by the monotonic clock; undefined if none arrived. */
  seenMs(blockMs: number): number | undefined;
  stop(): void;
}

/** Reads a node's appends, and records the arrival of each block of the busiest wallet. */
export function followWrites(hourly: string): AllWrites {
  const counts = new Map<string, number>();
  const seen = new Map<number, number>();
  const blocks: (Write & { wallets: Set<string> })[] = [];
  const buffer = Buffer.alloc(4 << 20);
  let file = { path: '', at: 0, rest: '' };

  function look(): void {
    const day = readdirSync(hourly).sort().at(-1)!;
    const hour = readdirSync(join(hourly, day))
      .sort((a, b) => Number(a) - Number(b))
      .at(-1)!;
    const path = join(hourly, day, hour);
    if (path !== file.path) file = { path, at: 0, rest: '' };
    const fd = openSync(path, 'r');
    try {
      for (let count = 1; count > 0; file.at += count) {
        count = readSync(fd, buffer, 0, buffer.length, file.at);
        take(buffer.toString('latin1', 0, count));
      }
    } finally {
      closeSync(fd);
    }
  }

  function take(text: string): void {
    const lines = (file.rest + text).split('\n');
    file.rest = lines.pop()!;
    const seenMs = monotonicMs();
    for (const line of lines) {
      const { block_time, events } = JSON.parse(line) as { block_time: string; events: [string, object][] };
      const wallets = new Set(events.map(([wallet]) => wallet));
      for (const wallet of wallets) counts.set(wallet, (counts.get(wallet) ?? 0) + 1);
      if (wallets.size > 0) seen.set(Date.parse(`${block_time.slice(0, 23)}Z`), seenMs);
      blocks.push({ blockMs: Date.parse(`${block_time.slice(0, 23)}Z`), seenMs, wallets });
    }
  }

  look();
  const looking = setInterval(look, 5);
  return {
    stop: () => clearInterval(looking),
    wallets: () => [...counts].sort((a, b) => b[1] - a[1]).map(([wallet]) => wallet),
    seenMs: (blockMs) => seen.get(blockMs),
    busiest: () => [...counts].reduce((most, one) => (one[1] > most[1] ? one : most))[0],
    takeOf(wallet) {
      return blocks.splice(0).filter(({ wallets }) => wallets.has(wallet));
    },
  };
}

/** From a written block until the newest trade of the busiest wallet is in an answer: ascending, milliseconds. */
export async function lagsOf({ url, key }: Service, writes: Writes, lengthMs: number): Promise<number[]> {
  const wallet = writes.busiest();
  const page = `${url}/api/public/v1/pulse/trader/${wallet}/trades?limit=1`;
  const lags: number[] = [];
  let waiting: Write[] = [];
  writes.takeOf(wallet);
  for (const endMs = monotonicMs() + lengthMs; monotonicMs() < endMs; ) {
    const requestedMs = monotonicMs();
    const answer = await fetch(page, { headers: { 'x-api-key': key } });
    const text = await answer.text();
    if (answer.status !== 200 && answer.status !== 503 && answer.status !== 504)
      throw new Error(`${page}: ${answer.status} ${text}`);
    // A refused request shows no block; polling continues.
    const [newest] = answer.status === 200 ? (JSON.parse(text) as { rawTime: number }[]) : [];
    const newestMs = newest?.rawTime ?? 0;
    const nowMs = monotonicMs();
    waiting.push(...writes.takeOf(wallet));
    lags.push(
      ...waiting
        .filter(({ blockMs }) => blockMs <= newestMs)
        .map(({ seenMs }) => Math.max(0, nowMs - seenMs)),
    );
    waiting = waiting.filter(({ blockMs }) => blockMs > newestMs);
    await delay(Math.max(0, requestedMs + askEveryMs - monotonicMs()));
  }
  // A block that was never answered counts with its waiting time so far.
  lags.push(...waiting.map(({ seenMs }) => monotonicMs() - seenMs));
  if (lags.length === 0)
    throw new Error(`${wallet} did not trade at ${new Date(systemClock.nowMs()).toISOString()}`);
  return lags.sort((a, b) => a - b);
}
