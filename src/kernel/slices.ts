import { setImmediate as turn } from 'node:timers/promises';

/**
 * Repeats a step without blocking the event loop: yields after each slice. Slices are counted, unlike in yielder.ts, which times them:
 * runs in virtual time must be repeatable.
 *
 * @param step one step; returns false when nothing is left
 * @param sliceSteps steps per slice: as many as take a few milliseconds
 */
export async function inSlices(step: () => boolean, sliceSteps = 256): Promise<void> {
  for (;;) {
    for (let done = 0; done < sliceSteps; done++) if (!step()) return;
    await turn();
  }
}
