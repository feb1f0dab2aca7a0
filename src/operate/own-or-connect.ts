import { setTimeout as delay } from 'node:timers/promises';
import { monotonicMs } from '../kernel/clock.ts';
import { withAbort } from '../kernel/with-abort.ts';
import { stoppingCode } from './admin/problem.ts';
import { AdminCallError, type AdminTarget } from './admin/transport.ts';
import { claimDataDir, type DataDirClaim, DataDirInUse } from './data-dir.ts';
import type { Operations } from './operations.ts';
import { remoteOperations } from './remote-operations.ts';
import { findSocket } from './socket-path.ts';

/** No process listens: no socket, one left by a killed process, or an owner that has just exited. */
const absentFaults = new Set(['ENOENT', 'ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ENOTDIR']);
const absentCode = 'OWNER_ABSENT';
const absentText =
  'the tidemark process that owns the data directory ended before it answered. Retry: nothing that it confirmed is lost';

/**
 * The operations of the process that owns a data directory.
 * @param dataDir absolute path
 * @returns undefined if no process listens. Only the next owner removes a killed owner's socket, under its lock: a client might
 * remove the socket of an owner that is just starting.
 * @throws Error if the owner runs another version or belongs to another user
 */
export async function connectOperations(dataDir: string): Promise<Operations | undefined> {
  const socketPath = findSocket(dataDir);
  if (socketPath === undefined) return undefined;
  const operations = remoteOperations(ownerTarget(socketPath));
  try {
    await operations.status();
    return operations;
  } catch (fault) {
    const isAbsent = fault instanceof AdminCallError && [absentCode, stoppingCode].includes(fault.code);
    if (isAbsent) return undefined;
    throw fault;
  }
}

function ownerTarget(socketPath: string): AdminTarget {
  return {
    name: 'the running tidemark',
    url: new URL('http://localhost'),
    socketPath,
    stranger: 'the running tidemark has another version; restart it with the version of this command',
    noAnswer(fault) {
      const { code = '', message } = fault;
      if (absentFaults.has(code)) return new AdminCallError(absentCode, absentText, fault);
      const reason = code === 'EACCES' ? 'it belongs to another user' : message;
      return new Error(`the running tidemark at ${socketPath} does not answer: ${reason}`, { cause: fault });
    },
  };
}

export type Access = { as: 'owner'; claim: DataDirClaim } | { as: 'client'; operations: Operations };

interface Waiting {
  /** Absolute path. */
  dataDir: string;
  /** Name of this command in messages of other processes. */
  command: string;
  waitMs?: number;
  /** Reports a long wait, once. */
  onWait?: ((message: string) => void) | undefined;
  signal?: AbortSignal | undefined;
}

const retryMs = 100;
/** Shorter waits are not reported. */
const momentMs = 1_000;
/** Longer than a cold start of both stores on a busy machine; an owner silent for this long is stuck. */
const defaultWaitMs = 60_000;

/**
 * Connects to the owner of a data directory, or becomes its owner if there is none. Of several processes that start at once one becomes
 * the owner; the others wait until the owner listens.
 * @throws DataDirInUse if the owner does not listen within `waitMs`
 */
export async function ownOrConnect(options: Waiting): Promise<Access> {
  return whileInUse(options, async () => {
    const operations = await connectOperations(options.dataDir);
    return operations === undefined ? { as: 'owner', claim: claimOf(options) } : { as: 'client', operations };
  });
}

/**
 * Becomes the owner of a data directory, after waiting for a command that owns it.
 * @throws DataDirInUse at once if a server owns it, or after `waitMs` if a command does
 */
export async function ownAlone(options: Waiting): Promise<DataDirClaim> {
  return whileInUse(
    options,
    async () => claimOf(options),
    (fault) => fault.owner?.command === options.command,
  );
}

function claimOf({ dataDir, command }: Waiting): DataDirClaim {
  return claimDataDir(dataDir, { pid: process.pid, command });
}

/** Retries while another process owns the directory. @param isFinal whether waiting is pointless */
async function whileInUse<T>(
  { waitMs = defaultWaitMs, onWait, signal }: Waiting,
  attempt: () => Promise<T>,
  isFinal: (fault: DataDirInUse) => boolean = () => false,
): Promise<T> {
  const startMs = monotonicMs();
  let isReported = false;
  while (true) {
    try {
      return await attempt();
    } catch (fault) {
      const waitedMs = monotonicMs() - startMs;
      if (!(fault instanceof DataDirInUse) || isFinal(fault) || waitedMs > waitMs) throw fault;
      if (!isReported && waitedMs >= momentMs) {
        isReported = true;
        onWait?.(`waiting for ${fault.by}, which holds the data directory ${fault.dir}`);
      }
      await withAbort(delay(retryMs), signal);
    }
  }
}
