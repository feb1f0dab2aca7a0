/** Positions over many wallets in a process that does nothing else, started by positions.ts. */
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { openChdb } from '../src/analytics/chdb.ts';
import { migrateAnalytics } from '../src/analytics/migrate.ts';
import { createChangeFeed } from '../src/changes/change-feed.ts';
import { createWalletIndex } from '../src/domain/wallet-index.ts';
import { monotonicMs } from '../src/kernel/clock.ts';
import { coinTotals } from '../src/positions/positions.ts';
import { startPositions } from '../src/positions/start-positions.ts';
import { collectGarbage } from '../test/garbage.ts';
import { tellResult } from './child.ts';
import { insertChanges, insertPairs, insertStates, tellBatch, walletOfPair } from './engine-positions.ts';
import { mergesEnded } from './merges.ts';

const mergesWaitMs = 60_000;

export interface PositionsRun {
  positions: number;
  /** Memory of the positions and their wallet registry, after garbage collection. */
  heldBytes: number;
  wholeMs: number;
  wholeCpuSeconds: number;
  /** The longest that the event loop was blocked while everything was read. */
  blockedMs: number;
  /** From the moment that a batch is recorded until its change is seen. */
  visibleMs: number[];
  /** Processor time of that, the engine's included. */
  cpuSeconds: number[];
  /** The same of as long without a change. */
  idleCpuSeconds: number[];
  /** Sums over every coin. */
  totalsMs: number;
}

export interface PositionsTask {
  dir: string;
  /** Three a wallet. */
  pairs: number;
  /** Odd: opened and closed in turns, open in the end. */
  fillsOfPair: number;
  rounds: number;
}

const { dir, pairs, fillsOfPair, rounds } = JSON.parse(process.argv[2]!) as PositionsTask;
const changedFills = 2_000;
const pollMs = 1_000;

function heldBytes(): number {
  collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

const store = await openChdb({ dir: join(dir, 'analytics') });
await migrateAnalytics(store);
for (let step = 0; step < fillsOfPair; step++) await insertPairs(store, { pairs, step, steps: fillsOfPair });
await insertStates(store, pairs);
await mergesEnded(store, mergesWaitMs);

const before = heldBytes();
let cpu = process.cpuUsage();
let startMs = monotonicMs();
let lastMs = startMs;
let blockedMs = 0;
const probe = setInterval(() => {
  blockedMs = Math.max(blockedMs, monotonicMs() - lastMs - 5);
  lastMs = monotonicMs();
}, 5);
const onError = (error: unknown) => {
  throw error;
};
const feed = createChangeFeed({ store, pollMs, onError });
const running = startPositions({ store, feed, wallets: createWalletIndex(), onError });
const { positions } = running;
await positions.ready;
clearInterval(probe);
const wholeMs = monotonicMs() - startMs;
const wholeCpuSeconds = secondsSince(cpu);
const held = heldBytes() - before;

const visibleMs: number[] = [];
const cpuSeconds: number[] = [];
const idleCpuSeconds: number[] = [];
for (let round = 0; round < rounds; round++) {
  const change = { round, count: changedFills };
  await insertChanges(store, change);
  await mergesEnded(store, mergesWaitMs);
  cpu = process.cpuUsage();
  startMs = monotonicMs();
  await tellBatch(store, change);
  const last = walletOfPair(round * changedFills + changedFills - 1);
  while (!positions.ofWallet(last).some(({ size }) => size === 3)) await delay(5);
  visibleMs.push(monotonicMs() - startMs);
  cpuSeconds.push(secondsSince(cpu));
  cpu = process.cpuUsage();
  await delay(visibleMs.at(-1)!);
  idleCpuSeconds.push(secondsSince(cpu));
}
startMs = monotonicMs();
for (const coin of positions.coins()) coinTotals(positions.ofCoin(coin));
const totalsMs = monotonicMs() - startMs;
tellResult({
  positions: positions.count(),
  heldBytes: held,
  wholeMs,
  wholeCpuSeconds,
  blockedMs,
  visibleMs,
  cpuSeconds,
  idleCpuSeconds,
  totalsMs,
} satisfies PositionsRun);
await running.close();
await feed.close();
await store.close();
process.exit(0);

function secondsSince(used: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(used);
  return (user + system) / 1e6;
}
