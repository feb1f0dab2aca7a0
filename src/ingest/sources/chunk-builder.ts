import { chainOrder } from '../chain-order.ts';
import type { MiscRows } from '../facts/ledger-rows.ts';
import { createFillColumns, type FillColumns } from '../fill-columns.ts';
import type { RejectedRecord, SourceChunk } from '../source.ts';
import { rawCharactersLimit } from './line-batch.ts';
import { createSeqCounter, type SeqCounter } from './seq-counter.ts';

/** About a mebibyte of text: enough to amortise a chunk's cost, and its columns stay in the processor's caches. */
const chunkFillsLimit = 2_048;
const chunkRejectedLimit = 512;
const chunkMiscLimit = 8_192;
/** More fills in one millisecond are ordered part by part; the largest seen is the 1,300 of midnight's dust. */
const runLimit = 20_000;

/** Collects the fills of one file after another, numbers them, and hands them over in chunks. */
export interface ChunkBuilder {
  /**
   * What follows is of this file, by its absolute path; the one before was finished and its last chunk taken.
   * @param numbers of its fills, where some of it was read before
   */
  begin(file: string, numbers?: SeqCounter): void;
  /** True where the chunk in hand is large enough to be handed over. */
  readonly full: boolean;
  /** Where to append fills: then `ordered` or `unordered` takes all rows that are new. */
  readonly rows: FillColumns;
  /** Where to append what is no fill. */
  readonly misc: MiscRows;
  /** Line of the records that are appended next, from 1; 0 for a feed. */
  line: number;
  /** Block of the last line, as {@link ChunkBuilder.noteBlock} had it; a reader of it clears it before a line. */
  block: number | undefined;
  /**
   * Takes new rows that stand in the order in which they happened.
   * @param event index of the first one in its line's block
   */
  ordered(event: number): void;
  /** Fills may be missing ahead of the next one: see {@link SeqCounter.leaveRoom}. */
  leaveRoom(): void;
  /** Takes new rows whose order within their millisecond may be lost: they are held until it is over. */
  unordered(): void;
  reject(line: number, event: number, reason: string, raw: string): void;
  /**
   * Notes parts that a record is used without; nothing where there is none.
   * @param timeMs of the record, where the parts do not say it
   */
  leaveOut(line: number, event: number, reasons: readonly string[], value: unknown, timeMs?: number): void;
  /** Notes that some of the file, or all of it, is not read. */
  noteUnread(reason: string): void;
  /** Notes that lines of this block were read; a block may span several lines. */
  noteBlock(blockNumber: number): void;
  /** Releases what is held back, at the end of the file; what follows is numbered again. */
  finish(): void;
  /** The chunk in hand, whose rows stay valid until the next is taken; a new one is begun. */
  take(bytesRead: number): SourceChunk;
}

/**
 * Its columns take 15 MB, a thousand times what a small file needs: one builder reads all files of an import.
 *
 * @param file Absolute path, which chunks and rejected records name.
 * @param wallet Lower-case address that all records are of, where they do not name it.
 */
export function createChunkBuilder(file = '', wallet?: string): ChunkBuilder {
  const ofWallet = wallet === undefined ? {} : { wallet };
  let path = file;
  let seqs = createSeqCounter();
  let rows = createFillColumns(chunkFillsLimit + runLimit);
  let handedOver = createFillColumns(chunkFillsLimit + runLimit);
  const misc: MiscRows = { funding: [], ledger: [] };
  let rejected: RejectedRecord[] = [];
  let unread: string[] = [];
  /** Rows before this one have their number; those behind it are the run of one millisecond. */
  let released = 0;
  /** Rows before this one were taken into the run. */
  let seen = 0;
  let blocks = 0;
  let lastBlock = -1;

  function number(row: number): void {
    rows.words.seq[row] = seqs.next(rows.timesMs[row]!);
  }

  /** Numbers the run in hand, up to row `to`. */
  function release(to: number): void {
    const order = chainOrder(rows, released, to);
    if (order !== undefined) for (const row of order) number(row);
    else for (let row = released; row < to; row++) number(row);
    released = to;
  }

  const builder: ChunkBuilder = {
    line: 0,
    block: undefined,
    misc,
    begin(next, numbers) {
      path = next;
      if (numbers !== undefined) seqs = numbers;
    },
    get full() {
      const rest = misc.funding.length + misc.ledger.length;
      return released >= chunkFillsLimit || rejected.length >= chunkRejectedLimit || rest >= chunkMiscLimit;
    },
    get rows() {
      return rows;
    },
    ordered(event) {
      release(seen);
      for (let row = released; row < rows.count; row++) {
        number(row);
        rows.lines[row] = builder.line;
        rows.events[row] = event + row - released;
      }
      released = rows.count;
      seen = rows.count;
    },
    leaveRoom: () => seqs.leaveRoom(),
    unordered() {
      for (; seen < rows.count; seen++) {
        rows.lines[seen] = builder.line;
        rows.events[seen] = -1;
        const over = seen > released && rows.timesMs[seen] !== rows.timesMs[released];
        if (over || seen - released >= runLimit) release(seen);
      }
    },
    reject(line, event, reason, raw) {
      const text = raw.slice(0, rawCharactersLimit);
      rejected.push({ source: path, line, event, reason, raw: text, ...ofWallet });
    },
    leaveOut(line, event, reasons, value, timeMs) {
      if (reasons.length === 0) return;
      const raw = rawJson(value).slice(0, rawCharactersLimit);
      const part = { source: path, line, event, reason: partsText(reasons), raw, isPart: true };
      rejected.push({ ...part, ...ofWallet, ...(timeMs !== undefined && { timeMs }) });
    },
    noteUnread: (reason) => void unread.push(reason),
    noteBlock(blockNumber) {
      builder.block = blockNumber;
      if (lastBlock >= 0 && lastBlock !== blockNumber) blocks++;
      lastBlock = blockNumber;
    },
    finish() {
      release(rows.count);
      seen = rows.count;
      if (lastBlock >= 0) blocks++;
      lastBlock = -1;
      seqs = createSeqCounter();
    },
    take(bytesRead) {
      const full = rows;
      rows = handedOver;
      rows.reset();
      rows.appendRows(full, released, full.count);
      full.truncate(released);
      handedOver = full;
      const chunk = { fills: full, rejected, blocks, bytesRead, file: path, unread, misc: { ...misc } };
      misc.funding = [];
      misc.ledger = [];
      seen = rows.count;
      released = 0;
      rejected = [];
      unread = [];
      blocks = 0;
      return chunk;
    },
  };
  return builder;
}

/** The end of {@link partsText}. */
export const partsEnd = 'the record is used without it';

/** Why parts of a record were left out, and that the record was not. */
export function partsText(reasons: readonly string[]): string {
  return `${reasons.join('; ')}; ${partsEnd}`;
}

/** The JSON of a rejected value; nesting that the serialiser cannot follow is named instead. */
export function rawJson(value: unknown): string {
  try {
    return JSON.stringify(value) ?? String(value);
  } catch {
    return 'a value nested too deeply to be written out';
  }
}
