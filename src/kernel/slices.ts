import { setImmediate as turn } from 'node:timers/promises';

/**
 * Does something many times without keeping everything else waiting: after each slice the event loop has its turn. Counted and
 * not timed, as breather.ts does: in virtual time a run has to repeat itself.
 *
 * @param step does it once; false where there is nothing left
 * @param sliceSteps steps between two turns: as many as take a few milliseconds
 */
export async function inSlices(step: () => boolean, sliceSteps = 256): Promise<void> {
  for (;;) {
    for (let done = 0; done < sliceSteps; done++) if (!step()) return;
    await turn();
  }
}
