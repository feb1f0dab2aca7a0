import { sourceNotReady } from './problem.ts';
import { withTimeout } from './with-timeout.ts';

/** Long enough to prepare a small store. */
const longestWaitMs = 5_000;
const retryAfterSeconds = 5;

/**
 * Waits for one-time preparation as long as an answer can. Preparing a large store takes minutes, and the answer's deadline would blame
 * the request.
 *
 * @param source name in `{source} is still being prepared.`
 * @throws Problem 503 `NOT_READY` on timeout; rejects as `prepared` does
 */
export function readyInTime<T>(prepared: Promise<T>, source: string, waitMs = longestWaitMs): Promise<T> {
  return withTimeout(prepared, waitMs, () => {
    throw sourceNotReady(source, retryAfterSeconds);
  });
}
