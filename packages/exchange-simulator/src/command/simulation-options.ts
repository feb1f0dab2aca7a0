import type { Command } from 'commander';

const earliestMs = Date.UTC(2023, 2, 1);
const latestMs = Date.UTC(2099, 0, 1);

/**
 * Parsers of the options shared by the simulator's commands. A value out of bounds ends the command with an error that names the bounds.
 */
export function simulationOptions(command: Command) {
  function bounded(kind: string, accepts: (value: number) => boolean) {
    return (name: string, least: number, most: number) => (text: string) => {
      const value = Number(text);
      if (text.trim() !== '' && accepts(value) && value >= least && value <= most) return value;
      return command.error(`error: --${name} must be ${kind} from ${least} to ${most}, not '${text}'`);
    };
  }
  return {
    number: bounded('a number', () => true),
    count: bounded('an integer', Number.isInteger),
    /** @param startMs parsed time, unix milliseconds; undefined or NaN if the text is invalid */
    start(text: string, startMs: number | undefined): number {
      if (startMs !== undefined && startMs >= earliestMs && startMs < latestMs) return startMs;
      return command.error(`error: --start must be a date from 2023-03-01 to 2098-12-31, not '${text}'`);
    },
  };
}
