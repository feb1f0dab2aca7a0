import type { StartStep } from '../app/live-source.ts';
import type { Config } from '../config/config.ts';
import type { CommandOutput } from '../kernel/command-line.ts';
import type { Operations } from '../operate/operations.ts';

/** Operations that a command opened and must close. */
export interface OpenOperations {
  operations: Operations;
  /** @param options.abort true to also abort work that other commands requested from this process */
  close(options?: { abort: boolean }): Promise<void>;
}

/** What the commands need of `app/commands.ts`; loaded only once a command needs it, so that `--help` stays quick. */
export interface App {
  /**
   * @param command name of the command, for the messages of others that find the directory in use
   * @param options.onWait reports that another process has the directory and does not answer yet
   */
  openOperations(
    config: Config,
    command: string,
    options?: { onWait?(message: string): void; signal?: AbortSignal },
  ): Promise<OpenOperations>;
  /**
   * @returns `data` describes the served data, for the ready line
   * @throws the signal's reason where it is aborted during the start, when all that was open is closed again
   */
  serve(
    config: Config,
    start?: ServeStart,
  ): Promise<{ address: string; data: string; stop(): Promise<void> }>;
  /**
   * Answers one agent on stdin and stdout until its end: from the data directory, or from the service of `mcpUrl`.
   * @param by.inputFd the descriptor to read instead of stdin
   * @returns the exit code
   */
  answerAgent(config: Config, by: { signal: AbortSignal; inputFd?: number }): Promise<number>;
}

/** The start of a server, which takes seconds where it has a history to make. */
export interface ServeStart {
  /** Ends the start; once the server runs, its `stop` does. */
  signal?: AbortSignal;
  onStep?(step: StartStep): void;
}

/** All that a command touches outside itself. */
export interface CliContext extends CommandOutput {
  loadApp(): Promise<App>;
  version: string;
  /** Asks the person at the terminal; absent where there is none. @returns whether the answer is yes */
  confirm?(question: string): Promise<boolean>;
  /** Environment variables; default: those of the process. */
  env?: Record<string, string | undefined>;
}
