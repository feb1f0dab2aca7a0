import type { ServerResponse } from 'node:http';
import { refused } from '../../kernel/problem.ts';
import { readableTimes } from '../readable-times.ts';
import { requestIdOf } from './answer.ts';
import type { JobControls } from './route.ts';

/** One line of a job's answer; `result` or `error` is the last. */
export type JobEvent =
  | { event: 'progress'; data: unknown }
  | { event: 'heartbeat' }
  | { event: 'result'; data: unknown }
  /** A problem as a refused request has it for its body. */
  | { event: 'error'; problem: object };

export const jobMediaType = 'application/x-ndjson';
/** A job says that it lives this often, however long it stays without progress. */
const heartbeatMs = 5_000;
/** Jobs at once. They take turns or share one engine, and connections must be left to end them over. */
const jobsLimit = 16;

/** The jobs that run on one listener. */
export interface AdminJobs {
  /**
   * Runs one job and answers with its events. A caller who goes away ends it. Never rejects.
   * @param problemOf the body of a failure
   */
  run(
    res: ServerResponse,
    job: (controls: Pick<JobControls, 'onProgress' | 'signal'>) => Promise<unknown>,
    problemOf: (fault: unknown) => object,
  ): Promise<void>;
  /** @throws Problem where as many run as may */
  admit(): void;
  /** See {@link JobControls}. */
  end(id: string): boolean;
  endAll(): void;
}

/** Keeps what is needed to end a job while it runs: its id is that of its request. */
export function createAdminJobs(): AdminJobs {
  const running = new Map<string, AbortController>();
  return {
    async run(res, job, problemOf) {
      const abort = new AbortController();
      const id = requestIdOf(res);
      running.set(id, abort);
      res.on('close', () => abort.abort()); // gone before its answer; after it, nothing listens
      res.on('error', () => abort.abort());
      const send = beginEvents(res);
      const heartbeat = setInterval(() => send({ event: 'heartbeat' }), heartbeatMs);
      // A caller who reads slowly misses steps of progress; it never makes the server hold them.
      const onProgress = (data: object): void => {
        if (res.writableLength === 0) send({ event: 'progress', data });
      };
      try {
        const data = await job({ onProgress, signal: abort.signal });
        send({ event: 'result', data: readableTimes(data) });
      } catch (fault) {
        send({ event: 'error', problem: problemOf(fault) });
      } finally {
        clearInterval(heartbeat);
        running.delete(id);
        res.end();
      }
    },
    admit() {
      if (running.size < jobsLimit) return;
      const detail = `${jobsLimit} jobs run here already; try again when one has ended.`;
      throw refused(503, 'TOO_MANY_JOBS', detail, { retryAfterSeconds: 10 });
    },
    end(id) {
      running.get(id)?.abort();
      return running.has(id);
    },
    endAll() {
      for (const abort of running.values()) abort.abort();
    },
  };
}

/** Answers at once, so that the caller has the id of its job; events follow. */
function beginEvents(res: ServerResponse): (event: JobEvent) => void {
  res.writeHead(200, {
    'Content-Type': jobMediaType,
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
  });
  res.flushHeaders();
  return (event) => {
    if (!res.destroyed) res.write(`${JSON.stringify(event)}\n`);
  };
}
