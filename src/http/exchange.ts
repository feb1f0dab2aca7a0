import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Caller } from '../access/caller.ts';

/** One request with its answer under way, as the steps of the pipeline pass it on. */
export interface Exchange {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
  readonly requestId: string;
  /** Endpoint id, or a constant for what is no endpoint; labels metrics. */
  readonly route: string;
  /** Monotonic. */
  readonly startMs: number;
  caller: Caller | undefined;
  /** Rate-limit and billing headers, flat. */
  limitHeaders: readonly string[];
}

/** One line of the request log (settled details §3). Written for requests with an accepted key. */
export interface RequestRecord {
  requestId: string;
  endpoint: string;
  method: string;
  ip: string;
  userAgent: string;
  durationMs: number;
  status: number;
  keyHash: string;
  accountId: string;
}

/** Takes request records; must not wait and must not throw. */
export interface RequestLog {
  record(record: RequestRecord): void;
}

/** Longer User-Agent headers are cut in the request log. */
export const userAgentLimit = 256;
