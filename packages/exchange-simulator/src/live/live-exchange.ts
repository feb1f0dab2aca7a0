import { Worker } from 'node:worker_threads';
import { withTimeout } from '../../../../src/kernel/with-timeout.ts';
import type { LivePlan } from './live-plan.ts';

/** Start parameters of the exchange's thread. */
export interface LiveExchangeTask {
  plan: LivePlan;
  /** Directory of the exchange, for its node files and its checkpoint. */
  dir: string;
  /** Writes blocks after this time, unix milliseconds; earlier blocks are stored, or already in the directory. */
  filesFromMs: number;
  /** Weight limit per client address; the real exchange's is 1,200. */
  weightPerMinute: number;
}

export type LiveExchangeMessage =
  | { made: { fills: number; fromMs: number; timeMs: number } }
  /** Complete stretches hold every block until then; it has caught up with the clock, or has more of its past to make. */
  | { written: { untilMs: number; hasCaughtUp: boolean } }
  | { serving: { url: string; wsUrl: string } }
  /** A failure that does not stop the exchange. */
  | { trouble: string }
  | { failed: string };

export type LiveExchangeOrder = { plan: LivePlan } | { stop: true };

export interface LiveExchangeOptions extends LiveExchangeTask {
  /** Called while it catches up with the clock, with the starting point. */
  onProgress?(made: { fills: number; fromMs: number; timeMs: number }): void;
  /**
   * Stretches are complete until then, unix milliseconds: parts of its past while it catches up, so that they can be stored
   * meanwhile, the rest when it has caught up, then every few hours.
   */
  onWritten(written: { untilMs: number; hasCaughtUp: boolean }): void;
  onTrouble(message: string): void;
  /** Called if the exchange ends by itself. */
  onFailure(error: Error): void;
}

/** A simulated exchange on its own thread, in real time. */
export interface LiveExchange {
  /** Resolves when it has caught up with the clock and answers, on a loopback port. */
  serving: Promise<{ url: string; wsUrl: string }>;
  /** Replaces the plan; the new plan must agree with the old about all past time. */
  extend(plan: LivePlan): void;
  /** Writes a checkpoint, then ends the thread. */
  close(): Promise<void>;
}

/** The last checkpoint is as large as a month of records: a second or two on a usual disk. */
const closeTimeoutMs = 15_000;

/** Starts the exchange of a plan from its last checkpoint. It catches up at full speed, then follows the clock. */
export function startLiveExchange(options: LiveExchangeOptions): LiveExchange {
  const { onProgress, onWritten, onTrouble, onFailure, ...task } = options;
  const serving = Promise.withResolvers<{ url: string; wsUrl: string }>();
  const ended = Promise.withResolvers<void>();
  let closed = false;
  // A caller that does not wait for it gets a failure through `onFailure`.
  serving.promise.catch(() => undefined);
  const worker = new Worker(new URL('./live-exchange-worker.ts', import.meta.url), {
    workerData: task,
    // Most allocations of a step are garbage at its end; a large young generation halves the work of the collector.
    resourceLimits: { maxYoungGenerationSizeMb: 96 },
  });
  const order = (message: LiveExchangeOrder) => worker.postMessage(message);

  function fail(error: Error): void {
    serving.reject(error);
    if (!closed) onFailure(error);
    closed = true;
  }
  worker.on('message', (message: LiveExchangeMessage) => {
    if ('made' in message) onProgress?.(message.made);
    else if ('written' in message) onWritten(message.written);
    else if ('serving' in message) serving.resolve(message.serving);
    else if ('trouble' in message) onTrouble(message.trouble);
    else fail(new Error(message.failed));
  });
  worker.on('error', fail);
  worker.on('exit', (code) => {
    ended.resolve();
    fail(new Error(`the simulated exchange has ended (exit code ${code})`));
  });

  return {
    serving: serving.promise,
    extend: (plan) => order({ plan }),
    async close() {
      closed = true;
      order({ stop: true });
      await withTimeout(ended.promise, closeTimeoutMs, () => undefined);
      await worker.terminate();
    },
  };
}
