import { loadConfig } from '../config/config.ts';
import { Exit } from '../kernel/command-line.ts';
import { exitCodeOf, onStopSignal, type StopSignal } from '../kernel/shutdown.ts';
import type { Operations } from '../operate/operations.ts';
import type { CliContext } from './context.ts';

/**
 * Opens the operations for one command, runs it and closes them, also where it fails. A first stop
 * signal aborts `signal` and ends the command with the signal's exit code once it has come to its end.
 * @param stopping the message to the operator when the signal arrives
 */
export async function withOperations<Result>(
  context: CliContext,
  options: { command: string; data?: string; stopping: string },
  run: (operations: Operations, signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const config = loadConfig({ data: options.data }, context.env);
  const abort = new AbortController();
  let stopped: StopSignal | undefined;
  const unhear = onStopSignal((signal) => {
    stopped = signal;
    context.stderr.write(`\n${signal}: ${options.stopping}\n`);
    abort.abort();
  });
  try {
    const app = await context.loadApp();
    const session = await app.openOperations(config, options.command, {
      onWait: (message) => context.stderr.write(`${message}\n`),
      signal: abort.signal,
    });
    const result = await run(session.operations, abort.signal).finally(() =>
      session.close({ abort: stopped !== undefined }),
    );
    if (stopped !== undefined) throw new Exit(exitCodeOf(stopped));
    return result;
  } catch (fault) {
    const asAsked = stopped !== undefined && fault instanceof Error && fault.name === 'AbortError';
    throw asAsked ? new Exit(exitCodeOf(stopped!)) : fault;
  } finally {
    unhear();
  }
}
