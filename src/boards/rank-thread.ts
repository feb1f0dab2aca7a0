import { Worker } from 'node:worker_threads';
import type { BoardUpdate, PublishedBoards } from './board-worker.ts';

/** The thread that ranks, started again where it should ever end. */
export interface RankThread {
  /** True where the thread knows no wallet yet: the next update must hold all of them. */
  isEmpty(): boolean;
  /** One at a time. @throws Error where the thread ended; it is then empty again. */
  rank(update: BoardUpdate): Promise<PublishedBoards>;
  close(): Promise<void>;
}

export function startRankThread(): RankThread {
  let worker: Worker | undefined;
  let answer: PromiseWithResolvers<PublishedBoards> | undefined;

  function start(): Worker {
    const started = new Worker(new URL('./board-worker.ts', import.meta.url));
    started.on('message', (boards: PublishedBoards) => answer?.resolve(boards));
    started.on('error', (error) => answer?.reject(error));
    started.on('exit', () => {
      worker = undefined;
      answer?.reject(new Error('the ranking thread has ended'));
    });
    return started;
  }

  return {
    isEmpty: () => worker === undefined,
    async rank(update) {
      answer = Promise.withResolvers();
      worker ??= start();
      const ranking = worker;
      // Only a ranking under way keeps the process alive, an idle thread does not.
      ranking.ref();
      ranking.postMessage(update);
      try {
        return await answer.promise;
      } finally {
        ranking.unref();
      }
    },
    async close() {
      await worker?.terminate();
    },
  };
}
