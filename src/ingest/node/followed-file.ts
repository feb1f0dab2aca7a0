import { hash } from 'node:crypto';
import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { dayMs } from '../../kernel/clock.ts';
import { hourOf } from '../sources/archive-names.ts';
import type { BlockRuns } from '../sources/block-runs.ts';
import { isGzip } from '../sources/file-content.ts';
import { isLz4 } from '../sources/lz4-frame.ts';
import { createSeqCounter, type SeqCounter } from '../sources/seq-counter.ts';

/** An hour file of a node, and how far it was read. */
export interface FollowedFile {
  /** `YYYYMMDD/H`, with `.lz4` or `.gz` where it has that. */
  readonly name: string;
  readonly path: string;
  /** Begin of its hour, unix milliseconds. */
  readonly hourFromMs: number;
  /** What distinguishes it from another file of its name. */
  identity: FileIdentity | undefined;
  /** At the last look: its size, and when its rights last changed, unix milliseconds. */
  bytes: number;
  statusMs: number;
  /** Behind the last line that was read; of a packed file its size when it was read. */
  readTo: number;
  /** Number of the line there, from 1. */
  line: number;
  /** What stands before that place; undefined where nothing was read, and of a file that is read as a whole. */
  tail: FileTail | undefined;
  /** The first line of the last block, or of the last millisecond where there are no blocks: reading goes on from it after a start. */
  group: LineGroup;
  /** Numbers of its fills. */
  seqs: SeqCounter;
  /** It was read to an end without a newline: what comes behind would be a part of that line. */
  isClosed: boolean;
  /** It does not grow any more: what stands behind its last newline is read, too. */
  isSettled: boolean;
  /** It went, and may come again: as another file, which begins where it was left. */
  isGone: boolean;
  /** Something stood behind its last newline when it was read last. */
  isTorn: boolean;
  /** Lines of its first block may be in the file that it took the place of. */
  beginsCut: boolean;
  /** Several of its lines are of one block. */
  hasParts: boolean;
  /** Of its blocks, since this process reads it. */
  runs: BlockRuns | undefined;
  /** Why it is not read, a file of another kind or no rights, until its size or its rights change. */
  fault?: FileFault;
  /** Size and time of change at the last look, and since when they are the same by this process's clock, milliseconds. */
  unchanged?: { bytes: number; changedMs: number; sinceMs: number };
}

export interface FileFault {
  /** With the path, for the log. */
  reason: string;
  /** Without it, for everybody. */
  why: string;
  bytes: number;
  statusMs: number;
}

export interface LineGroup {
  /** Number of the block, or unix milliseconds; -1 before the first. */
  key: number;
  atByte: number;
  line: number;
}

/** The inode, and a hash of the first bytes, which hold the time of the first block to the nanosecond; empty where there are fewer. */
export interface FileIdentity {
  inode: number;
  head: string;
}

/**
 * The last bytes that were read: a file that was cut, as by a crash of its machine, and has grown past that place since has others there,
 * and is read again.
 */
export interface FileTail {
  /** Behind them. */
  toByte: number;
  bytes: number;
  hash: string;
}

const markBytes = 64;
const hashDigits = 12;

/** @param hourly the directory of the days */
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
 * Reads it from its start again. What was not known to be whole of the file before it counts once it is read whole.
 *
 * @param isStreamed blocks may be over several lines
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

/** Whether blocks may be over several lines in a file: they are in one of the day around its hour. */
export function isStreamedAt(files: Iterable<FollowedFile>, hourFromMs: number): boolean {
  for (const file of files) if (file.hasParts && Math.abs(file.hourFromMs - hourFromMs) <= dayMs) return true;
  return false;
}

/** What a look at a file found: undefined where it is not there any more, words where it cannot be looked at. */
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

/** Why a file or directory cannot be read, in words without its path. */
export function accessFault(error: unknown): string {
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'EACCES') return 'permission denied; this process needs to read it';
  return code ?? 'unknown fault';
}

/** What distinguishes a file from others. @throws NodeJS.ErrnoException */
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

/** @param bytes what was read, up to its end */
export function tailOf(bytes: Buffer, toByte: number): FileTail {
  const last = bytes.subarray(-markBytes);
  return { toByte, bytes: last.length, hash: hashOf(last) };
}

/** Fewer bytes where the file ends before. */
function readAt(fd: number, at: number, count: number): Buffer {
  const bytes = Buffer.alloc(count);
  return bytes.subarray(0, readSync(fd, bytes, 0, count, at));
}

function hashOf(bytes: Buffer): string {
  return hash('sha256', bytes, 'hex').slice(0, hashDigits);
}

/** Whether a file is the one that was read before. */
export function isSameFile(known: FileIdentity, found: FileIdentity): boolean {
  return known.inode === found.inode && (known.head === '' || known.head === found.head);
}
