import { hash } from 'node:crypto';
import { type BlockRun, follows } from '../blocks/block-set.ts';
import { type BlockTimes, blockTimesAt } from './block-times.ts';
import type { TakenLine } from './node-archive.ts';

/**
 * Groups the lines of a file into runs of consecutive blocks. Parses times only at the start and end of a run.
 *
 * A block counts as read with its line, except if blocks span several lines (docs/exchange.md#how-a-node-breaks). There, an unreadable
 * line or a jump of the numbers may hide the first lines of the next block and the last lines of the previous one; such a block counts
 * only if lines of other blocks enclose it.
 */
export interface BlockRuns {
  /** Adds a line. @returns whether the first lines of the next line's block may be missing */
  add(line: TakenLine): boolean;
  /** Call before the bytes of the batch are released. */
  endBatch(): void;
  /** Takes the gathered runs; an open run continues in the next result. */
  take(end?: BlocksEnd): BlockRun[];
  /** Block line with the newest time. */
  readonly last: (BlockTimes & { number: number }) | undefined;
  /** Whether several lines belonged to one block. */
  readonly sawParts: boolean;
}

/** State after the last line: the end (`over`), part of a line (`torn`), or open. A torn line may belong to the last block. */
export type BlocksEnd = 'over' | 'torn' | 'open';

export interface BlockRunsOptions {
  /** Blocks may span several lines, as in neighbouring files. */
  isStreamed?: boolean;
  /** Lines of the first block may be missing. */
  beginsCut?: boolean;
  /** Newest blocks of other files: the first number must be consistent with them, or with the next number. */
  known?: BlockRun | undefined;
  /** Whether a block was read before, in any file. */
  isRead?: (block: number) => boolean;
  /** Called when a line is dropped because its number does not fit the neighbouring lines. */
  onDoubt?: () => void;
}

interface RunInHand extends BlockRun {
  /** First block of the run, including blocks already handed over. */
  begin: number;
  /** Block with possibly missing lines; `isSurelyCut`: even if every block is one line. */
  cut: number | undefined;
  isSurelyCut: boolean;
}

export function createBlockRuns({
  isStreamed = false,
  beginsCut = false,
  known,
  isRead = () => false,
  onDoubt,
}: BlockRunsOptions = {}): BlockRuns {
  let runs: BlockRun[] = [];
  /** Starts at the first block not handed over yet. */
  let current: RunInHand | undefined;
  let before = known;
  /** A number that does not fit the previous ones: either a damaged line, or confirmed by the next line. */
  let odd: BlockRun | undefined;
  /** Last line of the current run, its time still unread; `endEvents` is its hash after the batch is released. */
  let end: TakenLine | undefined;
  let endEvents: string | undefined;
  let last: (BlockTimes & { number: number }) | undefined;
  let isCut = beginsCut;
  let isSurelyCut = beginsCut;
  let sawParts = false;

  function readEnd(): void {
    if (end === undefined || current === undefined) return;
    const times = blockTimesAt(end.batch.bytes, end.at);
    if (times !== undefined) {
      current.toMs = Math.max(current.toMs, times.blockMs);
      if (times.blockMs >= (last?.blockMs ?? 0)) last = { number: end.block!, ...times };
    }
    end = undefined;
  }

  function keepEnd(): void {
    if (end !== undefined && !sawParts) endEvents = eventsOf(end);
    readEnd();
  }

  function hand(toBlock: number): void {
    if (current === undefined) return;
    const { fromBlock, cut, fromMs, toMs } = current;
    const from = fromBlock === cut && (mayBeParts() || current.isSurelyCut) ? fromBlock + 1 : fromBlock;
    if (toBlock >= from) runs.push({ fromBlock: from, toBlock, fromMs, toMs });
    current.fromBlock = Math.max(from, toBlock + 1);
    current.fromMs = toMs;
  }

  const mayBeParts = () => isStreamed || sawParts;

  /** Marks a place with possibly missing lines. */
  function cut(): void {
    readEnd();
    isCut = true;
    if (current === undefined) return;
    before = current;
    hand(current.toBlock - (mayBeParts() ? 1 : 0));
    current = undefined;
  }

  function begin(run: BlockRun): void {
    current = { ...run, begin: run.fromBlock, cut: isCut ? run.fromBlock : undefined, isSurelyCut };
    isCut = false;
    isSurelyCut = false;
  }

  function leaveOdd(next?: BlockRun): void {
    if (odd !== undefined) onDoubt?.();
    odd = next;
  }

  function jump(line: TakenLine): void {
    readEnd();
    // A line without a time gets the time of the previous line.
    const ms = blockTimesAt(line.batch.bytes, line.at)?.blockMs ?? last?.blockMs ?? 0;
    const found = { fromBlock: line.block!, toBlock: line.block!, fromMs: ms, toMs: ms };
    const near = current ?? before;
    if (near !== undefined && follows(near, found)) {
      if (current !== undefined) cut();
      begin(found);
      leaveOdd();
    } else if (odd !== undefined && follows(odd, found)) {
      const first = odd;
      odd = undefined;
      if (current !== undefined) cut();
      begin(first);
      takeLine(line);
    } else {
      leaveOdd(found);
    }
  }

  function takeLine(line: TakenLine): void {
    const { block } = line;
    if (block === undefined) cut();
    // A line without a number has 0.
    if (block === undefined || block === 0) return;
    const to = current?.toBlock;
    // A repeated block says nothing about its neighbours.
    if (current !== undefined && block < current.toBlock && (block >= current.begin || isRead(block))) return;
    if (to === undefined || (block !== to && block !== to + 1)) jump(line);
    if (current?.toBlock !== block && current?.toBlock !== block - 1) return;
    if (block === to && !sawParts) {
      const events = end === undefined ? endEvents : eventsOf(end);
      sawParts = events !== undefined && events !== eventsOf(line);
    }
    current.toBlock = block;
    leaveOdd();
    end = line;
  }

  return {
    add(line) {
      takeLine(line);
      return line.block === undefined && (mayBeParts() || isSurelyCut);
    },
    get last() {
      return last;
    },
    get sawParts() {
      return sawParts;
    },
    endBatch: keepEnd,
    take(at = 'open') {
      keepEnd();
      if (at === 'over' && odd !== undefined) {
        if (current === undefined) begin(odd);
        else onDoubt?.();
        odd = undefined;
      }
      const isHeld = at === 'torn' || (at === 'open' && mayBeParts());
      if (current !== undefined) hand(current.toBlock - (isHeld ? 1 : 0));
      const taken = runs;
      runs = [];
      return taken;
    },
  };
}

/** Hash of a line's events; equal if a line is written twice. */
function eventsOf({ batch: { bytes }, at, next }: TakenLine): string {
  const line = bytes.subarray(at, next);
  return hash('sha256', line.subarray(Math.max(0, line.indexOf('"events"'))), 'hex');
}
