import { dayMs } from '../../kernel/clock.ts';
import { type BlockLedger, blocksOf, nodeFeed, without } from './block-coverage.ts';
import { type BlockRun, common } from './block-set.ts';

const reason = 'blocks that the files of an archive lack';

/** Keeps the ledger of coverage for an import of files with blocks. */
export interface ImportedBlocks {
  /** Blocks were read, in the order of their lines; they are not stored yet. */
  note(runs: readonly BlockRun[]): void;
  /** All that was noted is stored: it is covered, gaps of it are healed, and what lines lack is recorded as gaps. */
  stored(): Promise<void>;
}

/**
 * What lies between two files a day or more apart was not meant to be imported, and is no gap; nor is what is covered already.
 *
 * @throws AnalyticsError
 */
export async function importedBlocks(ledger: BlockLedger): Promise<ImportedBlocks> {
  const { kept, gaps } = await blocksOf(ledger);
  let known = [...kept.runs];
  let recorded = gaps;
  let read: BlockRun[] = [];
  let healing: BlockRun[] = [];
  let missing: BlockRun[] = [];
  /** The run in hand, of which some may be noted already. */
  let last: BlockRun | undefined;

  function note(run: BlockRun): void {
    const inGaps = recorded.flatMap((gap) => common(gap, run) ?? []);
    healing.push(...inGaps);
    if (inGaps.length > 0) recorded = recorded.flatMap((gap) => without(gap, [run]));
    const isNext = last !== undefined && run.fromBlock >= last.fromBlock && run.fromBlock <= last.toBlock + 1;
    if (last !== undefined && run.fromBlock > last.toBlock + 1 && run.fromMs - last.toMs < dayMs) {
      missing.push({
        ...{ fromBlock: last.toBlock + 1, toBlock: run.fromBlock - 1 },
        ...{ fromMs: last.toMs, toMs: Math.max(last.toMs, run.fromMs) },
      });
    }
    const begun = isNext ? read.at(-1) : undefined;
    if (begun === undefined) read.push({ ...run });
    else if (run.toBlock > begun.toBlock) ({ toBlock: begun.toBlock, toMs: begun.toMs } = run);
    if (!isNext) last = { ...run };
    else if (run.toBlock > last!.toBlock) ({ toBlock: last!.toBlock, toMs: last!.toMs } = run);
  }

  return {
    note: (runs) => runs.forEach(note),
    async stored() {
      const [covered, healed] = [read, healing];
      // What came behind its place since, or was read before, is not missing.
      known = [...known, ...covered].sort((a, b) => a.fromBlock - b.fromBlock);
      const lacking = missing.flatMap((gap) => without(gap, known));
      recorded = [...recorded, ...lacking];
      [read, healing, missing] = [[], [], []];
      await Promise.all([
        ...covered.map((run) => ledger.cover({ feed: nodeFeed, ...run })),
        ...lacking.map((gap) => ledger.record({ feed: nodeFeed, ...gap }, reason)),
        ...healed.map((run) => ledger.heal({ feed: nodeFeed, ...run })),
      ]);
    },
  };
}
