import { dayMs, hourMs, minuteMs } from '../../kernel/clock.ts';
import type { HalfOpenSpan } from '../../kernel/span.ts';
import {
  type BlockFeed,
  type BlockLedger,
  blocksOf,
  filledBy,
  miscFeed,
  nodeFeed,
  twapFeed,
  without,
} from './block-coverage.ts';
import { type BlockRun, common, countBlocks, follows, joinRuns } from './block-set.ts';

const reason = 'blocks that the files of an archive lack';

export interface ImportedBlocks {
  /** Notes blocks read, in the order of their lines; not stored yet. @param feed default: fills */
  note(runs: readonly BlockRun[], feed?: BlockFeed): void;
  /** Marks all noted blocks as stored: reports coverage, healed gaps and missing blocks. */
  stored(): Promise<void>;
}

/** @throws AnalyticsError */
export async function importedBlocks(ledger: BlockLedger): Promise<ImportedBlocks> {
  const of = {
    [nodeFeed]: await blocksOfRecord(ledger, nodeFeed),
    [miscFeed]: await blocksOfRecord(ledger, miscFeed),
    [twapFeed]: await blocksOfRecord(ledger, twapFeed),
  };
  return {
    note: (runs, feed = nodeFeed) => of[feed].note(runs),
    async stored() {
      await Promise.all(Object.values(of).map((record) => record.stored()));
    },
  };
}

/**
 * Files a day or more apart are separate imports, so the blocks between them are no gap; covered blocks are none either.
 *
 * @throws AnalyticsError
 */
async function blocksOfRecord(ledger: BlockLedger, feed: BlockFeed): Promise<ImportedBlocks> {
  const { kept, gaps } = await blocksOf(ledger, feed);
  let known = [...kept.runs];
  let recorded: readonly BlockRun[] = gaps;
  const recordedWith = (run: BlockRun) => gaps.flatMap((gap) => common(gap, run) ?? []);
  let read: BlockRun[] = [];
  let healing: BlockRun[] = [];
  let missing: BlockRun[] = [];
  let last: BlockRun | undefined;

  function note(run: BlockRun): void {
    const filled = filledBy(recorded, run);
    healing.push(...filled.healed);
    recorded = filled.left;
    const begun = read.at(-1);
    if (begun === undefined || !goesOn(begun, run)) read.push({ ...run });
    else if (run.toBlock > begun.toBlock) ({ toBlock: begun.toBlock, toMs: begun.toMs } = run);
    if (last === undefined || !isLikely(last, run)) last = { ...run };
    if (run.fromBlock > last.toBlock + 1) {
      missing.push({
        fromBlock: last.toBlock + 1,
        toBlock: run.fromBlock - 1,
        fromMs: last.toMs,
        toMs: Math.max(last.toMs, run.fromMs),
      });
    }
    if (run.toBlock > last.toBlock) last = { ...run };
  }

  return {
    note: (runs) => runs.forEach(note),
    async stored() {
      const isSparse = leavesOutBlocks(read);
      const covered = isSparse ? stretchesOf(read) : read;
      const healed = isSparse ? covered.flatMap((run) => recordedWith(run)) : healing;
      // Blocks that arrived later in the import, or were read before, are not missing.
      known = [...known, ...covered].sort((a, b) => a.fromBlock - b.fromBlock);
      const lacking = isSparse ? [] : missing.flatMap((gap) => without(gap, known));
      recorded = [...recorded, ...lacking];
      [read, healing, missing] = [[], [], []];
      await Promise.all([
        ...covered.map((run) => ledger.cover({ feed, ...run })),
        ...lacking.map((gap) => ledger.record({ feed, ...gap }, reason)),
        // An hour comes in hundreds of chunks; without joining, each would split a gap.
        ...joinRuns(healed).map((run) => ledger.heal({ feed, ...run })),
      ]);
    },
  };
}

/** Detects a record that contains only blocks with fills, as a simulated history: missing blocks are then undetectable. */
function leavesOutBlocks(runs: readonly BlockRun[]): boolean {
  return runs.length > 10 && runs.length * 10 > countBlocks(runs);
}

function stretchesOf(runs: readonly BlockRun[]): BlockRun[] {
  const stretches: BlockRun[] = [];
  for (const run of runs.toSorted((a, b) => a.fromBlock - b.fromBlock)) {
    const before = stretches.at(-1);
    if (before === undefined || !isLikely(before, run)) stretches.push({ ...run });
    else Object.assign(before, { toBlock: run.toBlock, toMs: Math.max(before.toMs, run.toMs) });
  }
  return stretches;
}

function goesOn(before: BlockRun, run: BlockRun): boolean {
  return run.fromBlock >= before.fromBlock && run.fromBlock <= before.toBlock + 1;
}

/** Whether both can belong to one stretch of an archive: less than a day apart. */
function isLikely(before: BlockRun, run: BlockRun): boolean {
  const apartMs = Math.max(run.fromMs - before.toMs, before.fromMs - run.toMs, 0);
  return apartMs < dayMs && follows(before, run);
}

/** Gaps that may still be filled, and the hours whose files may contain their blocks. */
export interface BlockGaps {
  gaps: number;
  blocks: number;
  /** Whole hours without overlaps, oldest first. */
  hours: HalfOpenSpan[];
}

/** Maximum delay of writing a block: a block from the end of an hour may be in the next hour's file. */
const writtenLateMs = minuteMs;

/**
 * @param within only gaps of this span; default: all
 * @throws AnalyticsError
 */
export async function openBlockGaps(
  ledger: BlockLedger,
  feeds: readonly BlockFeed[],
  within?: HalfOpenSpan,
): Promise<BlockGaps> {
  const params = { fromMs: within?.fromMs ?? 0, toMs: (within?.untilMs ?? Date.UTC(2299, 0)) - 1 };
  const found = await Promise.all(
    feeds.map((feed) => ledger.read({ feed, ...params, states: ['open'], limit: 10_000 })),
  );
  const gaps = found
    .flat()
    .filter(({ fromBlock = 0 }) => fromBlock > 0)
    .sort((a, b) => a.fromMs - b.fromMs);
  const hours: HalfOpenSpan[] = [];
  for (const { fromMs, toMs } of gaps) {
    const hour = {
      fromMs: Math.floor(fromMs / hourMs) * hourMs,
      untilMs: (Math.floor((toMs + writtenLateMs) / hourMs) + 1) * hourMs,
    };
    const last = hours.at(-1);
    if (last === undefined || hour.fromMs > last.untilMs) hours.push(hour);
    else last.untilMs = Math.max(last.untilMs, hour.untilMs);
  }
  const blocks = gaps.reduce((sum, { fromBlock, toBlock }) => sum + toBlock! - fromBlock! + 1, 0);
  return { gaps: gaps.length, blocks, hours };
}
