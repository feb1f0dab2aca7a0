import { setTimeout as delay } from 'node:timers/promises';
import { monotonicMs } from '../kernel/clock.ts';
import { claimDataDir, type DataDirClaim, DataDirInUse } from './data-dir.ts';
import type { Operations } from './operations.ts';
import { connectOperations } from './socket-client.ts';

/** How a command reaches a data directory: as its owner, or through the process that is. */
export type Access = { as: 'owner'; claim: DataDirClaim } | { as: 'client'; operations: Operations };

const retryMs = 100;
/** Longer than a cold start of both stores takes; an owner still silent then is stuck. */
const defaultWaitMs = 20_000;

/**
 * Connects to the owner of a data directory, or becomes its owner where there is none. Of several
 * processes that start at once one becomes the owner; the others wait for it to listen.
 * @param options.dataDir absolute path
 * @param options.command name of this command, for the messages of others
 * @throws DataDirInUse where the owner does not listen within `waitMs`
 */
export async function ownOrConnect(options: {
  dataDir: string;
  command: string;
  waitMs?: number;
}): Promise<Access> {
  const deadlineMs = monotonicMs() + (options.waitMs ?? defaultWaitMs);
  while (true) {
    const operations = await connectOperations(options.dataDir);
    if (operations !== undefined) return { as: 'client', operations };
    try {
      return {
        as: 'owner',
        claim: claimDataDir(options.dataDir, { pid: process.pid, command: options.command }),
      };
    } catch (fault) {
      if (!(fault instanceof DataDirInUse) || monotonicMs() > deadlineMs) throw fault;
      await delay(retryMs); // the owner is about to listen, or to go
    }
  }
}
