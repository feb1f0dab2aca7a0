import type { ServerResponse } from 'node:http';
import { refused } from '../../kernel/problem.ts';
import { readableTimes } from '../readable-times.ts';
import { requestIdOf } from './answer.ts';
import type { JobControls } from './route.ts';

/** One line of a job's answer; the last one is `result` or `error`. */
export type JobEvent =
  | { event: 'progress'; data: unknown }
  | { event: 'heartbeat' }
  | { event: 'result'; data: unknown }
  /** The problem body of a refused request. */
  | { event: 'error'; problem: object };

export const jobMediaType = 'application/x-ndjson';
/** Independent of progress. */
const heartbeatMs = 5_000;
/** Jobs queue or share one engine, and connections must stay free to end them. */
const jobsLimit = 16;

/** The running jobs of one listener. */
export interface AdminJobs {
  /**
   * Runs one job and streams its events. A caller that disconnects ends the job. Never rejects.
   * @param problemOf body of a failure
   */
  run(
    res: ServerResponse,
    job: (controls: Pick<JobControls, 'onProgress' | 'signal'>) => Promise<unknown>,
    problemOf: (fault: unknown) => object,
  ): Promise<void>;
  /** @throws Problem if the maximum of jobs is running */
  admit(): void;
  /** See {@link JobControls}. */
  end(id: string): boolean;
  endAll(): void;
}

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
      // A slow reader misses progress events, instead of making the server buffer them.
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
      const detail = `${jobsLimit} jobs are running already. Retry when one has ended.`;
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

/** Sends the headers at once, so that the caller has the job's id before the events. */
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
