import type { Clock } from '../../kernel/clock.ts';
import type { BlockCoverage, BlockFeed } from '../blocks/block-coverage.ts';
import type { SourceChunk } from '../source.ts';
import { type BlockRuns, type BlocksEnd, createBlockRuns } from '../sources/block-runs.ts';
import type { BlockTimes } from '../sources/block-times.ts';
import { createChunkBuilder } from '../sources/chunk-builder.ts';
import { localFile } from '../sources/file-cursor.ts';
import { type LineBatch, lineText, nextLine } from '../sources/line-batch.ts';
import { readLines, UnreadableFile } from '../sources/line-reader.ts';
import { createNodeLines, lineReaders, type TakenLine, takerOf } from '../sources/node-archive.ts';
import { type FollowedFile, isStreamedAt, tailOf } from './followed-file.ts';
import type { FileKind } from './node-dir.ts';

/** Newest block read, over all files. */
export interface NewestBlock extends BlockTimes {
  /** 0 if events come without their blocks. */
  number: number;
}

/** Reads hour files from their stored positions, one after the other, into chunks. */
export interface FileReader {
  readonly newest: NewestBlock | undefined;
  /** Blocks (including empty ones) and bytes read. */
  readonly counts: { blocks: number; bytes: number };
  /** Reads the new data of a file, up to its last newline. A chunk's rows are valid until the next chunk. */
  read(file: FollowedFile): AsyncGenerator<SourceChunk>;
  /** Whether fills of a last millisecond are held back. */
  readonly isHolding: boolean;
  /** Releases the held fills of a last millisecond; undefined if none are held. */
  release(): SourceChunk | undefined;
}

/** First lines of a file that decide whether the file holds this record at all. */
const linesJudged = 8;

export interface FileReaderOptions {
  kind: FileKind;
  feed: BlockFeed;
  clock: Clock;
  blocks: Pick<BlockCoverage, 'note' | 'has' | 'last' | 'doubt'>;
  files: ReadonlyMap<string, FollowedFile>;
  /** Position of all files, in the follower's format. */
  position(): string;
}

export function createFileReader(options: FileReaderOptions): FileReader {
  const { kind, feed, clock, blocks, files, position } = options;
  const builder = createChunkBuilder();
  const taker = takerOf(feed, builder, clock, true);
  const isByBlock = kind.endsWith('_by_block');
  const counts = { blocks: 0, bytes: 0 };
  let newest: NewestBlock | undefined;
  /** File whose last millisecond is held back: without blocks, lines of one millisecond have no order. */
  let held: FollowedFile | undefined;
  /** Files whose last block may get more lines. */
  const open = new Set<FollowedFile>();

  function runsOf(file: FollowedFile): BlockRuns {
    if (file.runs !== undefined) return file.runs;
    const isStreamed = isStreamedAt(files.values(), file.hourFromMs);
    const { line, group, beginsCut } = file;
    const isCutHere = line === 1 ? beginsCut : isStreamed && !blocks.has(group.key - 1);
    if (isCutHere) file.seqs.leaveRoom();
    const { last: known, has: isRead, doubt: onDoubt } = blocks;
    file.runs = createBlockRuns({ isStreamed, beginsCut: isCutHere, known, isRead, onDoubt });
    return file.runs;
  }

  /** Closes fully read files of earlier hours once a later file is read. */
  function closeBefore({ hourFromMs }: FollowedFile): void {
    for (const file of open) {
      if (file.hourFromMs >= hourFromMs) continue;
      const isRead = !file.isGone && file.readTo >= file.bytes;
      if (isRead && file.runs !== undefined) blocks.note(file.runs.take('over'));
      if (isRead || !files.has(file.name)) open.delete(file);
    }
  }

  function taken(file: FollowedFile, end?: BlocksEnd): SourceChunk {
    const chunk = builder.take(file.readTo);
    blocks.note(runsOf(file).take(end));
    file.hasParts ||= file.runs!.sawParts;
    counts.blocks += chunk.blocks;
    return { ...chunk, position: position() };
  }

  function noteNewest(last: NewestBlock | undefined): void {
    const before = newest?.blockMs ?? 0;
    if (!isByBlock) {
      const { timeMs } = taker;
      if (timeMs > before) newest = { number: 0, blockMs: timeMs, localMs: undefined };
    } else if (last !== undefined && last.blockMs >= before) {
      newest = last;
    }
  }

  const groupOf = ({ block }: TakenLine) => block ?? taker.timeMs;

  function release(): SourceChunk | undefined {
    if (held === undefined) return undefined;
    builder.finish();
    const chunk = taken(held);
    held = undefined;
    return chunk;
  }

  return {
    counts,
    get newest() {
      return newest;
    },
    get isHolding() {
      return held !== undefined;
    },
    release,
    async *read(file) {
      if (held !== undefined && held !== file) yield release()!;
      if (held === undefined) builder.begin(file.path, file.seqs);
      closeBefore(file);
      const runs = runsOf(file);
      const { isSettled } = file;
      let from = file.readTo;
      let seenTo = file.bytes;
      const lines = createNodeLines({
        builder,
        taker,
        onLine(line) {
          if (runs.add(line)) builder.leaveRoom();
          // Reading resumes at the first line of the last block; an invalid line starts no block.
          if (isByBlock && line.block === undefined) return;
          const key = groupOf(line);
          if (key === file.group.key || line.batch.lineBytes !== line.batch.bytes.length) return;
          file.group = { key, atByte: from + line.at, line: line.line };
        },
      });
      lines.line = file.line;
      try {
        for await (const batch of readLines(localFile(file.path), { fromByte: from, grows: !isSettled })) {
          if (file.line === 1 && lines.line === 1 && isForeign(file, batch, feed)) break;
          for (const _full of lines.take(batch)) yield taken(file);
          runs.endBatch();
          noteNewest(runs.last);
          from += batch.lineBytes;
          seenTo = Math.max(seenTo, batch.bytesRead);
          counts.bytes += batch.lineBytes;
          file.readTo = from;
          file.line = lines.line;
          // If a line was too long to be kept, the buffer does not hold all bytes of the file.
          const isWhole = batch.bytes.length > 0 && batch.bytes.length === batch.lineBytes;
          if (!isSettled && isWhole) file.tail = tailOf(batch.bytes, from);
        }
      } catch (error) {
        // The file or its permissions were removed; the next poll reports that.
        if (!(error instanceof UnreadableFile)) throw error;
      }
      if (isSettled && file.fault === undefined) {
        file.readTo = file.bytes;
        file.isClosed = true;
        file.tail = undefined;
      }
      if (kind === 'node_fills' && !isSettled) {
        held = file;
      } else {
        builder.finish();
      }
      open.add(file);
      file.isTorn = !isSettled && seenTo > file.readTo;
      yield taken(file, isSettled ? 'over' : file.isTorn ? 'torn' : 'open');
    },
  };
}

/**
 * Rejects files of other records; the first line gives the reason. A valid line near the start means a file of this record with a bad
 * line.
 */
function isForeign(file: FollowedFile, { bytes }: LineBatch, feed: BlockFeed): boolean {
  let reason: string | undefined;
  for (let at = 0, line = 1; line <= linesJudged && at < bytes.length; line++) {
    const next = nextLine(bytes, at);
    const text = lineText(bytes, at, next, line === 1);
    at = next;
    if (text === undefined || text === '') continue;
    const read = lineReaders[feed](text);
    if (read.kind !== 'fault' || (reason === undefined && !read.isJson)) return false;
    reason ??= read.reason;
  }
  if (reason === undefined) return false;
  file.fault = {
    why: 'it holds other records',
    reason: `${file.path} is not read: its first ${reason}`,
    bytes: file.bytes,
    statusMs: file.statusMs,
  };
  return true;
}
