import { availableParallelism } from 'node:os';
import type { Lane } from './store.ts';

/** What the statements of one lane may take, the same on both engines. */
export interface LaneRule {
  /** Statements that run at a time in the embedded engine, and against a server. */
  embedded: number;
  server: number;
  /** Threads of one statement; as many as the engine has cores where undefined. A query may ask for fewer. */
  maxThreads: number | undefined;
  /** Bound of every statement; a query's own limit holds where it is lower. */
  maxMemoryBytes: number;
  /** Unix priority of the threads, 0 to 19: the higher, the more they give way. */
  nice: number;
  /** Refuses every statement that writes, whatever its SQL says. */
  readonly: boolean;
}

const gibibyte = 2 ** 30;

/** Cores of this machine, two at least: a lane of one connection would let a short statement wait for a long one. */
const cores = Math.max(2, availableParallelism());

export const laneRules: Readonly<Record<Lane, LaneRule>> = {
  // One thread each, so that one request never takes the cores of all others. At most as many statements as cores: what waits is
  // gathered (`gathered-reads.ts`), and one statement over thirty wallets costs less than two over fifteen.
  read: {
    embedded: Math.min(8, cores),
    server: 16,
    maxThreads: 1,
    maxMemoryBytes: gibibyte,
    nice: 0,
    readonly: true,
  },
  live: { embedded: 1, server: 2, maxThreads: 1, maxMemoryBytes: 2 * gibibyte, nice: 5, readonly: true },
  write: {
    embedded: 1,
    server: 4,
    maxThreads: undefined,
    maxMemoryBytes: 4 * gibibyte,
    nice: 5,
    readonly: false,
  },
  // Two, so that boards follow new fills while positions are read: after a large import that takes minutes.
  heavy: {
    embedded: 2,
    server: 2,
    maxThreads: undefined,
    maxMemoryBytes: 8 * gibibyte,
    nice: 10,
    readonly: false,
  },
  // Two, so that a look at a list does not wait for an audit.
  job: { embedded: 2, server: 4, maxThreads: 2, maxMemoryBytes: 8 * gibibyte, nice: 10, readonly: false },
};

/**
 * No expression is compiled to machine code: that costs a second of a processor in each process, and an import of 400,000 fills gains
 * nothing by it (78,000 and 89,000 a second with it, 91,000 and 91,000 without).
 */
const uncompiled = { compile_expressions: 0, compile_aggregate_expressions: 0, compile_sort_description: 0 };

export function laneSettings(lane: Lane): Record<string, number> {
  const { maxThreads, maxMemoryBytes, nice } = laneRules[lane];
  return {
    ...uncompiled,
    max_memory_usage: maxMemoryBytes,
    os_threads_nice_value_query: nice,
    ...(maxThreads !== undefined && { max_threads: maxThreads }),
  };
}

export function queryMemoryBytes(lane: Lane, ownBytes: number): number {
  return Math.min(ownBytes, laneRules[lane].maxMemoryBytes);
}
