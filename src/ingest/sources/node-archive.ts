import { readEvent, readNodeLine } from '../../wire/node-line.ts';
import type { FillSource, SourceChunk } from '../source.ts';
import { type ChunkBuilder, createChunkBuilder, rawJson } from './chunk-builder.ts';
import { type ArchiveFile, listArchiveFiles } from './file-tree.ts';
import type { LineBatch } from './line-batch.ts';
import { readLines } from './line-reader.ts';

/**
 * Opens files of the exchange's node as a source of fills: `node_fills_by_block` and `node_fills`, plain
 * or in LZ4 frames (exchange notes §6). What cannot be used becomes a rejected record and never stops
 * the stream. Reading the same files again gives the same fills with the same numbers.
 *
 * @param paths Files and directories.
 * @returns The source; where its signal aborts, it ends early and without an error.
 * @throws Error naming a path that does not exist or cannot be read.
 */
export async function openNodeArchive(paths: readonly string[]): Promise<FillSource> {
  const files = await listArchiveFiles(paths);
  return {
    totalBytes: files.reduce((total, file) => total + file.bytes, 0),
    totalFiles: files.length,
    async *read(signal) {
      for (const file of files) {
        if (signal.aborted) return;
        yield* readNodeFile(file, signal);
      }
    },
  };
}

async function* readNodeFile(file: ArchiveFile, signal: AbortSignal): AsyncGenerator<SourceChunk> {
  const builder = createChunkBuilder(file.path);
  let bytesRead = 0;
  for await (const batch of readLines(file.path)) {
    if (signal.aborted) return;
    bytesRead = batch.bytesRead;
    for (const { line, reason, raw } of batch.faults) {
      builder.reject(line, -1, reason, raw);
      if (builder.full) yield builder.take(bytesRead);
    }
    for (let i = 0; i < batch.lines.length; i++) {
      for (const _full of addLine(batch, i, builder)) yield builder.take(bytesRead);
    }
  }
  builder.finish();
  yield builder.take(bytesRead);
}

const notFull: Iterable<void> = [];

/** Adds one line; iterating gives a turn whenever the chunk is full, also within a line of many events. */
function addLine(batch: LineBatch, index: number, builder: ChunkBuilder): Iterable<void> {
  const text = batch.lines[index]!;
  if (text === '') return notFull;
  const lineNumber = batch.firstLine + index;
  const line = readNodeLine(text);
  if (line.kind === 'block') {
    builder.noteBlock(line.blockNumber);
    return addEvents(line.events, line.blockNumber, lineNumber, builder);
  }
  if (line.kind === 'event') {
    const pair = readEvent(line.event);
    if (typeof pair === 'string') builder.reject(lineNumber, -1, pair, text);
    else builder.addUnordered(pair.wallet, pair.fill);
  } else {
    const isTorn = batch.torn && index === batch.lines.length - 1 && !line.isJson;
    builder.reject(lineNumber, -1, isTorn ? `torn last line: ${line.reason}` : line.reason, text);
  }
  return builder.full ? [undefined] : notFull;
}

function* addEvents(
  events: unknown[],
  block: number,
  line: number,
  builder: ChunkBuilder,
): Generator<undefined> {
  for (const [index, event] of events.entries()) {
    const pair = readEvent(event);
    if (typeof pair === 'string') builder.reject(line, index, pair, rawJson(event));
    else builder.addOrdered(pair.wallet, pair.fill, block);
    if (builder.full) yield undefined;
  }
}
