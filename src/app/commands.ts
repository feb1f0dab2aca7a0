import { statSync } from 'node:fs';
import type { App } from '../cli/context.ts';
import { createLog } from '../kernel/log.ts';
import { createRemoteAsk } from '../mcp/server/remote-ask.ts';
import { answerOverStdio } from '../mcp/server/stdio-surface.ts';
import { connectAdmin } from '../operate/admin/remote.ts';
import { ownOrConnect } from '../operate/own-or-connect.ts';
import { version } from '../version.ts';
import { agentInput, runAside } from './agent-input.ts';
import { localCaller, openMcp } from './agents.ts';

/** Commands that make a data directory; to all others a name that is not there is a slip of the hand. */
const makers = new Set(['import', 'migrate']);

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
  if (!makers.has(command)) refuseMissing(dataDir);
  const access = await ownOrConnect({ dataDir, command });
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
export const serve: App['serve'] = async (...args) => (await import('./app.ts')).serve(...args);

/** Answers an agent over stdio; the stores are loaded only where this process opens them. */
export const answerAgent: App['answerAgent'] = async (config, { signal, inputFd }) => {
  const { mcpUrl: url, apiKey: key, clickhouseUrl } = config;
  const { stdin, stdout } = process;
  const log = createLog({ level: config.logLevel });
  if (url !== undefined && key !== undefined) {
    const ask = createRemoteAsk({ url, key, version });
    await answerOverStdio(openMcp(log), ask, { stdin, stdout }, { signal, log });
    return 0;
  }
  if (clickhouseUrl === undefined && inputFd === undefined) return runAside(signal);
  const { serve: open } = await import('./app.ts');
  // The one who starts it owns the data: nothing is limited. Other clients find it on a port of this machine, with a key.
  const running = await open({ ...config, limits: 'off', host: '127.0.0.1', port: 0 }, { signal });
  try {
    const ask = running.askingFor(localCaller, { ip: '', userAgent: 'tidemark mcp' });
    const streams = { stdin: inputFd === undefined ? stdin : agentInput(inputFd), stdout };
    await answerOverStdio(openMcp(log), ask, streams, { signal, log });
  } finally {
    await running.stop();
  }
  return 0;
};
