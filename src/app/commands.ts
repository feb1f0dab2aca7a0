import { statSync } from 'node:fs';
import type { App } from '../cli/context.ts';
import { ownOrConnect } from '../operate/own-or-connect.ts';

/** Commands that create a data directory. For all others, a missing directory is a typing error. */
const makers = new Set(['import', 'migrate']);

const nothingToClose = async () => undefined;

/**
 * The operations for one command: of the server at TIDEMARK_ADMIN_URL, of the process that owns the data directory, or of this process.
 * Loads the stores only if this process opens them, which halves the start time of the other cases.
 */
export const openOperations: App['openOperations'] = async (config, command, { onWait, signal } = {}) => {
  const { adminUrl, adminToken, clickhouseUrl, dataDir } = config;
  if (adminUrl !== undefined) {
    const { connectAdmin } = await import('../operate/remote-admin.ts');
    return { operations: connectAdmin(adminUrl, adminToken!), close: nothingToClose };
  }
  if (clickhouseUrl !== undefined)
    return (await import('./own-operations.ts')).openOwnOperations(config, command);
  if (!makers.has(command)) refuseMissing(dataDir);
  const access = await ownOrConnect({ dataDir, command, onWait, signal });
  if (access.as === 'client') return { operations: access.operations, close: nothingToClose };
  return (await import('./own-operations.ts')).openOwnOperations(config, command, access.claim);
};

/** @throws Error if the directory does not exist */
function refuseMissing(dataDir: string): void {
  if (statSync(dataDir, { throwIfNoEntry: false }) !== undefined) return;
  throw new Error(
    `there is no data directory ${dataDir}; name the right one with --data. serve, import and migrate create a new one`,
  );
}

export const serve: App['serve'] = async (config, start) => {
  const { refuseOtherSource } = await import('./own-mark.ts');
  refuseOtherSource(config);
  return (await import('./app.ts')).serve(config, start);
};

export const answerAgent: App['answerAgent'] = async (...args) =>
  (await import('./stdio-agent.ts')).answerAgent(...args);
