import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { hourMs } from '../../kernel/clock.ts';
import { hourOf } from '../sources/archive-names.ts';
import {
  accessFault,
  type FileFault,
  type FollowedFile,
  isSameFile,
  isStreamedAt,
  lookAt,
  marksOf,
  newFile,
  restart,
} from './followed-file.ts';

/** Hour files of a node, as they appear, grow and disappear. */
export interface FollowedTree {
  readonly files: ReadonlyMap<string, FollowedFile>;
  /** Newest first; the days worth a file-system watch. */
  readonly newestDays: readonly string[];
  /** Days whose directory cannot be listed, by name; the positions of their files are kept. */
  readonly dayFaults: ReadonlyMap<string, Pick<FileFault, 'reason' | 'why'>>;
  /** Polls for new data. @throws NodeJS.ErrnoException if the directory of days cannot be listed */
  look(): TreeLook;
}

export interface TreeLook {
  /** Files with unread data, oldest hour first. */
  due: FollowedFile[];
  /** Files removed before all their known bytes were read. */
  lost: FollowedFile[];
}

export interface TreeOptions {
  /** Directory that contains the day directories. */
  hourly: string;
  /** Files with a stored read position. */
  files: Map<string, FollowedFile>;
  monotonicMs(): number;
  /** Unix milliseconds. */
  nowMs(): number;
  pace?: Partial<TreePace>;
}

export interface TreePace {
  /** Late lines are expected this long after the newest hour: such files are polled often, and their torn ends are not read. */
  lateMs: number;
  /** Poll intervals of files that expect late lines, and of all others. */
  lateLookMs: number;
  allLookMs: number;
  /** A file unchanged for this long is considered complete: a compressed file is then read, and an old file is read to its torn end. */
  quietMs: number;
}

const defaultPace: TreePace = { lateMs: 6 * hourMs, lateLookMs: 2_000, allLookMs: 30_000, quietMs: 2_000 };
/** Maximum hour files tracked: eleven years. */
const filesLimit = 100_000;
const openHours = 2;
const dayName = /^\d{8}$/;

export function createFollowedTree(options: TreeOptions): FollowedTree {
  const { hourly, files, monotonicMs, nowMs } = options;
  const pace = { ...defaultPace, ...options.pace };
  let newestDays: string[] = [];
  const dayFaults = new Map<string, Pick<FileFault, 'reason' | 'why'>>();
  let lateMs = Number.NEGATIVE_INFINITY;
  let allMs = Number.NEGATIVE_INFINITY;

  /** Adds new files of some days. @returns files that disappeared */
  function list(days: readonly string[], everyDay: ReadonlySet<string>): FollowedFile[] {
    const found = new Set<string>();
    for (const day of days) {
      for (const name of namesOf(day)) {
        const path = `${day}/${name}`;
        if (hourOf(path) === undefined) continue;
        found.add(path);
        if (!files.has(path) && files.size < filesLimit) files.set(path, newFile(hourly, path));
      }
    }
    const listed = new Set(days);
    for (const day of dayFaults.keys()) if (!everyDay.has(day)) dayFaults.delete(day);
    const { lateFromMs } = bounds();
    const gone = [...files.values()].filter(({ name }) => {
      const day = name.slice(0, 8);
      return !everyDay.has(day) || (listed.has(day) && !dayFaults.has(day) && !found.has(name));
    });
    for (const { name, isClosed, hourFromMs } of gone)
      if (isClosed || hourFromMs < lateFromMs) files.delete(name);
    const news = gone.filter(({ isGone }) => !isGone);
    for (const file of gone) file.isGone = true;
    return news;
  }

  /** Start of the oldest hour polled each time, and of the oldest hour that may still get late lines. */
  function bounds(): { hotFromMs: number; lateFromMs: number } {
    const hours = [...new Set([...files.values()].map(({ hourFromMs }) => hourFromMs))].sort((a, b) => b - a);
    const newestMs = hours[0] ?? 0;
    return { hotFromMs: hours[openHours - 1] ?? newestMs, lateFromMs: newestMs - pace.lateMs };
  }

  function isDue(file: FollowedFile, lateFromMs: number): boolean {
    const look = lookAt(file.path);
    if (look === undefined) return false;
    file.isGone = false;
    // The fault of the day already explains the failure.
    if (typeof look === 'string')
      return dayFaults.has(file.name.slice(0, 8)) ? false : fails(file, look, { bytes: -1, statusMs: 0 });
    if (file.fault?.bytes === look.bytes && file.fault.statusMs === look.statusMs) return false;
    if (look.bytes === file.readTo && look.inode === file.identity?.inode && look.statusMs === file.statusMs)
      return false;
    let found: ReturnType<typeof marksOf>;
    try {
      found = marksOf(file.path, file.tail);
    } catch (error) {
      return fails(file, accessFault(error), look);
    }
    const { isPacked, hasTail } = found;
    const identity = { inode: look.inode, head: found.head };
    const isSame = hasTail && file.identity !== undefined && isSameFile(file.identity, identity);
    const isChanged = look.bytes !== file.readTo;
    if (!isSame || look.bytes < file.readTo || (isChanged && (file.isClosed || isPacked)))
      restart(file, isStreamedAt(files.values(), file.hourFromMs));
    file.identity = identity;
    file.bytes = look.bytes;
    file.statusMs = look.statusMs;
    delete file.fault;
    const isQuiet = isUnchanged(file, look);
    file.isSettled = isQuiet && (isPacked || file.hourFromMs < lateFromMs);
    return look.bytes !== file.readTo && (file.isSettled || !isPacked);
  }

  function fails(
    file: FollowedFile,
    why: string,
    { bytes, statusMs }: Pick<FileFault, 'bytes' | 'statusMs'>,
  ) {
    file.fault = { reason: `${file.path} cannot be read: ${why}`, why, bytes, statusMs };
    return false;
  }

  /** Uses the file's modification time; if another clock set that time ahead, uses the time observed by this process. */
  function isUnchanged(
    file: FollowedFile,
    { bytes, changedMs }: { bytes: number; changedMs: number },
  ): boolean {
    const before = file.unchanged;
    if (before?.bytes !== bytes || before.changedMs !== changedMs)
      file.unchanged = { bytes, changedMs, sinceMs: monotonicMs() };
    const seenMs = monotonicMs() - file.unchanged!.sinceMs;
    return Math.max(nowMs() - changedMs, seenMs) >= pace.quietMs;
  }

  /** Names in a day's directory; empty if the directory was removed or cannot be read. */
  function namesOf(day: string): string[] {
    const path = join(hourly, day);
    try {
      const names = readdirSync(path);
      dayFaults.delete(day);
      return names;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
      const why = accessFault(error);
      dayFaults.set(day, { reason: `${path} cannot be read: ${why}`, why });
      return [];
    }
  }

  return {
    files,
    dayFaults,
    get newestDays() {
      return newestDays;
    },
    look() {
      const atMs = monotonicMs();
      const isAll = atMs - allMs >= pace.allLookMs;
      const isLate = isAll || atMs - lateMs >= pace.lateLookMs;
      const days = readdirSync(hourly)
        .filter((name) => dayName.test(name))
        .sort();
      newestDays = days.slice(-2).reverse();
      const gone = list(isAll ? days : days.slice(-2), new Set(days));
      const { hotFromMs, lateFromMs } = bounds();
      const fromMs = isAll ? 0 : isLate ? Math.min(hotFromMs, lateFromMs) : hotFromMs;
      if (isAll) allMs = atMs;
      if (isLate) lateMs = atMs;
      const due = [...files.values()]
        .filter((file) => file.hourFromMs >= fromMs && isDue(file, lateFromMs))
        .sort((a, b) => a.hourFromMs - b.hourFromMs || (a.name < b.name ? -1 : 1));
      return { due, lost: gone.filter(({ bytes, readTo }) => bytes > readTo) };
    },
  };
}
