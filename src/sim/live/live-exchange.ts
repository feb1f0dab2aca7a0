import { Worker } from 'node:worker_threads';
import type { LivePlan } from './live-plan.ts';

/** What the thread of a simulated exchange is started with. */
export interface LiveExchangeTask {
  plan: LivePlan;
  /** New or empty directory for the node files of what has happened until now. */
  dir: string;
  /** Blocks after this, unix milliseconds, stand in the files. */
  filesFromMs: number;
  /** Of one client address; the real exchange's is 1,200. */
  weightPerMinute: number;
}

export type LiveExchangeMessage =
  | { made: { fills: number; timeMs: number } }
  /** The files hold every block until then. */
  | { written: { untilMs: number } }
  | { serving: { url: string; wsUrl: string } }
  | { failed: string };

export interface LiveExchangeOptions extends LiveExchangeTask {
  onProgress?(made: { fills: number; timeMs: number }): void;
  /** The exchange has come to an end by itself. */
  onFailure(error: Error): void;
}

/** A simulated exchange on a thread of its own, on the clock: one second a second. */
export interface LiveExchange {
  /** Resolves when the past stands in files, with the time of the newest block in them. */
  written: Promise<{ untilMs: number }>;
  /** Resolves when it has caught up with the clock and answers, on a loopback port. */
  serving: Promise<{ url: string; wsUrl: string }>;
  close(): Promise<void>;
}

/** Starts the exchange of a plan: it makes its past anew, as fast as it can, then goes with the clock. */
export function startLiveExchange({ onProgress, onFailure, ...task }: LiveExchangeOptions): LiveExchange {
  const written = Promise.withResolvers<{ untilMs: number }>();
  const serving = Promise.withResolvers<{ url: string; wsUrl: string }>();
  let closed = false;
  // Whoever does not wait for them hears of a failure through `onFailure`.
  for (const { promise } of [written, serving]) promise.catch(() => undefined);
  const worker = new Worker(new URL('./live-exchange-worker.ts', import.meta.url), {
    workerData: task,
    // Most of what a step makes is garbage when it ends: room for it halves the work of the collector.
    resourceLimits: { maxYoungGenerationSizeMb: 96 },
  });

  function fail(error: Error): void {
    written.reject(error);
    serving.reject(error);
    if (!closed) onFailure(error);
    closed = true;
  }
  worker.on('message', (message: LiveExchangeMessage) => {
    if ('made' in message) onProgress?.(message.made);
    else if ('written' in message) written.resolve(message.written);
    else if ('serving' in message) serving.resolve(message.serving);
    else fail(new Error(message.failed));
  });
  worker.on('error', fail);
  worker.on('exit', (code) => fail(new Error(`the simulated exchange has ended (exit code ${code})`)));

  return {
    written: written.promise,
    serving: serving.promise,
    async close() {
      closed = true;
      await worker.terminate();
    },
  };
}
