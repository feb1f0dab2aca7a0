import type { Operations } from '../operate/operations.ts';
import { readableTimes } from '../operate/readable-times.ts';
import type { CliContext } from './context.ts';
import { withOperations } from './session.ts';

/** The option of every command that works on a data directory. */
export const dataOption = ['--data <DIR>', 'data directory (default: ./data, or TIDEMARK_DATA)'] as const;
export const jsonOption = ['--json', 'as JSON'] as const;

/** What every command on keys and accounts takes. */
export interface ControlOptions {
  data?: string;
  json?: boolean;
}

/** Runs a command on keys or accounts: a few quick operations. */
export function withControl(
  context: CliContext,
  { command, data }: { command: string; data?: string },
  run: (operations: Operations) => Promise<void>,
): Promise<void> {
  return withOperations(context, { command, data, stopping: 'ending after this step' }, run);
}

export function printJson(value: unknown, context: CliContext): void {
  context.stdout.write(`${JSON.stringify(readableTimes(value), null, 2)}\n`);
}
