import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Caller } from '../../access/caller.ts';
import type { Rng } from '../../kernel/rng.ts';

const idBytes = 12;
const idsPerDraw = 256;

/**
 * Ids of requests: 96 random bits, so that none reveals how many requests there are or what another one's id is. Bytes are drawn
 * for many at once, which costs a tenth of a UUID.
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
