import { sourceNotReady } from './problem.ts';

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
export async function readyInTime<T>(
  prepared: Promise<T>,
  source: string,
  waitMs = longestWaitMs,
): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(sourceNotReady(source, retryAfterSeconds)), waitMs);
  });
  try {
    return await Promise.race([prepared, late]);
  } finally {
    clearTimeout(timer);
  }
}
