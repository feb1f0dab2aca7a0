import { type Clock, systemClock } from '../../kernel/clock.ts';
import { readEvent, readNodeLine } from '../../wire/node-line.ts';
import { aheadFromMs } from '../fills-ahead.ts';
import type { SourceChunk } from '../source.ts';
import { createBlockRuns } from './block-runs.ts';
import { type ChunkBuilder, createChunkBuilder, rawJson } from './chunk-builder.ts';
import type { ArchiveFile } from './file-tree.ts';
import { type LineBatch, lineText, nextLine, rawCharactersLimit } from './line-batch.ts';
import { readLines, UnreadableFile } from './line-reader.ts';
import { createLineScanner } from './line-scanner.ts';

/**
 * Reads a file of the exchange's node: `node_fills_by_block` and `node_fills`, plain or in LZ4 frames
 * (docs/exchange.md#archives). What cannot be used becomes a rejected record and never stops the
 * stream. Reading the same file again gives the same fills with the same numbers.
 *
 * @param by.builder of all files that are read one after the other
 */
export async function* readNodeFile(
  file: ArchiveFile,
  signal: AbortSignal,
  by: { builder?: ChunkBuilder; clock?: Clock } = {},
): AsyncGenerator<SourceChunk> {
  const { builder = createChunkBuilder(), clock = systemClock } = by;
  builder.begin(file.path);
  try {
    yield* readNodeLines(file, { builder, beforeMs: aheadFromMs(clock) }, signal);
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    builder.noteUnread(error.message);
    builder.finish();
    yield builder.take(file.bytes);
  }
}

/** Where a file's fills go, and before which moment they have to be. */
interface Taking {
  builder: ChunkBuilder;
  beforeMs: number;
}

async function* readNodeLines(
  file: ArchiveFile,
  taking: Taking,
  signal: AbortSignal,
): AsyncGenerator<SourceChunk> {
  const { builder } = taking;
  const runs = createBlockRuns();
  const lines = createNodeLines({ ...taking, onLine: runs.add });
  for await (const batch of readLines(file)) {
    if (signal.aborted) return;
    for (const _full of lines.take(batch)) yield { ...builder.take(batch.bytesRead), runs: runs.take() };
    runs.endBatch();
  }
  builder.finish();
  yield { ...builder.take(lines.bytesRead), runs: runs.take() };
}

/** A line that was taken. */
export interface TakenLine {
  /** Its number in the file, from 1, and where it begins and ends in its batch. */
  line: number;
  at: number;
  next: number;
  batch: LineBatch;
  /** Of its block; undefined where it is none. */
  block: number | undefined;
}

/** Takes the lines of a file into a builder, batch after batch. */
export interface NodeLines {
  /** Number of the line that is taken next. */
  line: number;
  /** Of the file, behind the last batch. */
  readonly bytesRead: number;
  /** Takes a batch; iterating gives a turn whenever the builder is full. */
  take(batch: LineBatch): Generator<undefined>;
}

/** @param taking.onLine is called behind every line that is not blank */
export function createNodeLines(taking: Taking & { onLine?: (taken: TakenLine) => void }): NodeLines {
  const { builder, beforeMs, onLine } = taking;
  const scanner = createLineScanner(beforeMs);
  let bytesRead = 0;

  function* takeLine(batch: LineBatch, at: number): Generator<undefined, number> {
    const { bytes } = batch;
    const { line } = lines;
    builder.line = line;
    builder.block = undefined;
    const scanned = scanner.line(bytes, at, builder);
    if (scanned >= 0) {
      onLine?.({ line, at, next: scanned, batch, block: builder.block });
      return scanned;
    }
    const next = nextLine(bytes, at);
    const isTorn = batch.torn && next === bytes.length;
    const text = lineText(bytes, at, next, line === 1);
    yield* addLine({ text, line, isTorn }, bytes.subarray(at, next), taking);
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

/** A line that the scanner declined. */
interface DeclinedLine {
  /** Undefined where it is no text. */
  text: string | undefined;
  line: number;
  isTorn: boolean;
}

/** Adds one line; iterating gives a turn whenever the chunk is full, also within a line of many events. */
function* addLine({ text, line, isTorn }: DeclinedLine, bytes: Buffer, taking: Taking): Generator<undefined> {
  const { builder, beforeMs } = taking;
  if (text === '') return;
  if (text === undefined) {
    const raw = bytes.subarray(0, rawCharactersLimit).toString('utf8');
    builder.reject(line, -1, 'line is no valid UTF-8; expected JSON in UTF-8', raw);
    return;
  }
  const read = readNodeLine(text);
  if (read.kind === 'block') {
    builder.noteBlock(read.blockNumber);
    yield* addEvents(read.events, read.blockNumber, line, taking);
  } else if (read.kind === 'event') {
    const pair = readEvent(read.event, beforeMs);
    if (typeof pair === 'string') {
      builder.reject(line, -1, pair, text);
      return;
    }
    builder.leaveOut(line, -1, pair.odd, read.event);
    builder.rows.append({ wallet: pair.wallet, fill: pair.fill, block: 0, seq: 0 });
    builder.unordered();
  } else {
    const reason = isTorn && !read.isJson ? `torn last line: ${read.reason}` : read.reason;
    builder.reject(line, -1, reason, text);
  }
}

function* addEvents(
  events: unknown[],
  block: number,
  line: number,
  { builder, beforeMs }: Taking,
): Generator<undefined> {
  for (const [index, event] of events.entries()) {
    const pair = readEvent(event, beforeMs);
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
