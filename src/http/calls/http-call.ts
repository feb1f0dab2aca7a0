import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Caller } from '../../access/caller.ts';
import type { Rng } from '../../kernel/rng.ts';

const idBytes = 12;
const idsPerDraw = 256;

/**
 * Creates request ids of 96 random bits, which reveal neither the number of requests nor other ids. Random bytes are drawn
 * in batches, at a tenth of the cost of a UUID.
 */
export function createRequestIds(rng: Rng): () => string {
  let bytes = Buffer.alloc(0);
  let at = 0;
  return () => {
    if (at === bytes.length) {
      bytes = Buffer.from(rng.bytes(idBytes * idsPerDraw));
      at = 0;
    }
    at += idBytes;
    return bytes.toString('base64url', at - idBytes, at);
  };
}

/** A request and its pending answer, passed from step to step of the pipeline. */
export interface HttpCall {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
  readonly requestId: string;
  /** Metrics label: endpoint id, or a constant for other routes. */
  readonly route: string;
  /** Monotonic. */
  readonly startMs: number;
  caller: Caller | undefined;
  /** Rate-limit and billing headers, flat. */
  limitHeaders: readonly string[];
}
