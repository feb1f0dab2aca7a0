import { setTimeout as delay } from 'node:timers/promises';
import { monotonicMs } from '../kernel/clock.ts';
import { withAbort } from '../kernel/with-abort.ts';
import { claimDataDir, type DataDirClaim, DataDirInUse } from './data-dir.ts';
import type { Operations } from './operations.ts';
import { connectOperations } from './socket-client.ts';

/** How a command reaches a data directory: as its owner, or through the process that is. */
export type Access = { as: 'owner'; claim: DataDirClaim } | { as: 'client'; operations: Operations };

interface Waiting {
  /** Absolute path. */
  dataDir: string;
  /** Name of this command, for the messages of others. */
  command: string;
  waitMs?: number;
  /** Reports a wait that takes longer than a moment, once. */
  onWait?: ((message: string) => void) | undefined;
  signal?: AbortSignal | undefined;
}

const retryMs = 100;
/** Shorter waits are not reported. */
const momentMs = 1_000;
/** Longer than a cold start of both stores takes on a busy machine; an owner still silent then is stuck. */
const defaultWaitMs = 60_000;

/**
 * Connects to the owner of a data directory, or becomes its owner where there is none. Of several
 * processes that start at once one becomes the owner; the others wait for it to listen.
 * @throws DataDirInUse where the owner does not listen within `waitMs`
 */
export async function ownOrConnect(options: Waiting): Promise<Access> {
  return whileInUse(options, async () => {
    const operations = await connectOperations(options.dataDir);
    return operations === undefined ? { as: 'owner', claim: claimOf(options) } : { as: 'client', operations };
  });
}

/**
 * Becomes the owner of a data directory, after a command that owns it has ended.
 * @throws DataDirInUse at once where a server owns it, after `waitMs` where a command does
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

/** Repeats an attempt while another process owns the directory. @param isFinal whether waiting cannot help */
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
        onWait?.(`waiting for ${fault.by}, which has the data directory ${fault.dir}`);
      }
      await withAbort(delay(retryMs), signal);
    }
  }
}
