import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Caller } from '../../access/caller.ts';

/** One request with its answer under way, as the steps of the pipeline pass it on. */
export interface HttpCall {
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
