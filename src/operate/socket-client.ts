import { stoppingCode } from './admin/problem.ts';
import { AdminCallError, type AdminTarget } from './admin/transport.ts';
import type { Operations } from './operations.ts';
import { remoteOperations } from './remote-operations.ts';
import { findSocket } from './socket-path.ts';

/** No process listens: no socket, one left by a killed process, or an owner that has just gone. */
const absentFaults = new Set(['ENOENT', 'ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ENOTDIR']);
const absentCode = 'OWNER_ABSENT';
const absentText =
  'the tidemark process that owns the data directory went away before it answered; try again, nothing that it confirmed is lost';

/**
 * The operations of the process that owns a data directory.
 * @param dataDir absolute path
 * @returns undefined where no process listens. What a killed owner left is removed by the next owner,
 *   under its lock: a client that did so could remove the socket of one just starting.
 * @throws Error where the owner is of another version or belongs to another user
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
    stranger: 'the running tidemark is of another version; restart it with the version of this command',
    noAnswer(fault) {
      const { code = '', message } = fault;
      if (absentFaults.has(code)) return new AdminCallError(absentCode, absentText, fault);
      const reason = code === 'EACCES' ? 'it belongs to another user' : message;
      return new Error(`the running tidemark at ${socketPath} does not answer: ${reason}`, { cause: fault });
    },
  };
}
