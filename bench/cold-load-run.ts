/** Asks every path once, over a number of keep-alive connections. Started by cold.ts. */
import { readFileSync } from 'node:fs';
import { Agent, get } from 'node:http';
import { monotonicMs } from '../src/kernel/clock.ts';
import { tellResult } from './child.ts';

export interface ColdLoadTask {
  url: string;
  key: string;
  /** A file with one path a line. */
  paths: string;
  clients: number;
  seconds: number;
}

export interface ColdLoadRun {
  answers: number;
  /** Requests without status 200: refused or too late. */
  failed: number;
  /** Answers with status 200. */
  answersPerSecond: number;
  p50Ms: number;
  p99Ms: number;
}

const task = JSON.parse(process.argv[2]!) as ColdLoadTask;
const paths = readFileSync(task.paths, 'utf8').trim().split('\n');
const agent = new Agent({ keepAlive: true, maxSockets: task.clients });
const times: number[] = [];
let next = 0;
let failed = 0;

function ask(path: string): Promise<void> {
  const startMs = monotonicMs();
  return new Promise((resolve, reject) => {
    get(`${task.url}${path}`, { agent, headers: { 'x-api-key': task.key } }, (response) => {
      response.on('error', reject);
      response.on('data', () => undefined);
      response.on('end', () => {
        times.push(monotonicMs() - startMs);
        if (response.statusCode !== 200) failed += 1;
        resolve();
      });
    }).on('error', reject);
  });
}

async function client(endMs: number): Promise<void> {
  while (next < paths.length && monotonicMs() < endMs) await ask(paths[next++]!);
}

const startMs = monotonicMs();
const endMs = startMs + task.seconds * 1000;
await Promise.all(Array.from({ length: task.clients }, () => client(endMs)));
const seconds = (monotonicMs() - startMs) / 1000;
const sorted = times.toSorted((a, b) => a - b);
const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!;
tellResult({
  answers: sorted.length,
  failed,
  answersPerSecond: (sorted.length - failed) / seconds,
  p50Ms: at(0.5),
  p99Ms: at(0.99),
} satisfies ColdLoadRun);
process.exit(0);
