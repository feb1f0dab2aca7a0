/** Folds lifecycles over many wallets in a process that does nothing else, started by lifecycles.ts. */
import { join } from 'node:path';
import { openChdb } from '../src/analytics/chdb.ts';
import { migrateAnalytics } from '../src/analytics/migrate.ts';
import { chainRulesOf } from '../src/domain/chain-rules.ts';
import { createChainFold, type LifecycleFill } from '../src/domain/lifecycle.ts';
import { lifecycleIds } from '../src/domain/lifecycle-id.ts';
import { monotonicMs } from '../src/kernel/clock.ts';
import { createLifecycleFold } from '../src/lifecycles/lifecycle-fold.ts';
import { tellResult } from './child.ts';
import { insertChanges, insertPairs, tellBatch } from './engine-positions.ts';
import { seededRandom } from './generate-fills.ts';
import { mergesEnded } from './merges.ts';

export interface LifecyclesTask {
  dir: string;
  /** Three a wallet. */
  pairs: number;
  /** Opened and closed in turns. */
  fillsOfPair: number;
  rounds: number;
}

export interface LifecyclesRun {
  /** Speed of the fold alone, over fills in memory. */
  foldedPerCpuSecond: number;
  fills: number;
  rows: number;
  /** Everything from the first fill on: time, and processor time with the engine's. */
  wholeMs: number;
  wholeCpuSeconds: number;
  /** Peak memory of the process, including the engine's caches. */
  peakBytes: number;
  /** A batch of new fills until it is folded. */
  followMs: number[];
  followCpuSeconds: number[];
}

const { dir, pairs, fillsOfPair, rounds } = JSON.parse(process.argv[2]!) as LifecyclesTask;
const changedFills = 2_000;
const mergesWaitMs = 60_000;
const { signal } = new AbortController();

function secondsSince(used: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(used);
  return (user + system) / 1e6;
}

/** A chain in memory: half of its fills close all. */
function chainInMemory(count: number): LifecycleFill[] {
  const random = seededRandom(7);
  let position = 0n;
  return Array.from({ length: count }, (_, at) => {
    const closes = position !== 0n && random() < 0.5;
    const isBuy = closes ? position < 0n : random() < 0.5;
    const sz = closes
      ? position < 0n
        ? -position
        : position
      : BigInt(1 + Math.floor(random() * 1_000)) * 10n ** 9n;
    const startPosition = position;
    position += isBuy ? sz : -sz;
    const px = BigInt(90_000 + Math.floor(random() * 5_000)) * 10n ** 10n;
    return {
      timeMs: at * 10,
      isBuy,
      px,
      sz,
      startPosition,
      closedPnl: closes ? 5n * 10n ** 12n : 0n,
      tid: at + 1,
      oid: at + 1,
      fee: 10n ** 20n,
      builderFee: 0n,
      liquidation: '',
      closing: 'trade',
    };
  });
}

function measureFold(fills: readonly LifecycleFill[]): number {
  const cpu = process.cpuUsage();
  const fold = createChainFold({
    rules: chainRulesOf('BTC'),
    idOf: lifecycleIds(`0x${'a'.repeat(40)}`, 'BTC'),
    onClosed: () => undefined,
  });
  for (const fill of fills) fold.add(fill);
  return fills.length / secondsSince(cpu);
}

const inMemory = chainInMemory(500_000);
measureFold(inMemory);
const foldedPerCpuSecond = measureFold(inMemory);

const store = await openChdb({ dir: join(dir, 'analytics') });
await migrateAnalytics(store);
for (let step = 0; step < fillsOfPair; step++) await insertPairs(store, { pairs, step, steps: fillsOfPair });
await mergesEnded(store, mergesWaitMs);

const fold = createLifecycleFold({ store, dir: join(dir, 'fold') });
let cpu = process.cpuUsage();
let startMs = monotonicMs();
let [fills, rows, peakBytes] = [0, 0, 0];
for (let cost = await fold.step(signal); cost !== undefined; cost = await fold.step(signal)) {
  fills += cost.fills;
  rows += cost.rows;
  peakBytes = Math.max(peakBytes, process.memoryUsage().rss);
}
const wholeMs = monotonicMs() - startMs;
const wholeCpuSeconds = secondsSince(cpu);

const followMs: number[] = [];
const followCpuSeconds: number[] = [];
for (let round = 0; round < rounds; round++) {
  const change = { round, count: changedFills };
  await insertChanges(store, change);
  await tellBatch(store, change);
  await mergesEnded(store, mergesWaitMs);
  cpu = process.cpuUsage();
  startMs = monotonicMs();
  await fold.step(signal);
  followMs.push(monotonicMs() - startMs);
  followCpuSeconds.push(secondsSince(cpu));
}
tellResult({
  foldedPerCpuSecond,
  fills,
  rows,
  wholeMs,
  wholeCpuSeconds,
  peakBytes,
  followMs,
  followCpuSeconds,
} satisfies LifecyclesRun);
await fold.close();
await store.close();
process.exit(0);
