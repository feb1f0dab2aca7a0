import { systemTimers, type Timers } from './timers.ts';

/**
 * The result of the work, or that of `late` if the work exceeds `limitMs`. The work itself is not cancelled.
 *
 * @param late called at most once, and only if the work has not ended; may throw
 */
export function withTimeout<T, L>(
  work: Promise<T>,
  limitMs: number,
  late: () => L,
  timers: Timers = systemTimers,
): Promise<T | L> {
  return new Promise((resolve, reject) => {
    let isOver = false;
    function end(): void {
      if (isOver) return;
      try {
        resolve(late());
      } catch (error) {
        reject(error);
      }
    }
    // If the event loop was blocked, the work may have ended in the meantime: its result is read first.
    const cancel = timers.after(limitMs, () => setImmediate(end));
    work.then(resolve, reject).finally(() => {
      isOver = true;
      cancel();
    });
  });
}
