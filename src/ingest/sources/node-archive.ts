import { type Clock, systemClock } from '../../kernel/clock.ts';
import { type MiscEvent, readMiscEvent, readMiscLine } from '../../wire/misc-event.ts';
import { readEvent, readNodeLine } from '../../wire/node-line.ts';
import { type BlockFeed, miscFeed, nodeFeed } from '../blocks/block-coverage.ts';
import { miscRows } from '../facts/ledger-rows.ts';
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

const emptyEnd = Buffer.from('"events":[]}\n');
/** Strict, because a torn line joined with another one may end like an empty block. */
const numberOf =
  /^\{(?:"(?:local|block)_time":"[\d:T.-]{1,40}",){0,2}"block_number":(0|[1-9]\d{0,14}),"events":\[\]\}\n$/;
/** An empty block takes half of it. */
const emptyBytes = 256;
/** Maximum parts of one event whose reasons are listed. */
const namedParts = 8;

/** Reads a node's misc events: funding payments, and balance changes without a fill. */
function createMiscTaker(builder: ChunkBuilder): LineTaker {
  let timeMs = -1;
  /** Counts equal consecutive events of one moment, for lines without blocks. */
  let ofMoment: ((event: MiscEvent) => void) | undefined;

  function take(event: unknown, line: number, index: number, put: (read: MiscEvent) => void): void {
    const read = readMiscEvent(event);
    if (typeof read === 'string') {
      builder.reject(line, index, read, rawJson(event));
      return;
    }
    put(read);
    const { rejected } = read;
    const reasons = rejected.slice(0, namedParts).map(({ reason }) => reason);
    if (rejected.length > namedParts) reasons.push(`${rejected.length - namedParts} more`);
    builder.leaveOut(
      line,
      index,
      reasons,
      rejected.map(({ value }) => value),
      read.timeMs,
    );
  }

  return {
    get timeMs() {
      return timeMs;
    },
    scan(bytes, at) {
      const next = nextLine(bytes, at);
      if (
        next - at > emptyBytes ||
        bytes.compare(emptyEnd, 0, emptyEnd.length, next - emptyEnd.length, next) !== 0
      )
        return -1;
      const number = numberOf.exec(bytes.toString('latin1', at, next))?.[1];
      if (number === undefined) return -1;
      builder.noteBlock(Number(number));
      return next;
    },
    *add({ text, line, isTorn }) {
      const read = readMiscLine(text);
      if (read.kind === 'fault') {
        builder.reject(line, -1, lineFault(read, isTorn), text);
      } else if (read.kind === 'block') {
        builder.noteBlock(read.blockNumber);
        // Counts equal events per line, so that a block written twice counts once.
        const put = miscRows(builder.misc);
        for (const [index, event] of read.events.entries()) {
          take(event, line, index, put);
          if (builder.full) yield undefined;
        }
      } else {
        take(read.event, line, -1, (found) => {
          if (found.timeMs !== timeMs) ofMoment = miscRows(builder.misc);
          timeMs = found.timeMs;
          ofMoment!(found);
        });
      }
    },
  };
}

/**
 * Reads a file of the exchange's node: `node_fills_by_block`, `node_fills`, `misc_events_by_block` and `misc_events`, plain or in LZ4
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

export function takerOf(feed: BlockFeed, builder: ChunkBuilder, clock: Clock): LineTaker {
  return feed === miscFeed ? createMiscTaker(builder) : createFillTaker(builder, () => aheadFromMs(clock));
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
