import { memoryBudgetBytes } from '../guards/load-shedder.ts';

/** Bounds of a server. */
export interface ServerLimits {
  /** A request not answered within this gets 504. */
  deadlineMs: number;
  maxUrlBytes: number;
  maxHeaderBytes: number;
  maxBodyBytes: number;
  /** All headers of a request must have arrived by then. */
  headersTimeoutMs: number;
  /** The whole request must have arrived by then. */
  requestTimeoutMs: number;
  keepAliveTimeoutMs: number;
  /** A connection on which nothing moves for this long is closed, also while it reads its answer. */
  idleTimeoutMs: number;
  /** A client must have taken by then what lay ready for it; one that reads a little now and then has not. */
  takeAnswerMs: number;
  /** Bytes of answers that wait for their clients, over all connections. */
  maxUnsentBytes: number;
  maxConnections: number;
  /** Connections of one address, or of one IPv6 /64. */
  maxConnectionsPerAddress: number;
  /** Bodies of requests on their way in, over all clients. */
  maxBodies: number;
  /** Of one address; its /56 may have four times as many, its /48 sixteen times. */
  maxBodiesPerAddress: number;
  cacheMaxBytes: number;
  /** Answers being made at the same time. */
  maxRuns: number;
  /** Requests that wait for their answer, many of them for the same run. */
  maxInFlight: number;
  /** Above this mean delay of the event loop, requests that need a run are refused. */
  maxLoopDelayMs: number;
  /** The same for the memory of the whole process. */
  maxResidentBytes: number;
}

export const defaultServerLimits: ServerLimits = {
  deadlineMs: 10_000,
  maxUrlBytes: 8 * 1_024,
  maxHeaderBytes: 16 * 1_024,
  maxBodyBytes: 64 * 1_024,
  headersTimeoutMs: 10_000,
  requestTimeoutMs: 15_000,
  keepAliveTimeoutMs: 60_000,
  idleTimeoutMs: 75_000,
  takeAnswerMs: 30_000,
  maxUnsentBytes: 256 * 1_024 * 1_024,
  maxConnections: 10_000,
  maxConnectionsPerAddress: 1_000,
  maxBodies: 1_000,
  maxBodiesPerAddress: 100,
  cacheMaxBytes: 256 * 1_024 * 1_024,
  maxRuns: 256,
  maxInFlight: 2_000,
  maxLoopDelayMs: 250,
  maxResidentBytes: memoryBudgetBytes(),
};
