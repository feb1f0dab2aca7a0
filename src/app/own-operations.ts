import type { OpenOperations } from '../cli/context.ts';
import type { Config } from '../config/config.ts';
import { createLog, type Log } from '../kernel/log.ts';
import { createShutdown, type Shutdown } from '../kernel/shutdown.ts';
import type { DataDirClaim } from '../operate/data-dir.ts';
import { guardImports } from '../operate/data-mark.ts';
import type { Operations } from '../operate/operations.ts';
import { serveOperations } from '../operate/socket-server.ts';
import { openStores } from './stores.ts';

/** Time for a store to finish running statements: the longest one of an import is one batch. */
export const closeTimeoutMs = 30_000;

/**
 * The operations for one command, of this process.
 * @param claim of the data directory, released on close; undefined if the stores are on servers
 */
export async function openOwnOperations(
  config: Config,
  command: string,
  claim?: DataDirClaim,
): Promise<OpenOperations> {
  const shutdown = createShutdown({ closeTimeoutMs });
  const close = async () => reportFaults(await shutdown.close());
  try {
    if (claim !== undefined) shutdown.register('data directory', () => claim.release());
    const opened = openStores(config, shutdown, command, createLog({ level: config.logLevel }));
    if (claim === undefined) return { operations: opened.operations, close };
    const operations = guardImports(opened.operations, config.dataDir);
    const socket = await offerOperations(config, operations, shutdown);
    return {
      operations,
      async close(options) {
        if (options?.abort !== true) await socket.drain();
        await close();
      },
    };
  } catch (error) {
    await shutdown.close();
    throw error;
  }
}

/** Offers this process's stores to other commands on the same data directory. */
export async function offerOperations(config: Config, operations: Operations, shutdown: Shutdown, log?: Log) {
  const socket = await serveOperations({ dataDir: config.dataDir, operations, log });
  shutdown.register('operations socket', () => socket.close());
  return socket;
}

function reportFaults(faults: { name: string; message: string }[]): void {
  for (const { name, message } of faults) process.stderr.write(`${name}: ${message}\n`);
}
