/**
 * Preloaded into a process (`--import`): its clock is off by the milliseconds that the file TEST_CLOCK_FILE holds, as a machine's
 * clock is that was set. What measures durations is not.
 */
import { readFileSync } from 'node:fs';

const lookMs = 200;
const file = process.env.TEST_CLOCK_FILE;
if (file !== undefined) {
  const machine = Date.now;
  let shiftMs = 0;
  let lookedMs = Number.NEGATIVE_INFINITY;
  // No timer: those of a thread that is waiting may not run, and each thread has its own.
  Date.now = () => {
    const atMs = performance.now();
    if (atMs - lookedMs > lookMs) {
      lookedMs = atMs;
      try {
        shiftMs = Number(readFileSync(file, 'utf8')) || 0;
      } catch {
        // It stays as it was.
      }
    }
    return machine() + shiftMs;
  };
}
