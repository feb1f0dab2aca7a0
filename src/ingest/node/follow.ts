import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { type Clock, hourMs, minuteMs, monotonicMs, systemClock } from '../../kernel/clock.ts';
import { pause } from '../../kernel/pause.ts';
import { restMsAfter } from '../../kernel/rest.ts';
import type { BatchStore } from '../batch-store.ts';
import {
  type BlockCoverage,
  type BlockLedger,
  blocksOf,
  createBlockCoverage,
} from '../blocks/block-coverage.ts';
import type { Journal } from '../journal.ts';
import { rejectedCoverage } from '../quarantined-records.ts';
import { recoverBatches } from '../recover.ts';
import { openSink, type SinkCounts } from '../sink.ts';
import type { SourceChunk } from '../source.ts';
import { createFileReader } from './file-reader.ts';
import { type DirsState, dirsState, type FollowedDir } from './followed-dir.ts';
import type { FollowedFile } from './followed-file.ts';
import { createFollowedTree, type TreePace } from './followed-tree.ts';
import { findNodeDirs, type NodeDir, type NodeDirs, type NodeRecord, nodeRecords } from './node-dir.ts';
import { type NodePosition, positionOf, positionText } from './position.ts';
import { createWake, type Wake } from './wake.ts';

/** How a directory of a node is followed, as plain data. */
export interface FollowState extends DirsState {
  /** `waiting` where there is nothing to be read, `catchingUp` until all that was found at the start is stored. */
  phase: 'waiting' | 'catchingUp' | 'following';
  /** Why nothing is read; undefined where it is. */
  fault: string | undefined;
  fills: number;
  duplicates: number;
  /** Payments of funding, and updates of balances with those that have no rule. */
  payments: number;
  updates: number;
  unknownUpdates: number;
  quarantined: number;
  /** Stretches between blocks that were read, and the blocks in them. */
  gaps: number;
  missingBlocks: number;
  /** Blocks whose numbers do not go with their times: their fills are kept, and they count as missing. */
  doubtedBlocks: number;
  /** Since when all blocks up to the newest were read, unix milliseconds; undefined where blocks are not known. */
  wholeFromMs: number | undefined;
  /** Files that went before all of them was read, the last one first. */
  lost: readonly string[];
  /** Commits, and what the last one took, milliseconds. */
  commits: number;
  commitMs: number;
}

export interface FollowOptions {
  /** Absolute. */
  dir: string;
  /** What of it is followed; default: fills. */
  record?: NodeRecord;
  store: BatchStore;
  journal: Journal;
  ledger: BlockLedger;
  batchFills?: number;
  signal: AbortSignal;
  clock?: Clock;
  pace?: Partial<FollowPace>;
  /** Gets the state after every commit, and once a second. */
  report(state: FollowState): void;
}

/** Milliseconds. */
export interface FollowPace extends TreePace {
  /** Between two looks where the file system reports nothing. */
  pollMs: number;
  /** Between two commits: each makes a part of every table. */
  commitMs: number;
  /** The most that is added to it, so that commits take a quarter of the time. */
  restMs: number;
  /** The least between the end of a commit and the next one, where an operator wants fewer. */
  leastRestMs: number;
  /** Between two notes of how far the files were read where they brought no rows. */
  standMs: number;
  /** Fills of a millisecond without their block wait so long for others of it. */
  holdMs: number;
  /** Between two looks for directories that are not there, or not any more. */
  missingMs: number;
  /** Between two looks whether imports have brought blocks that are missing. */
  askMs: number;
}

/** Few rows a second, and a part of a table for each commit. */
const ledgerCommitMs = 1_000;
const defaultPace = {
  pollMs: 200,
  commitMs: 100,
  restMs: 500,
  leastRestMs: 0,
  standMs: 1_000,
  holdMs: 250,
  missingMs: 1_000,
  askMs: 10_000,
};
/** A commit costs by the tables it writes to, a few fills as much as two hundred: those that come meanwhile share the next one. */
const commitShare = 1 / 4;
const reportEveryMs = 1_000;
/** Between two changes of stored fills that were read live, and that the files have more of. */
const completeMs = 10 * minuteMs;
/** Enough for the tables to be written efficiently while it catches up, and little memory for a thread that stays. */
const followedBatchFills = 50_000;
const loggedUnreadLimit = 5;
/** Who reads less than so much between two commits has caught up. */
const caughtUpBytes = 1 << 20;

/**
 * Follows the hour files of a node until the signal aborts: first all that is there, oldest hour first, then what comes. Where it stands is
 * stored with every batch, so a kill at any moment loses nothing, and what is read again is known by its key.
 *
 * @throws where the store fails; the next start goes on from what is stored
 */
export async function followNode(options: FollowOptions): Promise<void> {
  const { dir, record = 'fills', signal, report } = options;
  const pace = paceOf(options);
  const wake = createWake(signal);
  try {
    let session: Session | undefined;
    while (!signal.aborted) {
      const found = findNodeDirs(dir, record);
      if ('fault' in found) {
        report({ ...(session?.state() ?? emptyState), phase: 'waiting', fault: found.fault });
        await wake.wait(pace.missingMs);
      } else {
        session ??= await openSession(options);
        await session.follow(found, wake);
      }
    }
    await session?.end();
  } finally {
    wake.close();
  }
}

function paceOf({ record, pace }: FollowOptions): typeof defaultPace & Partial<TreePace> {
  return { ...defaultPace, ...(record === 'ledger' && { commitMs: ledgerCommitMs }), ...pace };
}

export const emptyState: FollowState = {
  phase: 'waiting',
  fault: undefined,
  ...dirsState([], []),
  fills: 0,
  duplicates: 0,
  payments: 0,
  updates: 0,
  unknownUpdates: 0,
  quarantined: 0,
  commits: 0,
  commitMs: 0,
  gaps: 0,
  missingBlocks: 0,
  doubtedBlocks: 0,
  wholeFromMs: undefined,
  lost: [],
};

interface Session {
  state(): FollowState;
  /** Reads and stores what comes, until the signal aborts or other directories are found. */
  follow(found: FoundDirs, wake: Wake): Promise<void>;
  /** Stores the lines read and the position behind them. */
  end(): Promise<void>;
}

type FoundDirs = Exclude<NodeDirs, { fault: string }>;

/** Directories found, with their readers. A directory that comes back keeps the positions of its files. */
function createDirs(
  options: FollowOptions,
  { position, blocks }: { position: NodePosition; blocks: BlockCoverage },
): (found: readonly NodeDir[]) => FollowedDir[] {
  const { record = 'fills', clock = systemClock } = options;
  const { feed } = nodeRecords[record];
  const opened = new Map<string, FollowedDir>();

  function open({ kind, hourly }: NodeDir): FollowedDir {
    const kept = position.dirs.get(kind);
    const files = kept?.hourly === hourly ? kept.files : new Map<string, FollowedFile>();
    position.dirs.set(kind, { hourly, files });
    const places = { hourly, files, monotonicMs, nowMs: clock.nowMs };
    const tree = createFollowedTree({ ...places, ...(options.pace && { pace: options.pace }) });
    const positionNow = () => positionText({ ...position, blocks: blocks.kept() });
    const reader = createFileReader({ kind, feed, clock, blocks, files, position: positionNow });
    return { kind, hourly, tree, reader };
  }
  return (found) =>
    found.map((dir) => {
      const known = opened.get(dir.hourly) ?? open(dir);
      opened.set(dir.hourly, known);
      return known;
    });
}

async function openSession(options: FollowOptions): Promise<Session> {
  const { dir, store, journal, ledger, signal, report } = options;
  const { record = 'fills', batchFills = followedBatchFills } = options;
  const { feed } = nodeRecords[record];
  const pace = paceOf(options);
  const sink = openSink({ store, journal, batchFills, stored: {}, coverage: rejectedCoverage(ledger, feed) });
  const known = await blocksOf(ledger, feed);
  const position = await storedPosition({ store, journal }, known.kept);
  const ofBlocks = { feed, ledger, kept: position.blocks, known };
  const blocks = createBlockCoverage({ ...ofBlocks, monotonicMs, askMs: pace.askMs });
  // What a process before this one stored, and could not say any more.
  blocks.stored();
  const dirsOf = createDirs(options, { position, blocks });
  let dirs: FollowedDir[] = [];
  let faults: readonly string[] = [];
  let phase: FollowState['phase'] = 'catchingUp';
  let commits = 0;
  let commitMs = 0;
  let lost: string[] = [];
  let completedMs = Number.NEGATIVE_INFINITY;
  let committedMs = Number.NEGATIVE_INFINITY;
  let unstored = { isAny: false, hasRows: false };
  let reportedMs = monotonicMs();

  function state(): FollowState {
    return {
      ...dirsState(dirs, faults),
      ...stateOf(blocks, sink.counts),
      phase,
      fault: undefined,
      commits,
      commitMs,
      lost,
    };
  }

  function reportNow(): void {
    reportedMs = monotonicMs();
    report(state());
  }

  async function add(chunk: SourceChunk): Promise<void> {
    await blocks.record();
    await sink.add(chunk);
    unstored.isAny = true;
    unstored.hasRows ||= rowsOf(chunk) > 0;
  }

  async function readAll(due: readonly DueFile[]): Promise<void> {
    for (const { file, reader } of due) {
      for await (const chunk of reader.read(file)) {
        await add(chunk);
        if (monotonicMs() - reportedMs >= reportEveryMs) reportNow();
        if (signal.aborted) return;
      }
    }
  }

  async function commit(): Promise<void> {
    const fromMs = monotonicMs();
    // What the exchange reported first is completed: that costs by the month, so it waits for more of it.
    const isOngoing = fromMs - completedMs < completeMs && !signal.aborted;
    await sink.flush(isOngoing);
    if (!isOngoing) completedMs = fromMs;
    blocks.stored();
    unstored = { isAny: false, hasRows: false };
    commits += 1;
    committedMs = monotonicMs();
    commitMs = committedMs - fromMs;
    reportNow();
  }

  /** Until what was read is committed; undefined where nothing was. Most blocks of a quiet exchange are empty: those are noted once for many. */
  function commitDueMs(): number | undefined {
    if (!unstored.isAny) return undefined;
    const shareMs = restMsAfter(commitMs, { share: commitShare, longestMs: pace.restMs });
    const restMs = Math.max(pace.leastRestMs, unstored.hasRows ? shareMs : pace.standMs);
    return Math.max(0, committedMs + restMs - monotonicMs());
  }

  /** Blocks show by their numbers what a file took with it; without them this is all there is to see. */
  async function noteLost(kind: string, files: readonly FollowedFile[]): Promise<void> {
    for (const { name, path, group, hourFromMs } of files) {
      lost = [`${path} went before all of it was read`, ...lost].slice(0, loggedUnreadLimit);
      if (kind.endsWith('_by_block')) continue;
      const span = { fromMs: Math.max(group.key, hourFromMs), toMs: hourFromMs + hourMs };
      await ledger.record({ feed, ...span }, `${name} went before all of it was read`);
    }
  }

  /** @returns files with something to be read, oldest hour first; undefined where a directory went or cannot be listed any more */
  async function poll(wake: Wake): Promise<DueFile[] | undefined> {
    const due: DueFile[] = [];
    for (const { kind, tree, reader } of dirs) {
      let look: ReturnType<typeof tree.look>;
      try {
        look = tree.look();
      } catch {
        return undefined;
      }
      await noteLost(kind, look.lost);
      due.push(...look.due.map((file) => ({ file, reader })));
    }
    wake.watch(
      dirs.flatMap(({ hourly, tree }) => [hourly, ...tree.newestDays.map((day) => join(hourly, day))]),
    );
    return due.sort((a, b) => a.file.hourFromMs - b.file.hourFromMs);
  }

  async function release(): Promise<boolean> {
    let isReleased = false;
    for (const { reader } of dirs) {
      const chunk = reader.release();
      if (chunk !== undefined) await add(chunk);
      isReleased ||= chunk !== undefined;
    }
    return isReleased;
  }

  return {
    state,
    async follow(found, wake) {
      dirs = dirsOf(found.dirs);
      faults = found.faults;
      let readMs = 0;
      let foundMs = monotonicMs();
      while (!signal.aborted) {
        const roundMs = monotonicMs();
        if (roundMs - foundMs >= pace.missingMs) {
          if (!isDeepStrictEqual(findNodeDirs(dir, record), found)) return;
          foundMs = roundMs;
        }
        const due = await poll(wake);
        // Looked for again.
        if (due === undefined) return;
        blocks.askAgain();
        const isQuiet = roundMs - readMs >= pace.holdMs;
        const isReleased = due.length === 0 && isQuiet && (await release());
        const before = bytesOf(dirs);
        await readAll(due);
        if (bytesOf(dirs) - before < caughtUpBytes && !signal.aborted) phase = 'following';
        if (due.length > 0) readMs = monotonicMs();
        if (commitDueMs() === 0) await commit();
        else if (monotonicMs() - reportedMs >= reportEveryMs) reportNow();
        if (due.length > 0 || isReleased) {
          await pause(Math.max(0, roundMs + pace.commitMs - monotonicMs()), signal);
        } else {
          const holdMs = dirs.some(({ reader }) => reader.isHolding) ? pace.holdMs : pace.pollMs;
          await wake.wait(Math.min(holdMs, pace.pollMs, commitDueMs() ?? pace.pollMs));
        }
      }
    },
    async end() {
      await sink.flush();
      await blocks.close();
    },
  };
}

interface DueFile {
  file: FollowedFile;
  reader: FollowedDir['reader'];
}

const bytesOf = (dirs: readonly FollowedDir[]) =>
  dirs.reduce((sum, { reader }) => sum + reader.counts.bytes, 0);

function rowsOf({ fills, misc }: SourceChunk): number {
  return fills.count + (misc?.funding.length ?? 0) + (misc?.ledger.length ?? 0);
}

/**
 * How far the directories were read; not at all where the store was restored since, and has less than was noted then.
 *
 * @param blocks what the ledger knows of blocks
 */
async function storedPosition(
  { store, journal }: Pick<FollowOptions, 'store' | 'journal'>,
  blocks: NodePosition['blocks'],
): Promise<NodePosition> {
  await recoverBatches(store, journal);
  const kept = journal.position();
  const isStored = kept !== undefined && (await store.state()).lastSeq >= kept.seq;
  return (isStored ? positionOf(kept.position) : undefined) ?? { dirs: new Map(), blocks };
}

function stateOf(blocks: BlockCoverage, sink: SinkCounts) {
  const { fills, duplicates, payments, updates, unknownUpdates, quarantined } = sink;
  const { gaps, blocks: missingBlocks } = blocks.missing();
  const counts = { fills, duplicates, payments, updates, unknownUpdates, quarantined };
  return {
    ...counts,
    gaps,
    missingBlocks,
    doubtedBlocks: blocks.doubted,
    wholeFromMs: blocks.kept().runs.at(-1)?.fromMs,
  };
}
