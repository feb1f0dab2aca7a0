import { MessageChannel, Worker } from 'node:worker_threads';
import { callsOver } from '../kernel/thread-calls.ts';
import type { BoardRanking } from './board-worker.ts';
import type { ReadRows } from './table.ts';

/** The thread that ranks, started again where it should ever end. */
export interface RankThread {
  /** True where the thread knows no wallet: everything has to be read for it. */
  isEmpty(): boolean;
  /** @throws Error where the thread ended; it is then empty again */
  call<T>(work: (ranking: BoardRanking) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** @param catalogue module whose `boardCatalogue` lists the boards */
export function startRankThread(catalogue: URL): RankThread {
  let running: { worker: Worker; ranking: BoardRanking; port: { ref(): void; unref(): void } } | undefined;

  function start() {
    const { port1, port2 } = new MessageChannel();
    const worker = new Worker(new URL('./board-worker.ts', import.meta.url), {
      workerData: { port: port2, catalogue: catalogue.href },
      transferList: [port2],
    });
    const started = { worker, port: port1, ranking: callsOver<BoardRanking>(port1, resultsOf) };
    // Its calls are rejected when its end of the port closes; an error that nobody heard would end the process.
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
      const { worker, port, ranking } = running;
      // Only work under way keeps the process alive, an idle thread does not.
      worker.ref();
      port.ref();
      try {
        return await work(ranking);
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

/** Results of queries and the row numbers beside them go over as they are, without a copy. */
function resultsOf(args: readonly unknown[]): ArrayBuffer[] {
  const reads = args.flat().filter((arg): arg is ReadRows => typeof arg === 'object' && 'bytes' in arg!);
  return reads.flatMap(({ rows, bytes }) => [rows.buffer, bytes.buffer] as ArrayBuffer[]);
}
