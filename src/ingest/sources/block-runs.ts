import { hash } from 'node:crypto';
import { type BlockRun, follows } from '../blocks/block-set.ts';
import { type BlockTimes, blockTimesAt } from './block-times.ts';
import type { TakenLine } from './node-archive.ts';

/**
 * Gathers the lines of a file to runs of consecutive blocks. Times are read where a run begins and ends, and of no other line.
 *
 * A block is read once its line is, but where blocks are over several lines (docs/exchange.md#how-a-node-breaks): there its first line may be missing behind
 * a line that cannot be read or a jump of the numbers, and its last one ahead of these, so that it counts once a line of another block stands at either side.
 */
export interface BlockRuns {
  /** A line was taken. @returns whether the next one may lack the first ones of its block */
  add(line: TakenLine): boolean;
  /** The bytes of its batch are about to go. */
  endBatch(): void;
  /** What was gathered; a run in hand goes on in the next. */
  take(end?: BlocksEnd): BlockRun[];
  /** Of the block line with the newest time. */
  readonly last: (BlockTimes & { number: number }) | undefined;
  /** Lines were seen of which several are of one block. */
  readonly sawParts: boolean;
}

/**
 * What stands behind the last line: nothing ever (`over`), part of a line (`torn`), or nothing yet. Of a line that is torn nothing shows whether it is of the
 * last block.
 */
export type BlocksEnd = 'over' | 'torn' | 'open';

export interface BlockRunsOptions {
  /** Blocks may be over several lines, as in files beside this one. */
  isStreamed?: boolean;
  /** Lines of the first block may be missing. */
  beginsCut?: boolean;
  /** Blocks of other files: the first number has to go with them, or with the next one. */
  known?: BlockRun | undefined;
  /** Whether a block was read before, in any file. */
  isRead?: (block: number) => boolean;
  /** A line was left out whose number does not go with those around it. */
  onDoubt?: () => void;
}

interface RunInHand extends BlockRun {
  /** Its first block, which may be handed over. */
  begin: number;
  /** The one that lines may be missing of, and whether they may be where a block is a line. */
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
  /** From the first block that was not handed over. */
  let current: RunInHand | undefined;
  let before = known;
  /** A number that does not go with those before it: a damaged line made it up, or the next one goes on with it. */
  let odd: BlockRun | undefined;
  /** The last line of the run in hand, whose time is not read yet; else what its events were. */
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

  /** Lines may be missing here. */
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
    // A line without a time is where the one before it was.
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
    // 0 where a line has no number.
    if (block === undefined || block === 0) return;
    const to = current?.toBlock;
    // A block that comes again says nothing of those around it.
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

/** What a line has of its block: the same where a line is written twice. */
function eventsOf({ batch: { bytes }, at, next }: TakenLine): string {
  const line = bytes.subarray(at, next);
  return hash('sha256', line.subarray(Math.max(0, line.indexOf('"events"'))), 'hex');
}
