import { memoryBudgetBytes } from '../guards/load-shedder.ts';

export interface ServerLimits {
  /** A request not answered within this gets 504. */
  deadlineMs: number;
  maxUrlBytes: number;
  maxHeaderBytes: number;
  maxBodyBytes: number;
  /** Deadline for all headers of a request. */
  headersTimeoutMs: number;
  /** Deadline for the whole request. */
  requestTimeoutMs: number;
  keepAliveTimeoutMs: number;
  /** A connection without traffic for this long is closed, even during an answer. */
  idleTimeoutMs: number;
  /** A client must read an answer within this time. Reading a few bytes now and then does not extend it. */
  takeAnswerMs: number;
  /** Unsent bytes of answers over all connections. */
  maxUnsentBytes: number;
  maxConnections: number;
  /** Connections of one address, or of one IPv6 /64. */
  maxConnectionsPerAddress: number;
  /** Request bodies being read, over all clients. */
  maxBodies: number;
  /** Bodies being read from one address; its /56 may have four times as many, its /48 sixteen times. */
  maxBodiesPerAddress: number;
  cacheMaxBytes: number;
  maxRuns: number;
  /** Requests waiting for an answer; several may share a run. */
  maxInFlight: number;
  /** Mean delay of the event loop above which requests that need a run are refused. */
  maxLoopDelayMs: number;
  /** Resident memory above which requests that need a run are refused. */
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
