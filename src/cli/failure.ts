import { CommanderError } from 'commander';
import { ConfigError } from '../config/config.ts';
import { Exit, exitCodes, failureText, type TextOutput } from '../kernel/command-line.ts';

/** Says on stderr what went wrong and returns the exit code that stands for it. */
export function reportFailure(fault: unknown, stderr: TextOutput): number {
  if (fault instanceof Exit) return fault.code;
  if (fault instanceof CommanderError) return fault.exitCode === 0 ? exitCodes.done : exitCodes.usage; // commander has said it
  if (fault instanceof ConfigError) {
    for (const { location, message } of fault.faults) stderr.write(`tidemark: ${location} ${message}\n`);
    return exitCodes.usage;
  }
  stderr.write(`tidemark: ${failureText(fault)}\n`);
  return exitCodes.failed;
}
