import type { CoverageLedger } from '../../coverage/ledger.ts';
import { type BlockRun, common, countBlocks, createBlockSet, follows, joinRuns } from './block-set.ts';

/** Calls to the coverage ledger; they cross between threads. */
export type BlockLedger = Pick<CoverageLedger, 'cover' | 'record' | 'heal' | 'read' | 'lose'>;

/** Fills of all wallets, from the files of a node. */
export const nodeFeed = 'node_fills';
/** Balance changes without a fill, from the node's misc events. */
export const miscFeed = 'node_misc_events';
/** Statuses of TWAP orders of all wallets. */
export const twapFeed = 'node_twap_statuses';
export type BlockFeed = typeof nodeFeed | typeof miscFeed | typeof twapFeed;

/** Node record named by a path; default: fills. */
export function feedOfPath(path: string): BlockFeed {
  if (/misc_events/.test(path)) return miscFeed;
  return /twap_statuses/.test(path) ? twapFeed : nodeFeed;
}

const reason = 'blocks that the files of the node lack';
/** Interval of coverage reports; the exact read position is stored with each batch. */
const coverMs = 10_000;
/** How long shutdown waits for the ledger; the next start heals the rest. */
const closeMs = 5_000;

/** Blocks in the stored position of the files. */
export interface KeptBlocks {
  runs: readonly BlockRun[];
  /** Blocks of gaps stored with the batch, which the ledger may not know yet. */
  healing: readonly BlockRun[];
}

export interface KnownBlocks {
  kept: KeptBlocks;
  /** In ascending order. */
  gaps: BlockRun[];
}

/** Tracks the blocks read and reports to the coverage ledger: gaps before the data behind them is stored, healed gaps afterwards. */
export interface BlockCoverage {
  /** Notes blocks read, in the order of their lines; not stored yet. */
  note(runs: readonly BlockRun[]): void;
  has(block: number): boolean;
  readonly last: BlockRun | undefined;
  kept(): KeptBlocks;
  /** Records new gaps; store the data behind them only afterwards. */
  record(): Promise<void>;
  /** Rejected blocks: their number does not fit their time, and no other block continues them. */
  readonly doubted: number;
  /** Counts a block rejected among the lines of its file. */
  doubt(): void;
  /** Marks all noted blocks as stored. Reports to the ledger asynchronously, so no fill waits for it. @throws Error of an earlier report */
  stored(): void;
  /** Checks at intervals whether imports filled missing blocks. */
  askAgain(): void;
  /** Like `stored`, up to the newest block; waits for the ledger for at most {@link closeMs}. */
  close(): Promise<void>;
  /** Number of gaps between blocks read, and of the blocks in them. */
  missing(): { gaps: number; blocks: number };
}

/**
 * @param known the ledger's knowledge: an earlier process may have recorded a gap without storing its end, whose blocks have arrived
 *   since; and imports may have filled blocks that the files lack
 */
export function createBlockCoverage(options: {
  feed: BlockFeed;
  ledger: BlockLedger;
  kept: KeptBlocks;
  known: KnownBlocks;
  monotonicMs(): number;
  askMs: number;
}): BlockCoverage {
  const { feed, ledger, kept, monotonicMs, askMs } = options;
  const set = createBlockSet(kept.runs);
  let healing = [...kept.healing];
  /** Healed blocks sent to the ledger and not acknowledged yet. */
  let sent: BlockRun[] = [];
  let healed: Promise<void> | undefined;
  let pending: Promise<void> | undefined;
  let failure: { error: unknown } | undefined;
  let odd: BlockRun | undefined;
  let doubted = 0;
  /** Gaps of the ledger. The set joins its oldest runs beyond 1,000, so only this list knows the gaps between them. */
  let recorded: readonly BlockRun[] = options.known.gaps;
  let requestedMs = monotonicMs();
  takeImported(options.known);
  let opened: BlockRun[] = [];
  let coveredMs = Number.NEGATIVE_INFINITY;

  /** Gaps within the joined runs of the set. */
  function hidden(): BlockRun[] {
    return recorded.filter(({ fromBlock }) => set.has(fromBlock));
  }

  function takeImported({ kept: { runs } }: KnownBlocks): void {
    for (const gap of [...set.gaps, ...hidden()]) {
      for (const run of runs) {
        const part = common(gap, run);
        if (part === undefined) continue;
        set.add(part);
        recorded = filledBy(recorded, part).left;
      }
    }
  }

  /** Rejects implausible numbers: a number from a damaged line would open a gap up to it. */
  function isPossible(run: BlockRun): boolean {
    const [first] = set.runs;
    if (first === undefined) return true;
    const last = set.runs.at(-1)!;
    if (run.fromBlock > last.toBlock) return follows(last, run);
    return run.toBlock >= first.fromBlock || follows(first, run);
  }

  /** Accepts runs of consecutive blocks: damage does not continue from one block to the next. */
  function believed(run: BlockRun): BlockRun[] {
    const before = odd;
    odd = undefined;
    const isContinued = before?.toBlock === run.fromBlock || before?.toBlock === run.fromBlock - 1;
    if (isContinued) return [before!, run];
    if (before !== undefined) doubted += countBlocks([before]);
    if (isPossible(run) || run.toBlock > run.fromBlock) return [run];
    odd = run;
    return [];
  }

  function take(run: BlockRun): void {
    const change = set.add(run);
    opened.push(...change.opened);
    recorded = [...recorded, ...change.opened];
    const filled = filledBy(recorded, run);
    healing.push(...change.healed, ...filled.healed);
    recorded = filled.left;
  }

  function heal(): void {
    if (healed !== undefined || healing.length === 0) return;
    sent = healing;
    healing = [];
    healed = Promise.all(sent.map((run) => ledger.heal({ feed, ...spanOf(run) })))
      .catch((error: unknown) => {
        failure = { error };
        healing = joinRuns([...sent, ...healing]);
      })
      .then(() => {
        sent = [];
        healed = undefined;
      });
  }

  async function cover(): Promise<void> {
    const [first] = set.runs;
    if (first === undefined) return;
    coveredMs = monotonicMs();
    const { fromBlock, fromMs } = first;
    const { toBlock, toMs } = set.runs.at(-1)!;
    try {
      await ledger.cover({ feed, ...spanOf({ fromBlock, fromMs, toBlock, toMs }) });
    } catch (error) {
      failure = { error };
    }
  }

  async function ask(): Promise<void> {
    try {
      takeImported(await blocksOf(ledger, feed));
    } catch (error) {
      failure = { error };
    }
    pending = undefined;
  }

  return {
    note(runs) {
      for (const run of runs) for (const one of believed(run)) take(one);
      // An hour comes in hundreds of chunks; without joining, each would split a gap.
      if (healing.length > 1) healing = joinRuns(healing);
    },
    has: (block) => set.has(block) && !recorded.some((gap) => gap.fromBlock <= block && block <= gap.toBlock),
    get last() {
      return set.runs.at(-1);
    },
    get doubted() {
      return doubted;
    },
    doubt() {
      doubted += 1;
    },
    kept: () => ({ runs: set.runs, healing: [...sent, ...healing] }),
    async record() {
      if (opened.length === 0) return;
      const found = opened;
      opened = [];
      await Promise.all(found.map((gap) => ledger.record({ feed, ...spanOf(gap) }, reason)));
    },
    stored() {
      if (failure !== undefined) throw failure.error;
      heal();
      if (monotonicMs() - coveredMs >= coverMs) void cover();
    },
    askAgain() {
      if (pending !== undefined || monotonicMs() - requestedMs < askMs) return;
      if (set.gaps.length === 0 && hidden().length === 0) return;
      requestedMs = monotonicMs();
      pending = ask();
    },
    async close() {
      const reported = (async () => {
        await healed;
        heal();
        await Promise.all([healed, cover()]);
      })();
      await Promise.race([reported, new Promise((resolve) => setTimeout(resolve, closeMs).unref())]);
      if (failure !== undefined) throw failure.error;
    },
    missing() {
      const gaps = [...set.gaps, ...hidden()];
      return { gaps: gaps.length, blocks: countBlocks(gaps) };
    },
  };
}

/** Block times may go backwards. */
function spanOf({ fromMs, toMs, ...blocks }: BlockRun): BlockRun {
  return { ...blocks, fromMs: Math.min(fromMs, toMs), toMs: Math.max(fromMs, toMs) };
}

/** Blocks in the ledger: those read (used without a stored position, as on another machine), and the gaps between them. */
export async function blocksOf(ledger: BlockLedger, feed: BlockFeed): Promise<KnownBlocks> {
  const intervals = await ledger.read({
    feed,
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

/** Gap blocks that a run fills, and the gaps that remain. */
export function filledBy(
  gaps: readonly BlockRun[],
  run: BlockRun,
): { healed: BlockRun[]; left: readonly BlockRun[] } {
  const healed = gaps.flatMap((gap) => common(gap, run) ?? []);
  return { healed, left: healed.length === 0 ? gaps : gaps.flatMap((gap) => without(gap, [run])) };
}

/** Blocks of a run outside the gaps. @param gaps in ascending order */
export function without(run: BlockRun, gaps: readonly BlockRun[]): BlockRun[] {
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
