import { type Clock, systemClock } from '../../kernel/clock.ts';
import { readEvent, readNodeLine } from '../../wire/node-line.ts';
import { aheadFromMs } from '../fills-ahead.ts';
import type { SourceChunk } from '../source.ts';
import { type ChunkBuilder, createChunkBuilder, rawJson } from './chunk-builder.ts';
import type { ArchiveFile } from './file-tree.ts';
import { lineText, nextLine, rawCharactersLimit } from './line-batch.ts';
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
  const { builder, beforeMs } = taking;
  const scanner = createLineScanner(beforeMs);
  let bytesRead = 0;
  let line = 1;
  for await (const batch of readLines(file)) {
    if (signal.aborted) return;
    const { bytes, faults } = batch;
    bytesRead = batch.bytesRead;
    let fault = 0;
    for (let at = 0; ; line++) {
      for (; fault < faults.length && faults[fault]!.at <= at; fault++) {
        const { reason, raw, damage } = faults[fault]!;
        builder.reject(line, -1, reason, raw);
        if (damage) builder.noteUnread(reason);
      }
      if (builder.full) yield builder.take(bytesRead);
      if (at >= bytes.length) break;
      builder.line = line;
      const scanned = scanner.line(bytes, at, builder);
      const next = scanned < 0 ? nextLine(bytes, at) : scanned;
      if (scanned < 0) {
        const isTorn = batch.torn && next === bytes.length;
        const text = lineText(bytes, at, next, line === 1);
        for (const _full of addLine({ text, line, isTorn }, bytes.subarray(at, next), taking)) {
          yield builder.take(bytesRead);
        }
      }
      at = next;
    }
  }
  builder.finish();
  yield builder.take(bytesRead);
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
