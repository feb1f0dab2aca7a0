import { minuteMs, rfc3339 } from '../../kernel/clock.ts';
import type { Log } from '../../kernel/log.ts';
import type { FollowState } from './follow.ts';
import type { NodeRecord } from './node-dir.ts';

/** A node writes ten blocks a second. */
export const behindLimitMs = minuteMs;

/** Lag of the files, and of the node that writes them, in milliseconds; undefined before the first block. */
export function followLag({ newest }: FollowState, nowMs: number) {
  if (newest === undefined) return undefined;
  const { blockMs, localMs } = newest;
  return {
    blockAgeMs: Math.max(0, nowMs - blockMs),
    writtenLateMs: localMs === undefined ? undefined : localMs - blockMs,
  };
}

const missingText = {
  fills: "the node's directory cannot be followed; the log says why",
  ledger:
    'no funding, deposits and transfers of all wallets: the node writes them with --write-misc-events; the log says what was found',
  twaps:
    'no TWAP orders of all wallets: the node writes them with --write-fills; the log says what was found',
} satisfies Record<NodeRecord, string>;
const nameOf = { fills: 'fills', ledger: 'misc events', twaps: 'TWAP statuses' } satisfies Record<
  NodeRecord,
  string
>;

/**
 * Public reason why a record of a node is not fresh; undefined if it is. Paths of this machine appear only in the log.
 *
 * @param nowMs Unix milliseconds
 * @param record default: fills
 */
export function followFault(
  state: FollowState,
  nowMs: number,
  record: NodeRecord = 'fills',
): string | undefined {
  const { fault, phase, newest, waitingBytes, unreadWhy } = state;
  if (fault !== undefined) return missingText[record];
  if (phase === 'catchingUp') {
    const until = newest === undefined ? '' : `, until ${rfc3339(newest.blockMs)}`;
    return `catching up with the node's files: ${mebibytes(waitingBytes)} MiB to go${until}`;
  }
  const lag = followLag(state, nowMs);
  if (lag === undefined) {
    return unreadWhy !== undefined
      ? `the node's files cannot be read: ${unreadWhy}; the log names them`
      : `the node's files hold no ${nameOf[record]} yet`;
  }
  if (lag.blockAgeMs <= behindLimitMs) return undefined;
  const age = `the newest block of the node's files is ${seconds(lag.blockAgeMs)} s old`;
  if (unreadWhy !== undefined)
    return `${age}: the files behind it cannot be read: ${unreadWhy}; the log names them`;
  const late = lag.writtenLateMs ?? 0;
  const why =
    late > behindLimitMs
      ? `: the node writes them ${seconds(late)} s late`
      : ': the node has stopped writing';
  return `${age}${why}`;
}

/** Logs changes that an operator needs, once per change. */
export function createFollowLog(log: Log, record: NodeRecord): (state: FollowState) => void {
  let before: FollowState | undefined;
  return (state) => {
    const { phase, fault, kind, newest, fills, payments, updates, twaps, bytes, unread, lost } = state;
    const { gaps, missingBlocks, kinds, doubtedBlocks } = state;
    const followed = kinds.join(' and ');
    if (
      before !== undefined &&
      before.kinds.length > 0 &&
      kinds.length > 0 &&
      followed !== before.kinds.join(' and ')
    )
      log.warn({ kinds }, `the node's directories changed: ${followed} followed from now on`);
    if (kind !== undefined && before?.kind !== undefined && kind !== before.kind)
      log.warn({ kind }, `the node writes ${kind} now, no longer ${before.kind}`);
    if (doubtedBlocks > (before?.doubtedBlocks ?? 0)) {
      log.warn(
        { kind, doubtedBlocks },
        'block numbers do not match their times: their fills are kept, and the blocks count as missing',
      );
    }
    // A node may write fills only.
    if (fault !== undefined && fault !== before?.fault) log[record === 'fills' ? 'warn' : 'info'](fault);
    if (phase === 'following' && before?.phase !== 'following') {
      const read = { fills: { fills }, ledger: { payments, updates }, twaps: { twaps } }[record];
      log.info({ kind, ...read, bytes, block: newest?.number }, "the node's files are followed as they grow");
    }
    if (lost[0] !== undefined && lost[0] !== before?.lost[0]) log.warn(lost[0]);
    if (gaps > (before?.gaps ?? 0)) {
      log.warn(
        { kind, gaps, missingBlocks },
        "the node's files lack blocks: an archive of those hours fills them",
      );
    }
    if (unread[0] !== undefined && unread[0] !== before?.unread[0]) log.warn(unread[0]);
    before = state;
  };
}

const seconds = (ms: number) => Math.round(ms / 1000);
const mebibytes = (bytes: number) => Math.ceil(bytes / 2 ** 20);
