import { setImmediate as nextTurn } from 'node:timers/promises';
import { monotonicMs } from './clock.ts';

/**
 * Cuts long work of the main thread into slices, so that requests come in between.
 *
 * @param sliceMs how long the work may go on at a time
 * @returns to be awaited between two steps: it lets others go first where the slice is over
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
