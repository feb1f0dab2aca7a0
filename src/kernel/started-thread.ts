import { MessageChannel, type Transferable, Worker } from 'node:worker_threads';
import { callsOver } from './thread-calls.ts';

/** A thread that answers calls, started when it is needed, and again where it should ever end. */
export interface StartedThread<T> {
  /** True where no thread runs: whatever one held is gone. */
  isEmpty(): boolean;
  /** @throws Error where the thread ended; it is then empty again */
  call<R>(work: (target: T) => Promise<R>): Promise<R>;
  close(): Promise<void>;
}

/**
 * @param module of the thread: it serves the calls that come over the `port` of its data
 * @param data what it gets beside the port
 * @param transferred what of a call's arguments goes over instead of being copied
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
    // Its calls are rejected when its end of the port closes; an error without a listener would end the process.
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
      // Only work under way keeps the process alive, an idle thread does not.
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
