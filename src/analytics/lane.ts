import { AnalyticsError } from './store.ts';

/** A fixed set of engine connections and the bounded queue of calls that wait for one of them. */
export interface LanePool<C> {
  /**
   * Runs `work` on the next free connection. The connection stays taken until `work` settles, even if
   * the caller gave up before: an engine call cannot be taken back.
   * @throws AnalyticsError `overloaded` when the queue is full, `cancelled` when the signal aborts first.
   */
  run<T>(name: string, signal: AbortSignal | undefined, work: (connection: C) => Promise<T>): Promise<T>;
  /** Resolves when nothing runs or waits any more. */
  drained(): Promise<void>;
}

interface Waiter<C> {
  start(connection: C): void;
}

export function lanePool<C>(connections: readonly C[], queueLimit: number): LanePool<C> {
  const idle = [...connections];
  const waiting = new Set<Waiter<C>>();
  let running = 0;
  const onDrained: (() => void)[] = [];

  function release(connection: C): void {
    running -= 1;
    const [next] = waiting;
    if (next !== undefined) {
      waiting.delete(next);
      next.start(connection);
      return;
    }
    idle.push(connection);
    if (running === 0) for (const resolve of onDrained.splice(0)) resolve();
  }

  function run<T>(name: string, signal: AbortSignal | undefined, work: (c: C) => Promise<T>): Promise<T> {
    if (signal?.aborted)
      return Promise.reject(new AnalyticsError('cancelled', name, 'cancelled before it began'));
    if (idle.length === 0 && waiting.size >= queueLimit) {
      const text = `${waiting.size} calls wait already (queueLimit ${queueLimit})`;
      return Promise.reject(new AnalyticsError('overloaded', name, text));
    }
    return new Promise<T>((resolve, reject) => {
      const waiter: Waiter<C> = {
        start(connection) {
          running += 1;
          work(connection)
            .then(resolve, reject)
            .finally(() => {
              signal?.removeEventListener('abort', onAbort);
              release(connection);
            });
        },
      };
      function onAbort(): void {
        waiting.delete(waiter);
        reject(new AnalyticsError('cancelled', name, 'cancelled by the caller'));
      }
      signal?.addEventListener('abort', onAbort, { once: true });
      const connection = idle.pop();
      if (connection === undefined) waiting.add(waiter);
      else waiter.start(connection);
    });
  }

  return {
    run,
    drained: () =>
      running === 0 && waiting.size === 0
        ? Promise.resolve()
        : new Promise((resolve) => onDrained.push(resolve)),
  };
}
