import { sourceNotReady } from './problem.ts';
import { withTimeout } from './with-timeout.ts';

/** What is prepared of a small store is there by then. */
const longestWaitMs = 5_000;
const retryAfterSeconds = 5;

/**
 * Waits for what a process prepares once, as long as an answer can: that of a large store takes minutes, and the deadline of the answer
 * would blame the request for it.
 *
 * @param source what is prepared, as in `{source} is still being prepared.`
 * @throws Problem 503 `NOT_READY` where it is not there in time; what `prepared` rejects with
 */
export function readyInTime<T>(prepared: Promise<T>, source: string, waitMs = longestWaitMs): Promise<T> {
  return withTimeout(prepared, waitMs, () => {
    throw sourceNotReady(source, retryAfterSeconds);
  });
}
