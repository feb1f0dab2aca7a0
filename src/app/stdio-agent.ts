import type { App } from '../cli/context.ts';
import { createLog } from '../kernel/log.ts';
import { createRemoteAsk } from '../mcp/server/remote-ask.ts';
import { answerOverStdio } from '../mcp/server/stdio-surface.ts';
import { version } from '../version.ts';
import { agentInput, runAside } from './agent-input.ts';
import { localCaller, openMcp } from './agents.ts';

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
