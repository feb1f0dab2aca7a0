import { minuteMs, rfc3339 } from '../../kernel/clock.ts';
import type { Log } from '../../kernel/log.ts';
import type { FollowState } from './follow.ts';

/** A node writes ten blocks a second. */
export const behindLimitMs = minuteMs;

/** How far the files, and the node that writes them, are behind; undefined before the first block. Milliseconds. */
export function followLag({ newest }: FollowState, nowMs: number) {
  if (newest === undefined) return undefined;
  const { blockMs, localMs } = newest;
  return {
    blockAgeMs: Math.max(0, nowMs - blockMs),
    writtenLateMs: localMs === undefined ? undefined : localMs - blockMs,
  };
}

/**
 * What keeps a node's fills from being fresh, in words for everybody: paths of this machine stand in the log alone. Undefined where
 * nothing does.
 *
 * @param nowMs unix milliseconds
 */
export function followFault(state: FollowState, nowMs: number): string | undefined {
  const { fault, phase, newest, waitingBytes, unread } = state;
  if (fault !== undefined) return "the node's directory cannot be followed; the log says why";
  if (phase === 'catchingUp') {
    const until = newest === undefined ? '' : `, until ${rfc3339(newest.blockMs)}`;
    return `catching up with the node's files: ${mebibytes(waitingBytes)} MiB to go${until}`;
  }
  const lag = followLag(state, nowMs);
  if (lag === undefined) {
    return unread.length > 0
      ? "the node's files cannot be read; the log says why"
      : "the node's files hold no fills yet";
  }
  if (lag.blockAgeMs <= behindLimitMs) return undefined;
  const late = lag.writtenLateMs ?? 0;
  const why =
    late > behindLimitMs
      ? `: the node writes them ${seconds(late)} s late`
      : ': the node has stopped writing';
  return `the newest block of the node's files is ${seconds(lag.blockAgeMs)} s old${why}`;
}

/** Logs what an operator wants to see, once where it changes. */
export function createFollowLog(log: Log): (state: FollowState) => void {
  let before: FollowState | undefined;
  return (state) => {
    const { phase, fault, kind, newest, fills, bytes, unread, lost, gaps, missingBlocks } = state;
    if (fault !== undefined && fault !== before?.fault) log.warn(fault);
    if (phase === 'following' && before?.phase !== 'following') {
      log.info({ kind, fills, bytes, block: newest?.number }, "the node's files are followed as they grow");
    }
    if (lost[0] !== undefined && lost[0] !== before?.lost[0]) log.warn(lost[0]);
    if (gaps > (before?.gaps ?? 0)) {
      log.warn({ gaps, missingBlocks }, "the node's files lack blocks: an archive of those hours fills them");
    }
    if (unread[0] !== undefined && unread[0] !== before?.unread[0]) log.warn(unread[0]);
    before = state;
  };
}

const seconds = (ms: number) => Math.round(ms / 1000);
const mebibytes = (bytes: number) => Math.ceil(bytes / 2 ** 20);
