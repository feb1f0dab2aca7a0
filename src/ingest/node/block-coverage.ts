import type { CoverageLedger } from '../../coverage/ledger.ts';
import { type BlockRun, common, createBlockSet } from './block-set.ts';

/** What is asked of the ledger of coverage; it crosses the border between the threads. */
export type BlockLedger = Pick<CoverageLedger, 'cover' | 'record' | 'heal' | 'read'>;

/** Fills of all wallets, from the files of a node. */
export const nodeFeed = 'node_fills';
const reason = 'blocks that the files of the node lack';
/** Between two notes of how far the blocks are covered: where reading stands exactly is kept with each batch. */
const coverMs = 10_000;

/** What the position of the files says of blocks. */
export interface KeptBlocks {
  runs: readonly BlockRun[];
  /** Blocks of gaps that are stored with the batch, and that the ledger may not know of yet. */
  healing: readonly BlockRun[];
}

/** Follows which blocks are read, and keeps the ledger of coverage: gaps before what lies behind them is stored, healed ones after. */
export interface BlockCoverage {
  /** Blocks were read, in the order of their lines; they are not stored yet. */
  note(runs: readonly BlockRun[]): void;
  kept(): KeptBlocks;
  /** Records the gaps that were found; what follows on them may be stored from then on. */
  record(): Promise<void>;
  /** All that was noted is stored. @param isLast also says how far, however short ago that was said */
  stored(isLast?: boolean): Promise<void>;
  /** Stretches between blocks that were read, and the blocks in them. */
  missing(): { gaps: number; blocks: number };
}

/**
 * @param recorded gaps that the ledger has: a process before this one may have recorded one that it could not store the end of, and whose
 * blocks have come by now
 */
export function createBlockCoverage(options: {
  ledger: BlockLedger;
  kept: KeptBlocks;
  recorded: readonly BlockRun[];
  monotonicMs(): number;
}): BlockCoverage {
  const { ledger, kept, monotonicMs } = options;
  const set = createBlockSet(kept.runs);
  let healing = [...kept.healing];
  let recorded = options.recorded;
  let opened: BlockRun[] = [];
  let coveredMs = Number.NEGATIVE_INFINITY;

  return {
    note(runs) {
      for (const run of runs) {
        const change = set.add(run);
        opened.push(...change.opened);
        const inGaps = recorded.flatMap((gap) => common(gap, run) ?? []);
        healing.push(...change.healed, ...inGaps);
        if (inGaps.length > 0) recorded = recorded.flatMap((gap) => without(gap, [run]));
      }
    },
    kept: () => ({ runs: set.runs, healing }),
    async record() {
      if (opened.length === 0) return;
      const found = opened;
      opened = [];
      await Promise.all(found.map((gap) => ledger.record({ feed: nodeFeed, ...gap }, reason)));
    },
    async stored(isLast = false) {
      const healed = healing;
      await Promise.all(healed.map((run) => ledger.heal({ feed: nodeFeed, ...run })));
      healing = healing.slice(healed.length);
      const [first] = set.runs;
      if (first === undefined || (!isLast && monotonicMs() - coveredMs < coverMs)) return;
      const last = set.runs.at(-1)!;
      const { fromBlock, fromMs } = first;
      await ledger.cover({ feed: nodeFeed, fromBlock, fromMs, toBlock: last.toBlock, toMs: last.toMs });
      coveredMs = monotonicMs();
    },
    missing() {
      const gaps = set.runs.slice(1).map((run, i) => run.fromBlock - set.runs[i]!.toBlock - 1);
      return { gaps: gaps.length, blocks: gaps.reduce((sum, blocks) => sum + blocks, 0) };
    },
  };
}

/** What the ledger says of blocks: those that were read, where no position is kept, as on another machine, and the gaps between them. */
export async function blocksOf(ledger: BlockLedger): Promise<{ kept: KeptBlocks; gaps: BlockRun[] }> {
  const intervals = await ledger.read({
    feed: nodeFeed,
    fromMs: 0,
    toMs: Date.UTC(2299, 0),
    states: ['covered', 'open', 'lost'],
    limit: 10_000,
  });
  const gaps: BlockRun[] = [];
  const covered: BlockRun[] = [];
  for (const { fromBlock = 0, toBlock = 0, fromMs, toMs, state } of intervals) {
    if (fromBlock === 0 || toBlock === 0) continue;
    (state === 'covered' ? covered : gaps).push({ fromBlock, toBlock, fromMs, toMs });
  }
  gaps.sort((a, b) => a.fromBlock - b.fromBlock);
  const runs = covered.flatMap((run) => without(run, gaps));
  return { kept: { runs: runs.sort((a, b) => a.fromBlock - b.fromBlock), healing: [] }, gaps };
}

function without(run: BlockRun, gaps: readonly BlockRun[]): BlockRun[] {
  const runs: BlockRun[] = [];
  let rest = run;
  for (const gap of gaps) {
    if (gap.toBlock < rest.fromBlock || gap.fromBlock > rest.toBlock) continue;
    if (gap.fromBlock > rest.fromBlock) runs.push({ ...rest, toBlock: gap.fromBlock - 1, toMs: gap.fromMs });
    if (gap.toBlock >= rest.toBlock) return runs;
    rest = { ...rest, fromBlock: gap.toBlock + 1, fromMs: gap.toMs };
  }
  return [...runs, rest];
}
