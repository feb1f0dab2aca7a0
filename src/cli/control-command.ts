import { rfc3339 } from '../kernel/clock.ts';
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

/** A list as JSON or as a table; `none` on stderr where it is empty. */
export function printList<T>(
  list: readonly T[],
  { json, table, none }: { json?: boolean | undefined; table: (list: readonly T[]) => string; none: string },
  context: CliContext,
): void {
  if (json) printJson(list, context);
  else if (list.length > 0) context.stdout.write(table(list));
  else context.stderr.write(`${none}\n`);
}

/** Says that a list may be longer than its limit. */
export function noteLimit(list: readonly unknown[], limit: number, context: CliContext): void {
  if (list.length === limit) context.stderr.write(`the first ${limit}; --limit shows more\n`);
}

/** A moment in a table; `-` for none. @param timeMs unix milliseconds */
export function minuteText(timeMs: number | undefined): string {
  return timeMs === undefined ? '-' : `${rfc3339(timeMs).slice(0, 16).replace('T', ' ')}Z`;
}

/** A moment to the millisecond in a table. @param timeMs unix milliseconds */
export function momentText(timeMs: number): string {
  return rfc3339(timeMs).replace('T', ' ');
}
