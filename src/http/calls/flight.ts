import { type Problem, RequestGone, refused } from '../../kernel/problem.ts';
import { withAbort } from '../../kernel/with-abort.ts';
import { withTimeout } from '../../kernel/with-timeout.ts';

/** A run shared by any number of requests. */
export interface Flight<T> {
  /** Settles with the run, or at its deadline. */
  readonly result: Promise<T>;
  /**
   * Waits for the result. The run is cancelled when the last waiter leaves.
   * @throws RequestGone if `signal` aborts first
   */
  join(signal: AbortSignal | undefined): Promise<T>;
  /** True after cancellation or the deadline: the flight cannot be joined. */
  cancelled(): boolean;
}

export function deadlineExceeded(deadlineMs: number, cause?: unknown): Problem {
  return refused(
    504,
    'DEADLINE_EXCEEDED',
    `The answer took longer than ${deadlineMs} ms. Ask for a shorter window or fewer rows, or try again.`,
    { cause },
  );
}

/**
 * @param run gets a signal that aborts at the deadline, or when the last waiter leaves
 * @param options.background true for a refresh of a page still served: continues without waiters
 */
export function startFlight<T>(
  run: (signal: AbortSignal) => Promise<T> | T,
  options: { deadlineMs: number; background: boolean },
): Flight<T> {
  const controller = new AbortController();
  let waiters = 0;
  // Ignores the late rejection of an aborted run.
  const running = withAbort(
    Promise.resolve().then(() => run(controller.signal)),
    controller.signal,
    () => new RequestGone(),
  );
  const result = withTimeout(running, options.deadlineMs, () => {
    controller.abort();
    throw deadlineExceeded(options.deadlineMs);
  });
  // Prevents an unhandled rejection of a flight without waiters.
  result.catch(() => {});

  function leave(): RequestGone {
    waiters -= 1;
    if (waiters === 0 && !options.background) controller.abort();
    return new RequestGone();
  }

  async function join(signal: AbortSignal | undefined): Promise<T> {
    if (signal?.aborted) throw new RequestGone();
    waiters += 1;
    return withAbort(result, signal, leave);
  }
  return { result, join, cancelled: () => controller.signal.aborted };
}
