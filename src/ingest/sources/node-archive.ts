import { type Clock, systemClock } from '../../kernel/clock.ts';
import { readMiscLine } from '../../wire/misc-event.ts';
import { readEvent, readNodeLine } from '../../wire/node-line.ts';
import { readTwapLine } from '../../wire/twap.ts';
import { type BlockFeed, miscFeed, nodeFeed, twapFeed } from '../blocks/block-coverage.ts';
import { aheadFromMs } from '../fills-ahead.ts';
import type { SourceChunk } from '../source.ts';
import { createBlockRuns } from './block-runs.ts';
import { type ChunkBuilder, createChunkBuilder, rawJson } from './chunk-builder.ts';
import type { ArchiveFile } from './file-tree.ts';
import {
  type LineBatch,
  type LineTaker,
  lineFault,
  lineText,
  nextLine,
  rawCharactersLimit,
} from './line-batch.ts';
import { readLines, UnreadableFile } from './line-reader.ts';
import { createLineScanner } from './line-scanner.ts';
import { createMiscTaker, createTwapTaker } from './misc-lines.ts';

/**
 * Reads a file of the exchange's node: fills, misc events or TWAP statuses, by block or by event, plain or in LZ4
 * frames (docs/exchange.md#archives). Unusable content becomes a rejected record and never stops the stream. Reading the same file again
 * gives the same fills with the same numbers.
 *
 * @param by.builder builder of all files that are read in sequence
 * @param by.feed record of the file
 */
export async function* readNodeFile(
  file: ArchiveFile,
  signal: AbortSignal,
  by: { builder?: ChunkBuilder; clock?: Clock; feed?: BlockFeed } = {},
): AsyncGenerator<SourceChunk> {
  const { builder = createChunkBuilder(), clock = systemClock, feed = nodeFeed } = by;
  builder.begin(file.path);
  try {
    yield* readNodeLines(file, { builder, feed, taker: takerOf(feed, builder, clock) }, signal);
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    builder.noteUnread(error.message);
    builder.finish();
    yield builder.take(file.bytes);
  }
}

async function* readNodeLines(
  file: ArchiveFile,
  { feed, ...taking }: Taking & { feed: BlockFeed },
  signal: AbortSignal,
): AsyncGenerator<SourceChunk> {
  const { builder } = taking;
  const runs = createBlockRuns();
  const onLine = (line: TakenLine) => void (runs.add(line) && builder.leaveRoom());
  const lines = createNodeLines({ ...taking, onLine });
  for await (const batch of readLines(file)) {
    if (signal.aborted) return;
    for (const _full of lines.take(batch))
      yield { ...builder.take(batch.bytesRead), feed, runs: runs.take() };
    runs.endBatch();
  }
  builder.finish();
  yield { ...builder.take(lines.bytesRead), feed, runs: runs.take('over') };
}

/** Line parser of each record, used to recognise a record. */
export const lineReaders = {
  [nodeFeed]: readNodeLine,
  [miscFeed]: readMiscLine,
  [twapFeed]: readTwapLine,
} satisfies Record<BlockFeed, unknown>;

/**
 * Line reader of a record.
 *
 * @param isLive streams announce records of the last day when they are read; default: all records are history
 */
export function takerOf(feed: BlockFeed, builder: ChunkBuilder, clock: Clock, isLive = false): LineTaker {
  if (feed === miscFeed) return createMiscTaker(builder);
  if (feed === nodeFeed) return createFillTaker(builder, () => aheadFromMs(clock));
  return createTwapTaker(builder, () => (isLive ? clock.nowMs() : undefined));
}

interface Taking {
  builder: ChunkBuilder;
  taker: LineTaker;
}

export interface TakenLine {
  /** Line number in the file, from 1; its start and end offsets in the batch. */
  line: number;
  at: number;
  next: number;
  batch: LineBatch;
  /** Block number; undefined for a line without a block. */
  block: number | undefined;
}

/** Reads the lines of a file into a builder, batch by batch. */
export interface NodeLines {
  /** Number of the next line. */
  line: number;
  /** Bytes of the file consumed after the last batch. */
  readonly bytesRead: number;
  /** Reads a batch; yields whenever the builder is full. */
  take(batch: LineBatch): Generator<undefined>;
}

/** @param taking.onLine called after every non-blank line */
export function createNodeLines(taking: Taking & { onLine?: (taken: TakenLine) => void }): NodeLines {
  const { builder, taker, onLine } = taking;
  let bytesRead = 0;

  function* takeLine(batch: LineBatch, at: number): Generator<undefined, number> {
    const { bytes } = batch;
    const { line } = lines;
    builder.line = line;
    builder.block = undefined;
    const scanned = taker.scan(bytes, at);
    if (scanned >= 0) {
      onLine?.({ line, at, next: scanned, batch, block: builder.block });
      return scanned;
    }
    const next = nextLine(bytes, at);
    const isTorn = batch.torn && next === bytes.length;
    const text = lineText(bytes, at, next, line === 1);
    if (text === undefined) {
      const raw = bytes.subarray(at, Math.min(next, at + rawCharactersLimit)).toString('utf8');
      builder.reject(line, -1, 'line is no valid UTF-8; expected JSON in UTF-8', raw);
    } else if (text !== '') {
      yield* taker.add({ text, line, isTorn });
    }
    if (text !== '') onLine?.({ line, at, next, batch, block: builder.block });
    return next;
  }

  const lines: NodeLines = {
    line: 1,
    get bytesRead() {
      return bytesRead;
    },
    *take(batch) {
      const { bytes, faults } = batch;
      bytesRead = batch.bytesRead;
      let fault = 0;
      for (let at = 0; ; lines.line++) {
        for (; fault < faults.length && faults[fault]!.at <= at; fault++) {
          const { reason, raw, damage } = faults[fault]!;
          builder.reject(lines.line, -1, reason, raw);
          if (damage) builder.noteUnread(reason);
        }
        if (builder.full) yield undefined;
        if (at >= bytes.length) break;
        at = yield* takeLine(batch, at);
      }
    },
  };
  return lines;
}

/** @param beforeMs see `readFill` */
function createFillTaker(builder: ChunkBuilder, beforeMs: () => number): LineTaker {
  const scanner = createLineScanner(beforeMs);

  function* addEvents(events: unknown[], block: number, line: number): Generator<undefined> {
    for (const [index, event] of events.entries()) {
      const pair = readEvent(event, beforeMs());
      if (typeof pair === 'string') {
        builder.reject(line, index, pair, rawJson(event));
      } else {
        builder.leaveOut(line, index, pair.odd, event);
        builder.rows.append({ wallet: pair.wallet, fill: pair.fill, block, seq: 0 });
        builder.ordered(index);
      }
      if (builder.full) yield undefined;
    }
  }

  return {
    get timeMs() {
      const { rows } = builder;
      return rows.count === 0 ? -1 : rows.timesMs[rows.count - 1]!;
    },
    scan: (bytes, at) => scanner.line(bytes, at, builder),
    *add({ text, line, isTorn }) {
      const read = readNodeLine(text);
      if (read.kind === 'block') {
        builder.noteBlock(read.blockNumber);
        yield* addEvents(read.events, read.blockNumber, line);
      } else if (read.kind === 'event') {
        const pair = readEvent(read.event, beforeMs());
        if (typeof pair === 'string') {
          builder.reject(line, -1, pair, text);
          return;
        }
        builder.leaveOut(line, -1, pair.odd, read.event);
        builder.rows.append({ wallet: pair.wallet, fill: pair.fill, block: 0, seq: 0 });
        builder.unordered();
      } else {
        builder.reject(line, -1, lineFault(read, isTorn), text);
      }
    },
  };
}
