import type { BatchStore } from './batch-store.ts';
import type { Journal } from './journal.ts';

/**
 * Finishes the batches of a killed process. Runs before anything reads or writes a store opened for writing, so that a half-inserted
 * batch is never visible.
 * @returns number of batches sent again.
 */
export async function recoverBatches(store: BatchStore, journal: Journal): Promise<number> {
  let finished = 0;
  await writersTurn(store, journal, async (count) => {
    finished = count;
    await store.finishRewrite();
  });
  return finished;
}

/**
 * Runs work in the writer's turn, after finishing the previous writer's batches.
 * @param work receives the number of batches sent again
 */
export async function writersTurn(
  store: BatchStore,
  journal: Journal,
  work: (finished: number) => Promise<void>,
): Promise<void> {
  await store.begin();
  try {
    await work(await finishPromised(store, journal));
  } finally {
    await store.end();
  }
}

/** Runs work between two batches, for readers of the data that batches change. */
export function between(store: BatchStore, journal: Journal): <T>(work: () => Promise<T>) => Promise<T> {
  return async (work) => {
    let result: [Awaited<ReturnType<typeof work>>] | undefined;
    await writersTurn(store, journal, async () => {
      result = [await work()];
    });
    return result![0];
  };
}

/** Finishes promised batches within the writer's turn: a batch that failed half-way must not lose its number and rows to the next one. */
async function finishPromised(store: BatchStore, journal: Journal): Promise<number> {
  const pending = journal.pending();
  for (const batch of pending) {
    await store.insert(batch);
    // Repairs before recording, because readers that see the record do not look again.
    await store.repair(batch);
    await store.record(batch);
    journal.done(batch);
  }
  return pending.length;
}
