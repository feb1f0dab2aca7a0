import type { BlockRun } from '../blocks/block-set.ts';
import { type BlockTimes, blockTimesAt } from './block-times.ts';
import type { TakenLine } from './node-archive.ts';

/** Gathers the lines of a file to runs of consecutive blocks. Times are read where a run begins and ends, and of no other line. */
export interface BlockRuns {
  /** A line was taken. */
  add(line: TakenLine): void;
  /** The bytes of its batch are about to go. */
  endBatch(): void;
  /** What was gathered; a run in hand goes on in the next. */
  take(): BlockRun[];
  /** Of the last block line that has its time. */
  readonly last: (BlockTimes & { number: number }) | undefined;
}

export function createBlockRuns(): BlockRuns {
  let runs: BlockRun[] = [];
  let current: BlockRun | undefined;
  /** The last line of the run in hand, whose time is not read yet. */
  let end: TakenLine | undefined;
  let last: (BlockTimes & { number: number }) | undefined;

  function readEnd(): void {
    if (end === undefined || current === undefined) return;
    const times = blockTimesAt(end.batch.bytes, end.at);
    if (times !== undefined) {
      current.toMs = Math.max(current.toMs, times.blockMs);
      last = { number: end.block!, ...times };
    }
    end = undefined;
  }

  function finish(): void {
    readEnd();
    if (current !== undefined) runs.push(current);
    current = undefined;
  }

  return {
    get last() {
      return last;
    },
    add(line) {
      const { block } = line;
      // 0 where a line has no number.
      if (block === undefined || block === 0) return;
      if (current === undefined || (block !== current.toBlock && block !== current.toBlock + 1)) {
        finish();
        // A line without a time is where the one before it was.
        const ms = blockTimesAt(line.batch.bytes, line.at)?.blockMs ?? last?.blockMs ?? 0;
        current = { fromBlock: block, toBlock: block, fromMs: ms, toMs: ms };
      }
      current.toBlock = block;
      end = line;
    },
    endBatch: readEnd,
    take() {
      finish();
      const taken = runs;
      runs = [];
      return taken;
    },
  };
}
