import { join } from 'node:path';
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
import { recoverBatches } from '../recover.ts';
import { openSink, type SinkCounts } from '../sink.ts';
import type { SourceChunk } from '../source.ts';
import { createFileReader, type FileReader, type NewestBlock } from './file-reader.ts';
import type { FollowedFile } from './followed-file.ts';
import { createFollowedTree, type FollowedTree, type TreeLook, type TreePace } from './followed-tree.ts';
import { type FileKind, findNodeDir, type NodeRecord, nodeRecords } from './node-dir.ts';
import { type NodePosition, positionOf, positionText } from './position.ts';
import { createWake, type Wake } from './wake.ts';

/** How a directory of a node is followed, as plain data. */
export interface FollowState {
  /** `waiting` where there is nothing to be read, `catchingUp` until all that was found at the start is stored. */
  phase: 'waiting' | 'catchingUp' | 'following';
  kind: FileKind | undefined;
  /** Why nothing is read; undefined where it is. */
  fault: string | undefined;
  /** The newest block that is stored. */
  newest: NewestBlock | undefined;
  /** Files that are known, and those that cannot be read, with the reasons of the first. */
  files: number;
  unreadFiles: number;
  unread: readonly string[];
  /** Bytes of files that were seen and are not stored yet, and the last line that has no end. */
  waitingBytes: number;
  bytes: number;
  blocks: number;
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
  /** Between two looks for a directory that is not there. */
  missingMs: number;
}

/** Few rows a second, and a part of a table for each commit. */
const ledgerCommitMs = 1_000;
const defaultPace = {
  ...{ pollMs: 200, commitMs: 100, restMs: 500, leastRestMs: 0 },
  ...{ standMs: 1_000, holdMs: 250, missingMs: 1_000 },
};
/** A commit costs by the tables it writes to, a few fills as much as two hundred: those that come meanwhile share the next one. */
const commitShare = 1 / 4;
const reportEveryMs = 1_000;
/** Between two changes of stored fills that were read live, and that the files have more of. */
const completeMs = 10 * minuteMs;
/** Enough for the tables to be written efficiently while it catches up, and little memory for a thread that stays. */
const followedBatchFills = 50_000;
const toldUnreadLimit = 5;
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
    for (let session: Session | undefined; !signal.aborted; ) {
      const found = findNodeDir(dir, record);
      if ('fault' in found) {
        report({ ...(session?.state() ?? emptyState), phase: 'waiting', fault: found.fault });
        await wake.wait(pace.missingMs);
      } else {
        if (session?.hourly !== found.hourly) session = await openSession(options, found);
        await session.follow(wake);
      }
    }
  } finally {
    wake.close();
  }
}

function paceOf({
  record,
  pace,
}: Pick<FollowOptions, 'record' | 'pace'>): typeof defaultPace & Partial<TreePace> {
  return { ...defaultPace, ...(record === 'ledger' && { commitMs: ledgerCommitMs }), ...pace };
}

export const emptyState: FollowState = {
  ...{ phase: 'waiting', kind: undefined, fault: undefined, newest: undefined },
  ...{ files: 0, unreadFiles: 0, unread: [], waitingBytes: 0, bytes: 0, blocks: 0 },
  ...{ fills: 0, duplicates: 0, payments: 0, updates: 0, unknownUpdates: 0, quarantined: 0 },
  ...{ commits: 0, commitMs: 0 },
  ...{ gaps: 0, missingBlocks: 0, wholeFromMs: undefined, lost: [] },
};

interface Session {
  readonly hourly: string;
  state(): FollowState;
  /** Reads and stores what comes, until the signal aborts or the directory is not there any more. */
  follow(wake: Wake): Promise<void>;
}

async function openSession(
  options: FollowOptions,
  { kind, hourly }: { kind: FileKind; hourly: string },
): Promise<Session> {
  const { store, journal, ledger, signal, report } = options;
  const { record = 'fills', batchFills = followedBatchFills, clock = systemClock } = options;
  const { feed } = nodeRecords[record];
  const pace = paceOf(options);
  const sink = openSink({ store, journal, batchFills, stored: {} });
  const known = await blocksOf(ledger, feed);
  const position = await storedPosition({ store, journal }, { kind, hourly, blocks: known.kept });
  const { files, blocks: kept } = position;
  const blocks = createBlockCoverage({ feed, ledger, kept, known, monotonicMs });
  const tree = createFollowedTree({
    hourly,
    files,
    monotonicMs,
    nowMs: clock.nowMs,
    ...(options.pace && { pace: options.pace }),
  });
  const reader = createFileReader({
    kind,
    feed,
    clock,
    blocks,
    files,
    position: () => positionText({ ...position, blocks: blocks.kept() }),
  });
  let phase: FollowState['phase'] = 'catchingUp';
  let commits = 0;
  let commitMs = 0;
  let lost: string[] = [];
  let completedMs = Number.NEGATIVE_INFINITY;
  let committedMs = Number.NEGATIVE_INFINITY;
  let unstored = { isAny: false, hasRows: false };
  let reportedMs = monotonicMs();

  function state(): FollowState {
    return { ...stateOf({ kind, tree, reader, blocks, sink: sink.counts }), phase, commits, commitMs, lost };
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

  async function readAll(due: readonly FollowedFile[]): Promise<void> {
    for (const file of due) {
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
    await blocks.stored();
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
  async function noteLost(files: readonly FollowedFile[]): Promise<void> {
    for (const { name, path, group, hourFromMs } of files) {
      lost = [`${path} went before all of it was read`, ...lost].slice(0, toldUnreadLimit);
      if (kind.endsWith('_by_block')) continue;
      const span = { fromMs: Math.max(group.key, hourFromMs), toMs: hourFromMs + hourMs };
      await ledger.record({ feed, ...span }, `${name} went before all of it was read`);
    }
  }

  return {
    hourly,
    state,
    async follow(wake) {
      let readMs = 0;
      // What a process before this one stored, and could not say any more.
      await blocks.stored();
      while (!signal.aborted) {
        const roundMs = monotonicMs();
        let look: TreeLook;
        try {
          look = tree.look();
        } catch {
          // It went, or cannot be listed any more: looked for again.
          return;
        }
        const { due } = look;
        await noteLost(look.lost);
        wake.watch([hourly, ...tree.newestDays.map((day) => join(hourly, day))]);
        const isQuiet = roundMs - readMs >= pace.holdMs;
        const released = due.length === 0 && isQuiet ? reader.release() : undefined;
        const { bytes } = reader.counts;
        if (released !== undefined) await add(released);
        await readAll(due);
        if (reader.counts.bytes - bytes < caughtUpBytes && !signal.aborted) phase = 'following';
        if (due.length > 0) readMs = monotonicMs();
        const isIdle = due.length === 0 && released === undefined;
        if (commitDueMs() === 0) await commit();
        else if (monotonicMs() - reportedMs >= reportEveryMs) reportNow();
        if (!isIdle) {
          await pause(Math.max(0, roundMs + pace.commitMs - monotonicMs()), signal);
        } else {
          const holdMs = reader.isHolding ? pace.holdMs : pace.pollMs;
          await wake.wait(Math.min(holdMs, pace.pollMs, commitDueMs() ?? pace.pollMs));
        }
      }
      await sink.flush();
      await blocks.stored(true);
    },
  };
}

function rowsOf({ fills, misc }: SourceChunk): number {
  return fills.count + (misc?.funding.length ?? 0) + (misc?.ledger.length ?? 0);
}

/**
 * How far the directory was read; not at all where the store was restored since, and has less than was noted then.
 *
 * @param empty nothing of the directory: what the ledger knows of blocks
 */
async function storedPosition(
  { store, journal }: Pick<FollowOptions, 'store' | 'journal'>,
  empty: Omit<NodePosition, 'files'>,
): Promise<NodePosition> {
  await recoverBatches(store, journal);
  const kept = journal.position();
  const isStored = kept !== undefined && (await store.state()).lastSeq >= kept.seq;
  const position = isStored ? positionOf(kept.position, empty.kind, empty.hourly) : undefined;
  return position ?? { ...empty, files: new Map() };
}

interface Read {
  kind: FileKind;
  tree: FollowedTree;
  reader: FileReader;
  blocks: BlockCoverage;
  sink: SinkCounts;
}

type SessionState = Pick<FollowState, 'phase' | 'commits' | 'commitMs' | 'lost'>;

function stateOf({ kind, tree, reader, blocks, sink }: Read): Omit<FollowState, keyof SessionState> {
  const files = [...tree.files.values()].filter(({ isGone }) => !isGone);
  const unread = files.flatMap(({ fault }) => (fault === undefined ? [] : [fault.reason]));
  const waiting = files.map(({ bytes, readTo, fault }) =>
    fault === undefined ? Math.max(0, bytes - readTo) : 0,
  );
  const { fills, duplicates, payments, updates, unknownUpdates, quarantined } = sink;
  const missing = blocks.missing();
  return {
    ...{ kind, fault: undefined, newest: reader.newest, files: files.length },
    ...{ unreadFiles: unread.length, unread: unread.slice(0, toldUnreadLimit) },
    waitingBytes: waiting.reduce((total, bytes) => total + bytes, 0),
    ...{ ...reader.counts, fills, duplicates, payments, updates, unknownUpdates, quarantined },
    ...{ gaps: missing.gaps, missingBlocks: missing.blocks },
    wholeFromMs: blocks.kept().runs.at(-1)?.fromMs,
  };
}
