import type { Log } from './log.ts';

export interface FaultLogOptions {
  log: Log;
  /** Repeats of a kind are logged as one count per interval, in milliseconds. */
  intervalMs?: number;
  level?: 'error' | 'warn';
}

export interface FaultLog {
  /**
   * Logs the first fault of a kind at once with all fields; only counts its repeats.
   * @param kind one of a few constants, never text of a request
   */
  report(kind: string, fields: object, message: string): void;
  /** Logs the remaining counts and stops. */
  close(): void;
}

/** Rate-limited, because a line per request would bury the reason and worsen the outage. */
export function createFaultLog({ log, intervalMs = 10_000, level = 'error' }: FaultLogOptions): FaultLog {
  const kinds = new Map<string, { message: string; repeated: number; timer: NodeJS.Timeout }>();

  function report(kind: string, message: string, repeated: number): void {
    if (repeated > 0) log[level]({ kind, repeated }, `${message}: repeated since the last line`);
  }

  /** An interval without faults ends the kind: its next fault gets a full line again. */
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
