/**
 * Preloaded into a process (`--import`): its clock is off by the milliseconds that the file TEST_CLOCK_FILE holds, as a machine's
 * clock is that was set. What measures durations is not.
 */
import { readFileSync } from 'node:fs';

const file = process.env.TEST_CLOCK_FILE;
if (file !== undefined) {
  const machine = Date.now;
  let shiftMs = 0;
  const look = (): void => {
    try {
      shiftMs = Number(readFileSync(file, 'utf8')) || 0;
    } catch {
      // It stays as it was.
    }
  };
  look();
  setInterval(look, 200).unref();
  Date.now = () => machine() + shiftMs;
}
