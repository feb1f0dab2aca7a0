import { setImmediate as nextTurn } from 'node:timers/promises';
import { monotonicMs } from './clock.ts';

/**
 * Cuts long work of the main thread into slices, so that requests are served in between.
 *
 * @param sliceMs maximum time of one slice, in milliseconds
 * @returns to be awaited between two steps; yields to the event loop when the slice is over
 */
export function createYielder(sliceMs = 8): () => Promise<void> | undefined {
  let startedMs = monotonicMs();
  return () => {
    if (monotonicMs() - startedMs < sliceMs) return undefined;
    return nextTurn().then(() => {
      startedMs = monotonicMs();
    });
  };
}
