import { totalmem } from 'node:os';
import { constrainedMemory } from 'node:process';
import { getHeapStatistics } from 'node:v8';
import { monotonicMs } from '../../kernel/clock.ts';
import type { Log } from '../../kernel/log.ts';
import type { Strain } from '../problems/request-problems.ts';
import { type LoadShare, loadShares } from './crowd.ts';

interface LoopDelay {
  /** Mean delay since the last call, in milliseconds; 0 without a sample. */
  takeMs(): number;
  close(): void;
}

const probeMs = 50;

/**
 * Starts measuring with a timer that records its own delay. (`monitorEventLoopDelay` of node:perf_hooks drops its first sample after each
 * reset, which is the stall if there was one.)
 */
export function measureLoopDelay(): LoopDelay {
  let dueMs = monotonicMs() + probeMs;
  let sumMs = 0;
  let probes = 0;
  const timer = setInterval(() => {
    const nowMs = monotonicMs();
    sumMs += Math.max(0, nowMs - dueMs);
    probes += 1;
    dueMs = nowMs + probeMs;
  }, probeMs).unref();
  return {
    takeMs() {
      const meanMs = probes === 0 ? 0 : sumMs / probes;
      sumMs = 0;
      probes = 0;
      return meanMs;
    },
    close: () => clearInterval(timer),
  };
}

export interface LoadSample {
  /** Mean delay of the event loop since the previous sample. */
  loopDelayMs: number;
  /** Memory of the whole process, including the engine. */
  residentBytes: number;
  /** Share of the JavaScript heap in use, 0 to 1; at 1 the process crashes. */
  heapShare: number;
}

export interface LoadShedderOptions {
  maxLoopDelayMs: number;
  maxResidentBytes: number;
  log: Log;
  /** Takes a sample; default: measures this process. */
  sample?: () => LoadSample;
  /** 0 samples only when `check` is called. */
  intervalMs?: number;
}

export interface LoadShedder {
  /** The strain that refuses requests needing a run from callers of this share; undefined without strain. */
  strain(share: LoadShare): Strain | undefined;
  /** The strain that affects every caller, in words for an operator; undefined without one. */
  detail(): string | undefined;
  /** Takes a sample and updates the strain. */
  check(): void;
  close(): void;
}

const whoseShare: Readonly<Record<LoadShare, string>> = {
  1: 'all callers',
  0.8: 'keys of tier free',
  0.6: 'visitors',
};

const defaultIntervalMs = 250;
/**
 * Weight of the newest sample. A single stall (a batch, a garbage collection) moves the mean by a quarter of its length; a
 * persistent delay is noticed within a second.
 */
const newestWeight = 0.25;
const maxHeapShare = 0.9;
/** Shedding ends below this share of the bound; without hysteresis a load near the bound would toggle it. */
const delayRelease = 0.5;
/** Resident memory hardly shrinks, because allocators keep pages: with a lower value shedding would never end. */
const memoryRelease = 0.95;

/**
 * Watches event loop and memory, and decides when to refuse work. With hysteresis: shedding starts above a bound
 * and ends well below it.
 */
export function createLoadShedder(options: LoadShedderOptions): LoadShedder {
  const { maxLoopDelayMs, maxResidentBytes, log, intervalMs = defaultIntervalMs } = options;
  const loopDelay = options.sample === undefined ? measureLoopDelay() : undefined;
  const sample = options.sample ?? (() => sampleProcess(loopDelay!.takeMs()));
  let meanDelayMs = 0;
  const strained = new Map<LoadShare, Strain | undefined>();
  let words: string | undefined;

  /** The delay bound scales with the share. The memory bound is the same for every caller, because exceeding it kills the process. */
  function strainOf(share: LoadShare, { residentBytes, heapShare }: LoadSample): Strain | undefined {
    const before = strained.get(share);
    const delayBoundMs = maxLoopDelayMs * share * (before === 'event_loop' ? delayRelease : 1);
    const memoryBound = before === 'memory' ? memoryRelease : 1;
    if (residentBytes > maxResidentBytes * memoryBound || heapShare > maxHeapShare * memoryBound) {
      return 'memory';
    }
    return meanDelayMs > delayBoundMs ? 'event_loop' : undefined;
  }

  function check(): void {
    const now = sample();
    meanDelayMs += (now.loopDelayMs - meanDelayMs) * newestWeight;
    for (const share of loadShares) decide(share, now);
    const strain = strained.get(1);
    words = strain === undefined ? undefined : describe(strain, meanDelayMs, now);
  }

  function decide(share: LoadShare, now: LoadSample): void {
    const strain = strainOf(share, now);
    const changed = strain !== strained.get(share);
    strained.set(share, strain);
    if (!changed) return;
    const load = { strain, ...now, meanDelayMs, whose: whoseShare[share] };
    const level = share === 1 ? 'warn' : 'info';
    if (strain === undefined) log[level](load, 'the load has gone: these requests are taken again');
    else log[level](load, 'overload: requests that need a run are refused with 503');
  }

  const timer = intervalMs === 0 ? undefined : setInterval(check, intervalMs).unref();
  return {
    strain: (share) => strained.get(share),
    detail: () => words,
    check,
    close() {
      clearInterval(timer);
      loopDelay?.close();
    },
  };
}

function describe(strain: Strain, meanDelayMs: number, { residentBytes, heapShare }: LoadSample): string {
  if (strain === 'event_loop')
    return `requests are shed: the event loop is ${Math.round(meanDelayMs)} ms late`;
  const mebibytes = Math.round(residentBytes / 2 ** 20);
  return `requests are shed: ${mebibytes} MiB of memory and ${Math.round(heapShare * 100)} % of the heap in use`;
}

function sampleProcess(loopDelayMs: number): LoadSample {
  const { used_heap_size, heap_size_limit } = getHeapStatistics();
  const heapShare = used_heap_size / heap_size_limit;
  return { loopDelayMs, residentBytes: process.memoryUsage.rss(), heapShare };
}

/** Memory for the process: nine tenths of the container's limit, or of the machine's memory. */
export function memoryBudgetBytes(): number {
  // 0, or more than the machine has, if the process is unconstrained.
  const constrained = constrainedMemory();
  const machine = totalmem();
  return Math.floor(0.9 * (constrained > 0 ? Math.min(constrained, machine) : machine));
}
