import { execFileSync } from 'node:child_process';
import { get } from 'node:http';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { monotonicMs } from '../src/kernel/clock.ts';
import { connectOperations } from '../src/operate/own-or-connect.ts';
import { type Child, cpuSeconds, startChild } from './child.ts';
import { generateFills } from './generate-fills.ts';
import { projectDir } from './machine.ts';

/** A separate `tidemark serve`, with a key. */
export interface Service {
  readonly child: Child;
  readonly url: string;
  readonly key: string;
  /** Keys of accounts of their own, each with a million tokens. */
  newKeys(count: number): Promise<string[]>;
  /** From the start of the process until its ready line. */
  readonly readyMs: number;
  stop(): Promise<void>;
}

export const tidemark = join(projectDir, 'tidemark');
/** A new data directory with generated fills, imported. */
export function importedDir(workDir: string, name: string, fills: number): string {
  const dataDir = join(workDir, name);
  const linesPath = join(workDir, `${name}.jsonl`);
  generateFills({ linesPath, fills, seed: 2, firstTimeMs: Date.UTC(2026, 2, 1) });
  execFileSync(tidemark, ['import', linesPath, '--data', dataDir], { stdio: 'ignore' });
  return dataDir;
}

const readyLine = /ready at (http:\S+)/;
const answerWithinMs = 120_000;
const settledWithinMs = 900_000;
const idleLookMs = 4_000;
/** Maximum processor use of an idle service that reads no exchange. */
const idleCores = 0.2;

/** More than one load sends: limits are counted and shown, and refuse no request. */
const widestLimits = { ratePerMinute: 1_000_000 };

/** Starts the service on a data directory and waits until it answers from its boards. */
export async function startService(
  dataDir: string,
  flags: readonly string[] = [],
  env: Record<string, string> = {},
): Promise<Service> {
  const startMs = monotonicMs();
  const child = startChild(tidemark, ['serve', '--port', '0', '--data', dataDir, ...flags], { env });
  const [, url] = await child.line(readyLine);
  const readyMs = monotonicMs() - startMs;
  const operations = (await connectOperations(dataDir))!;
  let accounts = 0;
  async function newKeys(count: number): Promise<string[]> {
    const keys: string[] = [];
    // Only this tier can have custom limits.
    while (keys.length < count) {
      const accountName = `bench-${++accounts}-${child.pid}`;
      keys.push((await operations.createKey({ account: accountName, tier: 'enterprise' })).key);
      await operations.setOverrides({ name: accountName, ...widestLimits });
    }
    return keys;
  }
  const key = (await newKeys(1))[0]!;
  await untilAnswered(`${url}/api/public/v1/pulse/leaderboard`, key);
  return { child, url: url!, key, newKeys, readyMs, stop: () => child.stop() };
}

/**
 * Time of `npm start` on a data directory until its ready line, ms; then ends the process.
 *
 * @param source `simulated` is the default without an option; `none` for a directory of imported fills
 */
export async function startupMs(dataDir: string, source: 'simulated' | 'none'): Promise<number> {
  const startMs = monotonicMs();
  const args = ['start', '--', '--port', '0', '--data', dataDir, '--source', source];
  const child = startChild('npm', args, { group: true });
  await child.line(readyLine);
  const readyMs = monotonicMs() - startMs;
  await child.stop();
  return readyMs;
}

async function untilAnswered(url: string, key: string): Promise<void> {
  const deadlineMs = monotonicMs() + answerWithinMs;
  while (true) {
    const { status } = await fetchBytes(url, { 'x-api-key': key });
    if (status === 200) return;
    if (monotonicMs() > deadlineMs) throw new Error(`${url} answers ${status} after ${answerWithinMs} ms`);
    await delay(50);
  }
}

/**
 * Waits until the service has folded lifecycles for the first time, has read every view, and is nearly idle. A large store keeps it busy
 * for minutes after its first start; request costs are measured on a settled service.
 */
export async function untilSettled({ url, child }: Service): Promise<void> {
  const startMs = monotonicMs();
  // On a busy machine it may get hardly any processor long before it is through.
  const isRead = async () => {
    const metrics = (await fetchBytes(`${url}/metrics`, {})).body.toString();
    const count = (name: string) => metrics.split(`\n${name}{`).length;
    return (
      /^tidemark_lifecycles_lag_seconds/m.test(metrics) &&
      count('tidemark_view_age_seconds') === count('tidemark_view_max_age_seconds')
    );
  };
  let [read, cores] = [false, 1];
  while (!read || cores > idleCores) {
    if (monotonicMs() - startMs > settledWithinMs) throw new Error('the service does not settle in time');
    const before = cpuSeconds(child.pid);
    await delay(idleLookMs);
    read = await isRead();
    // Where the system does not report it, the fold alone is waited for.
    cores = before === undefined ? 0 : ((cpuSeconds(child.pid)! - before) * 1_000) / idleLookMs;
  }
}

export interface Fetched {
  status: number;
  etag: string;
  body: Buffer;
}

/** A GET over node:http, keep-alive, with minimal work on the client's side. */
export function fetchBytes(url: string, headers: Record<string, string>): Promise<Fetched> {
  return new Promise((resolve, reject) => {
    get(url, { headers }, (response) => {
      const pieces: Buffer[] = [];
      response.on('data', (piece: Buffer) => pieces.push(piece));
      response.on('error', reject);
      response.on('end', () => {
        const etag = response.headers.etag ?? '';
        resolve({ status: response.statusCode ?? 0, etag, body: Buffer.concat(pieces) });
      });
    }).on('error', reject);
  });
}
