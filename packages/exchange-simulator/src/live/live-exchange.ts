import { Worker } from 'node:worker_threads';
import { withTimeout } from '../../../../src/kernel/with-timeout.ts';
import type { LivePlan } from './live-plan.ts';

/** What the thread of a simulated exchange is started with. */
export interface LiveExchangeTask {
  plan: LivePlan;
  /** Belongs to the exchange: node files of what it did, and its checkpoint. */
  dir: string;
  /** Blocks after this, unix milliseconds, are to be written; those before are stored, or stand in the directory. */
  filesFromMs: number;
  /** Of one client address; the real exchange's is 1,200. */
  weightPerMinute: number;
}

export type LiveExchangeMessage =
  | { made: { fills: number; fromMs: number; timeMs: number } }
  /** Complete stretches hold every block until then; it has caught up with the clock, or has more of its past to make. */
  | { written: { untilMs: number; hasCaughtUp: boolean } }
  | { serving: { url: string; wsUrl: string } }
  /** Something that it goes on without. */
  | { trouble: string }
  | { failed: string };

export type LiveExchangeOrder = { plan: LivePlan } | { stop: true };

export interface LiveExchangeOptions extends LiveExchangeTask {
  /** It catches up with the clock, from where it began. */
  onProgress?(made: { fills: number; fromMs: number; timeMs: number }): void;
  /**
   * Stretches are complete until then, unix milliseconds: parts of its past while it catches up, so that they can be stored
   * meanwhile, the rest when it has caught up, then every few hours.
   */
  onWritten(written: { untilMs: number; hasCaughtUp: boolean }): void;
  onTrouble(message: string): void;
  /** The exchange has come to an end by itself. */
  onFailure(error: Error): void;
}

/** A simulated exchange on a thread of its own, on the clock: one second a second. */
export interface LiveExchange {
  /** Resolves when it has caught up with the clock and answers, on a loopback port. */
  serving: Promise<{ url: string; wsUrl: string }>;
  /** Replaces the plan by one that says the same of all time that has passed. */
  extend(plan: LivePlan): void;
  /** Lets it write where it stands, and ends it. */
  close(): Promise<void>;
}

/** What it writes last is as large as a month of its record: a second or two on a usual disk. */
const closeTimeoutMs = 15_000;

/** Starts the exchange of a plan where it last stood: it catches up as fast as it can, then goes with the clock. */
export function startLiveExchange(options: LiveExchangeOptions): LiveExchange {
  const { onProgress, onWritten, onTrouble, onFailure, ...task } = options;
  const serving = Promise.withResolvers<{ url: string; wsUrl: string }>();
  const ended = Promise.withResolvers<void>();
  let closed = false;
  // A caller that does not wait for it gets a failure through `onFailure`.
  serving.promise.catch(() => undefined);
  const worker = new Worker(new URL('./live-exchange-worker.ts', import.meta.url), {
    workerData: task,
    // Most of what a step makes is garbage when it ends: room for it halves the work of the collector.
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
