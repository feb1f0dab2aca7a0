import { Problem } from '../../kernel/problem.ts';

/** One run that any number of requests wait for. */
export interface Flight<T> {
  /** Settles with the run, or at its deadline. */
  readonly result: Promise<T>;
  /**
   * Waits for the result. The run is cancelled when the last waiter has left.
   * @throws RequestGone where `signal` aborts first
   */
  join(signal: AbortSignal | undefined): Promise<T>;
  /** True once cancelled or past its deadline: joining it is of no use. */
  cancelled(): boolean;
}

/** The client went away; nothing is to be answered. */
export class RequestGone extends Error {
  constructor() {
    super('the client closed its connection');
    this.name = 'RequestGone';
  }
}

export function deadlineExceeded(deadlineMs: number, cause?: unknown): Problem {
  return new Problem({
    status: 504,
    code: 'DEADLINE_EXCEEDED',
    title: 'Gateway Timeout',
    detail: `The answer took longer than ${deadlineMs} ms. Ask for a shorter window or fewer rows, or try again.`,
    cause,
  });
}

/**
 * Starts a run.
 *
 * @param run gets a signal that aborts at the deadline, or when nobody waits any more
 * @param options.background true for a refresh behind a page still served: it runs on without waiters
 */
export function startFlight<T>(
  run: (signal: AbortSignal) => Promise<T> | T,
  options: { deadlineMs: number; background: boolean },
): Flight<T> {
  const controller = new AbortController();
  let waiters = 0;
  const result = new Promise<T>((resolve, reject) => {
    const timer = setTimeout(() => {
      // Reject first: what the aborted run rejects with then comes too late to matter.
      reject(deadlineExceeded(options.deadlineMs));
      controller.abort();
    }, options.deadlineMs);
    controller.signal.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(new RequestGone());
    });
    Promise.resolve()
      .then(() => run(controller.signal))
      .then(resolve, reject)
      .finally(() => clearTimeout(timer));
  });
  // A flight nobody waits for any more must not end the process.
  result.catch(() => {});

  async function join(signal: AbortSignal | undefined): Promise<T> {
    if (signal === undefined) {
      waiters += 1;
      return result;
    }
    if (signal.aborted) throw new RequestGone();
    waiters += 1;
    let leave: () => void = () => {};
    const left = new Promise<never>((_, reject) => {
      leave = () => {
        waiters -= 1;
        if (waiters === 0 && !options.background) controller.abort();
        reject(new RequestGone());
      };
      signal.addEventListener('abort', leave, { once: true });
    });
    try {
      return await Promise.race([result, left]);
    } finally {
      signal.removeEventListener('abort', leave);
    }
  }
  return { result, join, cancelled: () => controller.signal.aborted };
}
