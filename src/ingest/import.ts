import { MessageChannel, Worker } from 'node:worker_threads';
import { serveCalls } from '../kernel/thread-calls.ts';
import { type DriftState, drift } from '../wire/drift.ts';
import type { BatchStore } from './batch-store.ts';
import type { BlockLedger } from './blocks/block-coverage.ts';
import type { PipelineProgress } from './pipeline.ts';
import type { ArchiveSelection } from './sources/archive-files.ts';

/** Source of an import: files, directory trees or objects of the exchange's archives, or one wallet's API answer. */
export type ImportRequest = (
  | (ArchiveSelection & {
      /** The files are this builder's daily files. */
      builder?: string;
      /** Reads previously imported objects again. */
      again?: boolean;
    })
  | {
      wallet: string;
      file: string;
      /** Stores the answer even if its fills are stored for another wallet. */
      force?: boolean;
    }
) & {
  /** Records of the files replace stored fills with other content. */
  replace?: boolean;
};

export interface ImportOptions {
  request: ImportRequest;
  store: BatchStore;
  ledger: BlockLedger;
  /** Directory of the write-ahead journal; only one import at a time may use it. */
  journalDir: string;
  batchFills?: number;
  signal: AbortSignal;
  onProgress(progress: PipelineProgress): void;
}

export interface ImportTask {
  request: ImportRequest;
  journalDir: string;
  batchFills: number | undefined;
}

export type ImportMessage =
  | { progress: PipelineProgress }
  | { drift: DriftState }
  | { done: PipelineProgress }
  | { failed: string };

/**
 * Imports fills on a thread of its own, so that parsing never delays a request; calls to the engine return to this thread.
 * @throws Error with the worker's message, e.g. for a path that does not exist.
 */
export async function runImport(options: ImportOptions): Promise<PipelineProgress> {
  const { request, store, ledger, journalDir, batchFills, signal, onProgress } = options;
  const { port1, port2 } = new MessageChannel();
  const turns = heldTurns(store);
  serveCalls(port1, turns.store);
  const coverage = new MessageChannel();
  serveCalls(coverage.port1, ledger);
  const worker = new Worker(new URL('./import-worker.ts', import.meta.url), {
    workerData: {
      task: { request, journalDir, batchFills } satisfies ImportTask,
      port: port2,
      coverage: coverage.port2,
    },
    transferList: [port2, coverage.port2],
  });
  const abort = () => worker.postMessage('abort');
  signal.addEventListener('abort', abort, { once: true });
  if (signal.aborted) abort();
  try {
    return await new Promise((resolve, reject) => {
      worker.on('message', (message: ImportMessage) => {
        if ('progress' in message) onProgress(message.progress);
        else if ('drift' in message) drift.add(message.drift);
        else if ('done' in message) resolve(message.done);
        else reject(new Error(message.failed));
      });
      worker.on('error', reject);
      worker.on('exit', (code) => reject(new Error(`the import thread ended early (exit code ${code})`)));
    });
  } finally {
    signal.removeEventListener('abort', abort);
    port1.close();
    coverage.port1.close();
    await worker.terminate();
    await turns.giveBack();
  }
}

/** Wraps the store for a thread, so that a thread that ends during its turn releases the turn. */
export function heldTurns(store: BatchStore): { store: BatchStore; giveBack(): Promise<void> } {
  /** Turns held or awaited, in order. */
  const pending: Promise<void>[] = [];
  return {
    store: {
      ...store,
      begin() {
        const turn = store.begin();
        pending.push(turn);
        return turn;
      },
      end() {
        pending.shift();
        return store.end();
      },
    },
    async giveBack() {
      for (const turn of pending.splice(0)) {
        await turn;
        await store.end();
      }
    },
  };
}
