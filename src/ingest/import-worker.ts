import { setPriority } from 'node:os';
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { monotonicMs } from '../kernel/clock.ts';
import { callsOver } from '../kernel/thread-calls.ts';
import { drift } from '../wire/drift.ts';
import type { BatchStore } from './batch-store.ts';
import type { BlockLedger } from './blocks/block-coverage.ts';
import { importedBlocks } from './blocks/imported-blocks.ts';
import type { ImportMessage, ImportRequest, ImportTask } from './import.ts';
import { openJournal } from './journal.ts';
import { runPipeline } from './pipeline.ts';
import type { FillSource } from './source.ts';
import { openArchive } from './sources/archive.ts';
import type { ArchiveSelection } from './sources/archive-files.ts';
import { isS3Address } from './sources/archive-names.ts';
import { openUserFills } from './sources/user-fills.ts';
import type { StoredRecords } from './stored-fills.ts';

const progressEveryMs = 200;

/** Worker thread that reads, checks and packs fills: all of an import except the engine's work. */
async function main(): Promise<void> {
  // On Linux, priority is per thread: requests run first, parsing uses the remaining CPU time.
  setPriority(0, 10);
  const { task, port, coverage } = workerData as {
    task: ImportTask;
    port: MessagePort;
    coverage: MessagePort;
  };
  const stop = new AbortController();
  parentPort!.on('message', () => stop.abort());
  const store = callsOver<BatchStore>(port);
  const ledger = callsOver<BlockLedger>(coverage);
  let reportedMs = 0;
  const done = await runPipeline({
    source: await openSource(task.request, store, stop.signal),
    store,
    journal: openJournal(task.journalDir),
    stored: storedRecords(task.request),
    blocks: await importedBlocks(ledger),
    ledger,
    ...(task.batchFills === undefined ? {} : { batchFills: task.batchFills }),
    signal: stop.signal,
    onProgress(progress) {
      const nowMs = monotonicMs();
      if (nowMs - reportedMs < progressEveryMs) return;
      reportedMs = nowMs;
      report({ progress });
    },
  });
  report({ done });
}

function storedRecords(request: ImportRequest): StoredRecords {
  const { replace = false } = request;
  if ('paths' in request) return { replace, ...(request.builder && { builder: request.builder }) };
  if (request.force) return { replace };
  return { replace, soleOwner: request.wallet };
}

async function openSource(
  request: ImportRequest,
  store: BatchStore,
  signal: AbortSignal,
): Promise<FillSource> {
  if (!('paths' in request)) return openUserFills(request.wallet, request.file);
  const { builder } = request;
  const known = await knownObjects(request, store);
  return openArchive(request, { known, signal, ...(builder !== undefined && { builder }) });
}

/** Objects to skip; none if the import reads objects again, replaces fills or matches a builder. */
async function knownObjects(request: Extract<ImportRequest, ArchiveSelection>, store: BatchStore) {
  const { again = false, replace = false, builder, paths } = request;
  if (again || replace || builder !== undefined || !paths.some(isS3Address)) return [];
  return store.importedObjects();
}

function report(message: ImportMessage): void {
  drift.take((counted) => parentPort!.postMessage({ drift: counted } satisfies ImportMessage));
  parentPort!.postMessage(message);
}

main().catch((error: unknown) => report({ failed: error instanceof Error ? error.message : String(error) }));
