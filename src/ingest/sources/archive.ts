import { archivedContext } from '../../wire/archived-context.ts';
import { builderFill } from '../../wire/builder-fill.ts';
import { readSavedState } from '../facts/saved-states.ts';
import type { FillSource, ObjectVersion, SourceChunk } from '../source.ts';
import { type ArchiveSelection, selectFiles } from './archive-files.ts';
import { type ChunkBuilder, createChunkBuilder } from './chunk-builder.ts';
import { readCsvFile } from './csv-file.ts';
import { type ArchiveKind, archiveKind, tradeHistoryColumns } from './csv-header.ts';
import type { ArchiveFile } from './file-tree.ts';
import { UnreadableFile } from './line-reader.ts';
import { readNodeFile } from './node-archive.ts';

/**
 * Opens archives of the exchange as a source: files of its node with fills, its `asset_ctxs`, saved account states, or a builder's daily
 * files, plain or in LZ4 frames (docs/exchange.md#archives). What a file is, its first line says. What cannot be used
 * becomes a rejected record and never stops the stream; reading the same files again gives the same.
 *
 * @param options.builder whose daily files they are; other kinds are not read then
 * @param options.known objects that were imported before, and are not read again
 * @param options.signal ends listing, and what is being read of objects
 * @returns The source; where its signal aborts, it ends early and without an error. A file that cannot be read is reported
 *   by a chunk and does not keep the others back.
 * @throws Error naming a path that does not exist or cannot be read.
 */
export async function openArchive(
  selection: ArchiveSelection,
  options: { builder?: string; known?: readonly ObjectVersion[]; signal?: AbortSignal } = {},
): Promise<FillSource> {
  const { builder, known = [], signal: listing = new AbortController().signal } = options;
  const selected = await selectFiles(selection, known, listing);
  const { files, unread } = selected;
  const tags = new Map(files.map(({ path, etag }) => [path, etag]));
  return {
    totalBytes: files.reduce((total, file) => total + file.bytes, 0),
    totalFiles: files.length,
    knownFiles: selected.known.files,
    objectOf(path) {
      const etag = tags.get(path);
      return etag === undefined ? undefined : { url: path, etag };
    },
    async *read(signal) {
      const fills = createChunkBuilder();
      try {
        for (const { path, reason } of unread) yield unreadChunk({ path, bytes: 0 }, reason, fills);
        for (const file of files) {
          if (signal.aborted) return;
          yield* readFile(file, { builder, fills }, signal);
        }
      } finally {
        selected.close();
      }
    },
  };
}

async function* readFile(
  file: ArchiveFile,
  { builder, fills }: { builder: string | undefined; fills: ChunkBuilder },
  signal: AbortSignal,
): AsyncGenerator<SourceChunk> {
  const found = await archiveKind(file).catch((error: unknown) => {
    if (error instanceof UnreadableFile) return error.message;
    throw error;
  });
  const fault = typeof found === 'string' ? found : mixUp(found, builder);
  if (fault !== undefined) yield unreadChunk(file, fault, fills);
  else yield* readKind(file, found as ArchiveKind, fills, signal);
}

function readKind(
  file: ArchiveFile,
  found: ArchiveKind,
  fills: ChunkBuilder,
  signal: AbortSignal,
): AsyncGenerator<SourceChunk> {
  if (found.kind === 'lines') return readNodeFile(file, signal, { builder: fills, feed: found.feed });
  const { columns } = found as Extract<ArchiveKind, { columns: string[] }>;
  const csv = { file, columns };
  if (found.kind === 'contexts')
    return readCsvFile({ ...csv, read: archivedContext.read, put: (contexts) => ({ contexts }) }, signal);
  if (found.kind === 'states')
    return readCsvFile({ ...csv, read: readSavedState, put: (states) => ({ states }) }, signal);
  return readCsvFile({ ...csv, read: builderFill.read, put: (builderFills) => ({ builderFills }) }, signal);
}

const kindNames = {
  lines: "lines of the exchange's node, or something else than a builder's daily file",
  contexts: "the exchange's archived asset_ctxs",
  states: 'saved account states',
} as const;

/** Why a file of one kind is not read as what was said; undefined where it is. */
function mixUp(found: ArchiveKind, builder: string | undefined): string | undefined {
  if (found.kind === 'foreign' && tradeHistoryColumns.every((column) => found.columns.includes(column))) {
    return "file is the trade history that the exchange's page exports as CSV: it names no wallet, no ids and no positions, so that its fills cannot be distinguished; import an answer of userFillsByTime with --wallet; the file was not read";
  }
  if (found.kind === 'foreign') {
    return `file is CSV of another kind (columns ${found.columns.join(',').slice(0, 300)}); expected asset_ctxs (time,coin,funding,…), saved account states (time,user,type,dex,answer) or a builder's daily file (time,user,coin,side,…); the file was not read`;
  }
  if (found.kind === 'builderFills') {
    return builder === undefined
      ? 'file is a daily builder file, which does not name its builder; say whose it is with --builder; the file was not read'
      : undefined;
  }
  return builder === undefined
    ? undefined
    : `file holds ${kindNames[found.kind]}; --builder takes daily builder files (time,user,coin,side,…) alone; the file was not read`;
}

function unreadChunk(
  file: Pick<ArchiveFile, 'path' | 'bytes'>,
  reason: string,
  builder: ChunkBuilder,
): SourceChunk {
  builder.begin(file.path);
  builder.noteUnread(reason);
  builder.finish();
  return builder.take(file.bytes);
}
