import { hourMs } from '../../kernel/clock.ts';
import { hourOf } from '../sources/archive-names.ts';
import type { FileReader, NewestBlock } from './file-reader.ts';
import type { FollowedTree } from './followed-tree.ts';
import type { FileKind, NodeDir } from './node-dir.ts';

export interface FollowedDir extends NodeDir {
  tree: FollowedTree;
  reader: FileReader;
}

/** Totals over the directories of a record. */
export interface DirsState {
  /** Kind of the directory with the newest event. */
  kind: FileKind | undefined;
  kinds: readonly FileKind[];
  newest: NewestBlock | undefined;
  files: number;
  unreadFiles: number;
  unread: readonly string[];
  /** Public reason why the newest hour cannot be read; undefined if it is read, or older than the newest block. */
  unreadWhy: string | undefined;
  waitingBytes: number;
  bytes: number;
  blocks: number;
}

const loggedUnreadLimit = 5;

/** @param faults faults of directories that cannot be followed, with their paths */
export function dirsState(dirs: readonly FollowedDir[], faults: readonly string[]): DirsState {
  const newestOf = ({ reader }: FollowedDir) => reader.newest?.blockMs ?? 0;
  const [first] = dirs.toSorted((a, b) => newestOf(b) - newestOf(a));
  const files = dirs.flatMap(({ tree }) => [...tree.files.values()].filter(({ isGone }) => !isGone));
  const unread = [
    ...files.flatMap(({ fault, hourFromMs }) => (fault === undefined ? [] : [{ ...fault, hourFromMs }])),
    ...dirs.flatMap(({ tree }) =>
      [...tree.dayFaults].map(([day, fault]) => ({ ...fault, hourFromMs: hourOf(`${day}/23`) ?? 0 })),
    ),
  ].sort((a, b) => b.hourFromMs - a.hourFromMs);
  const reasons = [...faults, ...unread.map(({ reason }) => reason)];
  const newest = first?.reader.newest;
  const [last] = unread;
  const isNewer = last !== undefined && last.hourFromMs + hourMs > (newest?.blockMs ?? 0);
  return {
    kind: first?.kind,
    kinds: dirs.map(({ kind }) => kind),
    newest,
    files: files.length,
    unreadFiles: unread.length,
    unread: reasons.slice(0, loggedUnreadLimit),
    unreadWhy: isNewer ? last.why : undefined,
    waitingBytes: files.reduce(
      (sum, { bytes, readTo, fault }) => sum + (fault === undefined ? Math.max(0, bytes - readTo) : 0),
      0,
    ),
    bytes: dirs.reduce((sum, { reader }) => sum + reader.counts.bytes, 0),
    blocks: dirs.reduce((sum, { reader }) => sum + reader.counts.blocks, 0),
  };
}
