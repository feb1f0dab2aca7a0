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

/** Tables that a full fold writes, range by range. */
const tables = ['lifecycles', 'lifecycle_ids', 'lifecycles_by_close'];
/** Maximum ranges of a fold with paused merges: with more parts the engine delays inserts. */
const rangesLimit = 256;

/** Pauses the engine's merges during a first fold, because its parts would be merged again at the end. */
interface PausedMerges {
  /**
   * Stops merges if the store is folded for the first time: the tables have no readers yet, and all parts are merged at the end. Embedded
   * engines only: their merges resume with the next process, while a server would stay stopped after a kill.
   */
  pause(fold: { ready: boolean; ranges: number }): Promise<void>;
  /** No effect if merges are running. */
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

export interface FoldCost {
  /** `range`: one wallet range of a full fold; `batches`: the chains or prices that new batches changed. */
  kind: 'range' | 'batches';
  fills: number;
  rows: number;
  ms: number;
  rangesDone: number;
  ranges: number;
  /** Newest folded batch, valid once all ranges are done. */
  seq: number;
  /** Whether more work is waiting. */
  isBehind: boolean;
}

/** Updates the lifecycle tables from stored fills. Only one process may fold at a time: the one that may write fills. */
export interface LifecycleFold {
  /**
   * Does the next piece of work: folds the changes of new batches, or one wallet range of a full fold. A full fold starts if the store
   * was never folded, its rows follow other rules, traded pairs moved to another chain, or the new batches are too large or do not name
   * their changes. Safe to kill at any moment and to repeat.
   *
   * @returns undefined if there is nothing to do
   * @throws AnalyticsError if the engine fails; DOMException `AbortError` if the signal aborts
   */
  step(signal: AbortSignal): Promise<FoldCost | undefined>;
  /** Stops the thread and any running turn. */
  close(): Promise<void>;
}

export interface LifecycleFoldOptions {
  store: AnalyticsStore;
  /** Directory for insert files; used by this process only. */
  dir: string;
  /**
   * Numbers of fills: about per wallet range (`rangeFills`) and per piece of one (`pieceFills`), at most per turn of several batches
   * (`turnFills`) and per page (`pageFills`). More new fills than `backlogFills` start a full fold.
   */
  rangeFills?: number;
  pieceFills?: number;
  turnFills?: number;
  pageFills?: number;
  backlogFills?: number;
  /** Approximate number of closes that one statement sums into days. */
  summedCloses?: number;
}

/**
 * Share of all fills. A backlog above one turn and above this share starts a full fold, which is faster than rereading the same chains
 * in turn after turn.
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
  /** Batch up to which the thread holds the prices of all coins. */
  let pricesSeq: number | undefined;
  /** Number of pieces in which each range is read. */
  let pieces = 1;
  /** The next range, folded while the rows of the current one are written. */
  let ahead: { rangesDone: number; version: number; turn: Promise<Turn> } | undefined;
  /** The first reads of the range after that. */
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

  /** Reuses the turn started ahead. */
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
      // The step that awaits the turn reports its failure.
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

  /** @returns undefined if a full fold is needed */
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

  /** Applies batches of prices. After a kill the whole turn repeats, and writes only the remaining rows. */
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

/** Starts a full fold. Stored rows stay until their range is replaced. */
function begun(
  before: FoldProgress | undefined,
  tokens: TokenChains,
  { lastSeq, ranges }: { lastSeq: number; ranges: number },
): FoldProgress {
  const ready = before?.ready === true && before.rules === lifecycleRules;
  const version = (before?.version ?? 0) + 1;
  return { rules: lifecycleRules, seq: lastSeq, rangesDone: 0, ranges, ready, version, tokens };
}

/** Refreshes the token pairs from the listings. @returns `isMoved`: whether pairs with stored fills now have another chain */
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
