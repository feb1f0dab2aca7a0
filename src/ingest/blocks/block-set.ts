import type { Span } from '../../kernel/span.ts';

/** Consecutive blocks that were read, both ends in it, with the times of the first and the last, unix milliseconds. */
export interface BlockRun extends Span {
  fromBlock: number;
  toBlock: number;
}

/** What a run changed of what is missing. */
export interface BlockChange {
  /** Blocks between runs, that no line has: the times are those of the blocks around them. */
  opened: BlockRun[];
  /** Blocks of such gaps that came after all. */
  healed: BlockRun[];
}

/**
 * The blocks that were read. A node writes every block, empty ones included, so what lies between two runs is missing
 * (docs/exchange.md#blocks).
 */
export interface BlockSet {
  readonly runs: readonly BlockRun[];
  /** What lies between them. */
  readonly gaps: readonly BlockRun[];
  /** The run's blocks that were read before change nothing. */
  add(run: BlockRun): BlockChange;
  has(block: number): boolean;
}

/** At most 1,000 runs are kept apart; beyond that the two oldest count as one: what came of their gap would not be seen. */
const runsLimit = 1_000;
const none: BlockChange = { opened: [], healed: [] };

/** @param known in their order, apart from each other */
export function createBlockSet(known: readonly BlockRun[] = []): BlockSet {
  let runs = known.map((run) => ({ ...run }));

  function add(run: BlockRun): BlockChange {
    const last = runs.at(-1);
    if (last !== undefined && run.fromBlock >= last.fromBlock && run.fromBlock <= last.toBlock + 1) {
      if (run.toBlock > last.toBlock) ({ toBlock: last.toBlock, toMs: last.toMs } = run);
      return none;
    }
    const healed = gapsOf(runs).flatMap((gap) => common(gap, run) ?? []);
    const opened = last === undefined ? [] : outside(run);
    runs = joinRuns([...runs, run]);
    if (runs.length > runsLimit)
      runs = [{ ...runs[0]!, toBlock: runs[1]!.toBlock, toMs: runs[1]!.toMs }, ...runs.slice(2)];
    return { opened, healed };
  }

  /** The gap between all that is known and a run that lies before it, or behind. */
  function outside(run: BlockRun): BlockRun[] {
    const first = runs[0]!;
    const last = runs.at(-1)!;
    if (run.fromBlock > last.toBlock + 1) return [between(last, run)];
    if (run.toBlock < first.fromBlock - 1) return [between(run, first)];
    return [];
  }

  return {
    get runs() {
      return runs;
    },
    get gaps() {
      return gapsOf(runs);
    },
    add,
    has: (block) => runs.some(({ fromBlock, toBlock }) => fromBlock <= block && block <= toBlock),
  };
}

/** Whether a run can be of the same exchange as another: it has less than a block a millisecond, and a damaged line makes up any number. */
export function follows(other: BlockRun, run: BlockRun): boolean {
  const apartMs = Math.max(run.fromMs - other.toMs, other.fromMs - run.toMs, 0);
  const apartBlocks = Math.max(run.fromBlock - other.toBlock, other.fromBlock - run.toBlock, 0);
  return apartBlocks <= Math.max(1, apartMs);
}

function between(before: BlockRun, behind: BlockRun): BlockRun {
  return {
    fromBlock: before.toBlock + 1,
    toBlock: behind.fromBlock - 1,
    fromMs: before.toMs,
    toMs: Math.max(before.toMs, behind.fromMs),
  };
}

function gapsOf(runs: readonly BlockRun[]): BlockRun[] {
  return runs.slice(1).map((run, i) => between(runs[i]!, run));
}

export function countBlocks(runs: readonly BlockRun[]): number {
  return runs.reduce((sum, { fromBlock, toBlock }) => sum + toBlock - fromBlock + 1, 0);
}

/** The blocks of a gap that a run has. */
export function common(gap: BlockRun, run: BlockRun): BlockRun | undefined {
  const fromBlock = Math.max(gap.fromBlock, run.fromBlock);
  const toBlock = Math.min(gap.toBlock, run.toBlock);
  if (fromBlock > toBlock) return undefined;
  return {
    fromBlock,
    toBlock,
    fromMs: fromBlock === run.fromBlock ? run.fromMs : gap.fromMs,
    toMs: toBlock === run.toBlock ? run.toMs : gap.toMs,
  };
}

/** The same blocks in their order: runs that overlap or touch are one. */
export function joinRuns(runs: readonly BlockRun[]): BlockRun[] {
  const apart: BlockRun[] = [];
  for (const run of runs.toSorted((a, b) => a.fromBlock - b.fromBlock)) {
    const last = apart.at(-1);
    if (last === undefined || run.fromBlock > last.toBlock + 1) apart.push({ ...run });
    else if (run.toBlock > last.toBlock) ({ toBlock: last.toBlock, toMs: last.toMs } = run);
  }
  return apart;
}
