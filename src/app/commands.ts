import { statSync } from 'node:fs';
import type { App } from '../cli/context.ts';
import { ownOrConnect } from '../operate/own-or-connect.ts';

/** Commands that make a data directory; to all others a name that is not there is a slip of the hand. */
const makers = new Set(['import', 'migrate']);

const nothingToClose = async () => undefined;

/**
 * The operations for one command: of the server that TIDEMARK_ADMIN_URL names, of the process that owns the data directory,
 * or of this one. The stores are loaded only where this process opens them: the others start in half the time.
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

/** @throws Error where there is no such directory */
function refuseMissing(dataDir: string): void {
  if (statSync(dataDir, { throwIfNoEntry: false }) !== undefined) return;
  throw new Error(
    `there is no data directory ${dataDir}; name the right one with --data. serve, import and migrate make a new one`,
  );
}

/** Boots the API. */
export const serve: App['serve'] = async (config, start) => {
  const { refuseOtherSource } = await import('./own-mark.ts');
  refuseOtherSource(config);
  return (await import('./app.ts')).serve(config, start);
};

/** Answers an agent over stdio. */
export const answerAgent: App['answerAgent'] = async (...args) =>
  (await import('./stdio-agent.ts')).answerAgent(...args);
