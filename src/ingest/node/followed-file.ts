import { hash } from 'node:crypto';
import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { dayMs } from '../../kernel/clock.ts';
import { hourOf } from '../sources/archive-names.ts';
import type { BlockRuns } from '../sources/block-runs.ts';
import { isGzip } from '../sources/file-content.ts';
import { isLz4 } from '../sources/lz4-frame.ts';
import { createSeqCounter, type SeqCounter } from '../sources/seq-counter.ts';

/** Hour file of a node, with the read position. */
export interface FollowedFile {
  /** `YYYYMMDD/H`, with its extension `.lz4` or `.gz` if any. */
  readonly name: string;
  readonly path: string;
  /** Start of its hour, Unix milliseconds. */
  readonly hourFromMs: number;
  /** Distinguishes the file from another one of the same name. */
  identity: FileIdentity | undefined;
  /** Size and time of the last metadata change (ctime, Unix milliseconds) at the last poll. */
  bytes: number;
  statusMs: number;
  /** Byte offset after the last line read; for a compressed file, its size when it was read. */
  readTo: number;
  /** Line number at that offset, from 1. */
  line: number;
  /** Mark of the bytes before the read position; undefined if nothing was read, and for files read as a whole. */
  tail: FileTail | undefined;
  /** First line of the last block (without blocks: of the last millisecond); reading resumes there after a restart. */
  group: LineGroup;
  /** Sequence numbers of the file's fills. */
  seqs: SeqCounter;
  /** The file was read to an end without a newline; later bytes would belong to that line. */
  isClosed: boolean;
  /** The file no longer grows, so a last line without a newline is read, too. */
  isSettled: boolean;
  /** The file was removed. It may come back as another file that starts where this one ended. */
  isGone: boolean;
  /** The last read found bytes after the last newline. */
  isTorn: boolean;
  /** The predecessor of the same name may hold lines of this file's first block. */
  beginsCut: boolean;
  /** Some block spans several lines. */
  hasParts: boolean;
  /** Blocks read by this process. */
  runs: BlockRuns | undefined;
  /** Why the file is not read (another kind, or no permission), until its size or permissions change. */
  fault?: FileFault;
  /** Size and modification time at the last poll, and since when both are unchanged (monotonic), milliseconds. */
  unchanged?: { bytes: number; changedMs: number; sinceMs: number };
}

export interface FileFault {
  /** Reason with the path, for the log. */
  reason: string;
  /** Reason without the path, for public answers. */
  why: string;
  bytes: number;
  statusMs: number;
}

export interface LineGroup {
  /** Block number, or Unix milliseconds; -1 before the first group. */
  key: number;
  atByte: number;
  line: number;
}

/** Inode, and a hash of the first bytes, which contain the first block's time to the nanosecond; empty hash for shorter files. */
export interface FileIdentity {
  inode: number;
  head: string;
}

/**
 * Mark of the last bytes read. A file truncated (as by a machine crash) that has grown past that offset since has other bytes there, and
 * is read again.
 */
export interface FileTail {
  /** Byte offset after the marked bytes. */
  toByte: number;
  bytes: number;
  hash: string;
}

const markBytes = 64;
const hashDigits = 12;

/** @param hourly directory that contains the day directories */
export function newFile(hourly: string, name: string): FollowedFile {
  return {
    name,
    path: join(hourly, name),
    hourFromMs: hourOf(name)!,
    identity: undefined,
    bytes: 0,
    statusMs: 0,
    readTo: 0,
    line: 1,
    tail: undefined,
    group: noGroup,
    seqs: createSeqCounter(),
    isClosed: false,
    isSettled: false,
    isGone: false,
    isTorn: false,
    beginsCut: false,
    hasParts: false,
    runs: undefined,
  };
}

const noGroup: LineGroup = { key: -1, atByte: 0, line: 1 };

/**
 * Reads the file again from its start. Blocks that may have been incomplete in the previous file count only once they are read
 * completely.
 *
 * @param isStreamed blocks may span several lines
 */
export function restart(file: FollowedFile, isStreamed: boolean): void {
  if (!file.isClosed && file.readTo > 0) file.beginsCut = isStreamed || file.isTorn;
  file.runs = undefined;
  file.readTo = 0;
  file.line = 1;
  file.tail = undefined;
  file.group = noGroup;
  file.seqs = createSeqCounter();
  file.isClosed = false;
  delete file.fault;
}

/** Whether blocks may span several lines in a file: true if they do in any file within a day of its hour. */
export function isStreamedAt(files: Iterable<FollowedFile>, hourFromMs: number): boolean {
  for (const file of files) if (file.hasParts && Math.abs(file.hourFromMs - hourFromMs) <= dayMs) return true;
  return false;
}

/** Result of a poll of a file: undefined if the file is missing, a text if it cannot be accessed. */
export type FileLook =
  | { inode: number; bytes: number; changedMs: number; statusMs: number }
  | undefined
  | string;

export function lookAt(path: string): FileLook {
  try {
    const stats = statSync(path, { throwIfNoEntry: false });
    if (stats === undefined) return undefined;
    if (!stats.isFile()) return 'it is no file; expected an hour file of JSON lines';
    return { inode: stats.ino, bytes: stats.size, changedMs: stats.mtimeMs, statusMs: stats.ctimeMs };
  } catch (error) {
    return accessFault(error);
  }
}

/** Why a file or directory cannot be read, without its path. */
export function accessFault(error: unknown): string {
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'EACCES') return 'permission denied; this process needs to read it';
  return code ?? 'unknown fault';
}

/** Reads the marks that distinguish a file from others. @throws NodeJS.ErrnoException */
export function marksOf(
  path: string,
  known: FileTail | undefined,
): { head: string; isPacked: boolean; hasTail: boolean } {
  const fd = openSync(path, 'r');
  try {
    const first = readAt(fd, 0, markBytes);
    return {
      head: first.length < markBytes ? '' : hashOf(first),
      isPacked: isLz4(first) || isGzip(first),
      hasTail:
        known === undefined || hashOf(readAt(fd, known.toByte - known.bytes, known.bytes)) === known.hash,
    };
  } finally {
    closeSync(fd);
  }
}

/** @param bytes bytes read, up to `toByte` */
export function tailOf(bytes: Buffer, toByte: number): FileTail {
  const last = bytes.subarray(-markBytes);
  return { toByte, bytes: last.length, hash: hashOf(last) };
}

/** Returns fewer bytes at the end of the file. */
function readAt(fd: number, at: number, count: number): Buffer {
  const bytes = Buffer.alloc(count);
  return bytes.subarray(0, readSync(fd, bytes, 0, count, at));
}

function hashOf(bytes: Buffer): string {
  return hash('sha256', bytes, 'hex').slice(0, hashDigits);
}

export function isSameFile(known: FileIdentity, found: FileIdentity): boolean {
  return known.inode === found.inode && (known.head === '' || known.head === found.head);
}
