import { orderByChain } from '../chain-order.ts';
import type { RejectedRecord, SourceChunk, SourceFill } from '../source.ts';
import { rawCharactersLimit } from './line-batch.ts';
import { createSeqCounter } from './seq-counter.ts';

/** About a mebibyte of text; with more, the garbage collector copies a chunk before it is handed on. */
const chunkFillsLimit = 2_048;
const chunkRejectedLimit = 512;
/** More fills in one millisecond are ordered part by part; the largest seen is the 1,300 of midnight's dust. */
const runLimit = 20_000;

/** Collects one file's fills, numbers them, and hands them over in chunks. */
export interface ChunkBuilder {
  /** True where the chunk in hand is large enough to be handed over. */
  readonly full: boolean;
  /** Adds a fill that stands in the order in which it happened. */
  addOrdered(wallet: string, fill: SourceFill['fill'], block: number): void;
  /** Adds a fill whose order within its millisecond may be lost: it is held until the millisecond is over. */
  addUnordered(wallet: string, fill: SourceFill['fill']): void;
  reject(line: number, event: number, reason: string, raw: string): void;
  /** Notes that lines of this block were read; a block may span several lines. */
  noteBlock(blockNumber: number): void;
  /** Releases what is held back, at the end of the file. */
  finish(): void;
  /** The chunk in hand; a new one is begun. */
  take(bytesRead: number): SourceChunk;
}

/** @param file Absolute path, which chunks and rejected records name. */
export function createChunkBuilder(file: string): ChunkBuilder {
  const seqs = createSeqCounter();
  let fills: SourceFill[] = [];
  let rejected: RejectedRecord[] = [];
  let run: SourceFill[] = [];
  let runTimeMs = -1;
  let blocks = 0;
  let lastBlock = -1;

  function releaseRun(): void {
    if (run.length === 0) return;
    orderByChain(run);
    for (const record of run) {
      record.seq = seqs.next(runTimeMs);
      fills.push(record);
    }
    run = [];
  }

  return {
    get full() {
      return fills.length >= chunkFillsLimit || rejected.length >= chunkRejectedLimit;
    },
    addOrdered(wallet, fill, block) {
      releaseRun();
      fills.push({ wallet, fill, block, seq: seqs.next(fill.time) });
    },
    addUnordered(wallet, fill) {
      if (fill.time !== runTimeMs || run.length >= runLimit) {
        releaseRun();
        runTimeMs = fill.time;
      }
      run.push({ wallet, fill, block: 0, seq: 0 });
    },
    reject(line, event, reason, raw) {
      rejected.push({ source: file, line, event, reason, raw: raw.slice(0, rawCharactersLimit) });
    },
    noteBlock(blockNumber) {
      if (lastBlock >= 0 && lastBlock !== blockNumber) blocks++;
      lastBlock = blockNumber;
    },
    finish() {
      releaseRun();
      if (lastBlock >= 0) blocks++;
      lastBlock = -1;
    },
    take(bytesRead) {
      const chunk = { fills, rejected, blocks, bytesRead, file };
      fills = [];
      rejected = [];
      blocks = 0;
      return chunk;
    },
  };
}

/** The JSON of a rejected value; nesting that the serialiser cannot follow is named instead. */
export function rawJson(value: unknown): string {
  try {
    return JSON.stringify(value) ?? String(value);
  } catch {
    return 'a value nested too deeply to be written out';
  }
}
