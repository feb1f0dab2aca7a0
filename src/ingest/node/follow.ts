import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { MovedWallet } from '../../domain/ledger-update.ts';
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
import { createMovedWallets } from './moved-wallets.ts';
import { findNodeDirs, type NodeDir, type NodeDirs, type NodeRecord, nodeRecords } from './node-dir.ts';
import { type NodePosition, positionOf, positionText } from './position.ts';
import { createWake, type Wake } from './wake.ts';

/** State of a followed node directory, as plain data. */
export interface FollowState extends DirsState {
  /** `waiting` without a readable directory; `catchingUp` until the backlog found at the start is read. */
  phase: 'waiting' | 'catchingUp' | 'following';
  /** Why nothing is read; undefined while reading works. */
  fault: string | undefined;
  fills: number;
  duplicates: number;
  /** Funding payments, and balance updates; `unknownUpdates` counts those without a rule. */
  payments: number;
  updates: number;
  unknownUpdates: number;
  /** Statuses of TWAP orders. */
  twaps: number;
  quarantined: number;
  /** Gaps between blocks read, and the blocks in them. */
  gaps: number;
  missingBlocks: number;
  /** Blocks whose numbers do not fit their times: their fills are kept, but the blocks count as missing. */
  doubtedBlocks: number;
  /** Start of the unbroken run of blocks up to the newest, Unix milliseconds; undefined if blocks are unknown. */
  wholeFromMs: number | undefined;
  /** Files removed before all their bytes were read, newest first. */
  lost: readonly string[];
  /** Number of commits, and duration of the last one, milliseconds. */
  commits: number;
  commitMs: number;
}

export interface FollowOptions {
  /** Absolute path. */
  dir: string;
  /** Record to follow; default: fills. */
  record?: NodeRecord;
  store: BatchStore;
  journal: Journal;
  ledger: BlockLedger;
  batchFills?: number;
  signal: AbortSignal;
  clock?: Clock;
  pace?: Partial<FollowPace>;
  /** Receives the state after every commit, and once a second. */
  report(state: FollowState): void;
  /** Receives the wallets whose money moved without a fill, after each commit. */
  onMoved?(moved: readonly MovedWallet[]): void;
}

export interface FollowPace extends TreePace {
  /** Poll interval when the file system reports no change. */
  pollMs: number;
  /** Interval between commits: each commit creates a part in every table. */
  commitMs: number;
  /** Maximum extra pause, so that commits take a quarter of the time. */
  restMs: number;
  /** Minimum pause between the end of a commit and the next one, for operators who want fewer commits. */
  leastRestMs: number;
  /** Interval between stored positions while the files bring no rows. */
  standMs: number;
  /** Fills of a millisecond without their block wait this long for others of the same millisecond. */
  holdMs: number;
  /** Poll interval for missing directories. */
  missingMs: number;
  /** Interval of checks whether imports filled missing blocks. */
  askMs: number;
}

/** Ledger rows are few, and each commit creates a part in a table. */
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
/** A commit costs by the number of tables: a few fills as much as two hundred. Fills that arrive meanwhile share the next commit. */
const commitShare = 1 / 4;
const reportEveryMs = 1_000;
/** Interval between completions of live fills with the fields of the files. */
const completeMs = 10 * minuteMs;
/** Large enough for efficient table writes during catch-up, small enough for the memory of a permanent thread. */
const followedBatchFills = 50_000;
const loggedUnreadLimit = 5;
/** Reading fewer bytes than this between two commits means the follower has caught up. */
const caughtUpBytes = 1 << 20;

/**
 * Follows the hour files of a node until the signal aborts: first all existing files, oldest hour first, then new data. Each batch stores
 * the read position, so a kill loses nothing; lines read again are deduplicated by key.
 *
 * @throws if the store fails; the next start resumes at the stored position
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
  return { ...defaultPace, ...(record !== 'fills' && { commitMs: ledgerCommitMs }), ...pace };
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
  twaps: 0,
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
  /** Reads and stores new data until the signal aborts or the set of directories changes. */
  follow(found: FoundDirs, wake: Wake): Promise<void>;
  end(): Promise<void>;
}

type FoundDirs = Exclude<NodeDirs, { fault: string }>;

/** Opens directories with their readers. A directory that comes back keeps the positions of its files. */
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
  // Reports blocks that an earlier process stored but could not report any more.
  blocks.stored();
  const dirsOf = createDirs(options, { position, blocks });
  let dirs: FollowedDir[] = [];
  let faults: readonly string[] = [];
  let phase: FollowState['phase'] = 'catchingUp';
  let [commits, commitMs] = [0, 0];
  let lost: string[] = [];
  let [completedMs, committedMs] = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];
  let unstored = { isAny: false, hasRows: false };
  let reportedMs = monotonicMs();
  const moved = createMovedWallets(options.onMoved);

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
    moved.note(chunk);
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
    // Completing fills that the exchange reported first costs by the month, so completions are gathered.
    const isOngoing = fromMs - completedMs < completeMs && !signal.aborted;
    await sink.flush(isOngoing);
    if (!isOngoing) completedMs = fromMs;
    blocks.stored();
    moved.stored();
    unstored = { isAny: false, hasRows: false };
    commits += 1;
    committedMs = monotonicMs();
    commitMs = committedMs - fromMs;
    reportNow();
  }

  /** Milliseconds until the next commit; undefined if all is stored. Positions of empty blocks, the most on a quiet exchange, are stored less often. */
  function commitDueMs(): number | undefined {
    if (!unstored.isAny) return undefined;
    const shareMs = restMsAfter(commitMs, { share: commitShare, longestMs: pace.restMs });
    const restMs = Math.max(pace.leastRestMs, unstored.hasRows ? shareMs : pace.standMs);
    return Math.max(0, committedMs + restMs - monotonicMs());
  }

  /** Records data lost with removed files. Block numbers reveal such a loss by themselves; without blocks this record is the only sign. */
  async function noteLost(kind: string, files: readonly FollowedFile[]): Promise<void> {
    for (const { name, path, group, hourFromMs } of files) {
      lost = [`${path} was removed before all of it was read`, ...lost].slice(0, loggedUnreadLimit);
      if (kind.endsWith('_by_block')) continue;
      const span = { fromMs: Math.max(group.key, hourFromMs), toMs: hourFromMs + hourMs };
      await ledger.record({ feed, ...span }, `${name} was removed before all of it was read`);
    }
  }

  /** @returns files with unread data, oldest hour first; undefined if a directory was removed or cannot be listed any more */
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
        // The caller searches for the directories again.
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
  return fills.count + Object.values(misc ?? {}).reduce((sum, rows) => sum + rows.length, 0);
}

/** Ignored if the store is older than the position, as after a restore from a backup. */
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
  const { fills, duplicates, payments, updates, unknownUpdates, twaps, quarantined } = sink;
  const { gaps, blocks: missingBlocks } = blocks.missing();
  const counts = { fills, duplicates, payments, updates, unknownUpdates, twaps, quarantined };
  return {
    ...counts,
    gaps,
    missingBlocks,
    doubtedBlocks: blocks.doubted,
    wholeFromMs: blocks.kept().runs.at(-1)?.fromMs,
  };
}
