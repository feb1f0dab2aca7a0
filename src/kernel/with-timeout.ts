import { systemTimers, type Timers } from './timers.ts';

/**
 * What the work comes to, or what `late` returns or throws once it takes longer than `limitMs`: the work goes on.
 *
 * @param late called once, and only where the work has not ended
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
    // Where this process itself was held up, the work may have ended in the meantime: its end is read first.
    const cancel = timers.after(limitMs, () => setImmediate(end));
    work.then(resolve, reject).finally(() => {
      isOver = true;
      cancel();
    });
  });
}
