import { mkdirSync } from 'node:fs';
import type { AnalyticsStore } from '../analytics/store.ts';
import { walletRanges } from '../analytics/wallet-ranges.ts';
import { readBatches, type StoredBatch, storeSize } from '../changes/batches.ts';
import { lifecycleRules } from '../domain/lifecycle.ts';
import { monotonicMs } from '../kernel/clock.ts';
import { beginRange, foldRange, type RangeReads } from './fold-range.ts';
import { startFoldThread } from './fold-thread.ts';
import { foldChanged, loadPrices, type Turn, type TurnParts } from './fold-turn.ts';
import { lane } from './lifecycle-queries.ts';
import { lastBeforeMarks, leadingMarks, repriceUnder } from './marks.ts';
import { type FoldProgress, readProgress, writeProgress } from './progress.ts';
import { arePairsTraded, movedPairs, readTokenChains, type TokenChains } from './token-chains.ts';
import { sumAllDays, writeRows } from './written-rows.ts';

/** The tables that a fold of all wallets fills, range by range. */
const tables = ['lifecycles', 'lifecycle_ids', 'lifecycles_by_close'];
/** Inserts that leave at most the parts that the engine takes without waiting. */
const rangesLimit = 256;

/** Keeps the engine from merging what will be merged again a moment later. */
interface PausedMerges {
  /**
   * Holds merges where a store is folded for the first time: the tables have no readers, and at its end all parts are merged at once. Only
   * in an embedded engine, which forgets it when its process ends: a server would remember it after a kill.
   */
  pause(fold: { ready: boolean; ranges: number }): Promise<void>;
  /** Lets them run again. Does nothing where they do. */
  resume(): Promise<void>;
}

export function createPausedMerges(store: AnalyticsStore): PausedMerges {
  let isPaused = false;
  const report = async (what: 'STOP' | 'START') => {
    for (const table of tables) await store.command(`SYSTEM ${what} MERGES ${table}`);
  };
  return {
    async pause({ ready, ranges }) {
      if (isPaused || ready || ranges > rangesLimit || store.kind !== 'chdb') return;
      isPaused = true;
      await report('STOP');
    },
    async resume() {
      if (!isPaused) return;
      await report('START');
      isPaused = false;
    },
  };
}

/** What one turn did. */
export interface FoldCost {
  /** `range`: one of the ranges of a fold of all wallets; `batches`: the chains that new batches changed. */
  kind: 'range' | 'batches';
  fills: number;
  rows: number;
  ms: number;
  rangesDone: number;
  ranges: number;
  /** All batches up to this one are folded, once all ranges are. */
  seq: number;
  /** Whether there is more to do at once. */
  isBehind: boolean;
}

/** Keeps the tables of lifecycles behind the fills that are stored. Run by who may write fills, one process at a time. */
export interface LifecycleFold {
  /**
   * Does the next piece of work: folds what new batches changed, or a range of wallets where the store was never folded, has rows
   * of other rules, tokens are found to be traded on other pairs than was known, or new batches are too many or do not name what they changed. May be killed at any moment, and repeated.
   *
   * @returns what was done; undefined where there was nothing to do
   * @throws AnalyticsError where the engine fails; DOMException `AbortError` where the signal aborts
   */
  step(signal: AbortSignal): Promise<FoldCost | undefined>;
  /** Ends the thread, and a turn under way with it. */
  close(): Promise<void>;
}

export interface LifecycleFoldOptions {
  store: AnalyticsStore;
  /** For files on their way to the engine; of this process alone. */
  dir: string;
  /**
   * Fills of a range of wallets, and of one answer about it, about; of one turn; of one answer at most; and from how many new ones on
   * all is folded again.
   */
  rangeFills?: number;
  pieceFills?: number;
  turnFills?: number;
  pageFills?: number;
  backlogFills?: number;
  /** Closes whose days one statement sums up, about. */
  summedCloses?: number;
}

/**
 * More than a turn of new fills that are this share of all: chains that turn after turn brings fills of are read again in each, so that
 * all are folded again sooner.
 */
const backlogShare = 1 / 3;

export function createLifecycleFold(options: LifecycleFoldOptions): LifecycleFold {
  const { store, dir, rangeFills = 500_000, pieceFills = 100_000, turnFills = 500_000 } = options;
  const { pageFills = 1_000_000, backlogFills = 5_000_000, summedCloses = 1_000_000 } = options;
  mkdirSync(dir, { recursive: true });
  const thread = startFoldThread();
  const merges = createPausedMerges(store);
  const partsFor = ({ tokens }: FoldProgress, signal: AbortSignal): TurnParts => {
    return { store, thread, signal, pageFills, tokens };
  };
  /** Batches up to which the thread has prices of all coins. */
  let pricesSeq: number | undefined;
  /** In which each range is read. */
  let pieces = 1;
  /** The range behind, folded while the rows of the one before are written. */
  let ahead: { rangesDone: number; version: number; turn: Promise<Turn> } | undefined;
  /** What is read of the range behind that. */
  let readAhead: { rangesDone: number; version: number; reads: RangeReads } | undefined;

  function foldNext(progress: FoldProgress, signal: AbortSignal): Promise<Turn> {
    const { ranges, rangesDone, version } = progress;
    const parts = partsFor(progress, signal);
    const readsOf = (range: number) => beginRange(parts, walletRanges(ranges, 4_096)[range]!, pieces);
    const begun = readAhead;
    const isBegun = begun?.rangesDone === rangesDone && begun.version === version;
    const reads = isBegun ? begun.reads : readsOf(rangesDone);
    readAhead = undefined;
    return foldRange(parts, reads, { version: version + 1, withPrices: true }, () => {
      const next = rangesDone + 1;
      if (next < ranges) readAhead = { rangesDone: next, version: version + 1, reads: readsOf(next) };
    });
  }

  /** The turn of the range that is next: begun ahead, or now. */
  async function turnOf(progress: FoldProgress, signal: AbortSignal): Promise<Turn> {
    const begun = ahead;
    ahead = undefined;
    if (begun?.rangesDone === progress.rangesDone && begun.version === progress.version) return begun.turn;
    await begun?.turn.catch(() => undefined);
    if (thread.isEmpty() || pricesSeq !== progress.seq) await loadPrices(partsFor(progress, signal));
    pricesSeq = progress.seq;
    const [size] = await store.rows(storeSize, {}, lane);
    pieces = Math.ceil(Number(size!.fills) / progress.ranges / pieceFills);
    return foldNext(progress, signal);
  }

  async function buildRange(progress: FoldProgress, signal: AbortSignal): Promise<FoldCost> {
    const startMs = monotonicMs();
    const { ranges, rangesDone } = progress;
    const version = progress.version + 1;
    await merges.pause(progress);
    const turn = await turnOf(progress, signal);
    if (rangesDone + 1 < ranges) {
      const next = { ...progress, rangesDone: rangesDone + 1, version };
      ahead = { ...next, turn: foldNext(next, signal) };
      // Who comes to that range hears of it.
      ahead.turn.catch(() => undefined);
    }
    await writeRows(store, turn.written, { dir, version, withDays: false });
    const done = { ...progress, rangesDone: rangesDone + 1, version };
    if (done.rangesDone === ranges) {
      await sumAllDays(store, { version, summedCloses }, signal);
      await merges.resume();
      done.ready = true;
    }
    await writeProgress(store, done);
    return costOf('range', turn, done, { startMs, isBehind: true });
  }

  /** @returns undefined where everything has to be folded */
  async function follow(
    progress: FoldProgress,
    storedFills: number,
    signal: AbortSignal,
  ): Promise<FoldCost | undefined> {
    const startMs = monotonicMs();
    const found = await readBatches(store, progress.seq, lane);
    const newestSeq = found.at(-1)!.seq;
    const marks = leadingMarks(found);
    if (marks.length > 0) return reprice(progress, marks, { newestSeq, signal });
    const firstMarks = found.findIndex((batch) => batch.isMarks);
    const batches = firstMarks < 0 ? found : found.slice(0, firstMarks);
    const sum = () => batches.reduce((fills, batch) => fills + batch.fills, 0);
    if (sum() > backlogFills || (sum() > turnFills && sum() > storedFills * backlogShare)) return undefined;
    while (batches.length > 1 && sum() > turnFills) batches.pop();
    if (batches.some(({ isNamed }) => !isNamed)) return undefined;
    const upTo = batches.at(-1)!.seq;
    const range = { after: progress.seq, upTo };
    const newestMs = batches.reduce((newest, batch) => Math.max(newest, batch.lastMs), 0);
    const version = progress.version + 1;
    pricesSeq = undefined;
    const turn = await foldChanged(partsFor(progress, signal), { ...range, newestMs }, version);
    await writeRows(store, turn.written, { dir, version, withDays: true });
    const done = { ...progress, seq: upTo, version };
    await writeProgress(store, done);
    return costOf('batches', turn, done, { startMs, isBehind: upTo < newestSeq });
  }

  /** Follows batches of prices. A turn that was killed is repeated whole, and writes what is left of it. */
  async function reprice(
    progress: FoldProgress,
    marks: readonly StoredBatch[],
    { newestSeq, signal }: { newestSeq: number; signal: AbortSignal },
  ): Promise<FoldCost> {
    const startMs = monotonicMs();
    const version = progress.version + 1;
    pricesSeq = undefined;
    let rows = 0;
    for await (const { written } of repriceUnder(partsFor(progress, signal), marks, version)) {
      await writeRows(store, written, { dir, version, withDays: false });
      rows += written.rows;
    }
    const { seq } = marks.at(-1)!;
    const done = { ...progress, seq, version };
    await writeProgress(store, done);
    const { rangesDone, ranges } = done;
    const ms = monotonicMs() - startMs;
    return { kind: 'batches', fills: 0, rows, ms, rangesDone, ranges, seq, isBehind: seq < newestSeq };
  }

  return {
    async step(signal) {
      const before = await readProgress(store);
      if (before !== undefined && before.rules === lifecycleRules) {
        if (before.rangesDone < before.ranges) return buildRange(before, signal);
      }
      const { progress, tokens, isMoved } = await followTokens(store, before);
      const [size] = await store.rows(storeSize, {}, lane);
      const lastSeq = Number(size!.last_seq);
      if (progress !== undefined && progress.rules === lifecycleRules && !isMoved) {
        if (lastSeq <= progress.seq) return undefined;
        const followed = await follow(progress, Number(size!.fills), signal);
        if (followed !== undefined) return followed;
      }
      const last = progress && (await lastBeforeMarks(store, { after: progress.seq, upTo: lastSeq }));
      const ranges = walletRanges(Math.ceil(Number(size!.fills) / rangeFills), 4_096).length;
      const begin = begun(progress, tokens, { lastSeq: last ?? lastSeq, ranges });
      await writeProgress(store, begin);
      return buildRange(begin, signal);
    },
    async close() {
      await thread.close();
      await merges.resume();
    },
  };
}

/** Everything from the first fill on. What is stored stays until it is replaced, range by range. */
function begun(
  before: FoldProgress | undefined,
  tokens: TokenChains,
  { lastSeq, ranges }: { lastSeq: number; ranges: number },
): FoldProgress {
  const ready = before?.ready === true && before.rules === lifecycleRules;
  const version = (before?.version ?? 0) + 1;
  return { rules: lifecycleRules, seq: lastSeq, rangesDone: 0, ranges, ready, version, tokens };
}

/** Takes the pairs of tokens as they are listed now. @returns whether fills of some are stored under another chain than theirs */
async function followTokens(store: AnalyticsStore, progress: FoldProgress | undefined) {
  const tokens = await readTokenChains(store);
  const moved = movedPairs(progress?.tokens ?? tokens, tokens);
  const isMoved = await arePairsTraded(store, moved);
  if (progress === undefined || moved.length === 0 || isMoved) return { progress, tokens, isMoved };
  const taken = { ...progress, tokens, version: progress.version + 1 };
  await writeProgress(store, taken);
  return { progress: taken, tokens, isMoved };
}

function costOf(
  kind: FoldCost['kind'],
  turn: Turn,
  progress: FoldProgress,
  { startMs, isBehind }: { startMs: number; isBehind: boolean },
): FoldCost {
  const { rangesDone, ranges, seq } = progress;
  const { fills, written } = turn;
  return { kind, fills, rows: written.rows, ms: monotonicMs() - startMs, rangesDone, ranges, seq, isBehind };
}
