import type { Log } from './log.ts';

export interface FaultLogOptions {
  log: Log;
  /** After the first line of a kind, the others of it are logged as a number, once in this time. */
  intervalMs?: number;
  /** Of the lines. */
  level?: 'error' | 'warn';
}

/** Logs faults that come with every request while something is down. */
export interface FaultLog {
  /**
   * Logs the first fault of a kind at once, with all its fields, and only counts those that follow.
   * @param kind one of a few constants, never text of a request
   */
  report(kind: string, fields: object, message: string): void;
  /** Logs the counts that are left, and stops. */
  close(): void;
}

/** A line for each request would bury the reason and make an outage worse. */
export function createFaultLog({ log, intervalMs = 10_000, level = 'error' }: FaultLogOptions): FaultLog {
  const kinds = new Map<string, { message: string; repeated: number; timer: NodeJS.Timeout }>();

  function report(kind: string, message: string, repeated: number): void {
    if (repeated > 0) log[level]({ kind, repeated }, `${message}: repeated since the last line`);
  }

  /** Quiet ends the kind: its next fault has a line of its own again. */
  function endOfInterval(kind: string): void {
    const seen = kinds.get(kind)!;
    report(kind, seen.message, seen.repeated);
    if (seen.repeated === 0) {
      clearInterval(seen.timer);
      kinds.delete(kind);
    }
    seen.repeated = 0;
  }

  return {
    report(kind, fields, message) {
      const seen = kinds.get(kind);
      if (seen !== undefined) {
        seen.repeated += 1;
        return;
      }
      log[level]({ kind, ...fields }, message);
      const timer = setInterval(endOfInterval, intervalMs, kind).unref();
      kinds.set(kind, { message, repeated: 0, timer });
    },
    close() {
      for (const [kind, { message, repeated, timer }] of kinds) {
        clearInterval(timer);
        report(kind, message, repeated);
      }
      kinds.clear();
    },
  };
}
