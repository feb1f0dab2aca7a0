import type { App } from '../cli/context.ts';
import { connectAdmin } from '../operate/admin/remote.ts';
import { ownOrConnect } from '../operate/own-or-connect.ts';

const nothingToClose = async () => undefined;

/**
 * The operations for one command: of the server that TIDEMARK_ADMIN_URL names, of the process that owns the data directory,
 * or of this one. The stores are loaded only where this process opens them: the others start in half the time.
 */
export const openOperations: App['openOperations'] = async (config, command) => {
  const { adminUrl, adminToken, clickhouseUrl, dataDir } = config;
  if (adminUrl !== undefined) {
    return { operations: connectAdmin(adminUrl, adminToken!), close: nothingToClose };
  }
  if (clickhouseUrl !== undefined)
    return (await import('./own-operations.ts')).openOwnOperations(config, command);
  const access = await ownOrConnect({ dataDir, command });
  if (access.as === 'client') return { operations: access.operations, close: nothingToClose };
  return (await import('./own-operations.ts')).openOwnOperations(config, command, access.claim);
};

/** Boots the API. */
export const serve: App['serve'] = async (...args) => (await import('./app.ts')).serve(...args);
