import { MessageChannel, type Transferable, Worker } from 'node:worker_threads';
import { callsOver } from './thread-calls.ts';

/** A worker thread that answers calls. Starts on demand, and again if it ever ends. */
export interface StartedThread<T> {
  /** True if no thread runs; the state of an earlier thread is lost. */
  isEmpty(): boolean;
  /** @throws Error if the thread ends; {@link isEmpty} is true again then */
  call<R>(work: (target: T) => Promise<R>): Promise<R>;
  close(): Promise<void>;
}

/**
 * @param module entry of the thread: serves the calls that arrive over the `port` of its worker data
 * @param data further worker data, merged with the port
 * @param transferred which call arguments are transferred instead of copied
 */
export function createStartedThread<T extends object>(
  module: URL,
  data: object = {},
  transferred?: (args: readonly unknown[]) => Transferable[],
): StartedThread<T> {
  let running: { worker: Worker; target: T; port: { ref(): void; unref(): void } } | undefined;

  function start() {
    const { port1, port2 } = new MessageChannel();
    const worker = new Worker(module, { workerData: { ...data, port: port2 }, transferList: [port2] });
    const started = { worker, port: port1, target: callsOver<T>(port1, transferred) };
    // A closed port rejects the thread's pending calls; an error event without a listener would end the process.
    worker.on('error', () => undefined);
    worker.on('exit', () => {
      port1.close();
      if (running === started) running = undefined;
    });
    return started;
  }

  return {
    isEmpty: () => running === undefined,
    async call(work) {
      running ??= start();
      const { worker, port, target } = running;
      // Only running work keeps the process alive; an idle thread does not.
      worker.ref();
      port.ref();
      try {
        return await work(target);
      } finally {
        worker.unref();
        port.unref();
      }
    },
    async close() {
      await running?.worker.terminate();
    },
  };
}
