import { isPerp } from '../../domain/coin-name.ts';
import { chainedOrder, type PositionLink } from '../../domain/position-chain.ts';
import { readScaled } from '../../kernel/scaled.ts';
import type { MiscRows } from '../facts/ledger-rows.ts';
import { createFillColumns, type FillColumns } from '../fill-columns.ts';
import type { RejectedRecord, SourceChunk } from '../source.ts';
import { rawCharactersLimit } from './line-batch.ts';
import { createSeqCounter, type SeqCounter } from './seq-counter.ts';

interface Link extends PositionLink {
  /** Its row. */
  at: number;
}

const comparedFills = 16;

/**
 * Restores the order in which the fills of one millisecond happened, if the source lost it: within a wallet and coin, the next fill
 * starts at the position where the previous one ended (docs/exchange.md#order-of-fills; `tid` is a hash and has no order). Fills of each
 * wallet and coin are permuted only among their own places. Spot and outcomes keep their order, because transfers and fees change their
 * balances, too.
 *
 * @param from, to Rows of equal `time`, in source order; `to` is exclusive.
 * @returns the rows in their order; undefined if the source's order is right
 */
export function chainOrder(rows: FillColumns, from: number, to: number): Int32Array | undefined {
  if (to - from < 2) return undefined;
  let ordered: Int32Array | undefined;
  for (const places of repeatedPlaces(rows, from, to)) {
    const order = chainedOrder(places.map((at) => linkOf(rows, at)));
    if (order === undefined) continue;
    ordered ??= Int32Array.from({ length: to - from }, (_, i) => from + i);
    for (const [i, place] of places.entries()) ordered[place - from] = order[i]!.at;
  }
  return ordered;
}

/** Places of every perp coin that one wallet filled more than once. */
function repeatedPlaces(rows: FillColumns, from: number, to: number): number[][] {
  // Most milliseconds hold a few trades of different wallets; comparing them costs less than a map.
  if (to - from <= comparedFills && !hasRepeatedWallet(rows.words.wallet, from, to)) return [];
  const wallets = Buffer.from(rows.bytes.wallet.buffer);
  const coins = rows.texts.coin.texts;
  const byKey = new Map<string, number[]>();
  for (let at = from; at < to; at++) {
    const coin = rows.words.coin[at]!;
    if (!isPerp(coins[coin]!)) continue;
    const key = `${wallets.toString('latin1', at * 20, at * 20 + 20)}${coin}`;
    const places = byKey.get(key);
    if (places === undefined) byKey.set(key, [at]);
    else places.push(at);
  }
  return [...byKey.values()].filter((places) => places.length > 1);
}

/** Compares the first eight bytes; a collision only costs a closer check. */
function hasRepeatedWallet(words: Uint32Array, from: number, to: number): boolean {
  for (let i = from + 1; i < to; i++) {
    for (let j = from; j < i; j++) {
      if (words[j * 5] === words[i * 5] && words[j * 5 + 1] === words[i * 5 + 1]) return true;
    }
  }
  return false;
}

function linkOf({ words, bytes }: FillColumns, at: number): Link {
  const before = readScaled(words.start_position, at * 4, 12);
  const size = readScaled(words.sz, at * 4, 12);
  return { at, before, after: before + (bytes.side[at] === 1 ? size : -size) };
}

/** About 1 MiB of text: enough to amortise a chunk's cost, while its columns stay in the CPU caches. */
const chunkFillsLimit = 2_048;
const chunkRejectedLimit = 512;
const chunkMiscLimit = 8_192;
/** Longer runs of one millisecond are ordered in parts; the largest seen has 1,300 fills (midnight's dust). */
const runLimit = 20_000;

/** Collects the fills of one file after another, numbers them, and emits them in chunks. */
export interface ChunkBuilder {
  /**
   * Starts a file by its absolute path; the previous file must be finished and its last chunk taken.
   * @param numbers sequence numbers of the file's fills, if part of it was read before
   */
  begin(file: string, numbers?: SeqCounter): void;
  /** Whether the current chunk is large enough to be taken. */
  readonly full: boolean;
  /** Append fills here, then call `ordered` or `unordered` to accept the new rows. */
  readonly rows: FillColumns;
  readonly misc: MiscRows;
  /** Line of the next appended records, from 1; 0 for a feed. */
  line: number;
  /** Block of the last line, set by {@link ChunkBuilder.noteBlock}; a reader clears it before each line. */
  block: number | undefined;
  /**
   * Accepts new rows in the order in which they happened.
   * @param event index of the first one in its line's block
   */
  ordered(event: number): void;
  /** Fills may be missing before the next one: see {@link SeqCounter.leaveRoom}. */
  leaveRoom(): void;
  /** Accepts new rows whose order within their millisecond may be lost; holds them until the millisecond is over. */
  unordered(): void;
  reject(line: number, event: number, reason: string, raw: string): void;
  /**
   * Records unusable optional parts of a record; does nothing if there are none.
   * @param timeMs time of the record, if the parts do not contain it
   */
  leaveOut(line: number, event: number, reasons: readonly string[], value: unknown, timeMs?: number): void;
  /** Records that part or all of the file is not read. */
  noteUnread(reason: string): void;
  /** Records that lines of this block were read; a block may span several lines. */
  noteBlock(blockNumber: number): void;
  /** Releases held rows at the end of the file; numbering restarts. */
  finish(): void;
  /** Takes the current chunk and starts a new one. The chunk's rows stay valid until the next call. */
  take(bytesRead: number): SourceChunk;
}

/**
 * The columns take 15 MB, a thousand times the need of a small file, so one builder reads all files of an import.
 *
 * @param file Absolute path for chunks and rejected records.
 * @param wallet Lower-case address of all records, if they do not contain it.
 */
export function createChunkBuilder(file = '', wallet?: string): ChunkBuilder {
  const ofWallet = wallet === undefined ? {} : { wallet };
  let path = file;
  let seqs = createSeqCounter();
  let rows = createFillColumns(chunkFillsLimit + runLimit);
  let handedOver = createFillColumns(chunkFillsLimit + runLimit);
  const misc: MiscRows = { funding: [], ledger: [], twaps: [] };
  let rejected: RejectedRecord[] = [];
  let unread: string[] = [];
  /** Rows before this one are numbered; the rows after it are the run of one millisecond. */
  let released = 0;
  /** Rows before this one belong to the run. */
  let seen = 0;
  let blocks = 0;
  let lastBlock = -1;

  function number(row: number): void {
    rows.words.seq[row] = seqs.next(rows.timesMs[row]!);
  }

  /** Numbers the current run, up to row `to`. */
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
      const rest = misc.funding.length + misc.ledger.length + misc.twaps.length;
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
      misc.twaps = [];
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

/** Ending of every {@link partsText}. */
export const partsEnd = 'the record is used without it';

/** Reason for quarantine of parts whose record is used. */
export function partsText(reasons: readonly string[]): string {
  return `${reasons.join('; ')}; ${partsEnd}`;
}

/** JSON of a rejected value; a placeholder if the nesting is too deep for the serialiser. */
export function rawJson(value: unknown): string {
  try {
    return JSON.stringify(value) ?? String(value);
  } catch {
    return 'a value nested too deeply to be written out';
  }
}
