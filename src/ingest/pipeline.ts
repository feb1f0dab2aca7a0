import type { KeyedSpan } from '../coverage/book.ts';
import type { CoverageLedger } from '../coverage/ledger.ts';
import type { BatchStore } from './batch-store.ts';
import type { ImportedBlocks } from './blocks/imported-blocks.ts';
import { createObjectRecord } from './imported-objects.ts';
import type { Journal } from './journal.ts';
import { createMendedRecords, rejectedCoverage } from './quarantined-records.ts';
import { recoverBatches, writersTurn } from './recover.ts';
import { openSink, type SinkCounts } from './sink.ts';
import type { FillSource } from './source.ts';
import type { StoredRecords } from './stored-fills.ts';

/** A file that was not read, or only in part. */
export interface UnreadFile {
  /** Absolute path. */
  file: string;
  reason: string;
}

/** Files listed in the log; the total counts all. */
const loggedUnreadLimit = 100;

export interface PipelineProgress extends SinkCounts {
  /** The first {@link loggedUnreadLimit}. */
  unread: readonly UnreadFile[];
  unreadTotal: number;
  file: string;
  /** Objects skipped because they were imported before. */
  knownFiles: number;
  filesDone: number;
  files: number;
  bytesDone: number;
  bytes: number;
}

export interface PipelineOptions {
  source: FillSource;
  store: BatchStore;
  journal: Journal;
  batchFills?: number;
  /** How to treat records that are already stored; default: the stored fill wins. */
  stored?: StoredRecords;
  blocks?: ImportedBlocks;
  /** Records quarantined records as lost, and complete answers about one wallet as covered. */
  ledger?: Pick<CoverageLedger, 'lose' | 'heal' | 'cover'>;
  /** Aborting stops after the current batch; everything counted until then is stored. */
  signal: AbortSignal;
  onProgress(progress: PipelineProgress): void;
}

/**
 * Reads, normalises and stores until the source ends or the signal aborts.
 * Running the pipeline again over the same source, wherever it stopped, completes the missing fills.
 */
export async function runPipeline(options: PipelineOptions): Promise<PipelineProgress> {
  const { source, store, journal, batchFills, stored = {}, blocks, ledger, signal, onProgress } = options;
  // A batch that failed half-way earlier in this process must not lose its number and rows to a new one.
  await recoverBatches(store, journal);
  const sink = openSink({
    store,
    journal,
    stored,
    coverage: ledger && rejectedCoverage(ledger),
    ...(batchFills === undefined ? {} : { batchFills }),
  });
  const mended =
    ledger &&
    createMendedRecords({ ledger, rowsOf: (list) => store.quarantined(list), wallet: stored.soleOwner });
  const objects = createObjectRecord({
    source,
    store,
    journal,
    inTurn: (work) => writersTurn(store, journal, work),
  });
  const files = new Map<string, number>();
  let file = '';
  const covered: KeyedSpan[] = [];
  const unread: UnreadFile[] = [];
  let unreadTotal = 0;
  const progress = (): PipelineProgress => ({
    ...sink.counts,
    unread,
    unreadTotal,
    file,
    knownFiles: source.knownFiles ?? 0,
    filesDone: Math.max(0, files.size - 1),
    files: source.totalFiles,
    bytesDone: [...files.values()].reduce((a, b) => a + b, 0),
    bytes: source.totalBytes,
  });
  for await (const chunk of source.read(signal)) {
    file = chunk.file;
    files.set(file, chunk.bytesRead);
    for (const reason of chunk.unread ?? []) {
      unreadTotal += 1;
      if (unread.length < loggedUnreadLimit) unread.push({ file, reason });
    }
    const isWorthARecord = objects.note(file, chunk.bytesRead, (chunk.unread ?? []).length > 0);
    if (chunk.runs !== undefined) blocks?.note(chunk.runs, chunk.feed);
    mended?.note(chunk);
    covered.push(...(chunk.covered ?? []));
    await sink.add(chunk);
    if (isWorthARecord) {
      await sink.flush();
      await blocks?.stored();
      await objects.write(false);
    }
    onProgress(progress());
    if (signal.aborted) break;
  }
  await sink.flush();
  await blocks?.stored();
  if (!signal.aborted) await mended?.heal();
  await Promise.all(covered.map((span) => ledger?.cover(span)));
  await objects.write(!signal.aborted);
  return { ...progress(), filesDone: signal.aborted ? progress().filesDone : source.totalFiles };
}
